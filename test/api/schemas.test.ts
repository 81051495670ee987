// Each example of the wire reference passes its schema; without any one of its required fields, or with one of another kind, it does not.
import { describe, expect, test } from 'vitest'
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
import * as sessions from '../../src/api/smart-sessions.js'
import * as swaps from '../../src/api/swaps.js'
import { answerOf, requestOf } from './case.js'

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
  ...Object.entries(answers).map(([name, row]) => ({ title: `answer ${name}`, value: answerOf(name), row })),
  ...Object.entries(bodies).map(([name, row]) => ({ title: `body ${name}`, value: requestOf(name), row })),
]

describe.each(rows)('$title', ({ value, row }) => {
  const [schema, optional = /^\0/, free = /^\0/] = row
  const accepts = (candidate: unknown) => z.safeParse(schema, candidate).success

  test('the example passes', () => {
    expect(z.safeParse(schema, value).error).toBeUndefined()
  })

  test('each required field is missed, each optional one is not', () => {
    const paths = fields(value)
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path) => accepts(changed(value, path, remove)))).toEqual(paths.filter((path) => optional.test(path)))
  })

  test('no field may be of another kind', () => {
    const odd = (holder: Record<string, unknown>, key: string) =>
      void (holder[key] = typeof holder[key] === 'boolean' ? 'yes' : true)
    const paths = fields(value).filter((path) => !free.test(path))
    expect(paths.filter((path) => accepts(changed(value, path, odd)))).toEqual([])
  })

  test.each([undefined, null, 1, 'x', [1], { status: 'FAILED' }])('%j is none', (other) => {
    const isAllowed =
      (schema === sessions.revokeSmartSessionSchema && other === undefined) ||
      // A table whose keys are free.
      (schema === nameAttributesSchema && typeof other === 'object' && other !== null && !Array.isArray(other))
    expect(accepts(other)).toBe(isAllowed)
  })
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
function fields(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => {
    const path = `${prefix}${key}`
    return [...(Array.isArray(value) ? [] : [path]), ...fields(entry, `${path}.`)]
  })
}

type Change = (holder: Record<string, unknown>, key: string) => void

const remove: Change = (holder, key) => {
  Reflect.deleteProperty(holder, key)
}

function changed(value: unknown, path: string, change: Change): unknown {
  const copy: unknown = structuredClone(value)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const holder = keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], copy)
  change(holder as Record<string, unknown>, last) // the path was found in this value
  return copy
}
