// EIP-712 data and permits.
import fc from 'fast-check'
import { hashTypedData, type TypedDataDefinition } from 'viem'
import { describe, expect, test } from 'vitest'
import { field, permitDetails, permitOf, permitSingleOf, personFields } from '../../../../demo/approvals/typed-data.js'
import { readTypedData } from '../../../frame/approvals/typed-data.js'
import { random, sampleOf, seedOr } from '../../support/random.js'
import { describeIt, ME, OTHER, PERMIT2, ROUTER, rowOf, THIEF, USDC, warned } from './world.js'
import { testRows } from '../../../../test/support/rows.js'

const mail = {
  types: {
    Person: personFields,
    Mail: [field('from', 'Person'), field('to', 'Person[]'), field('size', 'uint8'), field('hash', 'bytes4')],
  },
  domain: { name: 'Mail', chainId: 1, verifyingContract: ROUTER },
  primaryType: 'Mail',
  message: { from: { name: 'A', wallet: ME }, to: [{ name: 'B', wallet: OTHER }], size: 7, hash: '0x01020304' },
}
const sign = (data: unknown, also?: Parameters<typeof describeIt>[2]) => describeIt('eth_signTypedData_v4', [ME, data], also)
const permit = (message: object, also: object = {}) => ({
  ...permitOf(USDC, { owner: ME, spender: ROUTER, value: '5000000', nonce: 0, deadline: 1_800_000_000, ...message }),
  ...also,
})

test('data are shown whole, and what is signed has the hash of what came', async () => {
  const approval = await sign(JSON.stringify(mail))
  expect(approval).toMatchObject({ kind: 'typedData', risk: 'normal' })
  expect(rowOf(approval, 'row.message')).toMatchObject({ text: expect.stringContaining(`wallet: ${OTHER}`) })
  if (approval.sign.type !== 'eip712') throw new Error('another plan')
  expect(hashTypedData(approval.sign.typedData as TypedDataDefinition)).toBe(hashTypedData(mail as TypedDataDefinition))
})

describe('shape', () => {
  // oxlint-disable-next-line typescript/no-explicit-any -- broken on purpose
  const changed = (change: (data: any) => void) => {
    const data = structuredClone(mail)
    change(data)
    return data
  }
  testRows<[string, unknown, string]>([
    ['another chain', changed((data) => (data.domain.chainId = 2)), 'domain.chainId'],
    ['a second primary type', changed((data) => (data.types.Other = [field('x', 'uint8')])), 'does not belong'],
    ['a primary type that is none', changed((data) => (data.primaryType = 'toString')), 'primaryType'],
    ['the domain as primary type', changed((data) => (data.primaryType = 'EIP712Domain')), 'primaryType'],
    ['a value that does not fit', changed((data) => (data.message.size = 256)), 'fit uint8'],
    ['a number that is not exact', changed((data) => (data.message.size = 2 ** 60)), 'quantity'],
    ['bytes that do not fit', changed((data) => (data.message.hash = '0x01')), '4 bytes'],
    ['a field too much', changed((data) => (data.message.more = 1)), 'unknown key'],
    ['a field too few', changed((data) => delete data.message.size), 'quantity'],
    ['an unknown type', changed((data) => (data.types.Mail[0].type = 'Nobody')), 'not known'],
    ['an atomic name', changed((data) => (data.types.uint8 = [])), 'valid name'],
    ['a type twice', changed((data) => data.types.Mail.push(field('size', 'uint8'))), 'twice'],
    ['an address with a wrong checksum', changed((data) => (data.message.from.wallet = ME.replace('f39F', 'F39f'))), 'address'],
    [
      'a domain that its type leaves out',
      changed((data) => (data.types.EIP712Domain = [field('name', 'string')])),
      'EIP712Domain',
    ],
    ['a domain of its own', changed((data) => (data.domain.site = 'x')), 'unknown key'],
    ['no JSON', '{', 'JSON'],
    ['a huge text', `"${'x'.repeat(200_000)}"`, 'longer'],
    ['a huge list', changed((data) => (data.message.to = Array.from({ length: 3000 }, () => data.message.to[0]))), 'too many'],
  ])('%s is refused', async (_, data, problem) => {
    // attack 65
    await expect(sign(data)).rejects.toThrow(problem)
  })
  test('too deep is refused', async () => {
    // attack 65
    const types = { Node: [field('next', 'Node[]')] }
    let message: object = { next: [] }
    for (let depth = 0; depth < 30; depth++) message = { next: [message] }
    await expect(sign({ types, domain: {}, primaryType: 'Node', message })).rejects.toThrow('too deep')
  })
  test('no name reaches a prototype', async () => {
    // attacks 8, 65
    for (const text of [
      JSON.stringify(mail).replace('"Person"', '"__proto__"'),
      JSON.stringify(mail).replace('"size":7', '"size":7,"__proto__":{"polluted":1}'),
      JSON.stringify(mail).replaceAll('"size"', '"constructor"'),
      JSON.stringify(mail).replace('"name":"Mail"', '"prototype":"Mail"'),
    ])
      await expect(sign(text)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
  test('no chain, no contract, a contract that is none are warned of', async () => {
    // attack 65
    expect(warned(await sign(changed((data) => (data.domain = { name: 'Mail' }))))).toEqual([
      'warn.noChain',
      'warn.noContract',
      'warn.typedData',
    ])
    expect(await sign(changed((data) => (data.domain.verifyingContract = THIEF)))).toMatchObject({ risk: 'risky' })
  })
})

describe('permits', () => {
  test('a permit is risky, whatever its amount', async () => {
    // attack 69
    const approval = await sign(permit({}))
    expect(approval).toMatchObject({ kind: 'permit', risk: 'risky' })
    expect(rowOf(approval, 'row.allowance')).toEqual({ type: 'amount', amount: 5_000_000n, decimals: 6, symbol: 'USDC' })
    expect(warned(await sign(permit({ value: String(2n ** 256n - 1n), spender: THIEF })))).toEqual([
      'warn.permit',
      'warn.spenderNoCode',
      'warn.unlimited',
    ])
    await expect(sign(permit({ owner: OTHER }))).rejects.toThrow('another account')
  })
  test('Permit2, single and in batches', async () => {
    // attack 69
    const entry = { token: USDC, amount: String(2n ** 160n - 1n), expiration: 1_800_000_000, nonce: 0 }
    const single = permitSingleOf(PERMIT2, { details: entry, spender: ROUTER, sigDeadline: 1_800_000_000 })
    const { domain } = single
    expect(await sign(single)).toMatchObject({ kind: 'permit', risk: 'risky' })
    const batch = {
      types: {
        PermitBatch: [field('details', 'PermitDetails[]'), field('spender', 'address'), field('sigDeadline', 'uint256')],
        PermitDetails: permitDetails,
      },
      domain,
      primaryType: 'PermitBatch',
      message: { details: [entry, { ...entry, amount: '5' }], spender: ROUTER, sigDeadline: 1_800_000_000 },
    }
    expect((await sign(batch)).rows.filter(({ label }) => label === 'row.allowance').map(({ value }) => value.type)).toEqual([
      'unlimited',
      'amount',
    ])
    const transfer = {
      types: {
        PermitTransferFrom: [
          field('permitted', 'TokenPermissions'),
          field('spender', 'address'),
          field('nonce', 'uint256'),
          field('deadline', 'uint256'),
        ],
        TokenPermissions: [field('token', 'address'), field('amount', 'uint256')],
      },
      domain,
      primaryType: 'PermitTransferFrom',
      message: { permitted: { token: USDC, amount: '7' }, spender: ROUTER, nonce: 0, deadline: 1_800_000_000 },
    }
    expect(warned(await sign(transfer))).toEqual(['warn.permit2'])
    expect(rowOf(await sign(transfer), 'row.message')).toBeUndefined() // its rows say all
    const witness = {
      ...transfer,
      types: {
        ...transfer.types,
        PermitWitnessTransferFrom: [...transfer.types.PermitTransferFrom, field('witness', 'Order')],
        Order: [field('recipient', 'address')],
      },
      primaryType: 'PermitWitnessTransferFrom',
      message: { ...transfer.message, witness: { recipient: THIEF } },
    }
    const { PermitTransferFrom: _, ...types } = witness.types
    const shown = rowOf(await sign({ ...witness, types }), 'row.message')
    expect(shown).toMatchObject({ type: 'block', text: expect.stringContaining(`recipient: ${THIEF}`) })
  })
  test('what is called a permit and is shaped otherwise is risky too, and shown whole', async () => {
    // attack 69
    const odd = permit(
      {},
      { types: { Permit: [field('owner', 'address'), field('all', 'bool')] }, message: { owner: ME, all: true } },
    )
    expect(await sign(odd)).toMatchObject({ kind: 'typedData', risk: 'risky' })
  })
  test('orders, and data that act for the account, are risky', async () => {
    for (const primaryType of ['OrderComponents', 'SafeTx', 'UserOperation'])
      expect(
        (await sign({ types: { [primaryType]: [field('x', 'uint8')] }, domain: {}, primaryType, message: { x: 1 } })).risk,
      ).toBe('risky')
  })
})

test('data of any types are signed as viem hashes them, or refused', () => {
  const atomics = ['address', 'bool', 'string', 'bytes', 'bytes32', 'uint256', 'int8'] as const
  const valueOf = (type: string): fc.Arbitrary<unknown> =>
    type === 'address'
      ? fc.constantFrom(ME, OTHER)
      : type === 'bool'
        ? fc.boolean()
        : type === 'string'
          ? fc.string()
          : type === 'int8'
            ? fc.integer({ min: -128, max: 127 })
            : type === 'uint256'
              ? fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String)
              : fc
                  .uint8Array({ minLength: type === 'bytes' ? 0 : 32, maxLength: 32 })
                  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  const fieldsOf = fc.array(fc.constantFrom(...atomics), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(
      fieldsOf.chain((types) => fc.tuple(fc.constant(types), fc.array(fc.tuple(...types.map(valueOf)), { maxLength: 3 }))),
      ([types, items]) => {
        const data = {
          types: { Item: types.map((type, at) => field(`f${String(at)}`, type)), List: [field('items', 'Item[]')] },
          domain: { name: 'x', chainId: 1 },
          primaryType: 'List',
          message: { items: items.map((values) => Object.fromEntries(values.map((value, at) => [`f${String(at)}`, value]))) },
        }
        const read = readTypedData(JSON.stringify(data))
        expect(hashTypedData(read as TypedDataDefinition)).toBe(hashTypedData(data as unknown as TypedDataDefinition))
      },
    ),
    { seed: seedOr(65), numRuns: sampleOf(1_000) },
  )
})

test('broken data are refused by name, whatever is broken', async () => {
  const { int, pick } = random(seedOr(65))
  const text = JSON.stringify(permit({}))
  const parts = ['"', '{', '}', '[', ']', ',', '0', '-', 'null', '__proto__', '[]', 'e9', '\\u202e', 'uint', 'address']
  for (let round = 0; round < sampleOf(20_000); round++) {
    let broken = text
    for (let left = 1 + int(3); left > 0; left--) {
      const at = int(broken.length)
      broken = broken.slice(0, at) + pick(parts) + broken.slice(at + int(4))
    }
    await sign(broken).then(
      (approval) => expect(['permit', 'typedData']).toContain(approval.kind),
      (error: unknown) => expect(error).toMatchObject({ name: 'ApprovalError' }),
    )
  }
})
