// The demo dapp's cards of the ecosystems beside Ethereum.
import type { Page } from '@playwright/test'
import { verifiers } from '../../support/verifiers.js'
import { expect } from './walk.js'

const MESSAGE = 'Hello from the demo'
export type Ecosystem = 'solana' | 'bip122' | 'polkadot' | 'cosmos'
export const titles: Readonly<Record<Ecosystem, string>> = {
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
}
export const ecosystems = Object.keys(titles) as Ecosystem[] // keys of a record by namespace

/** The card of one ecosystem. */
export function cardOf(page: Page, namespace: Ecosystem) {
  const title = titles[namespace]
  const card = page.getByRole('region', { name: title, exact: true })
  const list = page.getByRole('dialog', { name: 'Connect a wallet' })
  return {
    card,
    async choose(wallet: string) {
      await card.getByRole('button', { name: `Connect a ${title} wallet` }).click()
      await list.getByRole('button', { name: wallet }).click() // “Recent” may follow
    },
    async isConnected(wallet: string) {
      await expect(card.getByText(wallet, { exact: true })).toBeVisible()
    },
    async isDisconnected() {
      await expect(card.getByText(`No ${title} wallet is connected.`)).toBeVisible()
    },
    address: async () => (await card.getByText('…').first().getAttribute('title')) ?? '',
    startSigning: () => card.getByRole('button', { name: 'Sign', exact: true }).click(),
    /** Checks the card's signature here, outside of the page. */
    async isSigned(address: string, publicKey?: string) {
      await expect(card.getByText('The signature belongs to this account.')).toBeVisible()
      const signature = (await card.locator('[data-what=signature]').textContent()) ?? ''
      expect([namespace, await verifiers[namespace](MESSAGE, signature, address, publicKey)]).toEqual([namespace, true])
      expect([namespace, await verifiers[namespace](`${MESSAGE}.`, signature, address, publicKey)]).toEqual([namespace, false])
    },
  }
}
