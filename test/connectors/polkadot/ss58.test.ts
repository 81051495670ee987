// Addresses of Polkadot and its kin against the ones that the ecosystem's own library writes.
import { decodeAddress, encodeAddress } from '@polkadot/util-crypto'
import { describe, expect, test } from 'vitest'
import { addressOn, decode, encode, readAddress } from '../../../src/connectors/polkadot/ss58.js'
import { testRows } from '../../support/rows.js'

const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const kusama = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
const moonbeam = 'polkadot:fe58ea77779b7abda7da4ec526d14db9'
const evm = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

testRows([0, 1, 2, 42, 63, 64, 65, 137, 255, 256, 1284, 6094, 16383])(
  'prefix %i is read and written as the library does',
  (prefix) => {
    for (const seed of [0, 7, 255]) {
      const key = Uint8Array.from({ length: 32 }, (_, index) => (index * 31 + seed) & 0xff)
      const address = encodeAddress(key, prefix)
      expect(encode({ prefix, publicKey: key })).toBe(address)
      expect(decode(address)).toEqual({ prefix, publicKey: key })
    }
  },
)

describe('an account on each chain', () => {
  test('has that chain’s address', () => {
    expect(addressOn(polkadot, alice)).toBe('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')
    expect(addressOn(kusama, alice)).toBe('HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F')
    expect(addressOn('polkadot:00000000000000000000000000000000', alice)).toBe(alice)
    expect(decodeAddress(addressOn(polkadot, alice) ?? '')).toEqual(decodeAddress(alice))
  })

  test('exists only where its kind of address does', () => {
    expect([addressOn(moonbeam, evm), addressOn(moonbeam, alice), addressOn(polkadot, evm)]).toEqual([evm, undefined, undefined])
  })
})

test('no other text is an address', () => {
  expect(readAddress(alice)).toBe(alice)
  const last = alice.slice(0, -1)
  for (const text of [
    '',
    'x',
    last,
    `${last}Z`,
    `${alice}1`,
    alice.toLowerCase(),
    '0x',
    evm.slice(0, -1),
    '1'.repeat(48),
    'O0Il',
    '٣'.repeat(48),
  ])
    expect(readAddress(text), text).toBeUndefined()
})
