// Pages of wallet libraries in a browser: wagmi with the modal as its connector, and viem alone over the modal's provider. What one side does, the other shows.
import type { Page } from '@playwright/test'
import { createPublicClient, http, type Hex, verifyMessage } from 'viem'
import { dappOf, EXTENSION } from './support/dapp.js'
import { expect, test } from './support/walk.js'

/** The page's own side, and the modal's. */
function libraryOf(page: Page) {
  const { ask, modal, accountButton } = dappOf(page)
  const main = page.getByRole('main')
  const state = main.getByText(/^0x[0-9a-fA-F]{40} on \w+$/)
  const press = (name: string) => main.getByRole('button', { name, exact: true }).first().click()
  return {
    ask,
    press,
    says: (text: string | RegExp) => expect(main.getByText(text, { exact: true })).toBeVisible(),
    /** In the open list. */
    async choosesExtension() {
      await modal('Connect a wallet').getByRole('button', { name: EXTENSION }).click()
      await ask('Let this site see your account?').getByRole('button', { name: 'Connect' }).click()
    },
    async isConnected(network: string): Promise<Hex> {
      await expect(state).toHaveText(new RegExp(` on ${network}$`))
      await expect(accountButton).toBeVisible()
      await expect(modal(/./)).toHaveCount(0)
      return ((await state.textContent()) ?? '').split(' ')[0] as Hex // what the locator matched
    },
    async isDisconnected() {
      await expect(main.getByText('disconnected', { exact: true })).toBeVisible()
      await expect(state).toHaveCount(0)
      await expect(accountButton).toHaveCount(0)
    },
    async signs(message: string, address: Hex) {
      await press('Sign a message')
      await ask('Sign a message').getByRole('button', { name: 'Sign' }).click()
      const signature = (await main.getByText(/^0x[0-9a-f]{130}$/).textContent()) as Hex // what the locator matched
      expect(await verifyMessage({ address, message, signature }), 'the signature verifies').toBe(true)
    },
    /** To a network that the wallet does not know: it is told of it, and then asked to switch. */
    async switchesToEthereum() {
      await press('Switch network')
      await ask('Add a network?').getByRole('button', { name: 'Add' }).click()
      await ask('Switch to Ethereum').getByRole('button', { name: 'Switch' }).click()
      await this.says('Switched to Ethereum')
    },
    /** By the modal's own button. */
    async disconnectsInModal() {
      await accountButton.click()
      await modal('Account').getByRole('button', { name: 'Disconnect' }).click()
    },
    /** By the modal's own button. */
    async connectsInModal() {
      await main.getByRole('button', { name: 'Connect', exact: true }).last().click()
      await this.choosesExtension()
    },
  }
}

for (const name of ['wagmi', 'viem'] as const) {
  test(`a page of ${name} connects through the modal, and the two follow each other`, async ({ page, stack }) => {
    const library = libraryOf(page)
    const { press, isConnected, isDisconnected } = library
    await page.goto(`${stack.dapp}${name}/`)
    await isDisconnected()

    await test.step('the library begins, signs and switches', async () => {
      await press('Connect')
      await library.choosesExtension()
      const address = await isConnected('Devnet')
      await library.says(new RegExp(`^Connected: ${address}`))
      await library.signs(`Hello from ${name}`, address)
      await library.switchesToEthereum()
      expect(await isConnected('Ethereum')).toBe(address)
    })
    await test.step('a reload brings it back, where it was', async () => {
      await page.reload()
      const address = await isConnected('Devnet') // the test wallet starts anew on its own network
      await library.signs(`Hello from ${name}`, address)
    })
    await test.step('the modal ends it, and connects again: the library follows', async () => {
      await library.disconnectsInModal()
      await isDisconnected()
      await library.connectsInModal()
      await isConnected('Devnet')
    })
    await test.step('the library ends it: the modal follows, and nothing comes back', async () => {
      await press('Disconnect')
      await library.says('Disconnected')
      await isDisconnected()
      await page.reload()
      await isDisconnected()
    })
  })
}

test('viem sends over the provider, and a refusal is its own error of a refusal', async ({ page, stack }) => {
  const library = libraryOf(page)
  await page.goto(`${stack.dapp}viem/`)
  await library.press('Connect')
  await library.choosesExtension()
  await library.isConnected('Devnet')
  const node = createPublicClient({ transport: http(stack.evm) })
  const receiver = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
  const before = await node.getBalance({ address: receiver })
  await library.press('Send 0.01 ETH')
  await library.ask('Send coins').getByRole('button', { name: 'Send' }).click()
  await library.says(/^0x[0-9a-f]{64}: success$/)
  expect((await node.getBalance({ address: receiver })) - before).toBe(10n ** 16n)
  await library.press('Sign a message')
  await library.ask('Sign a message').getByRole('button', { name: 'Reject' }).click()
  await library.says('User rejected the request.')
})
