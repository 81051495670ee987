// Signing in, from the connection to the store: with a real wallet's signatures, the store of this browser or one of the page, and the modal around it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import type { SiwxSettings } from '../../../src/config/values.js'
import type { ConnectorPort } from '../../../src/connectors/connector.js'
import { createMockWallet, type MockWallet } from '../../../src/connectors/mock/wallet.js'
import { createMockPort } from '../../../src/connectors/mock/port.js'
import { createActions } from '../../../src/root/actions.js'
import { createLocalStore } from '../../../src/siwx/local-store.js'
import { readMessage, writeMessage } from '../../../src/siwx/message.js'
import type { SiwxStore } from '../../../src/siwx/sign-in.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createPairing } from '../../../src/state/connections/pairing.js'
import { createSignIns } from '../../../src/state/connections/sign-in.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createNotices } from '../../../src/state/interface/notices.js'
import { createReactions } from '../../../src/state/interface/reactions.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createSignInReactions } from '../../../src/state/interface/sign-in-reactions.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { solana } from '../../../src/vocabulary/non-evm-networks.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { createScriptedPort, createSession, ScriptedWallet } from '../../support/wallets.js'
import { createTestWindow } from '../../support/window.js'

const HOST = 'app.example'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.UTC(2026, 5, 1) }))
afterEach(() => void vi.useRealTimers())

function setUp(
  siwx: SiwxSettings = {},
  wallets: readonly MockWallet[] = [createMockWallet({ chains: [1, 8453] })],
  storage = createMemoryStorage(),
  settings: ModalConfig = {},
  others?: ConnectorPort,
) {
  const page = createTestWindow({ url: `https://${HOST}/cart` })
  const config = { networks: [mainnet, base], siwx, ...settings }
  const mocks = createMockPort({ wallets })
  const open: ConnectorPort['open'] = (wallet, world) =>
    others && wallet.namespace !== 'eip155' ? others.open(wallet, world) : mocks.open(wallet, world)
  const connectors = { ...mocks, ...(others ? { pair: others.pair } : {}), open }
  const { core, log } = createTestCore({ config, connectors, storage, window: page.window })
  core.use(createReactions)
  core.use(createSignInReactions)
  const connection = core.use(createConnection)
  const signIns = core.use(createSignIns)
  const modal = core.use(createModal)
  const router = core.use(createRouter)
  const events: string[] = []
  core.on('event', ({ name }) => events.push(name))
  const status = () => signIns.$signIn.get().status
  /** What the modal shows; undefined: it is closed. */
  const shown = () => (modal.$open.get() ? router.$view.get().name : undefined)
  const connect = async (wallet = wallets[0], beside = false) => {
    modal.open({ name: 'Connect', beside })
    if (wallet) await connection.connect(wallet.installed, { beside })
    await vi.waitFor(() => expect(status()).not.toBe('checking'))
  }
  return {
    core,
    log,
    wallets,
    storage,
    page,
    connection,
    signIns,
    modal,
    router,
    events,
    status,
    shown,
    connect,
    wallet: wallets[0] as MockWallet,
  }
}

/** A visit with an account that has signed in; then the next page load, which has reconnected nothing yet. */
async function visited(siwx: SiwxSettings, between: () => unknown = () => undefined) {
  const storage = createMemoryStorage()
  const first = setUp(siwx, undefined, storage)
  await first.connect()
  await first.signIns.sign()
  first.core.destroy()
  between()
  return setUp(siwx, first.wallets, storage)
}

/** A store that a test can break. */
function breakable() {
  const inner = createLocalStore({ domain: HOST, storage: createMemoryStorage(), now: Date.now })
  const broken = new Set<keyof SiwxStore>()
  const calls: string[] = []
  const asked = async (verb: keyof SiwxStore) => {
    calls.push(verb)
    if (broken.has(verb)) throw walletError('NETWORK_ERROR')
  }
  const store: SiwxStore = {
    getNonce: () => asked('getNonce').then(inner.getNonce),
    add: (...signIns) => asked('add').then(() => inner.add(...signIns)),
    list: (chain, address) => asked('list').then(() => inner.list(chain, address)),
    set: (all) => asked('set').then(() => inner.set(all)),
    delete: (chain, address) => asked('delete').then(() => inner.delete(chain, address)),
  }
  return { store, broken, calls }
}

describe('an account that has not signed in', () => {
  test('is asked once it is connected, and the modal closes when it has', async () => {
    const { connect, shown, status, signIns, wallet, events, storage, core } = setUp({ statement: 'Sign in to Example.' })
    await connect()
    expect([status(), shown()]).toEqual(['needed', 'SIWXSignMessage'])
    await signIns.prepare()
    const text = signIns.$text.get() ?? ''
    await signIns.sign()
    expect([status(), shown()]).toEqual(['signedIn', undefined])
    const [, params] = [wallet.requests.at(-1)?.method, wallet.requests.at(-1)?.params as [string, string]]
    expect(Buffer.from(params[0].slice(2), 'hex').toString(), 'what was shown is what was signed').toBe(text)
    expect(readMessage(text)).toMatchObject({
      domain: HOST,
      uri: `https://${HOST}/`,
      statement: 'Sign in to Example.',
      chainId: 'eip155:1',
      address: wallet.addresses[0],
    })
    const { issuedAt, expirationTime = '' } = readMessage(text)
    expect(Date.parse(expirationTime) - Date.parse(issuedAt), 'seven days').toBe(604_800_000)
    expect(signIns.$signIn.get()).toMatchObject({ message: text, account: core.publicState.$account.get() })
    expect(JSON.parse(storage.getItem('wm::default:sign-ins') ?? '')).toMatchObject([{ message: text }])
    expect(events.filter((name) => name.includes('SIWX'))).toEqual(['CLICK_SIGN_SIWX_MESSAGE', 'SIWX_AUTH_SUCCESS'])
  })

  test('is not asked on a page without the setting', async () => {
    const wallet = createMockWallet()
    const { core } = createTestCore({ config: { networks: [mainnet] }, connectors: createMockPort({ wallets: [wallet] }) })
    core.use(createReactions)
    core.use(createModal).open()
    await core.use(createConnection).connect(wallet.installed)
    expect(core.use(createModal).$open.get()).toBe(false)
    expect(core.use(createSignIns).$signIn.get()).toEqual({ status: 'off' })
  })

  test('is disconnected when it cancels', async () => {
    const { connect, signIns, shown, status, connection, events } = setUp()
    await connect()
    await signIns.decline()
    expect(connection.$connections.get()).toEqual([])
    expect([status(), shown()]).toEqual(['off', undefined])
    expect(events).toContain('CLICK_CANCEL_SIWX')
  })

  test('holds the modal, unless that is forced: then it is disconnected', async () => {
    const { connect, modal, shown, connection } = setUp()
    await connect()
    expect(modal.close()).toBe(false)
    expect([modal.$refusals.get(), shown()]).toEqual([1, 'SIWXSignMessage'])
    modal.close({ force: true })
    await vi.waitFor(() => expect(connection.$connections.get()).toEqual([]))
  })

  test('stays connected where signing in is not required, and is asked once', async () => {
    const { connect, modal, shown, connection, status, signIns, core } = setUp({ required: false })
    await connect()
    expect(shown()).toBe('SIWXSignMessage')
    expect(modal.close()).toBe(true)
    expect([status(), connection.$connections.get().length]).toEqual(['needed', 1])
    modal.open()
    expect(shown()).toBe('Account')
    const account = core.publicState.$account.get()
    await vi.waitFor(() => expect(account && signIns.isDeclined(account)).toBe(true))
    await signIns.check()
    expect(shown()).toBe('Account')
  })

  test('sees nothing else of the modal first', async () => {
    const storage = createMemoryStorage()
    const wallet = createMockWallet({ chains: [1] })
    const first = setUp({}, [wallet], storage)
    await first.connect()
    first.core.destroy()
    const { connection, modal, shown, status } = setUp({}, [wallet], storage)
    await connection.reconnect()
    await vi.waitFor(() => expect(status()).toBe('needed'))
    expect(shown(), 'after a reload').toBe('SIWXSignMessage')
    modal.close({ force: true })
    await vi.waitFor(() => expect(connection.$connections.get()).toEqual([]))
  })
})

describe('an account that has signed in', () => {
  test('is known after a reload, until that is over', async () => {
    const { connection, shown, status } = await visited({ ttlMs: 3_600_000 })
    await connection.reconnect()
    await vi.waitFor(() => expect(status()).toBe('signedIn'))
    expect(shown()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(3_600_000)
    await vi.waitFor(() => expect([status(), shown()]).toEqual(['needed', 'SIWXSignMessage']))
  })

  test('signs again on another network; declined, the page goes back', async () => {
    const { connect, signIns, connection, status, shown, core, modal } = setUp()
    await connect()
    await signIns.sign()
    modal.open()
    await connection.switchTo(core.config.networks[1]!)
    await vi.waitFor(() => expect([status(), shown()]).toEqual(['needed', 'SIWXSignMessage']))
    await signIns.decline()
    await vi.waitFor(() => expect([status(), shown()]).toEqual(['signedIn', undefined]))
    expect(core.publicState.$account.get()?.chainId).toBe('eip155:1')
  })

  test('signs again when the wallet selects another account', async () => {
    // attack 47
    const wallet = createMockWallet({ accounts: [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] })
    const { connect, signIns, status, shown, core } = setUp({}, [wallet])
    await connect()
    await signIns.sign()
    wallet.setAccounts([`0x${'22'.repeat(32)}`])
    await vi.waitFor(() => expect([status(), shown()]).toEqual(['needed', 'SIWXSignMessage']))
    await signIns.sign()
    expect(signIns.$signIn.get().account?.address).toBe(core.publicState.$account.get()?.address)
    wallet.setAccounts([`0x${'11'.repeat(32)}`])
    await vi.waitFor(() => expect(status()).toBe('signedIn'))
  })

  test('goes back to the other wallet when that has signed in, and this one declines', async () => {
    const wallets = ['Alpha', 'Beta'].map((name) => createMockWallet({ name, rdns: `example.${name.toLowerCase()}` }))
    const { connect, signIns, connection, status } = setUp({}, wallets)
    await connect(wallets[0])
    await signIns.sign()
    await connect(wallets[1], true)
    expect(status()).toBe('needed')
    await signIns.decline()
    await vi.waitFor(() => expect(status()).toBe('signedIn'))
    expect(connection.find()?.wallet.name).toBe('Alpha')
    await vi.waitFor(() => expect(connection.$connections.get().length, 'who does not sign in is disconnected').toBe(1))
  })

  test('is disconnected when it cancels after that is over', async () => {
    const { connect, signIns, connection, status, shown } = setUp({ ttlMs: 60_000 })
    await connect()
    await signIns.sign()
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(() => expect([status(), shown()]).toEqual(['needed', 'SIWXSignMessage']))
    await signIns.decline()
    expect(connection.$connections.get()).toEqual([])
  })

  test('is not asked again when its wallet is connected anew', async () => {
    const { connect, signIns, status, shown, wallet, connection, modal } = setUp()
    await connect()
    await signIns.sign()
    modal.open({ name: 'Connect' })
    await connection.connect(wallet.installed)
    expect([status(), shown()]).toEqual(['signedIn', undefined])
    modal.open({ name: 'SIWXSignMessage' })
    expect(shown()).toBeUndefined()
  })

  test('declined where the wallet never answers the way back, it is disconnected', async () => {
    const { connect, signIns, connection, core, status, wallet, modal } = setUp()
    await connect()
    await signIns.sign()
    modal.open()
    await connection.switchTo(core.config.networks[1]!)
    await vi.waitFor(() => expect(status()).toBe('needed'))
    wallet.fail('wallet_switchEthereumChain', 'never')
    const declined = signIns.decline()
    await vi.advanceTimersByTimeAsync(20_000)
    await declined
    expect(connection.$connections.get()).toEqual([])
  })

  test('is signed out by the page also when its wallet is not connected any more', async () => {
    const { store, calls } = breakable()
    const { core, wallet } = await visited({ store })
    await createActions(core).disconnect(undefined)
    expect(calls.at(-1)).toBe('delete')
    expect(await store.list('eip155:1', wallet.addresses[0]!)).toEqual([])
  })

  test('is signed out with its wallet on all its networks, and no other account is', async () => {
    const wallets = ['Alpha', 'Beta'].map((name) =>
      createMockWallet({ name, rdns: `example.${name.toLowerCase()}`, chains: [1, 8453] }),
    )
    const { connect, signIns, connection, storage, core, status } = setUp({}, wallets)
    await connect(wallets[0])
    await signIns.sign()
    await connect(wallets[1], true)
    await signIns.sign()
    await connection.switchTo(core.config.networks[1]!)
    await vi.waitFor(() => expect(status()).toBe('needed'))
    await signIns.sign()
    const signed = () =>
      (JSON.parse(storage.getItem('wm::default:sign-ins') ?? '[]') as { message: string }[]).map(
        ({ message }) => readMessage(message).address,
      )
    expect(signed()).toEqual([wallets[0]?.addresses[0], wallets[1]?.addresses[0], wallets[1]?.addresses[0]])
    await connection.disconnect({ id: connection.active().id })
    await signIns.signOut()
    expect(signed()).toEqual([wallets[0]?.addresses[0]])
  })

  test('stays signed in where the page wants that, and when the wallet only locks', async () => {
    const kept = setUp({ signOutOnDisconnect: false })
    await kept.connect()
    await kept.signIns.sign()
    await kept.connection.disconnect()
    await kept.signIns.signOut()
    expect(kept.storage.getItem('wm::default:sign-ins')).not.toBeNull()

    const locked = setUp()
    await locked.connect()
    await locked.signIns.sign()
    locked.wallet.setAccounts([])
    await vi.waitFor(() => expect(locked.status()).toBe('off'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(locked.storage.getItem('wm::default:sign-ins')).not.toBeNull()
  })
})

describe('what fails', () => {
  test('a declined signature leaves the view, and the next try signs the same text', async () => {
    const { connect, signIns, wallet, shown, status, events } = setUp()
    await connect()
    wallet.fail('personal_sign', 'reject')
    await expect(signIns.sign()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect([shown(), status()]).toEqual(['SIWXSignMessage', 'needed'])
    expect(events).toContain('SIWX_AUTH_ERROR')
    wallet.fail('personal_sign', undefined)
    await signIns.sign()
    const [first, second] = wallet.requests
      .filter(({ method }) => method === 'personal_sign')
      .map(({ params }) => (params as string[])[0])
    expect(second).toBe(first)
    expect(status()).toBe('signedIn')
  })

  test('a signature that the store refuses is not kept, and the next try has another nonce', async () => {
    const { store, broken } = breakable()
    const { connect, signIns, wallet, status } = setUp({ store })
    await connect()
    broken.add('add')
    await expect(signIns.sign()).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    expect(status()).toBe('needed')
    broken.clear()
    await signIns.sign()
    const [first, second] = wallet.requests
      .filter(({ method }) => method === 'personal_sign')
      .map(({ params }) => (params as string[])[0])
    expect(second).not.toBe(first)
    expect(status()).toBe('signedIn')
  })

  test('a text that is older than five minutes is written anew', async () => {
    const { connect, signIns } = setUp()
    await connect()
    await signIns.prepare()
    const before = signIns.$text.get()
    await vi.advanceTimersByTimeAsync(299_000)
    await signIns.prepare()
    expect(signIns.$text.get()).toBe(before)
    await vi.advanceTimersByTimeAsync(1_000)
    await signIns.prepare()
    expect(signIns.$text.get()).not.toBe(before)
  })

  test('a store that cannot be asked after connecting ends the connection, and says so', async () => {
    const { store, broken } = breakable()
    broken.add('list')
    const { connect, shown, connection, core } = setUp({ store })
    await connect()
    await vi.waitFor(() => expect(shown()).toBe('Connect'))
    expect(connection.$connections.get()).toEqual([])
    expect(core.use(createNotices).$notice.get()).toMatchObject({ variant: 'error', code: 'SIGN_IN_UNAVAILABLE' })
  })

  test('a store that cannot be asked after a reload leaves the wallet connected, and is asked again with the next opening', async () => {
    const { store, broken } = breakable()
    const { connection, shown, status, modal } = await visited({ store }, () => broken.add('list'))
    await connection.reconnect()
    await vi.waitFor(() => expect(status()).toBe('needed'))
    expect([shown(), connection.$connections.get().length]).toEqual([undefined, 1])
    broken.clear()
    modal.open()
    await vi.waitFor(() => expect([status(), shown()]).toEqual(['signedIn', undefined]))
  })

  test('a store that cannot be asked ends one connection, not all of them', async () => {
    const { store, broken } = breakable()
    const wallets = ['Alpha', 'Beta'].map((name) => createMockWallet({ name, rdns: `example.${name.toLowerCase()}` }))
    const { connect, signIns, connection, shown, status } = setUp({ store }, wallets)
    await connect(wallets[0])
    await signIns.sign()
    broken.add('list')
    await connect(wallets[1], true)
    await vi.waitFor(() => expect(connection.$connections.get().map(({ wallet }) => wallet.name)).toEqual(['Alpha']))
    await vi.waitFor(() => expect(status()).toBe('needed'))
    expect([shown(), connection.$connections.get().length]).toEqual(['Account', 1])
  })

  test('what the store has taken of a cancelled sign-in is ended', async () => {
    const { store, calls } = breakable()
    let answer = () => {}
    const add: SiwxStore['add'] = async (...signIns) => {
      await new Promise<void>((resolve) => (answer = resolve))
      await store.add(...signIns)
    }
    const { connect, signIns, connection, events, wallet } = setUp({ store: { ...store, add } })
    await connect()
    const signing = signIns.sign()
    await vi.waitFor(() => expect(signIns.$isVerifying.get()).toBe(true))
    await signIns.decline()
    expect(connection.$connections.get()).toEqual([])
    answer()
    await expect(signing).rejects.toMatchObject({ code: 'ABORTED' })
    await signIns.signOut()
    await vi.waitFor(() => expect(calls.at(-1)).toBe('delete'))
    expect(await store.list('eip155:1', wallet.addresses[0]!)).toEqual([])
    expect(events).not.toContain('SIWX_AUTH_SUCCESS')
  })

  test('what the store has taken is ended with the connection when it cannot be asked afterwards', async () => {
    const { store, broken } = breakable()
    const add: SiwxStore['add'] = async (...signIns) => {
      await store.add(...signIns)
      broken.add('list')
    }
    const { connect, signIns, connection, wallet } = setUp({ store: { ...store, add } })
    await connect()
    await expect(signIns.sign()).rejects.toMatchObject({ code: 'ABORTED' }) // the connection has ended, and the view has been left
    await vi.waitFor(() => expect(connection.$connections.get()).toEqual([]))
    await signIns.signOut()
    broken.clear()
    expect(await store.list('eip155:1', wallet.addresses[0]!)).toEqual([])
  })

  test('a store that does not know what it has taken signs nobody in, and that is said', async () => {
    const { store } = breakable()
    const { connect, signIns, status, events } = setUp({ store: { ...store, add: () => Promise.resolve() } })
    await connect()
    await expect(signIns.sign()).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' })
    expect(status()).toBe('needed')
    expect(events.filter((name) => name.startsWith('SIWX'))).toEqual(['SIWX_AUTH_ERROR'])
  })

  test('an answer that comes late is dropped', async () => {
    const { store } = breakable()
    const late: (() => void)[] = []
    let isSlow = false
    const list: SiwxStore['list'] = async (chain, address) => {
      const answer = await store.list(chain, address)
      if (isSlow) await new Promise<void>((resolve) => late.push(resolve))
      return answer
    }
    const { connect, signIns, status } = setUp({ store: { ...store, list } })
    await connect()
    isSlow = true
    const slow = signIns.check()
    await vi.waitFor(() => expect(late.length).toBe(1))
    isSlow = false
    await signIns.sign()
    late[0]?.()
    await slow
    expect(status()).toBe('signedIn')
  })

  test('a store that never answers ends after thirty seconds', async () => {
    const { store } = breakable()
    const { core, connection, wallet, status } = setUp({ store: { ...store, list: () => new Promise(() => {}) } })
    core.use(createModal).open()
    await connection.connect(wallet.installed)
    expect(status()).toBe('checking')
    await vi.advanceTimersByTimeAsync(30_000)
    await vi.waitFor(() => expect(connection.$connections.get()).toEqual([]))
  })

  for (const [what, list] of Object.entries<() => unknown>({
    'throws at once': () => {
      throw new Error('no')
    },
    'gives another shape': () => Promise.resolve([{ data: null }]),
    'gives the sign-in of somebody else': async () => {
      const other = setUp()
      await other.connect()
      await other.signIns.sign()
      const { message = '', signature = '' } = other.signIns.$signIn.get()
      return [{ data: readMessage(message), message, signature }]
    },
  })) {
    test(`a store that ${what} signs nobody in`, async () => {
      const { store } = breakable()
      const { core, connection, wallet, status } = setUp({
        store: { ...store, list: list as SiwxStore['list'] },
        required: false,
      })
      core.use(createModal).open()
      await connection.connect(wallet.installed)
      await vi.waitFor(() => expect(status()).toBe('needed'))
    })
  }

  test('an account is not asked to sign the text of another one', async () => {
    const keys = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const
    const { store } = breakable()
    const waiting: (() => void)[] = []
    const getNonce = async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return store.getNonce()
    }
    const wallet = createMockWallet({ accounts: [keys[0]] })
    const { connect, signIns, status } = setUp({ store: { ...store, getNonce } }, [wallet])
    await connect()
    const signing = signIns.sign()
    await vi.waitFor(() => expect(waiting.length).toBe(1))
    wallet.setAccounts([keys[1]])
    await vi.waitFor(() => expect(status()).toBe('needed'))
    waiting[0]?.()
    await expect(signing).rejects.toMatchObject({ code: 'ABORTED' })
    const asked = () => wallet.requests.filter(({ method }) => method === 'personal_sign')
    expect(asked()).toEqual([])
    const again = signIns.sign() // it does not join the one of the account before
    await vi.waitFor(() => expect(waiting.length).toBe(2))
    waiting[1]?.()
    await again
    expect(asked().length).toBe(1)
    expect(status()).toBe('signedIn')
  })

  test('the text can be read again by who comes back', async () => {
    const { connect, signIns } = setUp()
    await connect()
    await signIns.prepare()
    const text = signIns.$text.get()
    await signIns.decline()
    expect(signIns.$text.get()).toBeUndefined()
    await connect()
    await signIns.prepare()
    expect(text).toBeTypeOf('string')
    expect(signIns.$text.get()).toBe(text)
  })

  test('of what a phone has signed the readable texts are kept, and ended again where nothing comes of it', async () => {
    const { store } = breakable()
    const { signIns, wallet, connection } = setUp({ store })
    await connection.connect(wallet.installed)
    const [address = ''] = wallet.addresses
    const payload = await signIns.request()
    if (!payload) throw new Error('the phone is not asked')
    const issuedAt = new Date().toISOString()
    const message = writeMessage({ ...payload, version: '1', address, chainId: 'eip155:1', issuedAt })
    const hex = `0x${Buffer.from(message).toString('hex')}` as const
    const signature = String(await wallet.provider.request({ method: 'personal_sign', params: [hex, address] }))
    await connection.disconnect()
    const undo = signIns.take([
      { message: 'no text to sign in with', signature },
      { message, signature },
    ])
    await vi.waitFor(async () => expect(await store.list('eip155:1', address)).toMatchObject([{ message }]))
    undo()
    await vi.waitFor(async () => expect(await store.list('eip155:1', address)).toEqual([]))
  })

  test('what a phone has signed is ended when the page cannot join its session', async () => {
    const phone = new ScriptedWallet({ addresses: [] })
    const port = createScriptedPort([])
    const { core, signIns } = setUp({}, [], undefined, { services: { relay: 'ws://127.0.0.1:1' } }, port)
    const ended: string[] = []
    const taken: unknown[] = []
    vi.spyOn(signIns, 'take').mockImplementation((signed) => {
      taken.push(...signed)
      return () => void ended.push('ended')
    })
    const pairing = core.use(createPairing)
    const done = pairing.start()
    await vi.waitFor(() => expect(port.pairings.length).toBe(1))
    const signed = [{ message: 'text', signature: '0x' }]
    port.pairings[0]?.approve({ ...createSession([phone]), signed })
    await done
    expect(pairing.$pairing.get()).toMatchObject({ status: 'failed', error: { code: 'NO_ACCOUNTS' } })
    expect([taken, ended]).toEqual([signed, ['ended']])
  })

  test('a signature for an account that is not the active one any more is dropped', async () => {
    const keys = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const
    let answer = (_: boolean) => {}
    const wallet = createMockWallet({
      accounts: [keys[0]],
      approve: ({ method }) => method !== 'personal_sign' || new Promise<boolean>((resolve) => (answer = resolve)),
    })
    const { connect, signIns, status } = setUp({}, [wallet])
    await connect()
    const signing = signIns.sign()
    signing.catch(() => undefined)
    await vi.waitFor(() => expect(wallet.requests.at(-1)?.method).toBe('personal_sign'))
    wallet.setAccounts([keys[1]])
    await vi.waitFor(() => expect(signIns.$signIn.get().account?.address).toBe(wallet.addresses[0]))
    answer(true)
    await expect(signing).rejects.toMatchObject({ code: 'ABORTED' })
    await vi.waitFor(() => expect(status()).toBe('needed'))
  })
})

describe('a page', () => {
  test('gets its account when that has signed in', async () => {
    const { core, connection, wallet, signIns, status } = setUp()
    const actions = createActions(core)
    let isSettled = false
    const asked = actions.connect(undefined).finally(() => (isSettled = true))
    await connection.connect(wallet.installed)
    await vi.waitFor(() => expect(status()).toBe('needed'))
    expect(isSettled).toBe(false)
    await signIns.sign()
    expect((await asked).address).toBe(wallet.addresses[0])
  })

  test('is told MODAL_CLOSED when it does not', async () => {
    const { core, connection, wallet, signIns, status } = setUp()
    const asked = createActions(core).connect(undefined)
    asked.catch(() => undefined)
    await connection.connect(wallet.installed)
    await vi.waitFor(() => expect(status()).toBe('needed'))
    await signIns.decline()
    await expect(asked).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  })

  test('is told MODAL_CLOSED when a wallet of another ecosystem does not, and keeps the one that has', async () => {
    const phantom = new ScriptedWallet({ namespace: 'solana' })
    const { connect, connection, core, signIns, status } = setUp(
      {},
      undefined,
      undefined,
      {
        networks: [mainnet, solana],
      },
      createScriptedPort([phantom]),
    )
    await connect()
    await signIns.sign()
    const asked = createActions(core).connect('solana')
    asked.catch(() => undefined)
    await connection.connect(phantom.installed)
    await vi.waitFor(() => expect(status()).toBe('needed'))
    await signIns.decline()
    await expect(asked).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    expect(connection.$connections.get().map(({ namespace }) => namespace)).toEqual(['eip155'])
    expect(status()).toBe('signedIn')
  })

  test('that asks while the store is away shows the view, and is told how that ends', async () => {
    const { store, broken } = breakable()
    const { core, connection } = await visited({ store }, () => broken.add('list'))
    await connection.reconnect()
    const asked = createActions(core).connect(undefined)
    asked.catch(() => undefined)
    await expect(asked).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    expect(connection.$connections.get()).toEqual([])
  })

  test('in its own layout: closing the view is an answer there, too', async () => {
    const { connect, modal, connection, events } = setUp({}, undefined, undefined, { dialog: 'inline' })
    await connect()
    modal.close({ force: true })
    await vi.waitFor(() => expect(connection.$connections.get()).toEqual([]))
    expect(events).toContain('CLICK_CANCEL_SIWX')
  })

  test('that allows networks which are not its own asks nobody to sign in there', async () => {
    const wallet = createMockWallet({ chains: [10] })
    const { connect, status, shown, connection } = setUp({}, [wallet], undefined, { allowUnsupportedChain: true })
    await connect()
    expect([status(), shown(), connection.$connections.get().length]).toEqual(['off', undefined, 1])
  })

  test('watches who has signed in', async () => {
    const { core, connect, signIns } = setUp()
    const seen: string[] = []
    const life = new AbortController()
    createActions(core).watch('signIn', ({ status }) => seen.push(status), life.signal)
    await vi.waitFor(() => expect(seen).toEqual(['off']))
    await connect()
    await signIns.sign()
    await createActions(core).disconnect(undefined)
    expect(seen).toEqual(['off', 'checking', 'needed', 'signedIn', 'off'])
    life.abort()
  })
})
