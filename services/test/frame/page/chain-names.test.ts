// Names of chains and amounts in approvals: the frame has them of its own, for its size, and they are those of the modal.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits, parseUnits } from '../../../../src/vocabulary/amount.js'
import { networksByName } from '../../../../src/vocabulary/networks.js'
import { amountOf, parseAmount } from '../../../frame/approvals/amount.js'
import { chainNames } from '../../../frame/rpc/chain-names.js'

const networks = Object.values(networksByName).filter(({ chainNamespace }) => ['eip155', 'solana', 'bip122'].includes(chainNamespace)) // oxfmt-ignore

test('chains are called as in the modal, with the same coin', () => {
  const chains = chainNames(
    networks.map(({ caipNetworkId }) => caipNetworkId),
    {},
  )
  expect(networks.length).toBeGreaterThan(25)
  for (const { caipNetworkId, name, nativeCurrency } of networks)
    expect(chains[caipNetworkId]).toEqual({ name, nativeSymbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals })
})

test('a chain without a name is called by its id, also one that is called like a property of every object', () => {
  expect(chainNames(['eip155:31337', 'constructor'], {})).toEqual({
    'eip155:31337': { name: 'eip155:31337', nativeSymbol: 'ETH', decimals: 18 },
    constructor: { name: 'constructor', nativeSymbol: '', decimals: 0 },
  })
})

test('a chain without a name has the operator’s, and one with a name keeps it, whatever the operator calls it', () => {
  // attack 74
  const own = { 'eip155:31337': 'Devnet', 'eip155:1': 'Sepolia', 'eip155:5': 'Not served' }
  expect(chainNames(['eip155:31337', 'eip155:1', 'eip155:7'], own)).toEqual({
    'eip155:31337': { name: 'Devnet', nativeSymbol: 'ETH', decimals: 18 },
    'eip155:1': { name: 'Ethereum', nativeSymbol: 'ETH', decimals: 18 },
    'eip155:7': { name: 'eip155:7', nativeSymbol: 'ETH', decimals: 18 },
  })
})

test('amounts are read and written as in the modal, and what is none is none', () => {
  // attack 61
  const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.- e,')), maxLength: 40 })
  const theirs = (text: string, decimals: number) => {
    try {
      return text.includes('-') ? undefined : parseUnits(text, decimals)
    } catch {
      return undefined
    }
  }
  fc.assert(
    fc.property(digits, fc.bigInt({ min: 0n, max: 2n ** 256n }), fc.integer({ min: 0, max: 40 }), (text, amount, decimals) => {
      expect(parseAmount(text, decimals)).toBe(theirs(text, decimals))
      expect(amountOf(amount, decimals)).toBe(formatUnits(amount, decimals))
      expect(parseAmount(amountOf(amount, decimals), decimals)).toBe(amount)
    }),
    { numRuns: 500 },
  )
  for (const text of ['1.5', '.5', '5.', '007', ' 1 ', '1.50', '1.55']) expect(parseAmount(text, 1)).toBe(theirs(text, 1))
  for (const text of ['', '.', '1,5', '1e3', '0x1', '-1', '+1', '1.2.3', 'Infinity', '1'.repeat(401)])
    expect(parseAmount(text, 18), text).toBeUndefined()
  for (const decimals of [-1, 0.5, 256, Number.NaN]) {
    expect(parseAmount('1', decimals)).toBeUndefined()
    expect(() => amountOf(1n, decimals)).toThrow(RangeError)
  }
})
