// Networks that a page names in an attribute: by our names, by CAIP-2 id, and never by what JavaScript happens to find under a word.
import { describe, expect, test } from 'vitest'
import { readNetworks } from '../../src/config/network-names.js'
import { base, mainnet, solana } from '../../src/vocabulary/networks.js'
import { testRows } from '../support/rows.js'

describe('networks by name', () => {
  test('name or CAIP-2 id, in the order that is given', () => {
    expect(readNetworks(['base', 'eip155:1', 'solana'])).toEqual([base, mainnet, solana])
  })

  testRows(['atlantis', 'constructor', '__proto__', 'toString', 'eip155:', '', 'Mainnet', 'mainnet '])(
    '%j is no network',
    (name) => {
      expect(() => readNetworks(['mainnet', name])).toThrow(
        expect.objectContaining({
          code: 'CONFIG_INVALID',
          details: { setting: 'networks', problem: `${name} is no network that is known by name` },
        }),
      )
    },
  )
})
