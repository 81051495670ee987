import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEVNET } from '../../src/settings/config.js'
import { readDataConfig, type DataConfigSource } from '../../src/data/config.js'
import { devnets } from '../../devnet/for-services.js'
import { SOLANA_CHAIN_ID } from '../../devnet/solana/manifest.js'
import { DEPLOYER_KEY, FAUCET_KEY, GATEWAY_KEY, STABLE, TOKENS } from '../../devnet/manifest.js'
import { checkEach } from '../../../test/support/rows.js'

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'wm-data-'))))
afterAll(() => rmSync(folder, { recursive: true }))

function read(content: unknown, options: Partial<DataConfigSource> = {}) {
  const file = join(folder, 'data.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readDataConfig({ file, env: {}, shown: undefined, served: ['eip155:1', DEVNET], devnets, ...options })
}

const shown = 'WM_SERVICES_HOST=0.0.0.0'
const token = { address: `0x${'ab'.repeat(20)}`, name: 'Grain', symbol: 'GRN', decimals: 18 }

test('without a file no vendor is on, and the devnet is known when it is served', () => {
  const config = readDataConfig({ env: {}, shown: undefined, served: ['eip155:1', DEVNET, 'solana:abc'], devnets })
  expect(config.adapters).toEqual({})
  expect(Object.keys(config.chains)).toEqual(['eip155:1', DEVNET])
  expect(config.chains['eip155:1']).toMatchObject({ tokens: [], native: { symbol: 'ETH' } })
  expect(config.chains[DEVNET]).toMatchObject({ stable: STABLE.address })
  expect(config.chains[DEVNET]?.tokens).toHaveLength(TOKENS.length)
  expect([config.onramp.sandbox, config.names.gatewayKey]).toEqual([true, GATEWAY_KEY])
  const elsewhere = readDataConfig({ env: {}, shown, served: ['eip155:1'] })
  expect([elsewhere.onramp.sandbox, elsewhere.names.gatewayKey]).toEqual([false, undefined])
})

test('services that are given no devnets know none', () => {
  const config = readDataConfig({ env: {}, shown: undefined, served: [DEVNET] })
  expect(config.chains[DEVNET]).toMatchObject({ tokens: [] })
  expect([config.onramp.sandbox, config.names.gatewayKey, config.names.zone]).toEqual([false, undefined, undefined])
  const gatewayKey = `0x${'5eed'.repeat(16)}`
  expect(() => read({ names: { gatewayKey } }, { devnets: undefined })).toThrow('WM_DATA_FILE: names.zone: needed')
  expect(read({ names: { gatewayKey, zone: 'shop.example' } }, { devnets: undefined }).names.zone).toBe('shop.example')
})

test("Solana's devnet alone has a sandbox too, on one's own machine", () => {
  const solana = (shown: string | undefined) => readDataConfig({ env: {}, shown, served: [SOLANA_CHAIN_ID], devnets })
  expect([solana(undefined).onramp.sandbox, solana(shown).onramp.sandbox]).toEqual([true, false])
})

test('a file says what a chain has; addresses get their check sum, prices are found in any case', () => {
  const { chains } = read({ chains: { 'eip155:1': { tokens: [token], prices: { [`0x${'AB'.repeat(20)}`]: 2, native: 2500 } } } })
  expect(chains['eip155:1']?.tokens[0]?.address).toBe('0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB')
  expect(chains['eip155:1']?.prices).toEqual({ [`0x${'ab'.repeat(20)}`]: 2, native: 2500 })
})

test('a secret may stay in the environment', () => {
  const file = { adapters: { zerox: { key: 'env:ZEROX_KEY' } } }
  expect(read(file, { env: { ZEROX_KEY: 's3cret' } }).adapters.zerox?.key).toBe('s3cret')
  expect(() => read(file)).toThrow('WM_DATA_FILE: adapters.zerox.key: ZEROX_KEY is not set')
})

describe('an error names the key', () => {
  test('whatever is wrong with its value', () =>
    checkEach(
      [
        ['nothing of it is known', { colour: 1 }, 'colour: '],
        ['a vendor that does not exist', { adapters: { vendorx: {} } }, 'adapters.vendorx: '],
        ['a vendor without its key', { adapters: { oneinch: {} } }, 'adapters.oneinch.key: '],
        [
          'a token with too many decimals',
          { chains: { 'eip155:1': { tokens: [{ ...token, decimals: 78 }] } } },
          'chains.eip155:1.tokens.0.decimals: ',
        ],
        ['an address that is short', { chains: { 'eip155:1': { wrapped: '0x12' } } }, 'chains.eip155:1.wrapped: an address'],
        [
          'a sponsor that is none: then the account pays',
          { chains: { 'eip155:1': { sponsors: [`0x${'0'.repeat(40)}`] } } },
          'chains.eip155:1.sponsors.0: the address of a contract',
        ],
        ['a chain of another kind', { chains: { bitcoin: {} } }, 'chains.bitcoin: '],
        ['a chain without nodes', { chains: { 'eip155:10': {} } }, 'chains.eip155:10: this chain has no nodes'],
        ['a price of nothing', { chains: { 'eip155:1': { prices: { native: 0 } } } }, 'chains.eip155:1.prices.native: '],
        ['a zone that is no domain', { names: { zone: 'Wallet Example' } }, 'names.zone: a domain'],
        ['a gateway key that is short', { names: { gatewayKey: '0x12' } }, 'names.gatewayKey: a private key'],
        [
          'a url of another scheme',
          { adapters: { defillama: { url: 'file:///etc/passwd' } } },
          'adapters.defillama.url: an http(s) url',
        ],
        ['a gateway with a key in its query', { ipfsGateway: 'https://gate.example/ipfs/?key=1' }, 'ipfsGateway: a url without'],
        [
          'a gateway with a password, which visitors would see',
          { ipfsGateway: 'https://a:b@gate.example/' },
          'ipfsGateway: a url',
        ],
        ['no object', '[]', ': '],
        ['no JSON', '{', 'not JSON'],
      ],
      '%s',
      (_, content, message) => {
        expect(() => read(content)).toThrow(`WM_DATA_FILE: ${message}`)
      },
    ))

  test('a file that is not there', () => {
    expect(() => read({}, { file: join(folder, 'none.json') })).toThrow('WM_DATA_FILE: the file cannot be read')
  })
})

describe('shown to others', () => {
  test("a devnet's keys are refused, in any case of their letters", () =>
    checkEach([GATEWAY_KEY, DEPLOYER_KEY, FAUCET_KEY], "a devnet's key is refused, in any case of its letters: %s", (key) => {
      const gatewayKey = `0x${key.slice(2).toUpperCase()}`
      expect(() => read({ names: { gatewayKey } }, { shown, served: [] })).toThrow(`names.gatewayKey: refused with ${shown}`)
    }))
  test('play money is refused', () => {
    expect(() => read({ onramp: { sandbox: true } }, { shown, served: [] })).toThrow(`onramp.sandbox: refused with ${shown}`)
  })
})

test('a key does not travel in the clear', () =>
  checkEach(
    [
      ['adapters.zerox', { adapters: { zerox: { key: 'k', url: 'http://api.example' } } }],
      [
        'adapters.transak',
        { adapters: { transak: { key: 'k', secretKey: 's', referrerDomain: 'a', tokenUrl: 'http://api.example' } } },
      ],
      [
        'chains.eip155:1.explorer',
        { chains: { 'eip155:1': { explorer: { kind: 'etherscan', url: 'http://api.example', key: 'k' } } } },
      ],
    ],
    'a key does not travel in the clear: %s',
    (path, content) => {
      expect(() => read(content)).toThrow(`WM_DATA_FILE: ${path}.url: refused with http`)
    },
  ))

test('without a key, and on this machine, http will do', () => {
  const adapters = { defillama: { url: 'http://prices.internal' }, meld: { key: 'k', url: 'http://127.0.0.1:9' } }
  expect(read({ adapters }).adapters.defillama?.url).toBe('http://prices.internal')
})
