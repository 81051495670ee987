// Wallets that put another object in the place of the one that was found: the one that stands in the page is the one that is opened.
import { afterEach, expect, test, vi } from 'vitest'
import { discover as discoverBip122 } from '../../src/connectors/bip122/discover.js'
import type { Discover, FoundWallet } from '../../src/connectors/connector.js'
import { discover as discoverCosmos } from '../../src/connectors/cosmos/discover.js'
import { peek } from '../../src/connectors/peek.js'
import { discover as discoverPolkadot } from '../../src/connectors/polkadot/discover.js'
import { discover as discoverSolana } from '../../src/connectors/solana/discover.js'
import { createBitcoinWallet, standardShape } from '../support/bitcoin-wallet.js'
import { throwingGetters, throwsOnEverything } from '../support/hostile.js'
import { plainWindow } from '../support/plain-window.js'
import { testRows } from '../support/rows.js'

afterEach(() => void vi.useRealTimers())

const nothing = (): void => undefined

/** What is reported of a page until now, and the row that it ends with. */
function look(discover: Discover, window: Window) {
  const reports: (readonly FoundWallet[])[] = []
  const life = new AbortController()
  discover(window, (found) => reports.push(found), life.signal)
  return { reports, stop: () => life.abort(), provider: () => reports.at(-1)?.[0]?.provider }
}

/** Registers a wallet by the Wallet Standard. Returns the function that takes it back. */
function register(window: Window, wallet: object): () => void {
  let takeBack = nothing
  const detail = (api: { register(wallet: object): () => void }) => void (takeBack = api.register(wallet))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  return takeBack
}

/** Where a wallet of each shape stands, what it has to have, and under which property `discover` hands it on. */
const shapes = [
  ['bip122', discoverBip122, ['unisat'], ['requestAccounts'], 'object'],
  ['bip122, in the registry', discoverBip122, ['acme'], ['request'], 'object'],
  ['solana', discoverSolana, ['solflare'], ['connect', 'signMessage'], 'legacy'],
  ['polkadot', discoverPolkadot, ['injectedWeb3', 'talisman'], ['enable'], 'extension'],
  ['cosmos', discoverCosmos, ['leap'], ['enable', 'getKey'], 'keplr'],
] as const

testRows(shapes)('a wallet of %s: the object that stands there now is opened', (_, discover, path, methods, property) => {
  vi.useFakeTimers()
  const make = () => Object.fromEntries(methods.map((method) => [method, nothing]))
  const window = plainWindow({ btc_providers: [{ id: 'acme', name: 'Acme' }] })
  const put = (value: unknown) => {
    const [key, inner] = path
    Object.assign(window, { [key]: inner === undefined ? value : { [inner]: value } })
  }
  const [first, second] = [make(), make()]
  put(first)
  const { provider, stop } = look(discover, window)
  const opened = () => peek(provider(), property)
  expect(opened()).toBe(first)
  vi.advanceTimersByTime(60_000) // nothing is looked for any more
  put(second)
  expect(opened()).toBe(second)
  for (const broken of [undefined, {}, 'x'.repeat(1_000_000), throwsOnEverything, throwingGetters(...methods)]) {
    put(broken)
    expect(opened()).toBe(first)
  }
  Object.defineProperty(window, path[0], {
    get() {
      throw new Error('boom')
    },
  })
  expect(opened()).toBe(first)
  stop()
})

test('a Bitcoin wallet that registers anew under its name and then takes the old one back is the new one', () => {
  const window = plainWindow()
  const { object } = standardShape(createBitcoinWallet(3))
  const again = Object.create(object) as object // has all that the first one has
  const { provider, reports, stop } = look(discoverBip122, window)
  const takeBack = register(window, object)
  expect(peek(provider(), 'object')).toBe(object)
  const takeBackAgain = register(window, again)
  expect(reports).toHaveLength(1)
  takeBack()
  expect(peek(provider(), 'object')).toBe(again)
  takeBackAgain()
  expect(reports.at(-1)).toEqual([])
  stop()
})

test('a Cosmos wallet at the place of another one is not opened under the name of that one, and is listed under its own', () => {
  vi.useFakeTimers()
  const keplr = (name: string) => ({ name, enable: nothing, getKey: nothing })
  const [aspen, birch] = [keplr('Aspen'), keplr('Birch')]
  const window = plainWindow({ keplr: aspen })
  const { provider, reports, stop } = look(discoverCosmos, window)
  Object.assign(window, { keplr: birch })
  expect(peek(provider(), 'keplr')).toBe(aspen)
  vi.advanceTimersByTime(250)
  expect(reports.map((found) => found.map(({ wallet }) => wallet.name))).toEqual([['Aspen'], ['Birch']])
  expect(peek(provider(), 'keplr')).toBe(birch)
  stop()
})

test('objects that are others each time they are read are reported once a look, and no more', () => {
  vi.useFakeTimers()
  const window = plainWindow()
  for (const [key, make] of [
    ['unisat', () => ({ requestAccounts: nothing })],
    ['injectedWeb3', () => ({ talisman: { enable: nothing } })],
    ['leap', () => ({ enable: nothing, getKey: nothing })],
  ] as const)
    Object.defineProperty(window, key, { get: make })
  for (const discover of [discoverBip122, discoverPolkadot, discoverCosmos]) {
    const { reports, stop } = look(discover, window)
    vi.advanceTimersByTime(60_000)
    expect(reports.length).toBeLessThanOrEqual(5)
    expect(reports.every((found) => found.length === 1)).toBe(true)
    stop()
  }
})
