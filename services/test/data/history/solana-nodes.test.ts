// Solana history over nodes that tell of any past, and over nodes that answer wrongly, partly, late, or not at all.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../../../src/api/history.js'
import { toBase58 } from '../../../src/base58.js'
import { checkEach } from '../../../../test/support/rows.js'
import { random, type Random } from '../../support/random.js'
import { startData } from '../support/world.js'

const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const OTHER_MINT = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'
const WRAPPED = 'So11111111111111111111111111111111111111112'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const SYSTEM = '11111111111111111111111111111111'

type Data = Awaited<ReturnType<typeof startData>>
type Rpc = (method: string, params: readonly [string, Record<string, unknown>]) => unknown

let data: Data
/** Who answers at `first.example` and `second.example`. */
let nodes: Readonly<Record<string, Rpc>> = {}
const asked: string[] = []
beforeAll(async () => {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input)
    const { method, params } = JSON.parse(init?.body as string) as { method: string; params: Parameters<Rpc>[1] }
    asked.push(`${host} ${method}`)
    const answer = nodes[host]?.(method, params)
    if (answer instanceof Response) return answer
    const failure = answer instanceof Error && { error: { code: -32000, message: answer.message } }
    return Response.json({ id: 1, ...(failure || { result: answer }) })
  }
  data = await startData({ chains: { [chainId]: ['https://first.example', 'https://second.example'] }, fetch })
})
afterAll(() => data.stop())

let accounts = 0
/** Nobody's address before. */
const address = () => {
  accounts += 1
  return toBase58(
    Uint8Array.from({ length: 32 }, (_, index) => (index > 29 ? (accounts >> (8 * (31 - index))) & 255 : index + 7)),
  )
}
const signatureOf = (number: number) =>
  toBase58(Uint8Array.from({ length: 64 }, (_, index) => (number >> (index % 24)) % 251 || index + 1))

interface Told {
  readonly err?: unknown
  readonly keys: readonly string[]
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly tokens?: readonly (readonly [when: 'pre' | 'post', index: number, mint: string, owner: string, amount: string])[]
  readonly instructions?: readonly object[]
}

function transaction(signature: string, slot: number, { err = null, keys, before, after, tokens = [], instructions = [] }: Told) {
  const balances = (wanted: string) =>
    tokens
      .filter(([when]) => when === wanted)
      .map(([, accountIndex, mint, owner, amount]) => ({
        accountIndex,
        mint,
        owner,
        programId: TOKEN,
        uiTokenAmount: { amount, decimals: mint === WRAPPED ? 9 : 6, uiAmount: null, uiAmountString: '0' },
      }))
  return {
    slot,
    blockTime: 1_700_000_000 + slot,
    version: 0,
    transaction: {
      signatures: [signature],
      message: {
        recentBlockhash: SYSTEM,
        accountKeys: keys.map((pubkey, index) => ({ pubkey, signer: index === 0, writable: true, source: 'transaction' })),
        instructions,
      },
    },
    meta: {
      err,
      status: err === null ? { Ok: null } : { Err: err },
      fee: 5000,
      preBalances: before,
      postBalances: after,
      preTokenBalances: balances('pre'),
      postTokenBalances: balances('post'),
      innerInstructions: [],
      logMessages: [],
      rewards: [],
    },
  }
}

/** A node that knows these transactions of one account, newest first, at slots from 1000 down. */
function nodeOf(list: readonly Told[], { tokenAccounts = [] as readonly string[] } = {}): Rpc {
  const start = (accounts + 1) * 10_000
  const rows = list.map((told, index) => ({ signature: signatureOf(start + index), slot: 1000 - index, told }))
  return (method, [first, options]) => {
    if (method === 'getTokenAccountsByOwner') {
      const value = (options['programId'] === TOKEN ? tokenAccounts : []).map((pubkey) => ({
        pubkey,
        account: { data: { parsed: { info: { mint: USDC, tokenAmount: { amount: '1', decimals: 6 } } } } },
      }))
      return { context: { slot: 1 }, value }
    }
    if (method === 'getSignaturesForAddress') {
      const { before, until, limit } = options as { before?: string; until?: string; limit: number }
      const from = before === undefined ? 0 : rows.findIndex(({ signature }) => signature === before) + 1
      const end = until === undefined ? -1 : rows.findIndex(({ signature }) => signature === until)
      return rows
        .slice(from, end < 0 ? undefined : end)
        .slice(0, limit)
        .map(({ signature, slot, told }) => ({
          signature,
          slot,
          err: told.err ?? null,
          memo: null,
          blockTime: 1_700_000_000 + slot,
        }))
    }
    const row = rows.find(({ signature }) => signature === first)
    return row ? transaction(row.signature, row.slot, row.told) : null
  }
}

const history = (account: string, more = '') => data.get(`/v1/account/${account}/history?chainId=${chainId}${more}`)
const told = ({ metadata, transfers }: Transaction) =>
  [
    metadata.operationType,
    metadata.status,
    ...transfers.map((one) => `${one.direction} ${one.quantity.numeric} ${one.fungible_info?.symbol ?? '?'}`),
  ].join(', ')

test('infers what was done from what changed', async () => {
  const me = address()
  const you = address()
  const pool = address()
  const mine = address()
  const approve = (type: string, more: object) => ({
    program: 'spl-token',
    programId: TOKEN,
    parsed: { type, info: { source: mine, owner: me, ...more } },
  })
  const list: readonly Told[] = [
    // A new token account for the recipient: its deposit is no transfer.
    {
      keys: [me, mine, pool, SYSTEM],
      before: [10_000_000, 2_039_280, 0, 1],
      after: [7_955_720, 2_039_280, 2_039_280, 1],
      tokens: [
        ['pre', 1, USDC, me, '5000000'],
        ['post', 1, USDC, me, '3000000'],
        ['post', 2, USDC, you, '2000000'],
      ],
    },
    // Closed: its deposit comes back with the last token sent.
    {
      keys: [me, mine, pool],
      before: [1_000_000, 2_039_280, 2_039_280],
      after: [3_034_280, 0, 2_039_280],
      tokens: [
        ['pre', 1, USDC, me, '5'],
        ['pre', 2, USDC, you, '0'],
        ['post', 2, USDC, you, '5'],
      ],
    },
    // A coin wrapped into an account that stays.
    {
      keys: [me, mine],
      before: [5_000_000_000, 0],
      after: [3_997_955_720, 1_002_039_280],
      tokens: [['post', 1, WRAPPED, me, '1000000000']],
    },
    // A swap by way of a pool: coins for tokens.
    {
      keys: [me, mine, pool, you],
      before: [9_000_000, 2_039_280, 2_039_280, 70_000_000],
      after: [7_995_000, 2_039_280, 2_039_280, 71_000_000],
      tokens: [
        ['pre', 1, OTHER_MINT, me, '0'],
        ['post', 1, OTHER_MINT, me, '250000'],
        ['pre', 2, OTHER_MINT, you, '900000'],
        ['post', 2, OTHER_MINT, you, '650000'],
      ],
    },
    {
      keys: [me, mine],
      before: [10_000, 2_039_280],
      after: [5000, 2_039_280],
      tokens: [
        ['pre', 1, USDC, me, '5'],
        ['post', 1, USDC, me, '5'],
      ],
      instructions: [approve('approveChecked', { mint: USDC, delegate: you, tokenAmount: { amount: '5', decimals: 6 } })],
    },
    {
      keys: [me, mine],
      before: [10_000, 2_039_280],
      after: [5000, 2_039_280],
      tokens: [
        ['pre', 1, USDC, me, '5'],
        ['post', 1, USDC, me, '5'],
      ],
      instructions: [approve('revoke', {})],
    },
    // Somebody paid, and a stranger's account was so rich that its balance is no exact number.
    { keys: [you, me, pool], before: [9_000_000, 0, 2 ** 54], after: [7_995_000, 1_000_000, 2 ** 54] },
    // A call of a program, and one that failed.
    { keys: [me], before: [10_000], after: [5000], instructions: [{ programId: pool, accounts: [], data: '' }] },
    { keys: [me, you], before: [10_000, 0], after: [5000, 0], err: { InstructionError: [0, { Custom: 1 }] } },
    // Named by a stranger, with nothing in it for the account.
    { keys: [you, me], before: [10_000, 7], after: [5000, 7] },
  ]
  nodes = { 'first.example': nodeOf(list) }
  const { status, body } = await history(me)
  expect(status).toBe(200)
  expect(body.data.map(told)).toEqual([
    'send, confirmed, out 2 EPjF…Dt1v',
    'send, confirmed, out 0.000005 EPjF…Dt1v',
    'trade, confirmed, in 1 So11…1112, out 1 SOL',
    'trade, confirmed, in 0.25 2b1k…4GXo, out 0.001 SOL',
    'approve, confirmed, self 0 EPjF…Dt1v',
    'revoke, confirmed, self 0 EPjF…Dt1v',
    'receive, confirmed, in 0.001 SOL',
    'execute, confirmed, self 0 SOL',
    'execute, failed, self 0 SOL',
  ])
  expect(body.data[0].metadata).toMatchObject({ sentFrom: me, sentTo: you })
  expect(body.data[7].metadata).toMatchObject({ sentFrom: me, sentTo: pool })
})

const nothing: Told = { keys: [SYSTEM], before: [5000], after: [0] }
const many = (me: string, count: number): readonly Told[] => Array.from({ length: count }, () => ({ ...nothing, keys: [me] }))

test('a long list is read in steps, to its end, once', async () => {
  const me = address()
  const node = nodeOf(many(me, 130))
  nodes = { 'first.example': node }
  asked.length = 0
  const first = await history(me)
  expect([first.body.data.length, first.headers.get('x-incomplete')]).toEqual([50, null])
  expect(asked.filter((call) => call.endsWith('getTransaction'))).toHaveLength(130)
  await history(me)
  expect(asked.filter((call) => call.endsWith('getTransaction'))).toHaveLength(130)
})

test('a list that breaks off is shown as far as it is known, and read on from there', async () => {
  const me = address()
  const node = nodeOf(many(me, 100))
  let left = 60
  nodes = {
    'first.example': (method, params) => (method === 'getTransaction' && left-- <= 0 ? null : node(method, params)),
  }
  const broken = await history(me)
  expect([broken.status, broken.headers.get('x-incomplete')]).toEqual([200, '1'])
  left = 1000
  const whole = await history(me)
  expect(whole.headers.get('x-incomplete')).toBeNull()
  expect(left).toBe(1000 - 40) // what had been read before is not read again
  const rest = await history(me, `&cursor=${whole.body.next}`)
  expect([whole.body.data.length, rest.body.data.length]).toEqual([50, 50])
})

test('the next node answers when one does not', async () => {
  const me = address()
  nodes = { 'first.example': () => new Response('busy', { status: 503 }), 'second.example': nodeOf(many(me, 3)) }
  const { status, body } = await history(me)
  expect([status, body.data.length]).toEqual([200, 3])
})

test('what is known is shown, and said to be incomplete, while no node answers', async () => {
  const me = address()
  nodes = { 'first.example': nodeOf(many(me, 3)) }
  await history(me)
  nodes = {}
  const { status, body, headers } = await history(me)
  expect([status, body.data.length, headers.get('x-incomplete')]).toEqual([200, 3, '1'])
})

const good = nodeOf([nothing, nothing, nothing])
const list = (rows: readonly object[]) => (method: string, params: Parameters<Rpc>[1]) =>
  method === 'getSignaturesForAddress' ? rows : good(method, params)
const changed = (change: (found: ReturnType<typeof transaction>) => unknown) => (method: string, params: Parameters<Rpc>[1]) => {
  const answer = good(method, params)
  return method === 'getTransaction' ? change(answer as ReturnType<typeof transaction>) : answer
}
const entry = { signature: signatureOf(1), slot: 5, err: null, blockTime: 1 }

test('a node that answers with anything else is 503', () =>
  checkEach<[string, Rpc]>(
    [
      ['no JSON-RPC', () => new Response('{"hello":1}')],
      ['no JSON', () => new Response('<html>')],
      ['an error', () => new Error('slot skipped')],
      ['a list that is none', list({ length: 1 } as never)],
      ['numbers for signatures', list([{ ...entry, signature: 7 }])],
      ['a slot below zero', list([{ ...entry, slot: -1 }])],
      ['a slot beyond numbers', list([{ ...entry, slot: 1e300 }])],
      ['a time beyond dates', list([{ ...entry, blockTime: 9e15 }])],
      ['the same entry twice', list([entry, entry])],
      ['an order upside down', list([entry, { ...entry, signature: signatureOf(2), slot: 6 }])],
      [
        'more than was asked for',
        list(Array.from({ length: 41 }, (_, index) => ({ ...entry, signature: signatureOf(index + 1) }))),
      ],
      [
        'a transaction without a message',
        changed((found) => ({ ...found, transaction: { signatures: found.transaction.signatures } })),
      ],
      [
        'another transaction',
        changed((found) => ({ ...found, transaction: { ...found.transaction, signatures: [signatureOf(99)] } })),
      ],
      ['another slot', changed((found) => ({ ...found, slot: 1 }))],
      ['balances that are text', changed((found) => ({ ...found, meta: { ...found.meta, preBalances: ['1'] } }))],
      ['balances below zero', changed((found) => ({ ...found, meta: { ...found.meta, preBalances: [-1] } }))],
      [
        'token amounts that are none',
        changed((found) => ({
          ...found,
          meta: {
            ...found.meta,
            preTokenBalances: [{ accountIndex: 0, mint: USDC, owner: SYSTEM, uiTokenAmount: { amount: '1e9', decimals: 6 } }],
          },
        })),
      ],
      [
        'keys that are none',
        changed((found) => ({
          ...found,
          transaction: { ...found.transaction, message: { accountKeys: ['x'], instructions: [] } },
        })),
      ],
      [
        'token accounts that are none',
        (method, params) => (method === 'getTokenAccountsByOwner' ? { value: [null] } : good(method, params)),
      ],
    ],
    'a node that answers with %s is 503',
    async (_, rpc) => {
      nodes = { 'first.example': rpc, 'second.example': rpc }
      const { status, body } = await history(address())
      expect([status, body.reasons?.[0].field]).toEqual([503, 'chainId'])
    },
  ))

test('a list without an end is left after the time that an answer has, and a page is not read for ever', async () => {
  const { next } = random(7)
  const me = address()
  const node = nodeOf([{ ...nothing, keys: [me] }])
  // Ignores `before`: always the same forty.
  const same = Array.from({ length: 40 }, (_, index) => ({
    ...entry,
    slot: 100 - index,
    signature: signatureOf(Math.floor(next() * 1e6) + 5000),
  }))
  nodes = {
    'first.example': (method, params) =>
      method === 'getSignaturesForAddress'
        ? same
        : method === 'getTransaction'
          ? transaction(params[0], same.find(({ signature }) => signature === params[0])?.slot ?? 0, { ...nothing, keys: [me] })
          : node(method, params),
  }
  const { status, body, headers } = await history(me)
  expect([status, body.data.length, headers.get('x-incomplete')]).toEqual([200, 40, '1'])
})

/** The same with one part of it replaced. */
function spoilt(value: unknown, dice: Random): unknown {
  const { pick, next } = dice
  if (typeof value !== 'object' || value === null || next() < 0.15)
    return pick([null, '', 'x', -1, 1e300, 0.5, [], {}, [[]], true, '\0', '1'.repeat(400), 2 ** 53])
  const keys = Object.keys(value)
  if (keys.length === 0) return null
  const at = pick(keys)
  const part = spoilt((value as Record<string, unknown>)[at], dice)
  return Array.isArray(value) ? value.map((one, index) => (String(index) === at ? part : one)) : { ...value, [at]: part }
}

test('answers with any one part spoilt are an answer or 503, never a failure of ours', async () => {
  const dice = random(20_261_121)
  const statuses = new Map<number, number>()
  for (let round = 0; round < 150; round++) {
    const me = address()
    const whole = nodeOf([
      { keys: [me, SYSTEM], before: [9000, 0], after: [3000, 1000] },
      { keys: [me, SYSTEM], before: [10_000, 5], after: [5000, 5], tokens: [['post', 1, USDC, me, '7']] },
    ])
    const spoiltMethod = dice.pick(['getSignaturesForAddress', 'getTransaction', 'getTransaction', 'getTokenAccountsByOwner'])
    nodes = {
      'first.example': (method, params) => {
        const answer = whole(method, params)
        return method === spoiltMethod ? spoilt(answer, dice) : answer
      },
    }
    const { status } = await history(me)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses.keys()].sort()).toEqual([200, 503])
})
