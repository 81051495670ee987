// What the schemas of the wire say beyond kinds: which fields a server may leave out, which may hold anything, and what is cut, dropped or refused.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { analyticsEventSchema } from '../../src/api/analytics.js'
import { buildApproveSchema } from '../../src/api/approvals.js'
import { balancesSchema } from '../../src/api/balances.js'
import { supportedChainsSchema } from '../../src/api/chains.js'
import { historySchema } from '../../src/api/history.js'
import { identitySchema } from '../../src/api/identity.js'
import { nameWriteBodySchema, registerMessageSchema, registerSchema } from '../../src/api/name-writes.js'
import {
  nameAddressesSchema,
  nameAttributesSchema,
  nameLookupSchema,
  nameReverseSchema,
  suggestionsSchema,
} from '../../src/api/names.js'
import { nftsSchema } from '../../src/api/nfts.js'
import { buyOptionsSchema, buyQuotesSchema } from '../../src/api/onramp-buy.js'
import {
  builtInOptions,
  onrampOptionsSchema,
  onrampProvidersSchema,
  onrampQuoteBodySchema,
  onrampQuoteSchema,
  onrampUrlBodySchema,
  onrampUrlSchema,
} from '../../src/api/onramp.js'
import { pricesBodySchema, pricesSchema } from '../../src/api/prices.js'
import * as shapes from '../../src/api/shapes.js'
import * as sessions from '../../src/api/smart-sessions.js'
import * as swaps from '../../src/api/swaps.js'
import { answerOf, requestOf } from './case.js'
import { checkEach } from '../support/rows.js'
import { user } from './wire.js'

/** `optional`: fields that may be absent, by their path (`data.0.id`); `free`: those whose value may be anything. */
const answers: Record<string, [z.core.$ZodType, optional?: RegExp, free?: RegExp]> = {
  'supported-chains': [supportedChainsSchema],
  identity: [identitySchema, /^resolvedAt$/],
  history: [
    historySchema,
    /\.(nonce|application|chain|fungible_info|fungible_info\.(name|symbol|icon)|nft_info|value|price)$|^next$/,
  ],
  quotes: [swaps.quotesSchema, /\.id$/],
  tokens: [swaps.swapTokensSchema, /\.(logoUri|eip2612)$/],
  price: [pricesSchema],
  allowance: [swaps.allowanceSchema],
  'gas-price': [swaps.gasPriceSchema],
  'build-transaction': [swaps.buildTransactionSchema, /\.value$/],
  'build-approve': [buildApproveSchema],
  balance: [balancesSchema, /\.0\.(chainId|value|price)$/],
  name: [nameLookupSchema, /^(updated_at|attributes|attributes\.bio|addresses\.\d+|addresses\.\d+\.created_at)$/],
  reverse: [nameReverseSchema, /^0\.(updated_at|attributes|attributes\.bio|addresses\.\d+|addresses\.\d+\.created_at)$/],
  suggestions: [suggestionsSchema],
  register: [registerSchema, /^(updated_at|attributes|success|addresses\.\d+|addresses\.\d+\.created_at)$/],
  'name-attributes': [nameAttributesSchema, /^bio$/],
  'name-address': [nameAddressesSchema, /^\d+(\.created_at)?$/],
  'onramp-url': [onrampUrlSchema],
  'onramp-options': [onrampOptionsSchema],
  'onramp-quote': [onrampQuoteSchema],
  'onramp-providers': [onrampProvidersSchema, /\.(serviceProvider|categories)$/, /\.(serviceProvider|categories)$/],
  'buy-options': [buyOptionsSchema, /\.(contractAddress|chainId)$/],
  'buy-quotes': [buyQuotesSchema],
  sessions: [sessions.smartSessionsSchema, /\.data\.\w+$/, /\.data\.\w+$/],
  'session-create': [sessions.createSmartSessionSchema],
  'session-context': [sessions.smartSessionContextSchema],
  'session-sign': [sessions.signSmartSessionSchema],
  'session-revoke': [sessions.revokeSmartSessionSchema],
  nfts: [nftsSchema, /^next$/],
}

const bodies: Record<string, [z.core.$ZodType, optional?: RegExp, free?: RegExp]> = {
  price: [pricesBodySchema, /^projectId$/],
  'build-transaction': [swaps.buildTransactionBodySchema, /^(projectId|disableEstimate)$/],
  register: [nameWriteBodySchema],
  'onramp-url': [
    onrampUrlBodySchema,
    /^(defaultNetwork|defaultExperience|presetFiatAmount|destinationWallets\.0\.(blockchains|assets))$/,
  ],
  'onramp-quote': [onrampQuoteBodySchema],
  'session-create': [sessions.createSmartSessionBodySchema, /\.data\./, /\.data\./],
  'session-sign': [sessions.signSmartSessionBodySchema, /^userOp\./, /^userOp\./],
  'session-revoke': [sessions.revokeSmartSessionBodySchema, /^signature$/],
  event: [analyticsEventSchema, /^props\.(properties|properties\.\w+|address)$/, /^props\.properties\.\w+$/],
}

const rows = [
  ...Object.entries(answers).map(([name, row]) => [`answer ${name}`, { value: answerOf(name), row }] as const),
  ...Object.entries(bodies).map(([name, row]) => [`body ${name}`, { value: requestOf(name), row }] as const),
]

test('each example of the wire reference passes, and only the fields that are listed here may be absent', async () => {
  await checkEach(rows, '%s', (_, { value, row: [schema, optional = /^\0/] }) => {
    expect(z.safeParse(schema, value).error).toBeUndefined()
    const paths = listFields(value)
    expect(paths.length).toBeGreaterThan(0)
    const absent = paths.filter((path) => z.safeParse(schema, change(value, path, remove)).success)
    expect(absent).toEqual(paths.filter((path) => optional.test(path)))
  })
})

test('terms, properties and categories may hold anything', async () => {
  await checkEach(rows, '%s', (_, { value, row: [schema, , free = /^\0/] }) => {
    const paths = listFields(value).filter((path) => free.test(path))
    expect(paths.filter((path) => !z.safeParse(schema, change(value, path, replace)).success)).toEqual([])
  })
})

test('a refusal is not taken for an answer, but for a table whose keys are free; only a revocation needs no answer', () => {
  const accepting = (other: unknown) =>
    Object.entries(answers).flatMap(([name, [schema]]) => (z.safeParse(schema, other).success ? [name] : []))
  expect(accepting({ status: 'FAILED' })).toEqual(['name-attributes'])
  expect(accepting(undefined)).toEqual(['session-revoke'])
})

test('amounts, ids, bytes and times have the forms of the wire reference', async () => {
  const forms: readonly (readonly [keyof typeof shapes, readonly string[], readonly string[]])[] = [
    ['unitsSchema', ['0', '1', '9'.repeat(78)], ['', '-1', '1.0', '1e3', '0x1', '9'.repeat(79)]],
    ['decimalSchema', ['0', '0.25', `${'9'.repeat(78)}.${'9'.repeat(78)}`], ['', '.5', '5.', '-1', '1e3', '1,5', '9'.repeat(79)]],
    ['chainIdSchema', ['eip155:1', 'abc:A-b_1'], ['eip155', 'ab:1', 'EIP155:1', 'eip155:', `eip155:${'1'.repeat(33)}`]],
    [
      'accountIdSchema',
      [`eip155:1:${user}`, `abc:1:${'a'.repeat(128)}`],
      [user, 'eip155:1', 'eip155:1:', `abc:1:${'a'.repeat(129)}`, 'abc:1:a b'],
    ],
    ['evmAddressSchema', [user, user.toLowerCase()], [user.slice(2), `${user}0`, user.slice(0, -1)]],
    ['hexSchema', ['0x', '0xaB', `0x${'00'.repeat(131_071)}`], ['', '00', '0x0', '0xzz', `0x${'00'.repeat(131_072)}`]],
    ['instantSchema', ['2026-01-02T03:04:05Z', '2026-01-02'], ['', 'yesterday', `2026-01-02T03:04:05.${'0'.repeat(50)}Z`]],
    ['textSchema', ['', 'x'.repeat(2048)], ['x'.repeat(2049)]],
  ]
  await checkEach(forms, '%s', (name, good, bad) => {
    const schema = shapes[name] as z.core.$ZodType
    expect(good.filter((text) => !z.safeParse(schema, text).success)).toEqual([])
    expect(bad.filter((text) => z.safeParse(schema, text).success)).toEqual([])
  })
})

test('a picture that could do harm is none, and its key must be there unless it may be absent', () => {
  const pictures = ['https://img.example/a.png', 'javascript:alert(1)', '', null]
  for (const schema of [shapes.imageSchema, shapes.optionalImageSchema])
    expect(pictures.map((url) => z.parse(schema, url))).toEqual(['https://img.example/a.png', null, null, null])
  expect(z.safeParse(shapes.imageSchema, undefined).success).toBe(false)
  expect(z.parse(shapes.optionalImageSchema, undefined)).toBeNull()
})

test('a name of a stranger that is too long is cut, and takes nothing else away', () => {
  const long = 'x'.repeat(5000)
  const cut = long.slice(0, 2048)
  const [token] = z.parse(balancesSchema, answerOf('balance')).balances
  expect(z.parse(balancesSchema, { balances: [token, { ...token, name: long, symbol: long }] }).balances).toMatchObject([
    token,
    { name: cut, symbol: cut },
  ])
  const [nft] = z.parse(nftsSchema, answerOf('nfts')).data
  const strange = { ...nft, name: long, collection: long, description: 'x'.repeat(30_000) }
  expect(z.parse(nftsSchema, { data: [strange, nft] }).data).toMatchObject([
    { name: cut, collection: cut, description: 'x'.repeat(20_000) },
    nft,
  ])
})

test('the signed text of a registration is read back', () => {
  const { message } = z.parse(nameWriteBodySchema, requestOf('register'))
  expect(z.parse(registerMessageSchema, JSON.parse(message))).toEqual({
    name: 'ada.example.id',
    attributes: {},
    timestamp: 1767323045,
  })
})

test('what is built in has the shape of what is served', () => {
  expect(z.parse(onrampOptionsSchema, builtInOptions)).toEqual(builtInOptions)
})

/** Paths of all keys of all objects, however deep; lists count by index but their places are no fields. */
function listFields(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => {
    const path = `${prefix}${key}`
    return [...(Array.isArray(value) ? [] : [path]), ...listFields(entry, `${path}.`)]
  })
}

type Change = (holder: Record<string, unknown>, key: string) => void

const remove: Change = (holder, key) => {
  Reflect.deleteProperty(holder, key)
}

const replace: Change = (holder, key) => {
  holder[key] = typeof holder[key] === 'boolean' ? 'yes' : true
}

function change(value: unknown, path: string, act: Change): unknown {
  const copy: unknown = structuredClone(value)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], copy)
  act(holder as Record<string, unknown>, last) // the path was found in this value
  return copy
}
