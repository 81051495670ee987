// Look 10: where there is nothing to list stand an icon, a heading and the one thing to do next; and it leads there.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { arbitrum, avalanche, base, celo, gnosis, mainnet, optimism, polygon, zora } from '../../../src/vocabulary/networks.js'
import type { View } from '../../../src/vocabulary/view.js'
import { cleanUp, directoryOf, mountView, type ViewHarnessOptions } from '../../support/view-harness.js'

afterEach(cleanUp)

const unlisted = { id: 'w', name: 'Acme', installed: [], certified: false, recent: false }
const search = (text: string) => () => page.getByRole('searchbox').fill(text)
const networks = [mainnet, base, arbitrum, celo, gnosis, optimism, polygon, avalanche, zora]

interface Empty {
  readonly view: View
  readonly options: ViewHarnessOptions
  readonly prepare?: () => Promise<void>
  readonly heading: string
  readonly action: string
  /** Where the action leads; undefined: the list is there again. */
  readonly leadsTo?: View['name']
}

const states: readonly Empty[] = [
  { view: { name: 'Account' }, options: {}, heading: 'No wallet connected', action: 'Connect a wallet', leadsTo: 'Connect' },
  {
    view: { name: 'AllWallets' },
    options: { directory: [] },
    heading: 'No wallets to show',
    action: 'Another way',
    leadsTo: 'Connect',
  },
  {
    view: { name: 'AllWallets' },
    options: { directory: directoryOf(3) },
    prepare: search('zzz'),
    heading: 'No wallet matches “zzz”',
    action: 'Clear search',
  },
  {
    view: { name: 'Networks' },
    options: { config: { networks } },
    prepare: search('zzz'),
    heading: 'No network matches “zzz”',
    action: 'Clear search',
  },
  {
    view: { name: 'GetWallet' },
    options: { directory: [] },
    heading: 'No suggestions right now',
    action: 'What is a wallet?',
    leadsTo: 'WhatIsAWallet',
  },
  {
    view: { name: 'Downloads', wallet: unlisted },
    options: {},
    heading: 'We don’t have a download link for Acme',
    action: 'Get a wallet',
    leadsTo: 'GetWallet',
  },
  {
    view: { name: 'ConnectingWalletConnect' },
    options: {},
    heading: 'Phone wallets aren’t available on this site',
    action: 'Another way',
    leadsTo: 'Connect',
  },
]

test.each(states)('$view.name: $heading', async ({ view, options, prepare, heading, action, leadsTo }) => {
  const modal = await mountView(view, options)
  await prepare?.()
  await modal.see(heading)
  const state = modal.element.shadowRoot?.querySelector('wm-empty-state')
  expect(state?.shadowRoot?.querySelector('h3')?.textContent).toBe(heading)
  await expect
    .poll(() => state?.shadowRoot?.querySelector('wm-icon')?.shadowRoot?.querySelector('svg'))
    .toBeInstanceOf(SVGElement)
  await modal.settled()
  await page.getByRole('button', { name: action, exact: true }).last().click() // the field has a small one of that name too
  if (leadsTo) await expect.poll(() => modal.view().name).toBe(leadsTo)
  else await expect.poll(() => modal.element.shadowRoot?.querySelector('wm-empty-state')).toBeNull()
})
