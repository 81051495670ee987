// Where Bitcoin wallets stand in a page.
import { expect, test } from 'vitest'
import type { FoundWallet } from '../../../src/connectors/connector.js'
import { discover } from '../../../src/connectors/bip122/discover.js'
import { createBitcoinWallet, leatherShape, satsConnectShape, standardShape, unisatShape } from '../../support/bitcoin-wallet.js'
import { plainWindow } from '../../support/plain-window.js'
import { register } from '../../support/solana-wallet.js'

const wallet = createBitcoinWallet(3)
const shape = () => satsConnectShape(wallet).object

function find(globals: object, ...registered: readonly object[]) {
  const window = plainWindow(globals)
  for (const each of registered) register(window, each)
  const reports: (readonly FoundWallet[])[] = []
  const life = new AbortController()
  discover(window, (found) => reports.push(found), life.signal)
  life.abort()
  return reports.at(-1) ?? []
}
const names = (found: readonly FoundWallet[]) =>
  found.map(({ wallet: { name }, provider }) => `${name}: ${(provider as { shape: string }).shape}`)

test('in the registries, and at the places of those that are in none; each once', () => {
  const xverse = shape()
  const globals = {
    btc_providers: [
      { id: 'XverseProviders.BitcoinProvider', name: 'Xverse', icon: 'data:image/svg+xml;base64,PHN2Zy8+' },
      { id: 'LeatherProvider', name: 'Leather' },
      { id: 'gone.Provider', name: 'Gone' },
    ],
    XverseProviders: { BitcoinProvider: xverse },
    LeatherProvider: leatherShape(wallet).object,
    unisat: unisatShape(wallet).object,
    bitkeep: { unisat: unisatShape(wallet).object },
  }
  expect(names(find(globals, standardShape(wallet).object))).toEqual([
    'Standard Bitcoin: standard',
    'Xverse: sats-connect',
    'Leather: leather',
    'Bitget Wallet: unisat',
    'Unisat: unisat',
  ])
})

test('one object under two names is one wallet, and one name in two registries too', () => {
  const object = unisatShape(wallet).object
  expect(names(find({ unisat: object, bitkeep: { unisat: object } }))).toEqual(['Bitget Wallet: unisat'])
  const twice = { ...standardShape(wallet).object, name: 'Xverse' }
  expect(names(find({ XverseProviders: { BitcoinProvider: shape() } }, twice))).toEqual(['Xverse: standard'])
})

test('hostile entries are left out, and the others stay', () => {
  const globals = {
    get okxwallet() {
      throw new Error('boom')
    },
    btc_providers: [
      null,
      7,
      { id: 'a.b', name: 'No object' },
      { id: 'good', name: '\u202eGood', icon: 'javascript:alert(1)' },
      ...Array.from({ length: 1_000 }, (_, index) => ({ id: `flood${index}`, name: `Flood ${index}` })),
    ],
    good: shape(),
    unisat: unisatShape(wallet).object,
    ...Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`flood${index}`, shape()])),
  }
  const found = find(Object.defineProperties({}, Object.getOwnPropertyDescriptors(globals)))
  expect(found.length).toBeLessThanOrEqual(50)
  expect([found[0]?.wallet.name, found[0]?.wallet.icon]).toEqual(['Good', undefined])
  expect(names(found)).toContain('Unisat: unisat')
})

test('nothing is found in a page without wallets', () => {
  expect(find({})).toEqual([])
  expect(find({ btc_providers: 'text', unisat: 1 })).toEqual([])
})
