// Smart sessions on the devnet: granted by a wallet that signs them, kept by the real services, listed, and ended by a signature that the services verify.
import type { Hex } from 'viem'
import type { ViewName } from '../../src/index.js'
import { dappOf } from './support/dapp.js'
import { expect, test } from './support/walk.js'

interface Kept {
  readonly pci: string
  readonly context: Hex | null
  readonly revokedAt: number | null
}

test('permissions are granted, listed, and taken back; a refusal leaves nothing', async ({ page, stack }) => {
  const dapp = dappOf(page)
  const open = (view: ViewName) =>
    page.evaluate((name) => {
      const element = document.querySelector('wallet-modal') as unknown as { modal: { open(view: string): Promise<void> } }
      return element.modal.open(name)
    }, view)
  await dapp.goto(stack.dapp)
  await dapp.connectExtension()
  const address = await dapp.address()
  const sessions = async (): Promise<readonly Kept[]> => {
    const answer = await fetch(`${stack.services}/v1/sessions/eip155:31337:${address}?projectId=demo`)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { readonly pcis: readonly Kept[] }).pcis
  }
  const ask = page.getByRole('button', { name: 'Ask for permissions' })
  const request = dapp.modal('Permission request')
  const wallet = dapp.ask('Give this site permissions?')

  await test.step('refused by the wallet: said so, and nothing is active', async () => {
    await ask.click()
    await expect(request.getByText('Up to 0.01 ETH per 1 day')).toBeVisible()
    await expect(request.getByText(/^Up to 100 \w+ per 1 week$/)).toBeVisible()
    await request.getByRole('button', { name: 'Allow' }).click()
    await wallet.getByRole('button', { name: 'Reject' }).click()
    await expect(request.locator('wm-banner')).toHaveText('You declined in Sandbox Extension. Nothing was allowed.')
    expect((await sessions()).filter(({ context }) => context !== null)).toEqual([])
    await request.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(/rejected|declined/i).first()).toBeVisible()
  })

  await test.step('granted: the services have activated what the account has signed', async () => {
    await ask.click()
    await request.getByRole('button', { name: 'Allow' }).click()
    await wallet.getByRole('button', { name: 'Grant' }).click()
    const created = dapp.modal('Permissions allowed')
    await expect(created.getByText('wallet-modal demo may now act for you')).toBeVisible()
    await created.getByRole('button', { name: 'Done' }).click()
    const [active] = (await sessions()).filter(({ context }) => context !== null)
    await expect(page.getByText(`Allowed: ${active?.pci}`)).toBeVisible()
    expect(active?.context?.slice(0, 42).toLowerCase()).toBe(address.toLowerCase())
    expect(active?.context?.length, 'an account and its signature').toBe(2 + 40 + 130)
  })

  await test.step('listed, and revoked by a signature', async () => {
    const [before] = (await sessions()).filter(({ context }) => context !== null)
    const forged = await fetch(`${stack.services}/v1/sessions/eip155:31337:${address}/revoke?projectId=demo`, {
      method: 'POST',
      body: JSON.stringify({ pci: before?.pci, signature: `0x${'11'.repeat(65)}` }),
    })
    expect(forged.status, 'nobody else can end it').toBe(401)
    await open('SmartSessionList')
    const list = dapp.modal('App permissions')
    await expect(list.getByText('1 active permission')).toBeVisible()
    await list.getByRole('button', { name: /Up to 0\.01 ETH per 1 day/ }).click()
    await list.getByRole('button', { name: 'Revoke permission' }).click()
    expect((await sessions()).find(({ pci }) => pci === before?.pci)?.revokedAt).toBeNull()
    await expect(dapp.ask('Take permissions back?').getByText(before?.pci ?? '?')).toBeVisible()
    await dapp.ask('Take permissions back?').getByRole('button', { name: 'Sign' }).click()
    await expect(list.getByText('No app may act for you')).toBeVisible()
    await list.getByRole('tab', { name: 'Revoked' }).click()
    await expect(list.getByRole('button', { name: /Revoked on/ })).toBeVisible()
    expect((await sessions()).find(({ pci }) => pci === before?.pci)?.revokedAt).toBeGreaterThan(0)
  })
})
