// The amounts of a transaction: summed to the last digit, without fees, the most valuable of each direction.
import { describe, expect, test } from 'vitest'
import { transactionSchema, type Transfer } from '../../../src/api/history.js'
import { isDoubtfulLeg, legsOf } from '../../../src/state/activity/legs.js'
import { isSpam, rowOf } from '../../../src/state/activity/rows.js'
import { formatUnits } from '../../../src/vocabulary/amount.js'
import { collectible, token, transactionOf } from '../../support/past.js'
import { testRows } from '../../support/rows.js'

const parsed = (transfers: readonly unknown[]) => transactionSchema.parse(transactionOf(1, { transfers })).transfers
const told = (transfers: readonly unknown[]) =>
  legsOf(parsed(transfers)).shown.map(
    ({ direction, amount, decimals, name }) => `${direction} ${formatUnits(amount, decimals)} ${name}`,
  )

describe('transfers', () => {
  test('of the same asset in the same direction are one amount, exactly', () => {
    expect(told([token('in', '0.1'), token('in', '0.2')])).toEqual(['in 0.3 ETH'])
    expect(told([token('in', '9007199254740993.000000000000000001'), token('in', '1')])).toEqual([
      'in 9007199254740994.000000000000000001 ETH',
    ])
    expect(told([token('in', `${'9'.repeat(78)}.${'9'.repeat(78)}`), token('in', `0.${'0'.repeat(77)}1`)])).toEqual([
      `in 1${'0'.repeat(78)} ETH`,
    ])
  })

  test('of other assets, directions, or pictures stay apart', () => {
    expect(told([token('in', '1'), token('out', '1')])).toEqual(['out 1 ETH', 'in 1 ETH'])
    expect(told([collectible('in', 'One'), collectible('in', 'Two')])).toEqual(['in 1 One', 'in 1 Two'])
    const [plain, other] = [
      token('in', '1', 'USDC'),
      { ...token('in', '1', 'USDC'), fungible_info: { name: 'x', symbol: 'USDC' } },
    ]
    expect(told([plain, other])).toHaveLength(2)
  })

  test('of nothing are left out', () => {
    expect(told([token('self', '0'), token('in', '0.000')])).toEqual([])
  })

  test('outs stand before ins, whatever their order', () => {
    expect(told([token('in', '5', 'USDC', 5), token('out', '1', 'DAI', 5)])).toEqual(['out 1 DAI', 'in 5 USDC'])
  })

  test.each([
    [
      'less than a tenth of what came in',
      [token('out', '500', 'USDC', 500), token('in', '0.2', 'WETH', 498), token('out', '0.1', 'ETH', 49)],
    ],
    [
      'less than a hundredth of what went the same way',
      [token('out', '500', 'USDC', 500), token('in', '1', 'X', 3), token('out', '0.1', 'ETH', 4.9)],
    ],
  ])('fees are left out: %s', (_, transfers) => {
    const { shown, others } = legsOf(parsed(transfers))
    expect(shown.map(({ direction }) => direction)).toEqual(['out', 'in'])
    expect(shown[0]?.name).toBe('USDC')
    expect(others).toBe(0)
  })

  test('what came for much is no fee, however little it is worth, nor is what has no price', () => {
    expect(told([token('out', '500', 'USDC', 500), token('in', '9', 'DUST', 0.01)])).toEqual(['out 500 USDC', 'in 9 DUST'])
    const { others } = legsOf(parsed([token('out', '500', 'USDC', 500), token('out', '1', 'ABC'), token('in', '1', 'WETH', 500)]))
    expect(others).toBe(1)
  })

  test('two are shown, the most valuable, and the others counted', () => {
    const { shown, others } = legsOf(parsed([token('in', '1', 'A', 30), token('in', '1', 'B', 90), token('in', '1', 'C', 60)]))
    expect([shown.map(({ name }) => name), others]).toEqual([['B', 'C'], 1])
    const both = legsOf(parsed([token('out', '1', 'A', 90), token('out', '1', 'B', 80), token('in', '1', 'C', 20)]))
    expect([both.shown.map(({ name }) => name), both.others]).toEqual([['A', 'C'], 1])
  })
})

describe('which token it is', () => {
  const CONTRACT = '0x3333333333333333333333333333333333333333'
  const legOf = (info: object, value: number | null = null, direction: 'in' | 'out' = 'in') => {
    const plain = token(direction, '1', 'ETH', value)
    return legsOf(parsed([{ ...plain, fungible_info: { ...plain.fungible_info, ...info } }])).shown[0]!
  }

  testRows([
    ['a token in the list', { address: `eip155:1:${CONTRACT}`, flags: { is_verified: true } }, CONTRACT, false],
    ['a token in no list', { address: `eip155:1:${CONTRACT}`, flags: { is_verified: false } }, CONTRACT, true],
    ['the coin', { address: `eip155:1:0x${'E'.repeat(40)}`, flags: { is_verified: true } }, undefined, false],
    ['a contract without a list', { address: `eip155:1:${CONTRACT}` }, CONTRACT, true],
    ['nothing', {}, undefined, true],
    ['an id that is none', { address: '<b>', flags: null }, undefined, true],
    ['an address that is none', { address: 'eip155:1:0x1', flags: {} }, undefined, true],
  ])('is told by the contract and the list, for %s', (_, info, contract, doubtful) => {
    const leg = legOf(info)
    expect([leg.contract, isDoubtfulLeg(leg, true)]).toEqual([contract, doubtful])
  })

  test('a price does not make a token that is in no list a known one; without word and prices nobody is accused', () => {
    expect(isDoubtfulLeg(legOf({ flags: { is_verified: false } }, 100), false)).toBe(true)
    expect(isDoubtfulLeg(legOf({ flags: { is_verified: false } }, 100, 'out'), true)).toBe(true)
    expect(isDoubtfulLeg(legOf({}), false)).toBe(false)
    expect(isDoubtfulLeg(legOf({}, 100), true)).toBe(false)
  })

  test('two tokens of one name are not added up', () => {
    const [plain, other] = ['4', '5'].map((digit) => ({
      ...token('in', '1', 'USDC'),
      fungible_info: { ...token('in', '1', 'USDC').fungible_info, address: `eip155:1:0x${digit.repeat(40)}` },
    }))
    expect(told([plain, other])).toEqual(['in 1 USDC', 'in 1 USDC'])
  })
})

describe('rows', () => {
  const row = (options: Parameters<typeof transactionOf>[1]) => rowOf(transactionSchema.parse(transactionOf(1, options)))

  testRows(['toString', '__proto__', 'constructor', '<b>send</b>', ''])('the type %j has a neutral word', (type) => {
    expect(row({ type }).kind).toBe('other')
  })

  testRows([
    ['confirmed', 'confirmed'],
    ['failed', 'failed'],
    ['pending', 'pending'],
    ['ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', 'pending'],
    ['ONRAMP_TRANSACTION_STATUS_FAILED', 'failed'],
    ['dropped', 'confirmed'],
  ])('the status %s is %s', (status, shown) => {
    expect(row({ status }).status).toBe(shown)
  })

  test('names of strangers are one safe line', () => {
    const { application, shown } = row({
      application: { name: 'Swap\u202e<img>', iconUrl: 'javascript:alert(1)' },
      transfers: [token('in', '1', 'E\u200bTH')],
    })
    expect(application).toEqual({ name: 'Swap <img>', picture: undefined })
    expect(shown[0]?.name).toBe('E TH')
  })

  test('no transfers are no spam', () => {
    expect(isSpam({ transfers: [] as readonly Transfer[] } as Parameters<typeof isSpam>[0])).toBe(false)
  })
})

describe('approvals', () => {
  const rowWith = (operationType: string, transfers: readonly unknown[]) => {
    const plain = transactionOf(1, { transfers })
    const metadata = { ...plain.metadata, operationType, sentTo: '0x00000000000000000000000000000000deadbeef' }
    return rowOf(transactionSchema.parse({ ...plain, metadata }))
  }

  test.each(['approve', 'revoke'])('%s names the token without an amount, and who may spend it', (operationType) => {
    const { kind, shown, party } = rowWith(operationType, [token('self', '0', 'USDC')])
    expect([kind, shown.map(({ name, amount }) => [name, amount])]).toEqual([operationType, [['USDC', 0n]]])
    expect(party).toEqual({ role: 'with', address: '0x00000000000000000000000000000000deadbeef' })
  })

  test('all of a collection is named by the collection', () => {
    expect(
      rowWith('revoke', [{ ...collectible('in', 'Drawings'), direction: 'self', quantity: { numeric: '0' } }]).shown,
    ).toMatchObject([{ name: 'Drawings', isNft: true }])
  })

  test('of other transactions what did not move stays out', () => {
    expect(rowWith('execute', [token('self', '0', 'USDC')]).shown).toEqual([])
  })
})
