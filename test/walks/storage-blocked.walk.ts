// A visitor whose browser keeps nothing for sites (site data blocked): reading localStorage throws, IndexedDB does not open. It works, and forgets.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/lib/machine.mjs'
import { dappOf } from './support/dapp.js'
import { devnetKeys, startWallet } from './support/stack.js'
import { expect, test } from './support/walk.js'

/** The browser's own setting "block all site data", which has no switch on the command line. The shell without windows has no such settings. */
const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
const executablePath = findBrowser()

const walk = test.extend({
  context: async ({ launchOptions, viewport }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'wm-blocked-'))
    mkdirSync(join(profile, 'Default'))
    writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...(executablePath ? { executablePath } : {}),
      viewport,
    })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await use(context)
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  },
})

walk(
  'C10: with site data blocked a phone wallet connects, signs and ends; a reload begins anew',
  async ({ page, stack, records }) => {
    const wallet = await startWallet({
      relayUrl: stack.relay,
      privateKey: devnetKeys[0],
      chains: ['eip155:31337'],
      name: 'Phone',
    })
    try {
      records.expectProblems(/Failed to read the 'localStorage' property/) // the wallet client logs that it found no stored link
      const dapp = dappOf(page)
      await dapp.goto(stack.dapp)
      expect(
        await page.evaluate(() => {
          try {
            return String(window.localStorage.length)
          } catch (error) {
            return (error as Error).name
          }
        }),
      ).toBe('SecurityError')
      await wallet.pair(await dapp.pairingUri())
      await dapp.isConnected('Phone')
      await dapp.startSigning()
      await dapp.signatureIsOf(wallet.address)
      await dapp.account.getByRole('button', { name: 'Disconnect' }).click()
      await dapp.isDisconnected()
      await expect.poll(() => wallet.sessions()).toBe(0)

      await wallet.pair(await dapp.pairingUri())
      await dapp.isConnected('Phone')
      await page.reload()
      await dapp.isDisconnected()
    } finally {
      await wallet.close()
    }
  },
)
