// The views of sending as a visitor goes through them.
import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { dappOf } from './dapp.js'
import { expect } from './walk.js'

/** An address that nobody has used. */
export const freshAddress = () => privateKeyToAccount(generatePrivateKey()).address

/** The views of sending, opened by the page. */
export function sendingOn(page: Page) {
  const dapp = dappOf(page)
  const draft = dapp.modal('Send')
  const review = dapp.modal('Review')
  const done = dapp.modal('Sent')
  return {
    ...dapp,
    draft,
    review,
    done,
    async fill({ amount, to, token }: { readonly amount?: string; readonly to: string; readonly token?: string }) {
      if (token !== undefined) {
        await draft
          .getByRole('button', { name: 'ETH', exact: true })
          .or(draft.getByRole('button', { name: 'SOL', exact: true }))
          .click()
        await dapp.modal('Choose a token').getByRole('button', { name: token }).click()
      }
      if (amount === undefined) await draft.getByRole('button', { name: /^Max: \d/ }).click()
      else await draft.getByRole('textbox', { name: 'Amount' }).fill(amount)
      await draft.getByRole('textbox', { name: 'To', exact: true }).fill(to)
      await draft.getByRole('button', { name: 'Review', exact: true }).click()
      await expect(review.getByText(/^≈\s[\d.,]+ (?:ETH|SOL)/).first()).toBeVisible() // the fee
    },
    async send() {
      await review.getByRole('button', { name: 'Send', exact: true }).click()
    },
    async arrives() {
      await expect(done.getByRole('heading', { name: 'It has arrived' })).toBeVisible()
      await done.getByRole('button', { name: 'Done' }).click()
      await expect(dapp.modal(/./)).toHaveCount(0)
    },
  }
}
