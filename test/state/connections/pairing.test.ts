// Pairing over the relay: one at a time, its four minutes, its links, and what is left when it ends (specification §4).
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Namespace } from '../../../src/vocabulary/caip.js'
import type { ModalConfig } from '../../../src/config/types.js'
import type { ConnectorPort } from '../../../src/connectors/connector.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { base, bitcoin, mainnet, solana } from '../../../src/vocabulary/networks.js'
import type { AfterOpen } from '../../../src/state/core.js'
import { createAppSwitch } from '../../../src/state/connections/app-switch.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { DEEPLINK_CHOICE_KEY } from '../../../src/state/connections/deeplink-choice.js'
import { createNotices } from '../../../src/state/interface/notices.js'
import { createPairing } from '../../../src/state/connections/pairing.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createRecents } from '../../../src/state/wallets/recents.js'
import type { Wallet } from '../../../src/vocabulary/wallet.js'
import { createTestCore } from '../../support/core.js'
import { createScriptedPort, createSession, ScriptedWallet } from '../../support/wallets.js'
import { createTestWindow, type TestWindowOptions } from '../../support/window.js'
import { testRows } from '../../support/rows.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

const listed = (id: string, links: object = { mobile_link: `${id}://` }): Wallet => ({
  id,
  name: id,
  installed: [],
  certified: false,
  recent: false,
  entry: { id, name: id, ...links },
})
const [acme, bolt] = [listed('acme'), listed('bolt')]

function setUp({ config, pair, ...page }: TestWindowOptions & { config?: ModalConfig; pair?: ConnectorPort['pair'] } = {}) {
  const port = createScriptedPort()
  if (pair) port.pair = pair
  const { window, opened, go } = createTestWindow(page)
  const { core, clock, storage } = createTestCore({
    config: {
      projectId: 'shop',
      services: { relay: 'ws://127.0.0.1:1', rpc: 'https://rpc.example' },
      networks: [mainnet, base, solana],
      ...config,
    },
    connectors: port,
    window,
  })
  const events: { name: string; method?: string; wallet?: string }[] = []
  core.on('event', (event) => events.push(event))
  const pairing = core.use(createPairing)
  return {
    core,
    clock,
    storage,
    port,
    opened,
    go,
    appSwitch: () => core.use(createAppSwitch).$appSwitch.get(),
    events,
    pairing,
    status: () => pairing.$pairing.get().status,
    uri: () => uriOf(pairing.$pairing.get()),
  }
}
function uriOf(pairing: object): string | undefined {
  return 'uri' in pairing ? String(pairing.uri) : undefined
}
type World = ReturnType<typeof setUp>
/** Lets promises that are due go on. */
const settle = ({ clock }: World) => clock.tickAsync(0)
async function started(options?: Parameters<typeof setUp>[0], wallet?: Wallet) {
  const all = setUp(options)
  const done = all.pairing.start(wallet)
  await settle(all)
  return { ...all, done }
}

describe('the code of a pairing', () => {
  const counting = (config: ModalConfig, afterOpen: () => Promise<AfterOpen>) => {
    const { core } = createTestCore({ config })
    return createPairing({ ...core, deps: { ...core.deps, afterOpen } })
  }

  test('is asked for ahead for the namespaces of the page, and the relay is not', async () => {
    const asked: (readonly string[])[] = []
    const preloadRelay: AfterOpen['preloadRelay'] = (_, namespaces) => void asked.push(namespaces)
    const config = { services: { relay: 'ws://127.0.0.1:1' }, networks: [mainnet, solana] }
    const { preload, $pairing } = counting(config, () =>
      Promise.resolve({
        preloadRelay,
        raiseSetupAlert: () => undefined,
        connectInstalled: () => Promise.reject(new Error('unused')),
        loadSiwx: () => Promise.reject(new Error('unused')),
      }),
    )
    preload()
    await Promise.resolve()
    expect(asked).toEqual([['eip155', 'solana']])
    expect($pairing.get()).toEqual({ status: 'idle' })
  })

  test('is not asked for where there is no relay', () => {
    let calls = 0
    counting({ networks: [mainnet] }, () => ((calls += 1), Promise.reject(walletError('NETWORK_ERROR')))).preload()
    expect(calls).toBe(0)
  })

  test('may not come: asking for it ahead fails in silence', async () => {
    const config = { services: { relay: 'ws://127.0.0.1:1' } }
    counting(config, () => Promise.reject(walletError('NETWORK_ERROR'))).preload()
    await vi.advanceTimersByTimeAsync(0) // the runner fails on a rejection that nobody handles
  })
})

test('a page whose server is slow with its nonce asks for no signature after three seconds, and opens the client meanwhile', async () => {
  let asked = 0
  const never = () => new Promise<never>(() => (asked += 1))
  const store = { getNonce: never, add: never, list: never, set: never, delete: never }
  const { pairing, port, core } = setUp({ config: { networks: [mainnet, base], siwx: { store } } })
  const done = pairing.start(acme)
  await vi.waitFor(() => expect(port.pairings).toHaveLength(1))
  let payload: unknown = 'none yet'
  const asking = port.pairings[0]?.options.authenticate?.().then((answer) => (payload = answer))
  await vi.dynamicImportSettled() // `waitFor` would let the three seconds pass while modules load on a slow machine
  expect(asked).toBe(1)
  expect(payload).toBe('none yet')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(payload).toBeUndefined()
  await asking
  core.destroy()
  await done
})

describe('a pairing', () => {
  test('is requested, waits with a uri for four minutes, is approved', async () => {
    // attack 45
    const all = setUp()
    const done = all.pairing.start(acme)
    expect(all.status()).toBe('requesting')
    await settle(all)
    expect(all.pairing.$pairing.get()).toEqual({
      status: 'waiting',
      uri: all.port.pairings[0]?.uri,
      expiresAt: all.clock.now() + 240_000,
    })
    const phone = new ScriptedWallet()
    phone.onConnect = 'hold'
    all.port.pairings[0]?.approve(createSession([phone]))
    await settle(all)
    expect(all.status()).toBe('approving')
    expect(all.core.use(createConnection).$status.get()).toBe('connecting')
    phone.release()
    await done
    expect(all.status()).toBe('idle')
    expect(all.core.use(createConnection).$status.get()).toBe('connected')
  })

  test('tells the relay client who we are, with a storage of this instance', async () => {
    const { port } = await started()
    const { options } = port.pairings[0] ?? {}
    expect(options).toMatchObject({ relayUrl: 'ws://127.0.0.1:1', projectId: 'shop', storagePrefix: 'wm:shop:default:relay' })
  })

  test('reads over the relay go to the same nodes as all reads; without any, to nobody', async () => {
    const { port } = await started({ config: { services: { relay: 'ws://127.0.0.1:1' } } })
    const read = port.pairings[0]?.options.read('eip155:8453', { method: 'eth_blockNumber' })
    await expect(read).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
  })

  test('without a relay fails, and asks nobody', async () => {
    const { pairing, port, done } = await started({ config: { services: {} } })
    await done
    expect(pairing.$pairing.get()).toMatchObject({ status: 'failed', error: { code: 'NO_SERVICES' } })
    expect(port.pairings).toEqual([])
  })

  test('is one, however often it is asked for', async () => {
    const all = setUp()
    void all.pairing.start(acme)
    void all.pairing.start(acme)
    await settle(all)
    void all.pairing.start(acme)
    await settle(all)
    expect(all.port.pairings).toHaveLength(1)
  })

  test('for another wallet is another one', async () => {
    const all = await started({}, acme)
    void all.pairing.start(bolt)
    await settle(all)
    expect(all.port.pairings).toHaveLength(2)
    expect(all.port.pairings[0]?.options.signal.aborted).toBe(true)
    expect(all.uri()).toBe(all.port.pairings[1]?.uri)
  })

  test('refused: failed, and told; trying again is a new one', async () => {
    const all = await started({}, acme)
    all.port.pairings[0]?.refuse(walletError('USER_REJECTED'))
    await all.done
    expect(all.pairing.$pairing.get()).toMatchObject({ status: 'failed', error: { code: 'USER_REJECTED' } })
    expect(all.events.map(({ name }) => name)).toEqual(['USER_REJECTED'])
    void all.pairing.start(acme)
    await settle(all)
    expect(all.status()).toBe('waiting')
    all.port.pairings[1]?.refuse(walletError('RELAY_UNREACHABLE'))
    await settle(all)
    expect(all.events.map(({ name }) => name)).toEqual(['USER_REJECTED', 'CONNECT_ERROR'])
  })

  test('that brings no account fails, and the session is ended', async () => {
    const all = await started({}, acme)
    const phone = new ScriptedWallet()
    const session = createSession([phone])
    phone.onConnect = walletError('NO_ACCOUNTS')
    all.port.pairings[0]?.approve(session)
    await all.done
    expect(all.pairing.$pairing.get()).toMatchObject({ status: 'failed', error: { code: 'NO_ACCOUNTS' } })
    expect(session.ended()).toBe(true)
  })

  test('cancelled: aborted; a yes that comes later is ended, not shown', async () => {
    const all = await started({}, acme)
    all.pairing.cancel()
    expect(all.status()).toBe('idle')
    await all.done
    expect(all.port.pairings[0]?.options.signal.aborted).toBe(true)
    expect(all.events).toEqual([])
  })

  test('a client that ignores the abort and is approved late', async () => {
    let approve: (session: ReturnType<typeof createSession>) => void = () => {}
    const all = setUp({
      pair: (options) =>
        new Promise((resolve) => {
          options.onUri('wc:1@2')
          approve = resolve
        }),
    })
    void all.pairing.start(acme)
    await settle(all)
    all.pairing.cancel()
    const session = createSession([new ScriptedWallet()])
    approve(session)
    await settle(all)
    expect(session.ended()).toBe(true)
    expect(all.core.use(createConnection).$status.get()).toBe('disconnected')
  })

  test('once approved is not taken back by leaving', async () => {
    const all = await started({}, acme)
    const phone = new ScriptedWallet()
    phone.onConnect = 'hold'
    all.port.pairings[0]?.approve(createSession([phone]))
    await settle(all)
    all.pairing.cancel({ force: true })
    all.pairing.renew()
    phone.release()
    await all.done
    expect(all.core.use(createConnection).$status.get()).toBe('connected')
    expect(all.port.pairings).toHaveLength(1)
  })

  test('ends with the instance', async () => {
    const all = await started({}, acme)
    all.core.destroy()
    expect(all.port.pairings[0]?.options.signal.aborted).toBe(true)
    await all.pairing.start(acme)
    all.pairing.prefetch()
    all.pairing.renew()
    expect(all.port.pairings).toHaveLength(1)
  })
})

describe('renewal', () => {
  test('ten seconds before the end, while it is shown, with an announcement', async () => {
    // attack 45
    const all = await started({}, acme)
    const first = all.uri()
    await all.clock.tickAsync(229_999)
    expect(all.uri()).toBe(first)
    await all.clock.tickAsync(1)
    expect(all.port.pairings).toHaveLength(2)
    expect(all.uri()).toBe(all.port.pairings[1]?.uri)
    expect(all.core.use(createNotices).$announcement.get()?.code).toBe('codeRenewed')
    all.port.pairings[1]?.approve(createSession([new ScriptedWallet()]))
    await all.done // the first call ends with the last renewal
    expect(all.core.use(createConnection).$status.get()).toBe('connected')
  })

  test('when the relay says that it expired, which may be before our clock does', async () => {
    // attack 45
    const all = await started({}, acme)
    all.port.pairings[0]?.refuse(walletError('PAIRING_EXPIRED'))
    await settle(all)
    expect(all.status()).toBe('waiting')
    expect(all.port.pairings).toHaveLength(2)
  })

  test('not for one that nobody looks at', async () => {
    const all = setUp()
    all.pairing.prefetch()
    await all.clock.tickAsync(230_000)
    expect(all.status()).toBe('idle')
    expect(all.port.pairings).toHaveLength(1)
  })

  test('by hand', async () => {
    const all = await started({}, acme)
    all.pairing.renew()
    await settle(all)
    expect(all.port.pairings).toHaveLength(2)
    expect(all.status()).toBe('waiting')
  })

  test('does not end the code before it: a wallet that has taken that may still approve, and the first approval counts', async () => {
    const all = await started({}, acme)
    await all.clock.tickAsync(230_000)
    const [old, next] = all.port.pairings
    expect(all.uri()).toBe(next?.uri)
    expect(old?.options.signal.aborted).toBe(false)
    await all.clock.tickAsync(40_000)
    old?.approve(createSession([new ScriptedWallet()]))
    await all.done
    expect(all.core.use(createConnection).$status.get()).toBe('connected')
    expect(next?.options.signal.aborted).toBe(true)
    expect(all.status()).toBe('idle')
    await all.clock.tickAsync(300_000)
    expect(all.port.pairings).toHaveLength(2)
  })

  test('the new code approved first ends the one before', async () => {
    const all = await started({}, acme)
    await all.clock.tickAsync(230_000)
    const [old, next] = all.port.pairings
    next?.approve(createSession([new ScriptedWallet()]))
    await all.done
    expect(old?.options.signal.aborted).toBe(true)
    expect(all.core.use(createConnection).$status.get()).toBe('connected')
  })

  test('the end of the one before is no news, a refusal is', async () => {
    const all = await started({}, acme)
    await all.clock.tickAsync(230_000)
    all.port.pairings[0]?.refuse(walletError('PAIRING_EXPIRED'))
    await all.clock.tickAsync(230_000)
    expect(all.port.pairings).toHaveLength(3)
    expect(all.uri()).toBe(all.port.pairings[2]?.uri)
    all.port.pairings[1]?.refuse(walletError('USER_REJECTED'))
    await all.done
    expect(all.pairing.$pairing.get()).toMatchObject({ status: 'failed', error: { code: 'USER_REJECTED' } })
    expect(all.port.pairings[2]?.options.signal.aborted).toBe(true)
  })

  test('that does not reach the relay leaves the one before to be approved', async () => {
    const all = await started({}, acme)
    await all.clock.tickAsync(230_000)
    all.port.pairings[1]?.refuse(walletError('RELAY_UNREACHABLE'))
    await settle(all)
    expect(all.status()).toBe('failed')
    all.port.pairings[0]?.approve(createSession([new ScriptedWallet()]))
    await all.done
    expect(all.core.use(createConnection).$status.get()).toBe('connected')
  })

  test('turning away, or to another wallet, ends all', async () => {
    const all = await started({}, acme)
    all.pairing.renew()
    await settle(all)
    void all.pairing.start(bolt)
    await settle(all)
    all.pairing.renew()
    await settle(all)
    expect(all.port.pairings.map(({ options }) => options.signal.aborted)).toEqual([true, true, false, false])
    all.pairing.cancel()
    expect(all.port.pairings.every(({ options }) => options.signal.aborted)).toBe(true)
  })

  test('a link that was opened shortly before, from a code made ahead, is still good when the wallet is ready', async () => {
    const all = setUp({ userAgent: android })
    all.pairing.prefetch()
    await all.clock.tickAsync(225_000)
    void all.pairing.start(acme)
    expect(all.pairing.openLink(acme, 'mobile')).toBe(true)
    await all.clock.tickAsync(20_000)
    all.port.pairings[0]?.approve(createSession([new ScriptedWallet()]))
    await settle(all)
    expect(all.core.use(createConnection).$status.get()).toBe('connected')
    expect(JSON.parse(all.storage.getItem(DEEPLINK_CHOICE_KEY) ?? '')).toEqual({ href: 'acme://', name: 'acme' })
  })

  test('a code made ahead that nobody took ends when it is over', async () => {
    const all = setUp()
    all.pairing.prefetch()
    await all.clock.tickAsync(230_000)
    expect(all.port.pairings[0]?.options.signal.aborted).toBe(true)
  })

  test('not after an approval', async () => {
    const all = await started({}, acme)
    const phone = new ScriptedWallet()
    phone.onConnect = 'hold'
    all.port.pairings[0]?.approve(createSession([phone]))
    await all.clock.tickAsync(300_000)
    expect(all.port.pairings).toHaveLength(1)
    expect(all.status()).toBe('approving')
  })
})

describe('made ahead', () => {
  test('is taken by whoever starts first; its failure is nobody’s', async () => {
    const all = setUp()
    all.pairing.prefetch()
    all.pairing.prefetch()
    await settle(all)
    void all.pairing.start(acme)
    await settle(all)
    expect(all.port.pairings).toHaveLength(1)

    const other = setUp()
    other.pairing.prefetch()
    await settle(other)
    other.port.pairings[0]?.refuse(walletError('RELAY_UNREACHABLE'))
    await settle(other)
    expect(other.status()).toBe('idle')
    expect(other.events).toEqual([])
  })

  test('without a relay, nothing happens', async () => {
    const all = setUp({ config: { services: {} } })
    all.pairing.prefetch()
    await settle(all)
    expect([all.status(), all.port.pairings.length]).toEqual(['idle', 0])
  })
})

describe.each([
  ['Safari on iOS', { userAgent: iphone }],
  ['Telegram', { globals: { TelegramWebviewProxy: {} } }],
])('on %s', (_name, page: TestWindowOptions) => {
  test('another wallet gets the same unexpired uri', async () => {
    const all = await started(page, acme)
    const first = all.uri()
    all.pairing.cancel() // back
    void all.pairing.start(bolt)
    await settle(all)
    expect(all.port.pairings).toHaveLength(1)
    expect(all.uri()).toBe(first)
  })

  test('one with ten seconds left or less is replaced', async () => {
    const all = await started(page, acme)
    all.pairing.cancel()
    await all.clock.tickAsync(229_999)
    expect(all.status()).toBe('waiting')
    await all.clock.tickAsync(1)
    void all.pairing.start(bolt)
    await settle(all)
    expect(all.port.pairings).toHaveLength(2)
  })

  test('remembered is the wallet that approved, not the one that was looked at last', async () => {
    const all = await started(page, acme)
    all.pairing.openLink(acme, 'mobile')
    all.pairing.cancel() // back
    const done = all.pairing.start(bolt)
    await settle(all)
    all.port.pairings[0]?.approve(createSession([new ScriptedWallet({ name: 'Acme' })]))
    await done
    const { core, events, storage } = all
    expect(core.use(createRecents).$recents.get()).toMatchObject([{ id: 'acme' }])
    expect(JSON.parse(storage.getItem(DEEPLINK_CHOICE_KEY) ?? '')).toEqual({ href: 'acme://', name: 'acme' })
    expect(events).toEqual([{ name: 'CONNECT_SUCCESS', method: 'mobile', wallet: 'acme' }])
  })

  test('of two links, the one of the wallet that approved; of a wallet by another name, the last', async () => {
    for (const [name, chosen] of [
      ['acme', 'acme'],
      ['Bolt mobile', 'bolt'],
    ] as const) {
      const all = await started(page, acme)
      all.pairing.openLink(acme, 'mobile')
      all.pairing.cancel()
      const done = all.pairing.start(bolt)
      all.pairing.openLink(bolt, 'mobile')
      all.port.pairings[0]?.approve(createSession([new ScriptedWallet({ name })]))
      await done
      expect(JSON.parse(all.storage.getItem(DEEPLINK_CHOICE_KEY) ?? '')).toMatchObject({ name: chosen })
      expect(all.core.use(createRecents).$recents.get()).toMatchObject([{ id: chosen }])
    }
  })

  test('one that has no uri yet is waited for', async () => {
    const all = setUp(page)
    const letUris = all.port.holdUris()
    void all.pairing.start(acme)
    await settle(all)
    void all.pairing.start(bolt)
    letUris()
    await settle(all)
    expect(all.port.pairings).toHaveLength(1)
    expect(all.status()).toBe('waiting')
  })

  test('closing the modal ends it', async () => {
    const all = await started(page, acme)
    all.pairing.cancel({ force: true })
    expect(all.status()).toBe('idle')
    expect(all.port.pairings[0]?.options.signal.aborted).toBe(true)
  })
})

describe('when the wallet approves', () => {
  test('by code: CONNECT_SUCCESS qrcode, remembered, and no stale link choice', async () => {
    const all = await started({}, acme)
    all.storage.setItem(DEEPLINK_CHOICE_KEY, '{"href":"old://","name":"Old"}')
    all.port.pairings[0]?.approve(createSession([new ScriptedWallet()]))
    await all.done
    expect(all.events).toEqual([{ name: 'CONNECT_SUCCESS', method: 'qrcode', wallet: 'acme' }])
    expect(all.storage.getItem(DEEPLINK_CHOICE_KEY)).toBeNull()
    expect(
      all.core
        .use(createRecents)
        .$recents.get()
        .map(({ id }) => id),
    ).toEqual(['acme'])
  })

  test('by link: CONNECT_SUCCESS mobile, and the link choice is stored before anybody hears of the connection', async () => {
    const all = await started({ userAgent: android }, acme)
    expect(all.pairing.openLink(acme, 'mobile')).toBe(true)
    let seen: string | null = null
    all.core.use(createConnection).onChange(() => (seen = all.storage.getItem(DEEPLINK_CHOICE_KEY)))
    all.port.pairings[0]?.approve(createSession([new ScriptedWallet()]))
    await all.done
    expect(all.events).toEqual([{ name: 'CONNECT_SUCCESS', method: 'mobile', wallet: 'acme' }])
    expect(seen).toBe('{"href":"acme://","name":"acme"}')
    await all.core.use(createConnection).disconnect()
    expect(all.storage.getItem(DEEPLINK_CHOICE_KEY)).toBeNull()
  })

  test('an opened link counts only for the pairing that it was opened for', async () => {
    const all = await started({ userAgent: android }, acme)
    all.pairing.openLink(acme, 'mobile')
    all.pairing.cancel()
    const done = all.pairing.start()
    await settle(all)
    all.port.pairings[1]?.approve(createSession([new ScriptedWallet()]))
    await done
    expect(all.events).toMatchObject([{ method: 'qrcode' }])
  })

  test('without a chosen wallet it is known by its own name', async () => {
    const all = await started()
    all.port.pairings[0]?.approve(createSession([new ScriptedWallet({ name: 'Pocket' })]))
    await all.done
    expect(all.events).toEqual([{ name: 'CONNECT_SUCCESS', method: 'qrcode', wallet: 'Pocket' }])
    expect(all.core.use(createRecents).$recents.get()).toEqual([])
  })

  test('no uri ever leaves in an event', async () => {
    const all = await started({ userAgent: android }, acme)
    all.pairing.openLink(acme, 'mobile')
    all.port.pairings[0]?.approve(createSession([new ScriptedWallet()]))
    await all.done
    expect(JSON.stringify(all.events)).not.toContain('wc:')
  })
})

describe('links', () => {
  test('open in the click, as soon as there is a uri', async () => {
    const all = setUp({ userAgent: android })
    expect(all.pairing.openLink(acme, 'mobile')).toBe(false)
    expect(all.pairing.href(acme, 'mobile')).toBeUndefined()
    all.pairing.prefetch()
    await settle(all)
    expect(all.pairing.openLink(acme, 'mobile')).toBe(true)
    const uri = encodeURIComponent(all.uri() ?? '')
    expect(all.opened).toEqual([{ url: `acme://wc?uri=${uri}`, target: '_self', features: 'noreferrer,noopener' }])
  })

  test('not with a uri that has ten seconds left', async () => {
    const all = await started({ userAgent: android }, acme)
    vi.setSystemTime(all.clock.now() + 230_000)
    expect(all.pairing.href(acme, 'mobile')).toBeUndefined()
  })

  test('a wallet without that kind of link has none', async () => {
    const { pairing } = await started({}, acme)
    expect(pairing.openLink(acme, 'desktop')).toBe(false)
    expect(pairing.openLink(acme, 'qrcode')).toBe(false)
    expect(pairing.href({ ...acme, entry: undefined }, 'mobile')).toBeUndefined()
  })

  test('links that would run something here are none', async () => {
    const { pairing, opened } = await started({ userAgent: android })
    const evil = listed('evil', {
      mobile_link: 'javascript:alert(1)//',
      webapp_link: 'data:text/html,hi',
      desktop_link: 'vbscript:x',
    })
    expect((['mobile', 'webapp', 'desktop'] as const).map((platform) => pairing.openLink(evil, platform))).toEqual([
      false,
      false,
      false,
    ])
    expect(opened).toEqual([])
  })

  test('desktop and web', async () => {
    const both = listed('both', { desktop_link: 'both://', webapp_link: 'https://both.example/app' })
    const { pairing, opened } = await started({}, both)
    pairing.openLink(both, 'desktop')
    pairing.openLink(both, 'webapp')
    expect(opened.map(({ url, target }) => [url.split('?')[0], target])).toEqual([
      ['both://wc', '_self'],
      ['https://both.example/app/wc', '_blank'],
    ])
  })

  test('a wallet that must open this page in its own browser needs no uri', () => {
    const phantom = listed('a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393', {})
    const { pairing, opened } = setUp({ userAgent: iphone })
    expect(pairing.platforms(phantom)).toEqual(['mobile'])
    expect(pairing.openLink(phantom, 'mobile')).toBe(true)
    expect(opened[0]?.url).toMatch(/^https:\/\/phantom\.app\/ul\/browse\//)
  })
})

describe('a wallet with a browser of its own, on a phone', () => {
  const networks = [mainnet, solana, bitcoin] as const
  const links = { mobile_link: 'wallet://', chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }
  const binance = listed('2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25', links)
  const coinbase = listed('fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa', links)
  const reach = async (wallet: Wallet, namespace?: Namespace, config: ModalConfig = { networks: [...networks] }) => {
    const all = setUp({ userAgent: iphone, config })
    if (namespace) all.core.use(createRouter).reset({ name: 'Connect', namespace })
    all.pairing.prefetch()
    await settle(all)
    const browses = all.pairing.browses(wallet)
    return { browses, href: all.pairing.href(wallet, 'mobile') ?? '', ...all }
  }

  testRows([
    ['bip122', true, /^https:\/\/app\.binance\.com\/en\/download\?_dp=/],
    ['eip155', false, /^wallet:\/\/wc\?uri=wc/],
    ['solana', false, /^wallet:\/\/wc\?uri=wc/],
    [undefined, false, /^wallet:\/\/wc\?uri=wc/],
  ] as const)(
    'Binance, asked for %s: opens the page there only where it cannot be paired with',
    async (asked, isBrowsed, link) => {
      const { browses, href } = await reach(binance, asked)
      expect([browses, link.test(href)]).toEqual([isBrowsed, true])
    },
  )

  test.each([
    ['eip155', /^cbwallet:\/\/miniapp\?url=https%3A/],
    ['solana', /^https:\/\/go\.cb-w\.com\/dapp\?cb_url=https%3A/],
    [undefined, /^cbwallet:\/\/miniapp\?url=https%3A/],
  ] as const)('Coinbase, asked for %s: has the link of that namespace', async (asked, link) => {
    const { browses, href } = await reach(coinbase, asked)
    expect(browses).toBe(true)
    expect(href).toMatch(link)
  })

  test('the first namespace of the page that the wallet serves decides, where none was asked for', async () => {
    const { browses } = await reach(binance, undefined, { networks: [bitcoin, mainnet] })
    expect(browses).toBe(true)
  })

  test('is paired with for a namespace that it has no browser link for, and opened by no link where it has neither', async () => {
    const solflare = listed('1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79', { mobile_link: 'solflare://' })
    expect(await reach(solflare, 'solana')).toMatchObject({ browses: true })
    const { browses, href } = await reach(solflare, 'eip155')
    expect([browses, href.startsWith('solflare://wc?uri=wc')]).toEqual([false, true])
  })

  test('is not browsed where it is installed, or on a desktop', async () => {
    const { pairing } = await reach(coinbase)
    expect(pairing.browses({ ...coinbase, installed: [new ScriptedWallet().installed] })).toBe(false)
    expect(setUp({ config: { networks: [...networks] } }).pairing.browses(coinbase)).toBe(false)
  })
})

describe('after a link was opened', () => {
  const opened = async (platform: 'mobile' | 'desktop' = 'mobile') => {
    const wallet = listed('acme', { mobile_link: 'acme://', desktop_link: 'acme-desktop://' })
    const all = await started(platform === 'mobile' ? { userAgent: android } : {}, wallet)
    expect(all.appSwitch()).toBeUndefined()
    all.pairing.openLink(wallet, platform)
    return all
  }

  test('a page that is in sight after 1.5 s has probably opened nothing', async () => {
    const { clock, appSwitch } = await opened()
    await clock.tickAsync(1_499)
    expect(appSwitch()).toEqual({ wallet: 'acme', outcome: 'opening' })
    await clock.tickAsync(1)
    expect(appSwitch()).toEqual({ wallet: 'acme', outcome: 'nothing' })
  })

  test.each([
    ['out of sight', 'hidden', 'visible'],
    ['frozen', 'frozen', 'thawed'],
  ] as const)('a page that goes %s has opened the app; then the visitor is back', async (_, leave, comeBack) => {
    const { clock, appSwitch, go } = await opened()
    await clock.tickAsync(1_000)
    go(leave)
    await clock.tickAsync(20_000)
    expect(appSwitch()?.outcome).toBe('away')
    go(comeBack)
    expect(appSwitch()?.outcome).toBe('back')
    await clock.tickAsync(20_000)
    expect(appSwitch()?.outcome).toBe('back')
  })

  test('an app that opens late counts too', async () => {
    const { clock, appSwitch, go } = await opened()
    await clock.tickAsync(5_000) // the browser asks first
    go('hidden')
    go('visible')
    expect(appSwitch()?.outcome).toBe('back')
  })

  test('a program of the computer takes the focus only; on a phone that says nothing', async () => {
    const desktop = await opened('desktop')
    desktop.go('unfocused')
    expect(desktop.appSwitch()?.outcome).toBe('away')
    desktop.go('focused')
    expect(desktop.appSwitch()?.outcome).toBe('back')
    const phone = await opened()
    phone.go('unfocused')
    await phone.clock.tickAsync(1_500)
    expect(phone.appSwitch()?.outcome).toBe('nothing')
  })

  test('opened again: from the start', async () => {
    const { clock, appSwitch, pairing } = await opened()
    await clock.tickAsync(1_500)
    pairing.openLink(acme, 'mobile')
    expect(appSwitch()?.outcome).toBe('opening')
    await clock.tickAsync(1_500)
    expect(appSwitch()?.outcome).toBe('nothing')
  })

  test('is over when the visitor leaves, refuses, or begins anew; a renewed uri is still the same request', async () => {
    const left = await opened()
    left.pairing.cancel()
    await left.clock.tickAsync(2_000)
    expect(left.appSwitch()).toBeUndefined()

    const refused = await opened()
    refused.go('hidden')
    refused.port.pairings[0]?.refuse(walletError('USER_REJECTED'))
    await refused.done
    refused.go('visible')
    expect(refused.appSwitch()).toBeUndefined()

    const renewed = await opened()
    renewed.go('hidden')
    await renewed.clock.tickAsync(230_000)
    renewed.go('visible')
    expect(renewed.port.pairings).toHaveLength(2)
    expect(renewed.appSwitch()?.outcome).toBe('back')
    renewed.port.pairings[0]?.refuse(walletError('PAIRING_EXPIRED')) // the wallet has no request any more
    await settle(renewed)
    expect(renewed.appSwitch()).toBeUndefined()

    const other = await opened()
    void other.pairing.start(bolt)
    expect(other.appSwitch()).toBeUndefined()
  })

  test('from the list of all wallets, where the code was made ahead, is still known in the next view', async () => {
    const all = setUp({ userAgent: android })
    all.pairing.prefetch()
    await settle(all)
    all.pairing.openLink(acme, 'mobile')
    void all.pairing.start(acme)
    await all.clock.tickAsync(1_500)
    expect(all.appSwitch()).toEqual({ wallet: 'acme', outcome: 'nothing' })
  })
})

describe('ways to reach a wallet', () => {
  const full = {
    mobile_link: 'w://',
    webapp_link: 'https://w.example',
    desktop_link: 'w-desk://',
    chrome_store: 'https://store.example',
  }
  const installed = { ...listed('w', full), installed: [new ScriptedWallet().installed] }

  test('in order, on a desktop and on a phone', () => {
    expect(setUp().pairing.platforms(installed)).toEqual(['browser', 'qrcode', 'webapp', 'desktop'])
    expect(setUp({ userAgent: android }).pairing.platforms(installed)).toEqual(['browser', 'mobile', 'webapp'])
  })

  test('any wallet: a code, or on a phone the wallets there', () => {
    expect(setUp().pairing.platforms()).toEqual(['qrcode'])
    expect(setUp({ userAgent: android }).pairing.platforms()).toEqual(['mobile'])
  })

  test('an extension that is not installed has none; a wallet without links has the code, where there can be one', () => {
    const { pairing } = setUp()
    expect(pairing.platforms({ ...listed('x', {}), rdns: 'x.example' })).toEqual(['unsupported'])
    expect(pairing.platforms(listed('x', { chrome_store: 'https://store.example' }))).toEqual(['unsupported'])
    expect(pairing.platforms(listed('x', { injected: [{ namespace: 'eip155', injected_id: 'isX' }] }))).toEqual(['unsupported'])
    expect(pairing.platforms(listed('x', {}))).toEqual(['qrcode'])
    expect(setUp({ userAgent: android }).pairing.platforms(listed('x', {}))).toEqual(['unsupported'])
    const { entry: _, ...unlisted } = installed
    expect(pairing.platforms(unlisted)).toEqual(['browser'])
  })
})
