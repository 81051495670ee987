// While the connection to the relay is lost, whoever waits for a wallet elsewhere is told, and told when it is back.
import { afterEach, describe, expect, test } from 'vitest'
import { toNetwork } from '../../../src/vocabulary/network.js'
import * as networks from '../../../src/vocabulary/networks.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createRelayStatus } from '../../../src/state/connections/relay-status.js'
import { cleanUp, iphone, mountView, type ViewHarness, useFakeTime } from '../../support/view-harness.js'
import { createSession, ScriptedWallet } from '../../support/wallets.js'
import type { PairOptions } from '../../../src/connectors/connector.js'

afterEach(cleanUp)

const lost = 'Connection lost. Reconnecting…'
const base = toNetwork(networks.base)
/** A phone that has not answered yet. */
const pair = ({ onUri }: PairOptions) => {
  onUri(`wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`)
  return new Promise<never>(() => {})
}
const cedar = {
  id: 'cedar',
  name: 'Cedar',
  installed: [],
  entry: { id: 'cedar', name: 'Cedar', mobile_link: 'cedar://' },
  certified: false,
  recent: false,
}

/** The connection is lost for `seconds`, and comes back. */
async function interrupted(modal: ViewHarness, clock: ReturnType<typeof useFakeTime>, usual: string) {
  const { note } = modal.core.use(createRelayStatus)
  await modal.see(usual)
  note(false)
  await clock.tick(1_000)
  await modal.see(lost)
  await expect.poll(() => modal.announced()).toBe('restoring')
  note(true)
  await modal.see(usual)
  expect(modal.element.shadowRoot?.textContent).not.toContain(lost)
  await expect.poll(() => modal.announced()).toBe('restored')
}

describe('S11: a lost connection to the relay is said', () => {
  test('S11: beside the code', async () => {
    const clock = useFakeTime()
    const modal = await mountView({ name: 'ConnectingWalletConnect' }, { pair })
    await interrupted(modal, clock, 'Open a wallet on your phone and scan the code.')
  })

  test('S11: while a wallet on the same phone is waited for', async () => {
    const clock = useFakeTime()
    const modal = await mountView({ name: 'ConnectingWalletConnect', wallet: cedar }, { pair, userAgent: iphone })
    await interrupted(modal, clock, 'Approve the connection in Cedar, then come back here.')
  })

  test('S11: while a wallet elsewhere is asked for another network', async () => {
    const phone = new ScriptedWallet({ name: 'Phone' })
    phone.onSwitch = 'hold'
    const clock = useFakeTime()
    const modal = await mountView({ name: 'Connect' }, { pair, config: { networks: [networks.mainnet, networks.base] } })
    await modal.core.use(createConnection).adopt(createSession([phone]))
    modal.core.use(createModal).open({ name: 'SwitchNetwork', network: base }) // being connected has closed it
    await interrupted(modal, clock, 'Your wallet will ask before it switches to Base.')
  })
})
