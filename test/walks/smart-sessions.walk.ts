// Smart sessions on the devnet: granted by a wallet that signs them, kept by the real services, listed, and ended by a signature that the services verify.
import type { Locator, Page } from '@playwright/test'
import type { Hex } from 'viem'
import type { ViewName } from '../../src/index.js'
import { dappOf } from './support/dapp.js'
import type { Stack } from './support/stack.js'
import { expect, test } from './support/walk.js'

interface Kept {
  readonly pci: string
  readonly context: Hex | null
  readonly revokedAt: number | null
}

const wallets = {
  'Sandbox Extension': async (page: Page) => {
    await dappOf(page).connectExtension()
    return page
  },
  /** In a page of its own, reached over the relay. */
  'Sandbox Phone Wallet': async (page: Page, { wallet }: Stack) => {
    const dapp = dappOf(page)
    const uri = await dapp.pairingUri()
    const phone = await page.context().newPage()
    await phone.goto(`${wallet}?uri=${encodeURIComponent(uri)}`)
    await phone.getByRole('dialog', { name: 'Connect to wallet-modal demo?' }).getByRole('button', { name: 'Approve' }).click()
    await dapp.isConnected('Sandbox Phone Wallet')
    return phone
  },
} as const

for (const [name, connect] of Object.entries(wallets))
  test(`${name}: permissions are granted, listed, and taken back; a refusal leaves nothing`, async ({ page, stack }) => {
    const dapp = dappOf(page)
    const open = (view: ViewName) =>
      page.evaluate((name) => {
        const element = document.querySelector('wallet-modal') as unknown as { modal: { open(view: string): Promise<void> } }
        return element.modal.open(name)
      }, view)
    await dapp.goto(stack.dapp)
    const hand = await connect(page, stack)
    const address = await dapp.address()
    const sessions = async (): Promise<readonly Kept[]> => {
      const answer = await fetch(`${stack.services}/v1/sessions/eip155:31337:${address}?projectId=demo`)
      expect(answer.status).toBe(200)
      return ((await answer.json()) as { readonly pcis: readonly Kept[] }).pcis
    }
    /** Both wallets have the same account. */
    const active = async () => (await sessions()).filter(({ context, revokedAt }) => context !== null && revokedAt === null)
    /** In the tab in front: in another one the browser draws once a second at most, and a press waits for that. */
    const press = async (button: Locator) => {
      await button.page().bringToFront()
      await button.click()
    }
    const ask = page.getByRole('button', { name: 'Ask for permissions' })
    const request = dapp.modal('Permission request')
    const wallet = hand.getByRole('dialog', { name: 'Give this site permissions?' })
    const back = hand.getByRole('dialog', { name: 'Take permissions back?' })

    await test.step('refused by the wallet: said so, and nothing is active', async () => {
      await press(ask)
      await expect(request.getByText('Up to 0.01 ETH per 1 day')).toBeVisible()
      await expect(request.getByText(/^Up to 100 \w+ per 1 week$/)).toBeVisible()
      await press(request.getByRole('button', { name: 'Allow' }))
      await press(wallet.getByRole('button', { name: 'Reject' }))
      await expect(request.locator('wm-banner')).toHaveText(`You declined in ${name}. Nothing was allowed.`)
      expect(await active()).toEqual([])
      await press(request.getByRole('button', { name: 'Cancel' }))
      await expect(page.getByText(/rejected|declined/i).first()).toBeVisible()
    })

    await test.step('granted: the services have activated what the account has signed', async () => {
      await press(ask)
      await press(request.getByRole('button', { name: 'Allow' }))
      await press(wallet.getByRole('button', { name: 'Grant' }))
      const created = dapp.modal('Permissions allowed')
      await expect(created.getByText('wallet-modal demo may now act for you')).toBeVisible()
      await press(created.getByRole('button', { name: 'Done' }))
      const [granted] = await active()
      await expect(page.getByText(`Allowed: ${granted?.pci}`)).toBeVisible()
      expect(granted?.context?.slice(0, 42).toLowerCase()).toBe(address.toLowerCase())
      expect(granted?.context?.length, 'an account and its signature').toBe(2 + 40 + 130)
    })

    await test.step('listed, and revoked by a signature', async () => {
      const [before] = await active()
      const forged = await fetch(`${stack.services}/v1/sessions/eip155:31337:${address}/revoke?projectId=demo`, {
        method: 'POST',
        body: JSON.stringify({ pci: before?.pci, signature: `0x${'11'.repeat(65)}` }),
      })
      expect(forged.status, 'nobody else can end it').toBe(401)
      await open('SmartSessionList')
      const list = dapp.modal('App permissions')
      await expect(list.getByText('1 active permission')).toBeVisible()
      await press(list.getByRole('button', { name: /Up to 0\.01 ETH per 1 day/ }))
      await press(list.getByRole('button', { name: 'Revoke permission' }))
      expect((await sessions()).find(({ pci }) => pci === before?.pci)?.revokedAt).toBeNull()
      await expect(back.getByText(before?.pci ?? '?')).toBeVisible()
      await press(back.getByRole('button', { name: 'Sign' }))
      await expect(list.getByText('No app may act for you')).toBeVisible()
      await press(list.getByRole('tab', { name: 'Revoked' }))
      await expect(list.getByRole('button', { name: /Revoked on/ }).first()).toBeVisible()
      expect((await sessions()).find(({ pci }) => pci === before?.pci)?.revokedAt).toBeGreaterThan(0)
    })
  })
