// The contract of accounts and their tokens.
import * as z from 'zod/mini'
import { buildApproveSchema } from '../../../src/api/approvals.js'
import { balancesSchema } from '../../../src/api/balances.js'
import { historySchema } from '../../../src/api/history.js'
import { identitySchema } from '../../../src/api/identity.js'
import { nftsSchema } from '../../../src/api/nfts.js'
import { tokenApprovalsSchema } from '../../../src/api/token-approvals.js'
import { pricesSchema } from '../../../src/api/prices.js'
import {
  allowanceSchema,
  buildTransactionSchema,
  gasPriceSchema,
  quotesSchema,
  swapTokensSchema,
} from '../../../src/api/swaps.js'
import { COPPER, STABLE } from '../../devnet/manifest.js'
import { chainId, idOf, native } from '../data/support/world.js'
import { refuse, without, type Refusal, type Row, type Rows } from './row.js'
import type { Seeds } from './seeds.js'
import type { Variant } from './world.js'

/** As public clients end every query. */
export const labels = 'st=appkit&sv=html-ethers-1.7.6&projectId=shop'
const SOLANA = 'So11111111111111111111111111111111111111112'

/** A GET whose parameters the refusals change one by one. */
const asked = (path: (seeds: Seeds) => string, query: Readonly<Record<string, string>>) => {
  const ask = (seeds: Seeds, changes: Readonly<Record<string, string>> = {}) => {
    const pairs = Object.entries({ ...query, ...changes }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return { path: `${path(seeds)}?${[...pairs, labels].join('&')}` }
  }
  return {
    ask: (seeds: Seeds) => ask(seeds),
    lacking: (name: string): Refusal => refuse(`no ${name}`, (seeds) => ({ path: without(ask(seeds).path, name) }), 400, name),
    wrong: (name: string, value: string, field = name): Refusal =>
      refuse(`${name}=${value.slice(0, 60)}`, (seeds) => ask(seeds, { [name]: value }), 400, field),
    away: (field: string): Refusal => refuse('no node answers', (seeds) => ask(seeds), 503, field, 'away'),
  }
}

const at = (index: number) => (seeds: Seeds) => seeds.at[index] ?? ''
/** Wrong places in a path. */
const places = (made: (address: string) => string, list: readonly (readonly [string, string])[]): readonly Refusal[] =>
  list.map(([address, field]) => refuse(`of ${address || 'nobody'}`, () => ({ path: made(address) }), 400, field))
const badChecksum = '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const badAddresses = [
  ['0x12', 'address'],
  ['nonsense', 'address'],
  [badChecksum, 'address'],
  ['%20', 'address'],
] as const

const history = asked((seeds) => `/v1/account/${at(0)(seeds)}/history`, { chainId })
const nfts = asked((seeds) => `/v1/account/${at(0)(seeds)}/nfts`, { chainId })
const approvals = asked((seeds) => `/v1/account/${at(0)(seeds)}/approvals`, { chainId })
const balance = asked((seeds) => `/v1/account/${at(0)(seeds)}/balance`, { currency: 'usd', chainId, forceUpdate: native })
const quotes = asked(() => '/v1/convert/quotes', { amount: '1000000000000000000', from: native, to: idOf(STABLE) })
const tokens = asked(() => '/v1/convert/tokens', { chainId })
const gasPrice = asked(() => '/v1/convert/gas-price', { chainId })

const identity = (path: (address: string) => string): Row => ({
  wire: '2.2',
  ask: (seeds) => ({ path: `${path(at(0)(seeds))}?sender=${at(0)(seeds)}&${labels}` }),
  answers: identitySchema,
  example: 'identity',
  refusals: [
    ...places(path, badAddresses),
    refuse('no source answers', (seeds) => ({ path: path(at(9)(seeds)) }), 503, 'provider', 'away'),
  ],
})

const allowanceOf = (token: string, user: (seeds: Seeds) => string) => (seeds: Seeds) => ({
  path: `/v1/convert/allowance?tokenAddress=${encodeURIComponent(token)}&userAddress=${encodeURIComponent(user(seeds))}&${labels}`,
})
const me = (seeds: Seeds) => `${chainId}:${at(0)(seeds)}`

const approvalOf =
  (changes: Readonly<Record<string, string>> = {}) =>
  (seeds: Seeds) => {
    const query = { userAddress: at(0)(seeds), from: idOf(STABLE), to: native, amount: '1000000', ...changes }
    return { path: `/v1/convert/build-approve?${new URLSearchParams(query)}&${labels}` }
  }

const transactionOf =
  (changes: object = {}) =>
  (seeds: Seeds) => ({
    path: '/v1/convert/build-transaction',
    body: {
      projectId: 'shop',
      amount: '1000000000000000000',
      from: native,
      to: idOf(STABLE),
      userAddress: me(seeds),
      eip155: { slippage: 1 },
      disableEstimate: true,
      ...changes,
    },
  })

/** As pages do, which show a quote first. */
const quotedTransactionOf =
  (changes: object = {}) =>
  async (seeds: Seeds) => {
    const asked = transactionOf(changes)(seeds)
    const { amount, from, to } = asked.body
    await seeds.world.ask({ path: `/v1/convert/quotes?${new URLSearchParams({ amount, from, to })}&userAddress=${at(0)(seeds)}` })
    return asked
  }

const priceOf =
  (changes: object = {}) =>
  () => ({ path: '/v1/fungible/price', body: { projectId: 'shop', currency: 'usd', addresses: [native], ...changes } })

const wrongBody = (
  made: (changes: object) => Refusal['ask'],
  list: readonly (readonly [changes: object, status: number, field: string, variant?: Variant])[],
): readonly Refusal[] =>
  list.map(([changes, status, field, variant]) =>
    refuse(JSON.stringify(changes).slice(0, 80), made(changes), status, field, variant),
  )

export const tokenRows: Rows = {
  'GET /v1/identity/:address': identity((address) => `/v1/identity/${address}`),
  'GET /v1/account/:address/identity': identity((address) => `/v1/account/${address}/identity`),

  'GET /v1/account/:account/history': {
    wire: '2.3',
    ask: history.ask,
    answers: historySchema,
    example: 'history',
    adds: ['data.*.transfers.*.fungible_info.address', 'data.*.transfers.*.fungible_info.flags'],
    lacks: ['data.*.transfers.*.price', 'data.*.transfers.*.value'], // absent where nobody knew it then
    refusals: [
      ...places((address) => `/v1/account/${address}/history`, badAddresses),
      ...places((address) => `/v1/account/${address}/history`, [[SOLANA, 'address']]),
      ...places((address) => `/v1/account/${address}/history?chainId=${chainId}`, [[SOLANA, 'address']]),
      history.wrong('chainId', 'eip155:999'),
      history.wrong('chainId', '999'),
      history.wrong('chainId', 'nonsense'),
      history.wrong('onramp', 'nobody'),
      history.wrong('cursor', 'x'),
      history.wrong('cursor', 'e30.AAAAAAAAAAAAAAAAAAAAAAAA'),
      refuse(
        'a cursor of another account',
        (s) => ({ path: `${without(history.ask(s).path.replace(at(0)(s), at(1)(s)), 'x')}&cursor=${s.cursors.history}` }),
        400,
        'cursor',
      ),
      refuse('a cursor of another list', (s) => ({ path: `${history.ask(s).path}&cursor=${s.cursors.nfts}` }), 400, 'cursor'),
      refuse('no node answers', (s) => ({ path: history.ask(s).path.replace(at(0)(s), at(9)(s)) }), 503, 'chainId', 'away'),
    ],
  },

  'GET /v1/account/:address/nfts': {
    wire: 'own',
    ask: nfts.ask,
    answers: nftsSchema,
    example: 'nfts',
    adds: ['data.*.description', 'data.*.traits'],
    refusals: [
      ...places((address) => `/v1/account/${address}/nfts`, badAddresses),
      ...places((address) => `/v1/account/${address}/nfts`, [[SOLANA, 'address']]),
      nfts.wrong('chainId', 'eip155:999'),
      nfts.wrong('chainId', '31337'),
      nfts.wrong('cursor', 'x'),
      refuse(
        'a cursor of another account',
        (s) => ({ path: `${nfts.ask(s).path.replace(at(0)(s), at(1)(s))}&cursor=${s.cursors.nfts}` }),
        400,
        'cursor',
      ),
      refuse('no node answers', (s) => ({ path: nfts.ask(s).path.replace(at(0)(s), at(9)(s)) }), 503, 'chainId', 'away'),
    ],
  },

  'GET /v1/account/:address/approvals': {
    wire: 'own',
    ask: approvals.ask,
    answers: tokenApprovalsSchema,
    refusals: [
      ...places((address) => `/v1/account/${address}/approvals?chainId=${chainId}`, [...badAddresses, [SOLANA, 'address']]),
      refuse('no chain', (s) => ({ path: without(approvals.ask(s).path, 'chainId') }), 400, 'chainId'),
      approvals.wrong('chainId', 'eip155:999'),
      approvals.wrong('chainId', '31337'),
      approvals.wrong('cursor', 'x'),
      refuse('a cursor of another list', (s) => ({ path: `${approvals.ask(s).path}&cursor=${s.cursors.nfts}` }), 400, 'cursor'),
      refuse('no node answers', (s) => ({ path: approvals.ask(s).path.replace(at(0)(s), at(9)(s)) }), 503, 'chainId', 'away'),
    ],
  },

  'GET /v1/account/:address/portfolio': {
    wire: '2.22',
    ask: ({ at }) => ({ path: `/v1/account/${at[0] ?? ''}/portfolio?chainId=eip155:31337&${labels}` }),
    answers: z.strictObject({
      data: z.array(z.strictObject({ id: z.string(), name: z.string(), symbol: z.string() })).check(z.minLength(1)),
    }),
    refusals: [refuse('no address', () => ({ path: '/v1/account/nobody/portfolio' }), 400, 'address')],
  },
  'GET /v1/account/:address/balance': {
    wire: '2.11',
    ask: balance.ask,
    answers: balancesSchema,
    example: 'balance',
    adds: ['balances.*.address'],
    refusals: [
      balance.lacking('currency'),
      balance.wrong('currency', 'USD'),
      balance.wrong('currency', 'xxx'),
      balance.wrong('chainId', 'eip155:999'),
      balance.wrong('chainId', 'nonsense'),
      balance.wrong('forceUpdate', 'nonsense'),
      balance.wrong('forceUpdate', 'eip155:999:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'),
      balance.wrong('forceUpdate', Array(101).fill(native).join(',').slice(0, 2000)),
      ...places((address) => `/v1/account/${address}/balance?currency=usd`, badAddresses),
      ...places((address) => `/v1/account/${address}/balance?currency=usd&chainId=${chainId}`, [[SOLANA, 'address']]),
      refuse('no node answers', (s) => ({ path: without(balance.ask(s).path, 'forceUpdate') }), 503, 'chainId', 'away'),
    ],
  },

  'GET /v1/convert/quotes': {
    wire: '2.4',
    ask: quotes.ask,
    answers: quotesSchema,
    example: 'quotes',
    refusals: [
      quotes.lacking('amount'),
      quotes.lacking('from'),
      quotes.lacking('to'),
      quotes.wrong('amount', '1.5'),
      quotes.wrong('amount', '-1'),
      quotes.wrong('amount', '0'),
      quotes.wrong('amount', '9'.repeat(78)),
      quotes.wrong('from', STABLE.address),
      quotes.wrong('from', `eip155:999:${STABLE.address}`, 'to'),
      quotes.wrong('to', native),
      quotes.wrong('to', `${chainId}:0x12`),
      quotes.wrong('to', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111111'),
      refuse(
        'a chain without swaps',
        () => ({ path: `/v1/convert/quotes?amount=1&from=eip155:999:${STABLE.address}&to=eip155:999:${COPPER.address}` }),
        400,
        'chainId',
      ),
      quotes.away('provider'),
    ],
  },

  'GET /v1/convert/tokens': {
    wire: '2.5',
    ask: tokens.ask,
    answers: swapTokensSchema,
    example: 'tokens',
    refusals: [
      tokens.lacking('chainId'),
      tokens.wrong('chainId', 'eip155:999'),
      tokens.wrong('chainId', 'nonsense'),
      tokens.wrong('address', 'nonsense'),
      tokens.wrong('address', `eip155:1:${STABLE.address}`),
    ],
  },

  'POST /v1/fungible/price': {
    wire: '2.6',
    ask: priceOf(),
    answers: pricesSchema,
    example: 'price',
    adds: ['fungibles.*.address'],
    refusals: wrongBody(priceOf, [
      [{ currency: 'USD' }, 422, 'currency'],
      [{ currency: undefined }, 422, 'currency'],
      [{ addresses: undefined }, 400, 'addresses'],
      [{ addresses: [] }, 400, 'addresses'],
      [{ addresses: Array(101).fill(native) }, 400, 'addresses'],
      [{ addresses: ['nonsense'] }, 400, 'addresses'],
      [{ addresses: [`${chainId}:0x12`] }, 400, 'addresses'],
      [{ addresses: [`eip155:999:${STABLE.address}`] }, 400, 'chainId'],
      [{ projectId: 7 }, 422, 'projectId'],
    ]),
  },

  'GET /v1/convert/allowance': {
    wire: '2.7',
    ask: allowanceOf(idOf(STABLE), me),
    answers: allowanceSchema,
    example: 'allowance',
    refusals: [
      refuse(
        'no tokenAddress',
        (s) => ({ path: without(allowanceOf(idOf(STABLE), me)(s).path, 'tokenAddress') }),
        400,
        'tokenAddress',
      ),
      refuse(
        'no userAddress',
        (s) => ({ path: without(allowanceOf(idOf(STABLE), me)(s).path, 'userAddress') }),
        400,
        'userAddress',
      ),
      refuse('a plain token', allowanceOf(STABLE.address, me), 400, 'tokenAddress'),
      refuse('a plain user', allowanceOf(idOf(STABLE), at(0)), 400, 'userAddress'),
      refuse(
        'a user elsewhere',
        allowanceOf(idOf(STABLE), (s) => `eip155:1:${at(0)(s)}`),
        400,
        'userAddress',
      ),
      refuse('no token there', allowanceOf(`${chainId}:0x0000000000000000000000000000000000000001`, me), 400, 'tokenAddress'),
      refuse(
        'a chain without swaps',
        allowanceOf(`eip155:999:${STABLE.address}`, (s) => `eip155:999:${at(0)(s)}`),
        400,
        'chainId',
      ),
      refuse('no node answers', allowanceOf(idOf(STABLE), me), 503, 'chainId', 'away'),
    ],
  },

  'GET /v1/convert/gas-price': {
    wire: '2.8',
    ask: gasPrice.ask,
    answers: gasPriceSchema,
    example: 'gas-price',
    refusals: [
      gasPrice.lacking('chainId'),
      gasPrice.wrong('chainId', 'eip155:999'),
      gasPrice.wrong('chainId', 'nonsense'),
      gasPrice.wrong('chainId', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
      gasPrice.away('chainId'),
    ],
  },

  'POST /v1/convert/build-transaction': {
    wire: '2.9',
    ask: quotedTransactionOf(),
    answers: buildTransactionSchema,
    example: 'build-transaction',
    adds: ['tx.eip155.takesPermit'],
    refusals: [
      ...wrongBody(transactionOf, [
        [{ eip155: undefined }, 400, 'eip155'],
        [{ eip155: { slippage: 51 } }, 400, 'eip155'],
        [{ eip155: { slippage: 1, permit: 'x' } }, 400, 'eip155'],
        [{ amount: undefined }, 400, 'amount'],
        [{ amount: '0' }, 400, 'amount'],
        [{ amount: 5 }, 400, 'amount'],
        [{ from: STABLE.address }, 400, 'from'],
        [{ from: `eip155:1:${STABLE.address}` }, 400, 'to'],
        [{ to: native }, 400, 'to'],
        [{ userAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }, 400, 'userAddress'],
        [{ userAddress: 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }, 400, 'userAddress'],
        [{ amount: '1000000000000000007' }, 400, 'quoteId'], // nobody asked what it costs
        [{ quoteId: 'a quote of yesterday' }, 400, 'quoteId'],
        [{ quotedAmount: '1.5' }, 400, 'quotedAmount'],
        [{ quotedAmount: '0' }, 400, 'quotedAmount'],
        [{ quotedAmount: '9'.repeat(30) }, 400, 'price'],
      ]),
      ...wrongBody(quotedTransactionOf, [
        [{ from: idOf(COPPER), amount: '1' + '0'.repeat(30), disableEstimate: false }, 400, ''],
        [{}, 503, 'provider|chainId', 'away'],
      ]),
    ],
  },

  'GET /v1/convert/build-approve': {
    wire: '2.10',
    ask: approvalOf(),
    answers: buildApproveSchema,
    example: 'build-approve',
    refusals: [
      ...['userAddress', 'from', 'to'].map((name) =>
        refuse(`no ${name}`, (s) => ({ path: without(approvalOf()(s).path, name) }), 400, name),
      ),
      refuse('a coin', approvalOf({ from: native, to: idOf(STABLE) }), 400, 'from'),
      refuse('two chains', approvalOf({ to: `eip155:1:${COPPER.address}` }), 400, 'to'),
      refuse('no amount in digits', approvalOf({ amount: '1e3' }), 400, 'amount'),
      refuse('nothing', approvalOf({ amount: '0' }), 400, 'amount'),
      refuse('no node answers', approvalOf(), 503, 'chainId', 'away'),
    ],
  },
}
