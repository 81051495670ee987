// The wallet lists: which wallets, in which order, one row each (docs/guide/wallet-lists.md). The directory is a real server on the loopback.
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createAllWallets } from '../../../src/state/wallets/all-wallets.js'
import { createRecents } from '../../../src/state/wallets/recents.js'
import { roundedCount, showsAllWallets } from '../../../src/state/wallets/connect-rows.js'
import { fromInstalled } from '../../../src/state/wallets/installed.js'
import { createWallets } from '../../../src/state/wallets/wallets.js'
import type { Deps } from '../../../src/state/core.js'
import type { Wallet, WalletEntry } from '../../../src/vocabulary/wallet.js'
import { createBrokenStorage, createMemoryStorage, createTestCore } from '../../support/core.js'
import { entry, startDirectory, type TestDirectory } from '../../support/directory.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'
import { createTestWindow, type TestWindowOptions } from '../../support/window.js'
import { testRows } from '../../support/rows.js'

const servers: TestDirectory[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

interface Options extends TestWindowOptions {
  readonly directory?: readonly WalletEntry[]
  /** From the first call on. */
  readonly isFailing?: boolean
  readonly config?: ModalConfig
  readonly installed?: readonly ScriptedWallet[]
  readonly storage?: Deps['storage']
}

async function setUp({ directory, isFailing, config, installed = [], storage, ...page }: Options = {}) {
  const server = directory && (await startDirectory(directory))
  if (server) servers.push(server)
  if (isFailing) server?.fail(404)
  const port = createScriptedPort(installed)
  const { core, clock, log, ...rest } = createTestCore({
    config: { networks: [mainnet, solana], ...(server ? { services: { wallets: server.url } } : {}), ...config },
    connectors: port,
    fetch: globalThis.fetch,
    window: createTestWindow(page).window,
    ...(storage ? { storage } : {}),
  })
  const wallets = core.use(createWallets)
  await new Promise((resolve) => setImmediate(resolve)) // the port comes by a promise
  /** Reads as the Connect view does, until the directory has answered. */
  const read = async () => {
    const stop = wallets.$connect.subscribe(() => {})
    await vi.waitFor(() => expect(wallets.$connect.get().loading).toBe(false))
    const rows = wallets.$connect.get()
    stop()
    return { ...rows, names: { detected: rows.detected.map(({ name }) => name), other: rows.other.map(({ name }) => name) } }
  }
  return { core, clock, log, port, wallets, server, read, storage: rest.storage }
}
const many = (count: number, more: Partial<WalletEntry> = {}) =>
  Array.from({ length: count }, (_, index) => entry(`w${index}`, more))

describe('nothing goes out before somebody acts', () => {
  test('creating asks nobody; the first reader asks once', async () => {
    const { server, read, wallets } = await setUp({ directory: many(10) })
    wallets.find('w1')
    expect(server?.calls).toEqual([])
    await read()
    await read()
    expect(server?.calls).toHaveLength(1)
    expect(wallets.find('WALLET W1')?.id).toBe('w1')
    expect(Object.fromEntries(server?.calls[0] ?? [])).toMatchObject({
      page: '1',
      entries: '4',
      chains: 'eip155:1,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    })
  })

  test('without wallet services there is no call at all, and custom wallets are there', async () => {
    const { core, read, wallets } = await setUp({ config: { customWallets: [entry('own', { name: 'Own' })] } })
    expect(wallets.$connect.get().loading).toBe(false)
    expect((await read()).names.other).toEqual(['Own'])
    expect(showsAllWallets(core)).toBe(false)
  })
})

describe('order and number', () => {
  test('recent → installed → featured → custom → recommended, four of the last', async () => {
    const { core, read, wallets } = await setUp({
      directory: [...many(10), entry('f1'), entry('f2')],
      config: { featuredWalletIds: ['f2', 'f1'], customWallets: [entry('own', { name: 'Own' })] },
      installed: [new ScriptedWallet({ rdns: 'a.example', name: 'A' }), new ScriptedWallet({ rdns: 'b.example', name: 'B' })],
    })
    await read()
    const [b, w5] = [wallets.find('b.example'), { ...wallets.find('w1'), id: 'w5', name: 'Wallet w5', entry: entry('w5') }]
    core.use(createRecents).remember(w5 as Wallet)
    core.use(createRecents).remember(b as Wallet)
    const { names, detected, total } = await read()
    expect(names.detected).toEqual(['B', 'A'])
    expect(names.other).toEqual([
      'Wallet w5',
      'Wallet f2',
      'Wallet f1',
      'Own',
      'Wallet w0',
      'Wallet w1',
      'Wallet w2',
      'Wallet w3',
    ])
    expect(detected[0]).toMatchObject({ recent: true, installed: [{ id: 'b.example' }] })
    expect(total).toBe(12)
  })

  test('the label of all wallets', () => {
    expect([0, 9, 10, 128].map(roundedCount)).toEqual([
      { count: 0, more: false },
      { count: 9, more: false },
      { count: 10, more: true },
      { count: 120, more: true },
    ])
  })

  testRows([
    ['SHOW', false, true],
    ['HIDE', false, false],
    ['HIDE', true, false],
    ['ONLY_MOBILE', false, false],
    ['ONLY_MOBILE', true, true],
  ] as const)('allWallets %s, phone %s: %s', async (allWallets, isPhone, expected) => {
    const { core } = await setUp({
      directory: [],
      config: { allWallets },
      ...(isPhone ? { userAgent: 'Android Mobile' } : {}),
    })
    expect(showsAllWallets(core)).toBe(expected)
  })

  test('a directory that fails only leaves rows out', async () => {
    const { read, server } = await setUp({
      directory: many(10),
      config: { customWallets: [entry('own', { name: 'Own' })] },
      installed: [new ScriptedWallet()],
    })
    server?.fail(403)
    const { names, total } = await read()
    expect(names).toEqual({ detected: ['Acme'], other: ['Own'] })
    expect(total).toBeUndefined()
  })

  test('wallets that arrive late appear; those of other ecosystems do not', async () => {
    const { read, port } = await setUp()
    port.arrive(new ScriptedWallet({ rdns: 'late.example', name: 'Late' }))
    port.arrive(new ScriptedWallet({ namespace: 'cosmos', name: 'Cosmic' }))
    expect((await read()).names.detected).toEqual(['Late'])
  })

  test('a browser that cannot be searched is logged; lists go on', async () => {
    const { core, log } = createTestCore({
      connectors: {
        discover: () => {
          throw new Error('blocked')
        },
      },
      config: { customWallets: [entry('own')] },
    })
    core.use(createWallets)
    await new Promise((resolve) => setImmediate(resolve))
    expect(log.entries().join()).toContain('were not looked for')
  })
})

describe('one row per wallet', () => {
  test('by rdns: installed and listed; the picture is the extension’s, the links are the list’s', async () => {
    const icon = 'data:image/png;base64,AA=='
    const { read } = await setUp({
      directory: [entry('listed', { rdns: 'IO.acme', name: 'Acme Wallet', badge_type: 'certified' })],
      installed: [new ScriptedWallet({ rdns: 'io.acme', name: 'acme wallet', icon })],
    })
    const { detected, other } = await read()
    expect(other).toEqual([])
    expect(detected).toMatchObject([
      {
        id: 'listed',
        name: 'acme wallet',
        icon,
        certified: false, // C8: an announcement is no proof of identity
        installed: [{ id: 'io.acme' }],
        entry: { mobile_link: 'listed://' },
      },
    ])
  })

  test('by name where one of the two has no rdns, over several namespaces', async () => {
    const { read } = await setUp({
      directory: [entry('p', { name: 'Phan', rdns: 'app.phan' })],
      installed: [
        new ScriptedWallet({ rdns: 'app.phan', name: 'Phan' }),
        new ScriptedWallet({ namespace: 'solana', name: 'phan' }),
      ],
    })
    const { detected } = await read()
    expect(detected).toHaveLength(1)
    expect(detected[0]?.installed.map(({ namespace }) => namespace)).toEqual(['eip155', 'solana'])
  })

  test('not by name where both have an rdns: a namesake stays another wallet', async () => {
    const { read } = await setUp({
      directory: [entry('m', { name: 'Meta', rdns: 'io.meta' })],
      installed: [new ScriptedWallet({ rdns: 'evil.example', name: 'Meta' })],
    })
    const { detected, other } = await read()
    expect([detected.length, other.length]).toEqual([1, 1])
    expect(detected[0]?.certified).toBe(false)
  })

  test('who claims a listed rdns under another name gets neither its name nor its place, and hides nothing', async () => {
    const { read } = await setUp({
      directory: [entry('m', { name: 'Meta', rdns: 'io.meta', badge_type: 'certified' })],
      installed: [new ScriptedWallet({ rdns: 'io.meta', name: 'Evil' })],
    })
    const { detected, other } = await read()
    expect(detected).toMatchObject([{ id: 'io.meta', name: 'Evil', certified: false }])
    expect(detected[0]?.entry).toBeUndefined()
    expect(other).toMatchObject([{ id: 'm', name: 'Meta', certified: true }])
  })

  test('two announcements of one listed rdns are two rows, and neither has the badge', async () => {
    const { read } = await setUp({
      directory: [entry('m', { name: 'Meta', rdns: 'io.meta', badge_type: 'certified' })],
      installed: [
        new ScriptedWallet({ rdns: 'io.meta', name: 'Meta' }),
        new ScriptedWallet({ rdns: 'io.meta', id: 'io.meta#2', name: 'Meta' }),
      ],
    })
    const { detected } = await read()
    expect(detected.map(({ installed }) => installed.map(({ id }) => id))).toEqual([['io.meta'], ['io.meta#2']])
    expect(detected.map(({ certified }) => certified)).toEqual([false, false])
  })

  test('a wallet of two namespaces and another of its rdns for one of them are two rows', async () => {
    const { read } = await setUp({
      installed: [
        new ScriptedWallet({ rdns: 'io.meta', name: 'Meta' }),
        new ScriptedWallet({ namespace: 'solana', rdns: 'io.meta', id: 'io.meta.sol', name: 'Meta' }),
        new ScriptedWallet({ rdns: 'io.meta', id: 'io.meta#2', name: 'Meta' }),
      ],
    })
    const { detected } = await read()
    expect(detected.map(({ installed }) => installed.map(({ id }) => id))).toEqual([['io.meta', 'io.meta.sol'], ['io.meta#2']])
  })

  test('by the flag that a listed extension sets, and by the mobile edition of an rdns', async () => {
    const { read } = await setUp({
      directory: [
        entry('flag', { injected: [{ namespace: 'eip155', injected_id: 'isFlag' }] }),
        entry('m', { rdns: 'io.m.mobile', name: 'M' }),
      ],
      installed: [new ScriptedWallet({ id: 'injected:isFlag', name: 'Other' }), new ScriptedWallet({ rdns: 'io.m', name: 'M' })],
    })
    const { detected, other } = await read()
    expect(detected.map(({ id }) => id)).toEqual(['flag', 'm'])
    expect(other).toEqual([])
  })

  test('announced twice on one namespace is one channel', async () => {
    const { read } = await setUp({
      installed: [new ScriptedWallet({ rdns: 'a.example' }), new ScriptedWallet({ rdns: 'a.example' })],
    })
    expect((await read()).detected.map(({ installed }) => installed.length)).toEqual([1])
  })
})

describe('the page decides', () => {
  test('custom wallets keep their place and may be featured', async () => {
    const { read } = await setUp({
      directory: [entry('f')],
      config: { customWallets: [entry('a', { name: 'A' }), entry('b', { name: 'B' })], featuredWalletIds: ['b', 'f', 'unknown'] },
    })
    expect((await read()).names.other).toEqual(['B', 'Wallet f', 'A'])
  })

  test('include limits the directory; featured, custom and installed wallets stay', async () => {
    const { read, server } = await setUp({
      directory: many(10),
      config: { includeWalletIds: ['w7'], featuredWalletIds: ['w2'], customWallets: [entry('own', { name: 'Own' })] },
      installed: [new ScriptedWallet()],
    })
    const { names, total } = await read()
    expect(names).toEqual({ detected: ['Acme'], other: ['Wallet w2', 'Own', 'Wallet w7'] })
    expect(total).toBe(2)
    expect(server?.calls.map((call) => call.get('include')).sort()).toEqual(['w2', 'w7'])
  })

  test('include with nothing left asks for no recommendation', async () => {
    const { read, server } = await setUp({ directory: many(3), config: { includeWalletIds: ['w1'], excludeWalletIds: ['w1'] } })
    expect((await read()).names.other).toEqual([])
    expect(server?.calls.every((call) => call.get('entries') !== '4')).toBe(true)
  })

  test('include counts for recent wallets of the directory', async () => {
    const { core, read } = await setUp({ config: { includeWalletIds: ['w7'] } })
    for (const id of ['w1', 'w7'])
      core
        .use(createRecents)
        .remember({ id, name: id, installed: [], certified: false, recent: false, entry: entry(id, { name: id }) })
    expect((await read()).names.other).toEqual(['w7'])
  })

  test('exclude hides everywhere: directory, featured, custom, recent, and the extension by rdns or name', async () => {
    const { core, read, wallets } = await setUp({
      directory: [entry('x', { rdns: 'x.example' }), entry('y', { name: 'Ypsilon' }), entry('z')],
      config: {
        excludeWalletIds: ['x', 'y', 'own', 'rd.example'],
        featuredWalletIds: ['x', 'z'],
        customWallets: [entry('own', { name: 'Own' })],
      },
      installed: [
        new ScriptedWallet({ rdns: 'x.example', name: 'X' }),
        new ScriptedWallet({ namespace: 'solana', name: 'ypsilon' }),
        new ScriptedWallet({ rdns: 'rd.example', name: 'Rd' }),
        new ScriptedWallet({ name: 'Own' }),
        new ScriptedWallet({ rdns: 'ok.example', name: 'Ok' }),
      ],
    })
    core.use(createRecents).remember({ id: 'x', name: 'X', installed: [], certified: false, recent: true, entry: entry('x') })
    const { names } = await read()
    expect(names).toEqual({ detected: ['Ok'], other: ['Wallet z'] })
    expect(wallets.find('x')).toBeUndefined()
  })

  test('on a phone only what can be opened there', async () => {
    const phantom = entry('a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393', {
      name: 'Browse',
      mobile_link: null,
    })
    const { read } = await setUp({
      userAgent: 'Mozilla/5.0 (Linux; Android 14) Mobile',
      installed: [new ScriptedWallet()],
      config: {
        customWallets: [
          entry('native'),
          entry('universal', { mobile_link: null, link_mode: 'https://u.example' }),
          entry('web', { mobile_link: null, webapp_link: 'https://w.example' }),
          entry('none', { mobile_link: null }),
          phantom,
        ],
      },
    })
    const { names } = await read()
    expect(names).toEqual({ detected: ['Acme'], other: ['Wallet native', 'Wallet universal', 'Wallet web', 'Browse'] })
  })

  test('on a phone whose code for links does not arrive, every wallet is shown', async () => {
    const path = '../../../src/state/wallets/phone-reach.js'
    vi.doMock(path, () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    onTestFinished(() => void vi.doUnmock(path))
    const { wallets, log } = await setUp({
      userAgent: 'Mozilla/5.0 (Linux; Android 14) Mobile',
      config: { customWallets: [entry('native'), entry('none', { mobile_link: null })] },
    })
    await vi.waitFor(() => expect(wallets.$connect.get().other.map(({ name }) => name)).toEqual(['Wallet native', 'Wallet none']))
    expect(log.entries().join()).toContain('a part of the wallet list could not be had')
  })
})

describe('recents', () => {
  const wallet = (id: string): Wallet => ({
    id,
    name: id,
    installed: [],
    certified: false,
    recent: false,
    entry: entry(id, { name: id, mobile_link: 'app://', badge_type: 'certified' }),
  })

  test('two, newest first; one that is there moves to the front; kept over reloads', async () => {
    const { core, storage } = await setUp()
    const { remember, $recents } = core.use(createRecents)
    for (const id of ['a', 'b', 'c', 'b']) remember(wallet(id))
    expect($recents.get().map(({ id }) => id)).toEqual(['b', 'c'])
    const next = createTestCore({ storage })
    expect(next.core.use(createRecents).$recents.get()).toMatchObject([
      { id: 'b', recent: true, entry: { mobile_link: 'app://', badge_type: 'certified' } },
      { id: 'c' },
    ])
  })

  test('those of an earlier visit stand in the lists before these are first shown', async () => {
    const text = JSON.stringify([{ id: 'a', name: 'A', entry: { id: 'a', name: 'A' } }])
    const { wallets } = await setUp({ storage: createMemoryStorage({ 'wm::default:recents': text }) })
    expect(wallets.$connect.get().other).toMatchObject([{ id: 'a', recent: true }])
  })

  test('one that is neither installed nor listed any more is not shown', async () => {
    const { core, read } = await setUp()
    core.use(createRecents).remember({ id: 'gone.example', name: 'Gone', installed: [], certified: false, recent: false })
    expect((await read()).names.other).toEqual([])
  })

  describe('the stored copy of one is old', () => {
    const old = { id: 'acme', name: 'Acme Old', certified: true, entry: { id: 'acme', name: 'Acme Old', mobile_link: 'old://' } }
    const storage = () => createMemoryStorage({ 'wm::default:recents': JSON.stringify([old]) })
    const today = entry('acme', { name: 'Acme New', mobile_link: 'new://', badge_type: 'none' })
    const isNew = { name: 'Acme New', recent: true, certified: false, entry: { mobile_link: 'new://' } }

    test('what the page brings counts, stands first, and is what is stored next', async () => {
      const {
        core,
        read,
        storage: kept,
      } = await setUp({
        storage: storage(),
        config: { customWallets: [entry('other', { name: 'Other' }), today] },
      })
      const { other } = await read()
      expect(other).toMatchObject([isNew, { name: 'Other' }])
      core.use(createRecents).remember(other[0]!)
      expect(kept.getItem('wm::default:recents')).toContain('new://')
      expect(kept.getItem('wm::default:recents')).not.toContain('old://')
    })

    test('an extension that is found keeps its own name, and takes no badge from it', async () => {
      const { read } = await setUp({
        storage: createMemoryStorage({ 'wm::default:recents': JSON.stringify([{ ...old, rdns: 'io.acme' }]) }),
        installed: [new ScriptedWallet({ rdns: 'b.example', name: 'B' }), new ScriptedWallet({ rdns: 'io.acme', name: 'Acme' })],
      })
      const { detected, other } = await read()
      expect(detected).toMatchObject([{ name: 'Acme', recent: true, certified: false }, { name: 'B' }])
      expect(other).toEqual([])
    })

    test('the directory is asked for it, also beyond the four that it recommends', async () => {
      const { read, server } = await setUp({ storage: storage(), directory: [...many(10), today] })
      const { other } = await read()
      expect(other).toHaveLength(5)
      expect(other[0]).toMatchObject(isNew)
      expect(server?.calls.map((call) => call.get('include'))).toContain('acme')
    })

    test('one that the directory does not list any more is left out', async () => {
      const { read } = await setUp({ storage: storage(), directory: many(2) })
      expect((await read()).names.other).toEqual(['Wallet w0', 'Wallet w1'])
    })

    test('while the directory does not answer, the copy stands for it', async () => {
      const { read } = await setUp({ storage: storage(), directory: [today], isFailing: true })
      expect((await read()).other).toMatchObject([{ name: 'Acme Old', recent: true }])
    })
  })

  test('a large picture is left out', async () => {
    const { core, storage } = await setUp()
    core.use(createRecents).remember({ ...wallet('a'), icon: `data:image/png;base64,${'A'.repeat(10_000)}` })
    expect(storage.getItem('wm::default:recents')?.length).toBeLessThan(1000)
  })

  testRows(['nonsense', '{}', '[null]', '[{"id":"a"}]', '[{"id":1,"name":"x"}]'])('corrupted storage is dropped: %s', (text) => {
    const { core } = createTestCore({ storage: createMemoryStorage({ 'wm::default:recents': text }) })
    expect(core.use(createRecents).$recents.get()).toEqual([])
  })

  test('links and pictures from storage are no more trusted than others', () => {
    const text = JSON.stringify([
      {
        id: 'a',
        name: 'a\u202Eb',
        icon: 'javascript:alert(1)',
        rdns: 'r.example',
        entry: { id: 'a', name: 'a', chains: [1], homepage: 5 },
      },
      { id: 'b', name: 'b', entry: 7 },
    ])
    const { core } = createTestCore({ storage: createMemoryStorage({ 'wm::default:recents': text }) })
    const [a, b] = core.use(createRecents).$recents.get()
    expect(a).toEqual({
      id: 'a',
      name: 'a b',
      rdns: 'r.example',
      installed: [],
      entry: { id: 'a', name: 'a' },
      certified: false,
      recent: true,
    })
    expect(b?.entry).toBeUndefined()
  })

  test('storage that refuses everything costs only the memory', async () => {
    const { core } = createTestCore({ storage: createBrokenStorage() })
    const { remember, $recents } = core.use(createRecents)
    remember(wallet('a'))
    expect($recents.get().map(({ id }) => id)).toEqual(['a'])
  })
})

test('names that extensions give themselves are one harmless line', () => {
  const nameOf = (name: string) => fromInstalled({ id: 'id', uid: 'id', namespace: 'eip155', name, source: 'injected' }).name
  expect(nameOf('  Me\u0000ta\u202E\nMask\u200B ')).toBe('Me ta Mask')
  expect(nameOf('\u200B\u202E')).toBe('id')
  expect(Array.from(nameOf('😀'.repeat(500)))).toHaveLength(64)
  expect(nameOf('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>') // text, never markup
})

describe('all wallets', () => {
  async function open(options: Options) {
    const all = await setUp(options)
    const { $list, ...rest } = all.core.use(createAllWallets)
    const stop = $list.subscribe(() => {})
    const ready = () =>
      vi.waitFor(() => {
        expect($list.get().status).not.toBe('loading')
        expect(all.wallets.$connect.get().loading).toBe(false)
      })
    return { ...all, ...rest, list: () => $list.get(), ids: () => $list.get().wallets.map(({ id }) => id), ready, stop }
  }

  test('what is here first, then pages of forty, to the end', async () => {
    const { list, ids, ready, loadMore, server, stop } = await open({
      directory: [...many(90), entry('f')],
      config: { featuredWalletIds: ['f'], customWallets: [entry('own')] },
      installed: [new ScriptedWallet({ rdns: 'here.example' })],
    })
    await ready()
    expect(ids().slice(0, 4)).toEqual(['here.example', 'f', 'own', 'w0'])
    expect(list()).toMatchObject({ hasMore: true, total: 91, query: '', certifiedOnly: false })
    expect(ids()).toHaveLength(43)
    loadMore()
    loadMore()
    await ready()
    expect(ids()).toHaveLength(83)
    loadMore()
    await ready()
    expect(ids()).toHaveLength(93)
    expect(list().hasMore).toBe(false)
    loadMore()
    const pages = server?.calls.filter((call) => call.get('entries') === '40')
    expect(pages?.map((call) => [call.get('page'), call.get('exclude')])).toEqual([
      ['1', 'f'],
      ['2', 'f'],
      ['3', 'f'],
    ])
    stop()
  })

  test('search after 300 ms of quiet, at most 100 results; clearing returns to the pages without asking again', async () => {
    const { list, ids, ready, setQuery, server, stop } = await open({
      directory: many(120),
      installed: [new ScriptedWallet({ name: 'Wallet here' })],
    })
    await ready()
    const before = server?.calls.length ?? 0
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    setQuery('wal')
    setQuery(' wallet ')
    vi.advanceTimersByTime(299)
    expect(server?.calls).toHaveLength(before)
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    await ready()
    expect(server?.calls.slice(before).map((call) => [call.get('search'), call.get('entries'), call.get('page')])).toEqual([
      ['wallet', '100', '1'],
    ])
    expect(ids()).toHaveLength(101)
    expect(list()).toMatchObject({ hasMore: false, query: 'wallet', total: 120 })
    setQuery('')
    expect(ids()).toHaveLength(41)
    expect(server?.calls).toHaveLength(before + 1)
    stop()
  })

  test('a slow older answer never replaces a newer one', async () => {
    const { ids, ready, setQuery, server, stop } = await open({
      directory: [entry('one', { name: 'One' }), entry('two', { name: 'Two' })],
    })
    await ready()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const release = server?.hold()
    setQuery('one')
    vi.advanceTimersByTime(300)
    vi.useRealTimers()
    await vi.waitFor(() => expect(server?.calls.at(-1)?.get('search')).toBe('one'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    setQuery('two')
    vi.advanceTimersByTime(300)
    vi.useRealTimers()
    await vi.waitFor(() => expect(server?.calls.at(-1)?.get('search')).toBe('two'))
    release?.()
    await ready()
    expect(ids()).toEqual(['two'])
    stop()
  })

  test('certified only', async () => {
    const { ids, ready, setCertifiedOnly, stop } = await open({
      directory: [entry('plain'), entry('good', { badge_type: 'certified' })],
      installed: [new ScriptedWallet()],
    })
    await ready()
    setCertifiedOnly(true)
    setCertifiedOnly(true)
    await ready()
    expect(ids()).toEqual(['good'])
    stop()
  })

  test('a failed page keeps what is there; retry asks for the same page', async () => {
    const { list, ids, ready, loadMore, retry, server, stop } = await open({ directory: many(90) })
    await ready()
    server?.fail(404)
    loadMore()
    await ready()
    expect(list()).toMatchObject({ status: 'error', error: { code: 'HTTP_STATUS' } })
    expect(ids()).toHaveLength(40)
    server?.fail(undefined)
    retry()
    await ready()
    expect(ids()).toHaveLength(80)
    retry()
    expect(list().status).toBe('ready')
    stop()
  })

  test('the first page that fails is tried again from the start', async () => {
    const { list, ids, ready, retry, server, stop } = await open({ directory: many(3), isFailing: true })
    await ready()
    expect(list()).toMatchObject({ status: 'error', wallets: [] })
    server?.fail(undefined)
    retry()
    await ready()
    expect(ids()).toHaveLength(3)
    stop()
  })

  test('without a directory: what is here, searched here', async () => {
    const { list, ids, setQuery, setCertifiedOnly, loadMore, stop } = await open({
      config: { customWallets: [entry('own', { name: 'Own' })] },
      installed: [new ScriptedWallet({ rdns: 'acme.example' })],
    })
    expect(list().status).toBe('ready')
    expect(ids()).toEqual(['acme.example', 'own'])
    setQuery('OWN')
    expect(ids()).toEqual(['own'])
    setQuery('')
    setCertifiedOnly(true)
    loadMore()
    expect(ids()).toEqual([])
    expect(list().status).toBe('ready')
    stop()
  })

  test('leaving the instance ends what runs', async () => {
    const { core, list, setQuery, stop } = await open({ directory: many(3) })
    setQuery('abc')
    core.destroy()
    stop()
    await new Promise((resolve) => setTimeout(resolve))
    expect(list().query).toBe('abc')
  })
})

beforeEach(() => void vi.useRealTimers())
