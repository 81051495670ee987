// Addresses of Bitcoin against those that another library makes of keys.
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, TEST_NETWORK } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { decodeAddress, readAddress, toAccounts } from '../../../src/connectors/bip122/address.js'
import { bitcoin, bitcoinTestnet, solana } from '../../../src/vocabulary/non-evm-networks.js'
import { testRows } from '../../support/rows.js'

const key = Uint8Array.from(Buffer.from('02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5', 'hex'))
const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const made = [
  ['main', NETWORK],
  ['test', TEST_NETWORK],
] as const

describe.each(made)('on the %s network', (network, params) => {
  testRows([
    ['p2pkh', p2pkh(key, params).address],
    ['p2sh', p2sh(p2wpkh(key, params), params).address],
    ['p2wpkh', p2wpkh(key, params).address],
    ['p2wsh', p2wsh(p2pkh(key, params), params).address],
    ['p2tr', p2tr(key.slice(1), undefined, params).address],
  ])('an address of each type is decoded: %s', (type, address = '') => {
    expect(decodeAddress(address)).toEqual({ type, network })
    expect(readAddress(address)).toBe(address)
    expect(decodeAddress(`${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`)).toBeUndefined()
  })
})

test('regtest has a prefix of its own, in any one case', () => {
  const address = p2wpkh(key, regtest).address ?? ''
  expect(decodeAddress(address)).toEqual({ type: 'p2wpkh', network: 'regtest' })
  expect(readAddress(address.toUpperCase())).toBe(address)
  expect(readAddress(`B${address.slice(1)}`)).toBeUndefined()
})

test('a check sum of the wrong kind is refused: bech32 for taproot, bech32m for version 0 (BIP-350)', () => {
  for (const address of [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq54mell',
    'bc1gmk9yu',
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
  ])
    expect(decodeAddress(address), address).toBeUndefined()
  expect(decodeAddress('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0')).toEqual({
    type: 'p2tr',
    network: 'main',
  })
})

describe('accounts', () => {
  const [main, test1, taproot] = [
    p2wpkh(key, NETWORK).address,
    p2wpkh(key, TEST_NETWORK).address,
    p2tr(key.slice(1), undefined, NETWORK).address,
  ]
  test('are on the networks of their addresses, with purpose, type and key', () => {
    expect(
      toAccounts(
        [{ address: main, publicKey: 'AB'.repeat(33) }, { address: taproot }, { address: test1 }, { address: 'x' }],
        [bitcoin, bitcoinTestnet, solana],
      ),
    ).toEqual([
      { chain: bitcoin.caipNetworkId, address: main, purpose: 'payment', type: 'p2wpkh', publicKey: 'ab'.repeat(33) },
      { chain: bitcoin.caipNetworkId, address: taproot, purpose: 'ordinals', type: 'p2tr' },
      { chain: bitcoinTestnet.caipNetworkId, address: test1, purpose: 'payment', type: 'p2wpkh' },
    ])
  })
  test('are on one network only where the wallet says which', () => {
    const signet = { ...bitcoinTestnet, caipNetworkId: 'bip122:00000008819873e925422c1ff0f99f7c' } as const
    const chains = (on?: string) => toAccounts([{ address: test1 }], [bitcoinTestnet, signet], on).map(({ chain }) => chain)
    expect(chains()).toHaveLength(2)
    expect(chains('SIGNET')).toEqual([signet.caipNetworkId])
  })
})
