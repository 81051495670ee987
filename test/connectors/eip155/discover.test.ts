// Discovery against an event target that behaves like a window; the same in a real browser: injected.browser.test.ts.
import { describe, expect, test, vi } from 'vitest'
import type { FoundWallet } from '../../../src/connectors/connector.js'
import { discoverInjected } from '../../../src/connectors/eip155/discover.js'
import { testRows } from '../../support/rows.js'

const icon = 'data:image/svg+xml,<svg/>'
const uuid = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`
const provider = (marks: object = {}) => ({ request: async () => null, ...marks })
const info = (values: object = {}) => ({ uuid: uuid('a'), name: 'Acme', icon, rdns: 'org.acme', ...values })

class AnnounceEvent extends Event {
  constructor(readonly detail: unknown) {
    super('eip6963:announceProvider')
  }
}

function page(globals: object = {}) {
  // An EventTarget is all of a window that discovery uses, besides the properties given here.
  const window = Object.assign(new EventTarget(), globals) as unknown as Window
  const announce = (detail: unknown) => window.dispatchEvent(new AnnounceEvent(detail))
  return {
    window,
    announce,
    /** Announces now and on every request, as extensions do. */
    install(detail: unknown) {
      window.addEventListener('eip6963:requestProvider', () => announce(detail))
    },
  }
}

/** Resolves when who has asked for the module for `window.ethereum` has it, and has gone on. Vitest alone knows of that import only some time after it began. */
async function injectedRead(): Promise<void> {
  await import('../../../src/connectors/eip155/injected.js')
  await vi.dynamicImportSettled()
}

/** What is found at once, and what the module for `window.ethereum` adds. */
async function look(window: Window) {
  const life = new AbortController()
  const reports: (readonly FoundWallet[])[] = []
  discoverInjected(window, (found) => reports.push(found), life.signal)
  await injectedRead()
  return {
    reports,
    stop: () => life.abort(),
    last: () => reports.at(-1) ?? [],
    names: () => (reports.at(-1) ?? []).map(({ wallet }) => wallet.name),
  }
}

describe('announced wallets', () => {
  test('are there at the first report, with what they said', async () => {
    const { window, install } = page()
    const wallet = provider()
    install(Object.freeze({ info: Object.freeze(info()), provider: wallet }))
    const { reports, last } = await look(window)
    expect(reports).toHaveLength(1)
    expect(last()).toEqual([
      {
        provider: wallet,
        wallet: {
          id: 'org.acme',
          uid: uuid('a'),
          namespace: 'eip155',
          name: 'Acme',
          icon,
          rdns: 'org.acme',
          source: 'announced',
        },
      },
    ])
  })

  test('are reported when they come late, until the signal ends', async () => {
    const { window, announce } = page()
    const { reports, names, stop } = await look(window)
    expect(reports).toEqual([[]])
    announce({ info: info(), provider: provider() })
    expect(names()).toEqual(['Acme'])
    stop()
    announce({ info: info({ uuid: uuid('b'), name: 'Later' }), provider: provider() })
    expect(reports).toHaveLength(2)
  })

  test('are not looked for when the signal has ended already', async () => {
    const { window, install } = page()
    install({ info: info(), provider: provider() })
    const reports: unknown[] = []
    discoverInjected(window, (found) => reports.push(found), AbortSignal.abort())
    expect(reports).toEqual([])
  })

  test('with one uuid or one provider are one wallet', async () => {
    // attack 49
    const { window, announce } = page()
    const { names } = await look(window)
    const one = provider()
    announce({ info: info(), provider: one })
    announce({ info: info({ name: 'Impostor' }), provider: provider() })
    announce({ info: info({ uuid: uuid('b'), name: 'Alias' }), provider: one })
    expect(names()).toEqual(['Acme'])
  })

  test('that claim the same rdns have ids of their own, and are marked in their names', async () => {
    // attack 49
    const { window, announce } = page()
    const { last } = await look(window)
    announce({ info: info(), provider: provider() })
    announce({ info: info({ uuid: uuid('b') }), provider: provider() })
    announce({ info: info({ uuid: uuid('c') }), provider: provider() })
    announce({ info: info({ uuid: uuid('d'), rdns: 'org.other' }), provider: provider() }) // only its name is the same
    expect(last().map(({ wallet }) => wallet.id)).toEqual(['org.acme', 'org.acme#2', 'org.acme#3', 'org.other'])
    expect(last().map(({ wallet }) => wallet.name)).toEqual(['Acme', 'Acme #2', 'Acme #3', 'Acme'])
  })

  test('cannot flood the list', async () => {
    // attack 50
    const { window, announce } = page()
    const { last } = await look(window)
    for (let number = 0; number < 200; number++) {
      announce({ info: info({ uuid: `aaaaaaaa-aaaa-4aaa-8aaa-${String(number).padStart(12, '0')}` }), provider: provider() })
    }
    expect(last()).toHaveLength(50)
  })

  testRows([
    ['no uuid', { info: info({ uuid: 'one' }), provider: provider() }],
    ['no name', { info: info({ name: ' \u200b ' }), provider: provider() }],
    ['a name that is an object', { info: info({ name: {} }), provider: provider() }],
    ['no provider', { info: info() }],
    ['a provider that cannot be asked', { info: info(), provider: { request: 'now' } }],
    ['a provider that is a string', { info: info(), provider: 'provider' }],
    ['nothing', null],
    ['a number', 7],
  ])('with %s are left out and hurt nobody', async (_, detail) => {
    // attack 50
    const { window, install } = page()
    install(detail)
    install({ info: info({ uuid: uuid('c'), name: 'Good' }), provider: provider() })
    expect((await look(window)).names()).toEqual(['Good'])
  })

  test('whose getters throw, or that are hostile proxies, are left out and hurt nobody', async () => {
    // attack 50
    const { window, install } = page()
    const boom = () => {
      throw new Error('boom')
    }
    const hostile = new Proxy({}, { get: boom, has: boom, ownKeys: boom, getOwnPropertyDescriptor: boom })
    install(Object.defineProperty({}, 'info', { get: boom }))
    install({ info: Object.defineProperty({ ...info() }, 'name', { get: boom }), provider: provider() })
    install({ info: info(), provider: hostile })
    install(hostile)
    install({ info: info({ uuid: uuid('d'), name: 'Good' }), provider: provider() })
    expect((await look(window)).names()).toEqual(['Good'])
  })

  testRows([
    ['a script url', 'javascript:alert(1)'],
    ['a remote url', 'https://acme.org/icon.png'],
    ['markup', 'data:text/html,<script>'],
    ['too much', `data:image/png;base64,${'A'.repeat(300_000)}`],
  ])('with %s for an icon have none', async (_, bad) => {
    // attack 52
    const { window, install } = page()
    install({ info: info({ icon: bad }), provider: provider() })
    expect((await look(window)).last()[0]?.wallet).toMatchObject({ name: 'Acme', icon: undefined })
  })

  test('with an rdns that is none go by their name', async () => {
    const { window, install } = page()
    install({ info: info({ rdns: 'not an rdns' }), provider: provider() })
    expect((await look(window)).last()[0]?.wallet).toMatchObject({ id: 'announced:Acme', rdns: undefined })
  })

  test('show one line of bounded length as their name, without characters that hide or turn text', async () => {
    // attack 54
    const { window, install } = page()
    install({ info: info({ name: `Ac\u202eme\n  ${'x'.repeat(500)}` }), provider: provider() })
    const name = (await look(window)).names()[0] ?? ''
    expect(name).toMatch(/^Ac me x+$/)
    expect(name).toHaveLength(64)
  })
})

describe('window.ethereum', () => {
  testRows([
    [{ isMetaMask: true }, 'MetaMask', 'injected:isMetaMask'],
    [{ isMetaMask: true, isRabby: true }, 'Rabby Wallet', 'injected:isRabby'],
    [{ isMetaMask: true, isBraveWallet: true }, 'Brave Wallet', 'injected:isBraveWallet'],
    [{ isCoinbaseWallet: true }, 'Coinbase Wallet', 'injected:isCoinbaseWallet'],
    [{ isTrust: true }, 'Trust Wallet', 'injected:isTrust'],
    [{ isPhantom: true, isMetaMask: true }, 'Phantom', 'injected:isPhantom'],
    [{}, 'Browser wallet', 'injected:ethereum'],
    [{ isMetaMask: 'yes' }, 'Browser wallet', 'injected:ethereum'],
  ])('with %j is %s', async (marks, name, id) => {
    const ethereum = provider(marks)
    const { last } = await look(page({ ethereum }).window)
    expect(last()).toEqual([{ provider: ethereum, wallet: { id, uid: id, namespace: 'eip155', name, source: 'injected' } }])
  })

  test('with several providers is several wallets', async () => {
    const ethereum = provider({ providers: [provider({ isMetaMask: true }), provider({ isCoinbaseWallet: true }), 'junk', null] })
    expect((await look(page({ ethereum }).window)).names()).toEqual(['MetaMask', 'Coinbase Wallet'])
  })

  test('is not listed again when it announces itself', async () => {
    const ethereum = provider()
    const { window, announce } = page({ ethereum })
    const { names } = await look(window)
    expect(names()).toEqual(['Browser wallet'])
    announce({ info: info(), provider: ethereum })
    expect(names()).toEqual(['Acme'])
  })

  test('is not listed again when its announcement carries another object of the same wallet', async () => {
    const { window, install } = page({ ethereum: provider({ isMetaMask: true }) })
    install({ info: info({ name: 'MetaMask', rdns: 'io.metamask' }), provider: provider() })
    expect((await look(window)).last().map(({ wallet }) => wallet.id)).toEqual(['io.metamask'])
  })

  test('is found when it arrives late', async () => {
    // attack 51
    const { window } = page()
    const { names } = await look(window)
    expect(names()).toEqual([])
    Object.assign(window, { ethereum: provider({ isMetaMask: true }) })
    window.dispatchEvent(new Event('ethereum#initialized'))
    await injectedRead()
    expect(names()).toEqual(['MetaMask'])
  })

  test('that throws on every access hurts nobody', async () => {
    // attack 51
    const boom = () => {
      throw new Error('boom')
    }
    const { window, install } = page()
    Object.defineProperty(window, 'ethereum', { get: boom })
    install({ info: info(), provider: provider() })
    expect((await look(window)).names()).toEqual(['Acme'])
    expect((await look(page({ ethereum: new Proxy({}, { get: boom }) }).window)).names()).toEqual([])
  })
})

test('a window.ethereum that is frozen behind a getter is used as it is, and nothing is written on the page', async () => {
  // attack 51
  const frozen = Object.freeze(provider({ isMetaMask: true }))
  const { window, install } = page()
  Object.defineProperty(window, 'ethereum', { get: () => frozen })
  install({ info: info(), provider: provider() })
  const before = Reflect.ownKeys(window)
  Object.freeze(window)
  const { last, names } = await look(window)
  expect(names()).toEqual(['Acme', 'MetaMask'])
  expect(last()[1]?.provider).toBe(frozen)
  expect(Reflect.ownKeys(window)).toEqual(before)
})

describe('window.ethereum.providers', () => {
  const boom = () => {
    throw new Error('boom')
  }
  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable([], {})
    revoke()
    return proxy
  }
  testRows([
    ['throws whatever is asked of it', new Proxy([], { get: boom })],
    ['is a revoked proxy', revoked()],
    ['has a length that is no number', { length: { valueOf: boom } }],
    ['is endless', { length: Infinity }],
    ['holds nothing that is a wallet', [null, {}, new Proxy({}, { get: boom })]],
  ])('that %s hides neither the announced wallets nor window.ethereum itself', async (_, providers) => {
    const { window, install } = page({ ethereum: provider({ isRabby: true, providers }) })
    install({ info: info(), provider: provider() })
    expect((await look(window)).names()).toEqual(['Acme', 'Rabby Wallet'])
  })

  test('with one hostile member keeps the others', async () => {
    const list = [new Proxy({}, { get: boom }), provider({ isTrust: true })]
    Object.defineProperty(list, 2, { get: boom })
    list.length = 4
    list[3] = provider({ isPhantom: true })
    const { window } = page({ ethereum: provider({ providers: list }) })
    expect((await look(window)).names()).toEqual(['Trust Wallet', 'Phantom'])
  })
})

describe('ids', () => {
  test('an announcement without rdns cannot take the id of a wallet at window.ethereum', async () => {
    const real = provider({ isMetaMask: true })
    const { window, install } = page({ ethereum: real })
    install({ info: info({ name: 'isMetaMask', rdns: undefined }), provider: provider() })
    const found = (await look(window)).last()
    expect(found.filter(({ wallet }) => wallet.id === 'injected:isMetaMask').map((one) => one.provider)).toEqual([real])
    expect(new Set(found.map(({ wallet }) => wallet.id)).size).toBe(2)
  })

  test('nor the id that a second claimant of a name gets', async () => {
    const { window, install } = page()
    for (const [digit, name] of [
      ['a', 'Foo#2'],
      ['b', 'Foo'],
      ['c', 'Foo'],
    ] as const)
      // oxfmt-ignore
      install({ info: info({ uuid: uuid(digit), name, rdns: undefined }), provider: provider() })
    const ids = (await look(window)).last().map(({ wallet }) => wallet.id)
    expect(ids).toEqual(['announced:Foo#2', 'announced:Foo', 'announced:Foo#3'])
  })
})
