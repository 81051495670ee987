// The embedded wallet when its frame or the network is away: what the visitor is told, that the page's other wallets stay usable, and that each step can be
// made again.
import { createPublicClient, createWalletClient, http, parseEther } from 'viem'
import { entryPoint08Abi, entryPoint08Address } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { devnetChain } from '../support/devnet-chain.js'
import { EXTENSION } from './support/dapp.js'
import { addressFor, embeddedOf } from './support/frame.js'
import { devnetKeys } from './support/stack.js'
import { expect, test } from './support/walk.js'

/** What the page is told. */
const UNREACHED = 'The server could not be reached'
const OFFLINE = 'You’re offline. Try again when you’re back online.'

test(
  'a frame that is away, blocked or slow, and a network that goes at each step: told, and made again',
  { tag: '@embedded' },
  async ({ page, context, stack, records }) => {
    test.slow() // a frame that does not load has 20 s
    records.expectProblems(
      /ERR_BLOCKED_BY_CLIENT|ERR_INTERNET_DISCONNECTED|Unable to load email login dependency|the texts did not load/,
    )
    const wallet = embeddedOf(page, stack, addressFor('dov'))
    const { dapp } = wallet
    const connect = dapp.modal('Connect a wallet')
    const field = connect.getByRole('textbox', { name: 'Email' })
    const submit = connect.getByRole('button', { name: 'Continue with email' })
    const document = `${stack.frame}/sdk?**`
    await dapp.goto(stack.dapp)

    await test.step('offline before the first mail', async () => {
      await wallet.open()
      await expect(submit, 'what a press does has come: it follows after the paint').toHaveAttribute('title', /./)
      await context.setOffline(true)
      await submit.click()
      await expect(field).toHaveAccessibleDescription(OFFLINE)
      await context.setOffline(false)
    })

    await test.step('blocked: another wallet connects meanwhile, and then it is told', async () => {
      await page.route(document, (route) => route.abort('blockedbyclient'))
      await submit.click()
      await expect(field).not.toBeEditable()
      await dapp.pressExtension()
      await dapp.ask('Let this site see your account?').getByRole('button', { name: 'Connect' }).click()
      await dapp.isConnected(EXTENSION)
      await dapp.account.getByRole('button', { name: 'Disconnect' }).click()
      await dapp.isDisconnected()
      await wallet.open()
      await submit.click()
      await expect(field).toHaveAccessibleDescription('Sign-in didn’t load. Check your internet, then try again.')
      await page.unroute(document)
    })

    await test.step('slow: waits, and goes on', async () => {
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route(document, (route) => held.then(() => route.continue()))
      await submit.click()
      await expect(field).not.toBeEditable()
      await expect(connect.getByRole('button', { name: EXTENSION })).toBeEnabled()
      release()
      await expect(dapp.modal('Approve this browser')).toBeVisible()
      await page.unroute(document)
    })

    await test.step('offline while the link is waited for', async () => {
      const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/email/wait'))
      await context.setOffline(true)
      await failed
      await context.setOffline(false)
      await wallet.approveDevice()
    })

    await test.step('offline when the code is typed', async () => {
      const code = await wallet.mails.code()
      const modal = dapp.modal('Check your inbox')
      await expect(modal).toBeVisible()
      await context.setOffline(true)
      await wallet.enter(code)
      const typed = modal.getByRole('textbox', { name: /code/ })
      await expect(typed).toHaveAccessibleDescription(OFFLINE)
      await expect(typed).toHaveValue(code)
      await context.setOffline(false)
      await modal.getByRole('button', { name: 'Try again' }).click()
      await wallet.isConnected()
    })
    const address = await dapp.address()

    await test.step('offline when a signature is asked for, after a reload that has closed the keys', async () => {
      await page.reload()
      await wallet.isConnected()
      await context.setOffline(true)
      await dapp.startSigning()
      await expect(dapp.sign.getByText(UNREACHED)).toBeVisible()
      await expect(dapp.modal(/./)).toHaveCount(0)
      await context.setOffline(false)
      await dapp.startSigning()
      await wallet.decide('Sign')
      await wallet.signatureIsOf(address)
    })

    await test.step('offline when a transaction was confirmed: the second try sends it, once', async () => {
      const client = createPublicClient({ chain: devnetChain, transport: http(stack.evm) })
      const rich = createWalletClient({
        account: privateKeyToAccount(devnetKeys[2]),
        chain: devnetChain,
        transport: http(stack.evm),
      })
      await client.waitForTransactionReceipt({ hash: await rich.sendTransaction({ to: address, value: parseEther('2') }) })
      await dapp.send.getByRole('button', { name: 'Send' }).click()
      await expect(wallet.frame.getByRole('button', { name: 'Confirm', exact: true })).toBeVisible()
      await context.setOffline(true)
      await wallet.decide('Confirm')
      await expect(dapp.send.getByText(UNREACHED)).toBeVisible()
      await expect(wallet.frame.getByText('The network could not be reached.')).toBeVisible()
      await wallet.frame.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(dapp.modal(/./)).toHaveCount(0)
      await context.setOffline(false)
      await dapp.send.getByRole('button', { name: 'Send' }).click()
      await wallet.decide('Confirm')
      await expect(dapp.send.getByText(/arrived/i)).toBeVisible()
      const sent = { address: entryPoint08Address, abi: entryPoint08Abi, functionName: 'getNonce', args: [address, 0n] } as const
      expect(await client.readContract(sent), 'one operation').toBe(1n)
    })
  },
)
