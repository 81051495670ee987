// The contract of buying and of sessions.
import * as z from 'zod/mini'
import { buyOptionsSchema, buyQuotesSchema } from '../../../src/api/onramp-buy.js'
import { onrampOptionsSchema, onrampQuoteSchema, onrampUrlSchema } from '../../../src/api/onramp.js'
import {
  createSmartSessionBodySchema,
  createSmartSessionSchema,
  revokeSmartSessionSchema,
  revokeText,
  smartSessionContextSchema,
  smartSessionsSchema,
  signSmartSessionSchema,
} from '../../../src/api/smart-sessions.js'
import { hashUserOperation, userOperationSchema } from '../../src/data/sessions/user-operation.js'
import { CHAIN } from '../data/names/support.js'
import { labels } from './rows-tokens.js'
import { exampleOf, PAGE, refuse, without, type Asking, type Refusal, type Rows } from './row.js'
import { APP, APP_KEY, GAME, type Seeds } from './seeds.js'
import { concatHex, encodeFunctionData, parseAbi, toHex } from 'viem'

const body = (name: string) => exampleOf(name).request as Record<string, unknown> // an object in each of these files
const post = (path: string, made: (seeds: Seeds) => unknown, changes: object = {}): Asking => {
  return async (seeds) => ({ path: `${path}?projectId=shop`, body: { ...((await made(seeds)) as object), ...changes } })
}
const url = (changes: object = {}) =>
  post(
    '/v1/generators/onrampurl',
    ({ at }) => ({
      ...body('onramp-url'),
      destinationWallets: [{ address: at[5], blockchains: ['ethereum', 'base'], assets: ['ETH', 'USDC'] }],
      partnerUserId: at[5],
    }),
    changes,
  )
const quote = (changes: object = {}) =>
  post(
    '/v1/onramp/quote',
    () => ({
      ...body('onramp-quote'),
      purchaseCurrency: { id: 'eth', name: 'Ether', symbol: 'ETH', networks: [] },
    }),
    changes,
  )
const buyPath = `/v1/onramp/buy/quotes?purchaseCurrency=ETH&paymentAmount=50&paymentCurrency=USD&paymentMethod=CARD&country=US&${labels}`
const buyWith = (name: string, value: string) => () => ({
  path: `${without(buyPath, name)}&${name}=${encodeURIComponent(value)}`,
})

const account = ({ at }: Seeds) => `/v1/sessions/${CHAIN}:${at[4] ?? ''}`
const session =
  (end: string, made: (seeds: Seeds) => unknown): Asking =>
  async (seeds) => ({
    path: `${account(seeds)}${end}${end.includes('?') ? '&' : '?'}projectId=shop`,
    body: await made(seeds),
  })
const wrongAccounts = (end: string, send?: (seeds: Seeds) => unknown): readonly Refusal[] =>
  (
    [
      ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'address'],
      ['eip155:31337:0x12', 'address'],
      ['nonsense', 'address'],
      ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111112', 'chainId'],
      ['eip155:999:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'chainId'],
    ] as const
  ).map(([id, field]) =>
    refuse(`of ${id}`, (seeds) => ({ path: `/v1/sessions/${id}${end}`, ...(send && { body: send(seeds) }) }), 400, field),
  )
const unknownPci = '5f0c2a9e-41d7-4b5e-9a3f-2d0c8e6b7a10'

const operation = ({ at }: Seeds, changes: object = {}) => ({
  sender: at[4],
  nonce: toHex(1n),
  ...call(`0x${'33'.repeat(20)}`, 1n),
  callGasLimit: toHex(100_000n),
  verificationGasLimit: toHex(100_000n),
  preVerificationGas: toHex(50_000n),
  // Gas counts against the allowance, which is small.
  maxFeePerGas: toHex(0n),
  maxPriorityFeePerGas: toHex(0n),
  signature: '0x',
  ...changes,
})
/** As the app sends it: with its own signature, where it is an operation at all. */
export const signedOperation = async (seeds: Seeds, changes: object = {}) => {
  const plain = operation(seeds, changes)
  const parsed = userOperationSchema.safeParse(plain)
  if (!parsed.success) return plain
  return { ...plain, signature: await APP.signMessage({ message: { raw: hashUserOperation(parsed.data, 31_337) } }) }
}
const signing = (changes: object = {}, pci?: string): Asking =>
  session('/sign', async (seeds) => ({ pci: pci ?? seeds.sessions.active, userOp: await signedOperation(seeds, changes) }))
const call = (to: string, value: bigint) => ({
  callData: encodeFunctionData({
    abi: parseAbi(['function execute(address to, uint256 value, bytes data)']),
    functionName: 'execute',
    args: [to as `0x${string}`, value, '0x'], // 20 bytes in hex
  }),
})
const revocation = async ({ world, at, sessions }: Seeds, changes: object = {}) => {
  const timestamp = world.seconds()
  const text = revokeText({ pci: sessions.doomed, address: `${CHAIN}:${at[4] ?? ''}`, timestamp })
  return { pci: sessions.doomed, signature: await world.account(4).signMessage({ message: text }), timestamp, ...changes }
}
export const termsOf = ({ terms }: Seeds) => createSmartSessionBodySchema.parse(terms)
const create = (changes: object = {}) => session('?v=2', (seeds) => ({ ...seeds.terms, ...changes }))
const activate = (changes: object = {}) =>
  session('/activate', (seeds) => ({ ...seeds.terms, pci: seeds.sessions.waiting, context: `0x${'ab'.repeat(32)}`, ...changes }))

const form = (seeds: Seeds, order: number, end: string, token?: string) => ({
  path: `${seeds.orders[order]?.path ?? ''}/${end}`,
  body: new URLSearchParams({ token: token ?? seeds.orders[order]?.token ?? '' }).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

export const onrampRows: Rows = {
  'POST /v1/generators/onrampurl': {
    wire: '2.16',
    ask: url(),
    answers: onrampUrlSchema,
    example: 'onramp-url',
    adds: ['provider', 'orderId'],
    refusals: [
      refuse('no wallet', url({ destinationWallets: [] }), 400, 'destinationWallets'),
      refuse('no wallets', url({ destinationWallets: undefined }), 400, 'destinationWallets'),
      refuse('no partner', url({ partnerUserId: undefined }), 400, 'partnerUserId'),
      refuse('a long partner', url({ partnerUserId: 'p'.repeat(50) }), 400, 'partnerUserId'),
      refuse('half a dollar', url({ presetFiatAmount: 0.5 }), 400, 'presetFiatAmount'),
      refuse('another experience', url({ defaultExperience: 'steal' }), 400, 'defaultExperience'),
    ],
  },
  'GET /v1/onramp/providers': {
    wire: '2.22',
    ask: () => ({ path: `/v1/onramp/providers?${labels}` }),
    answers: z
      .array(z.strictObject({ serviceProvider: z.string(), name: z.string(), categories: z.array(z.string()) }))
      .check(z.minLength(1)),
  },
  'GET /v1/onramp/options': {
    wire: '2.17',
    ask: () => ({ path: `/v1/onramp/options?${labels}` }),
    answers: onrampOptionsSchema,
    example: 'onramp-options',
  },
  'GET /v1/onramp/buy/options': {
    wire: '2.17',
    ask: () => ({ path: `/v1/onramp/buy/options?country=US&subdivision=CA&${labels}` }),
    answers: buyOptionsSchema,
    example: 'buy-options',
    adds: ['purchaseCurrencies.*.iconUrl'],
    refusals: [
      refuse('no country', () => ({ path: `/v1/onramp/buy/options?${labels}` }), 400, 'country'),
      refuse('no code', () => ({ path: '/v1/onramp/buy/options?country=Germany' }), 400, 'country'),
    ],
  },
  'POST /v1/onramp/quote': {
    wire: '2.18',
    ask: quote(),
    answers: onrampQuoteSchema,
    example: 'onramp-quote',
    refusals: [
      ...['purchaseCurrency', 'paymentCurrency', 'amount', 'network'].map((name) =>
        refuse(`no ${name}`, quote({ [name]: undefined }), 400, name),
      ),
      refuse('a number', quote({ amount: 50 }), 400, 'amount'),
      refuse('too little', quote({ amount: '1' }), 400, 'amount'),
      refuse('parts of a cent', quote({ amount: '10.001' }), 400, 'amount'),
      refuse('an unknown coin', quote({ purchaseCurrency: { id: 'x', name: 'X', symbol: 'NOPE', networks: [] } }), 400, 'asset'),
      refuse('an unknown currency', quote({ paymentCurrency: { id: 'XAU', payment_method_limits: [] } }), 400, 'currency'),
      refuse('nobody knows the price', quote(), 503, 'provider', 'away'),
    ],
  },
  'GET /v1/onramp/buy/quotes': {
    wire: '2.18',
    ask: () => ({ path: buyPath }),
    answers: buyQuotesSchema,
    example: 'buy-quotes',
    refusals: [
      ...['purchaseCurrency', 'paymentAmount', 'paymentCurrency', 'paymentMethod', 'country'].map((name) =>
        refuse(`no ${name}`, () => ({ path: without(buyPath, name) }), 400, name),
      ),
      refuse('a word for an amount', buyWith('paymentAmount', 'much'), 400, 'paymentAmount'),
      refuse('an unknown coin', buyWith('purchaseCurrency', 'NOPE'), 400, 'asset'),
      refuse('an unknown currency', buyWith('paymentCurrency', 'XAU'), 400, 'currency'),
    ],
  },
  'GET /onramp/checkout/:id': {
    wire: '2.16',
    access: 'open',
    type: 'text/html',
    ask: ({ orders }) => ({ path: orders[0]?.path ?? '' }),
    refusals: [
      refuse('an order that is none', () => ({ path: '/onramp/checkout/o_1' }), 404, PAGE),
      refuse('an order of nobody', () => ({ path: `/onramp/checkout/o_${'0'.repeat(40)}` }), 404, PAGE),
    ],
  },
  'POST /onramp/checkout/:id/confirm': {
    wire: '2.16',
    access: 'open',
    status: 303,
    type: 'none',
    ask: (seeds) => form(seeds, 1, 'confirm'),
    refusals: [
      refuse('a form of somebody else', (seeds) => form(seeds, 0, 'confirm', 'x'), 403, PAGE),
      refuse('an order that is none', () => ({ path: '/onramp/checkout/o_1/confirm', body: 'token=x' }), 404, PAGE),
    ],
  },
  'POST /onramp/checkout/:id/cancel': {
    wire: '2.16',
    access: 'open',
    status: 303,
    type: 'none',
    ask: (seeds) => form(seeds, 2, 'cancel'),
    refusals: [refuse('a form of somebody else', (seeds) => form(seeds, 0, 'cancel', 'x'), 403, PAGE)],
  },

  'GET /v1/sessions/:account': {
    wire: '2.19',
    ask: (seeds) => ({ path: `${account(seeds)}?${labels}` }),
    answers: smartSessionsSchema,
    example: 'sessions',
    tables: ['pcis.*.permissions.*.data'],
    refusals: [
      ...wrongAccounts(''),
      refuse('a cursor of nobody', (seeds) => ({ path: `${account(seeds)}?cursor=${'a'.repeat(30)}` }), 400, 'cursor'),
    ],
  },
  'POST /v1/sessions/:account': {
    wire: '2.21',
    ask: create(),
    answers: createSmartSessionSchema,
    example: 'session-create',
    refusals: [
      ...wrongAccounts('', ({ terms }) => terms),
      ...['expiry', 'signer', 'permissions', 'policies'].map((name) =>
        refuse(`no ${name}`, create({ [name]: undefined }), 400, name),
      ),
      refuse('no permission', create({ permissions: [] }), 400, 'permissions'),
      refuse('an unknown permission', create({ permissions: [{ type: 'everything', data: {} }] }), 400, 'permissions.0.type'),
      refuse('a policy', create({ policies: [{ type: 'x', data: {} }] }), 400, 'policies'),
      refuse('an end in the past', create({ expiry: 1 }), 400, 'expiry'),
      refuse('for ever', create({ expiry: 99_999_999_999 }), 400, 'expiry'),
      refuse('another chain', create({ chainId: '0x1' }), 400, 'chainId'),
    ],
  },
  'POST /v1/sessions/:account/activate': {
    wire: '2.21',
    type: 'none',
    ask: activate(),
    refusals: [
      ...['pci', 'context'].map((name) => refuse(`no ${name}`, activate({ [name]: undefined }), 400, name)),
      refuse('a session of nobody', activate({ pci: unknownPci }), 404, 'pci'),
      refuse(
        'other terms',
        activate({
          permissions: [{ type: 'contract-call', data: { address: GAME, abi: [], functions: [{ functionName: 'x' }] } }],
        }),
        400,
        'permissions',
      ),
      refuse(
        'another signer',
        activate({
          signer: { type: 'keys', data: { keys: [{ ...APP_KEY, publicKey: concatHex(['0x03', `0x${'ab'.repeat(32)}`]) }] } },
        }),
        400,
        'signer',
      ),
      refuse(
        'twice',
        session('/activate', (s) => ({ ...s.terms, pci: s.sessions.active, context: '0xabcd' })),
        400,
        'pci',
      ),
    ],
  },
  'GET /v1/sessions/:account/getcontext': {
    wire: '2.21',
    ask: (seeds) => ({ path: `${account(seeds)}/getcontext?pci=${seeds.sessions.active}&${labels}` }),
    answers: smartSessionContextSchema,
    example: 'session-context',
    refusals: [
      refuse('no pci', (seeds) => ({ path: `${account(seeds)}/getcontext?${labels}` }), 400, 'pci'),
      refuse('a session of nobody', (seeds) => ({ path: `${account(seeds)}/getcontext?pci=${unknownPci}` }), 404, 'pci'),
      refuse(
        'a session of somebody else',
        ({ at, sessions }) => ({ path: `/v1/sessions/${CHAIN}:${at[5] ?? ''}/getcontext?pci=${sessions.active}` }),
        404,
        'pci',
      ),
    ],
  },
  'POST /v1/sessions/:account/sign': {
    wire: '2.21',
    ask: signing(),
    answers: signSmartSessionSchema,
    example: 'session-sign',
    refusals: [
      refuse(
        'no operation',
        session('/sign', ({ sessions }) => ({ pci: sessions.active })),
        400,
        'userOp',
      ),
      refuse('half an operation', signing({ nonce: undefined }), 400, 'userOp.nonce'),
      ...['callGasLimit', 'verificationGasLimit', 'maxFeePerGas', 'maxPriorityFeePerGas', 'paymasterPostOpGasLimit'].map(
        (field) => refuse(`${field} of 121 bits`, signing({ [field]: toHex(2n ** 120n) }), 400, `userOp.${field}`),
      ),
      refuse('of another account', signing({ sender: GAME }), 400, 'userOp.sender'),
      refuse('calls that nobody understands', signing({ callData: '0x12345678' }), 400, 'userOp.callData'),
      refuse(
        'an operation that the app did not sign',
        session('/sign', (seeds) => ({ pci: seeds.sessions.active, userOp: operation(seeds, { signature: '0xaa' }) })),
        401,
        'userOp.signature',
      ),
      refuse('more than is allowed', signing(call(GAME, 101n)), 403, 'permissions'),
      refuse('gas that is not allowed', signing({ maxFeePerGas: toHex(1n) }), 403, 'permissions'),
      refuse('a session of nobody', signing({}, unknownPci), 404, 'pci'),
      refuse(
        'one that waits',
        session('/sign', (seeds) => ({ pci: seeds.sessions.doomed, userOp: operation(seeds) })),
        403,
        'pci',
      ),
    ],
  },
  'POST /v1/sessions/:account/revoke': {
    wire: '2.20',
    ask: session('/revoke', (seeds) => revocation(seeds)),
    answers: revokeSmartSessionSchema,
    example: 'session-revoke',
    refusals: [
      refuse(
        'no pci',
        session('/revoke', () => ({})),
        400,
        'pci',
      ),
      refuse(
        'a session of nobody',
        session('/revoke', () => ({ pci: unknownPci })),
        404,
        'pci',
      ),
      refuse(
        'no signature',
        session('/revoke', ({ sessions }) => ({ pci: sessions.active })),
        401,
        'signature',
      ),
      refuse(
        'a signature of somebody else',
        session('/revoke', ({ sessions }) => ({ pci: sessions.active, signature: `0x${'1b'.repeat(65)}` })),
        401,
        'signature',
      ),
      refuse(
        'an old one',
        session('/revoke', ({ sessions }) => ({ pci: sessions.active, signature: '0x1b', timestamp: 1 })),
        400,
        'timestamp',
      ),
    ],
  },
}
