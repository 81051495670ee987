// A passkey of a wallet by e-mail: made on the wallet's own page, used in the frame on a device that is new to the wallet.
import { addressFor, embeddedOf } from './support/frame.js'
import { expect, test } from './support/walk.js'

test(
  'a passkey that was made on the page of the wallet opens it on another site, without the recovery service',
  { tag: '@embedded' },
  async ({ page, context, stack, records }) => {
    // An authenticator of this tab, wherever the tab goes.
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        hasPrf: true,
        automaticPresenceSimulation: true,
      },
    })
    const email = addressFor('pia')
    const wallet = embeddedOf(page, stack, email)
    // On the same site as the wallet, which then has one storage for the frame and its own page.
    await wallet.dapp.goto(stack.dapp.replace('localhost', 'app.shop.localhost'))
    await wallet.logInAnew()
    const address = await wallet.dapp.address()
    const frame = page.frames().find((one) => one.url().includes('/sdk?'))
    const origin = new URL(frame?.url() ?? '').origin

    await test.step('a passkey is added, and has opened the wallet once', async () => {
      await page.goto(`${origin}/wallet`)
      const section = page.getByRole('region', { name: 'Passkeys' })
      await expect(section.getByText('There is no passkey yet.')).toBeVisible()
      await section.getByRole('textbox', { name: 'Name of the passkey' }).fill('My phone')
      await section.getByRole('button', { name: 'Add a passkey' }).click()
      await expect(section.getByRole('status')).toHaveText('The passkey was added, and has opened the wallet once.')
      await expect(section.getByRole('listitem').getByText('My phone')).toBeVisible()
      expect(await wallet.mails.next()).toContain('this passkey opens your wallet on a new device')
    })

    await test.step('on another site the device is new, and the passkey opens the wallet', async () => {
      const recoveries = () => records.urls.filter((url) => url.includes('/api/recovery/'))
      const before = recoveries().length
      await wallet.dapp.goto(stack.dapp)
      await wallet.start()
      await wallet.approveDevice()
      await wallet.enter(await wallet.mails.code())
      const unlock = wallet.frame.getByRole('button', { name: 'Unlock with your passkey' })
      await unlock.hover()
      // A press counts after a moment in which the screen was in sight; a busy machine makes it longer.
      await expect
        .poll(async () => {
          if (await unlock.isEnabled({ timeout: 1_000 }).catch(() => false))
            await unlock.click({ timeout: 1_000 }).catch(() => undefined)
          return wallet.dapp.account.getByText(/^0x[0-9a-fA-F]{40}$/).count()
        })
        .toBe(1)
      await wallet.isConnected()
      expect(await wallet.dapp.address()).toBe(address)
      expect(recoveries(), 'the recovery service was not asked').toHaveLength(before)
    })

    await test.step('this device signs by a slot of its own', async () => {
      await page.reload()
      await wallet.isConnected()
      await wallet.dapp.startSigning()
      await wallet.decide('Sign')
      await wallet.signatureIsOf(address)
    })
  },
)
