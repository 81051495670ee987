// The routes `/v1/convert/…` of a swap: quotes, allowance, gas price, approval and transaction.
import { getAddress, isAddress, maxUint256, type Address } from 'viem'
import { buildApproveQuerySchema, buildApproveSchema } from '../../../../src/api/approvals.js'
import {
  allowanceQuerySchema,
  allowanceSchema,
  buildTransactionBodySchema,
  buildTransactionSchema,
  gasPriceQuerySchema,
  gasPriceSchema,
  quotesQuerySchema,
  quotesSchema,
} from '../../../../src/api/swaps.js'
import { isAccountId, parseAccountId } from '../../../../src/vocabulary/caip.js'
import { jsonBody } from '../../http/body.js'
import { HttpError } from '../../http/errors.js'
import { defineRoute } from '../../http/route.js'
import { NATIVE, readAccount, readChainId, readEvmToken, tokenId, type EvmToken } from '../assets/ids.js'
import { answerJson } from '../assets/answer.js'
import type { SwapsContext } from '../context.js'
import type { Feature } from '../feature.js'
import { approvalData, encodeApproval, orUnavailable, readAllowance } from './approval.js'
import { gasPriceOf } from './gas-price.js'
import { createSwaps } from './swaps.js'

const DEADLINE_S = 20 * 60
const GAS_MARGIN_PERCENT = 110n
const SWEEP_MS = 600_000
/** Units of gas of a swap whose source has not estimated it: what aggregators need for a route over several pools. */
const UNKNOWN_GAS = 350_000n

/** The routes of swaps, and a job that deletes expired quotes. */
export function swapsFeature(ctx: SwapsContext): Feature {
  const swaps = createSwaps(ctx)

  /** Two tokens on one chain that has swaps. @throws HttpError 400 */
  const readPair = (from: string, to: string): { readonly from: EvmToken; readonly to: EvmToken } => {
    const pair = { from: readEvmToken(from, 'from'), to: readEvmToken(to, 'to') }
    if (pair.from.chainId !== pair.to.chainId) throw new HttpError(400, 'to', 'Both tokens must be on one chain')
    assertSwaps(pair.from.chainId)
    if (pair.from.address === pair.to.address) throw new HttpError(400, 'to', 'Both tokens are the same')
    return pair
  }
  const assertSwaps = (chainId: string) => {
    if (!ctx.chains.has(chainId) || !swaps.supports(chainId))
      throw new HttpError(400, 'chainId', 'There are no swaps on this chain')
  }
  const gasPrice = (chainId: string) => orUnavailable(gasPriceOf(ctx, chainId))

  const quotes = defineRoute({
    method: 'GET',
    path: '/v1/convert/quotes',
    summary: 'Rates of a swap, best first',
    cost: 3,
    project: 'required',
    query: quotesQuerySchema,
    answers: { 200: quotesSchema },
    async handle({ query, signal }) {
      const { from, to } = readPair(query.from, query.to)
      const amount = readAmount(query.amount)
      const user = plainUser(query.userAddress)
      const gasPrice = query.gasPrice === undefined ? undefined : BigInt(query.gasPrice)
      const question = { chainId: from.chainId, from: from.address, to: to.address, amount, user, gasPrice }
      const { routes, provider } = await swaps.quote(question, signal)
      const found = routes.map(({ id, amountOut }) => ({
        id,
        fromAmount: String(amount),
        fromAccount: query.from,
        toAmount: String(amountOut),
        toAccount: query.to,
      }))
      return answerJson({ quotes: found }, provider)
    },
  })

  const allowance = defineRoute({
    method: 'GET',
    path: '/v1/convert/allowance',
    summary: 'How much of a token may be taken for a swap',
    cost: 1,
    project: 'required',
    query: allowanceQuerySchema,
    answers: { 200: allowanceSchema },
    async handle({ query, signal }) {
      const token = readEvmToken(query.tokenAddress, 'tokenAddress')
      const user = readUser(query.userAddress, token.chainId)
      assertSwaps(token.chainId)
      if (token.address === NATIVE) return answerJson({ allowance: String(maxUint256) }, 'none') // a coin needs no allowance
      const { chainId, address } = token
      const { spender, provider } = await swaps.spender({ chainId, from: address, user }, signal)
      const allowed = spender ? await readAllowance(ctx, { chainId, token: address, user, spender }, 'tokenAddress') : maxUint256
      return answerJson({ allowance: String(allowed) }, provider)
    },
  })

  const price = defineRoute({
    method: 'GET',
    path: '/v1/convert/gas-price',
    summary: 'Wei for a unit of gas',
    cost: 1,
    project: 'required',
    query: gasPriceQuerySchema,
    answers: { 200: gasPriceSchema },
    async handle({ query }) {
      const chainId = readChainId(query.chainId)
      if (!ctx.chains.has(chainId)) throw new HttpError(400, 'chainId', 'This chain is not served here')
      const { standard, fast, instant } = await gasPrice(chainId)
      return answerJson({ standard: String(standard), fast: String(fast), instant: String(instant) }, 'node')
    },
  })

  const approve = defineRoute({
    method: 'GET',
    path: '/v1/convert/build-approve',
    summary: 'The approval before a swap',
    cost: 2,
    project: 'required',
    query: buildApproveQuerySchema,
    answers: { 200: buildApproveSchema },
    async handle({ query, signal }) {
      const { from, to } = readPair(query.from, query.to)
      const { chainId, address: token } = from
      if (token === NATIVE) throw new HttpError(400, 'from', 'A chain’s own coin needs no approval')
      const user = plainUser(query.userAddress)
      const amount = query.amount === undefined ? undefined : readAmount(query.amount)
      const question = { chainId, from: token, to: to.address, amount, user }
      const { spender, provider } = await swaps.spender({ ...question, quoteId: query.quoteId }, signal)
      if (!spender) throw new HttpError(400, 'from', 'This swap needs no approval')
      const [{ standard }, data] = await Promise.all([
        gasPrice(chainId),
        user
          ? approvalData(ctx, { chainId, token, user, spender }, amount ?? maxUint256)
          : encodeApproval(spender, amount ?? maxUint256),
      ])
      if (amount !== undefined) await swaps.routes.rememberApproval({ ...question, amount }, spender)
      // Public clients send it to `from`, others to `to`: both are the token that is given.
      const id = tokenId(chainId, token)
      return answerJson({ tx: { from: id, to: id, data, value: '0', eip155: { gasPrice: String(standard) } } }, provider)
    },
  })

  const transaction = defineRoute({
    method: 'POST',
    path: '/v1/convert/build-transaction',
    summary: 'The transaction of a swap',
    cost: 3,
    project: 'in-body',
    body: jsonBody(buildTransactionBodySchema),
    answers: { 200: buildTransactionSchema },
    async handle({ body, signal }) {
      const { from, to } = readPair(body.from, body.to)
      const { chainId } = from
      const user = readUser(body.userAddress, chainId)
      const order = {
        chainId,
        from: from.address,
        to: to.address,
        amount: readAmount(body.amount),
        quotedAmount: body.quotedAmount === undefined ? undefined : readAmount(body.quotedAmount, 'quotedAmount'),
        quoteId: body.quoteId,
        user,
        slippagePercent: body.eip155.slippage,
        permit: body.eip155.permit as `0x${string}` | undefined, // the schema asked for 0x
        deadline: BigInt(Math.floor(ctx.now() / 1000) + DEADLINE_S),
      }
      const [{ tx, provider }, { standard }] = await Promise.all([swaps.build(order, signal), gasPrice(chainId)])
      const gas = body.disableEstimate === true ? tx.gas || UNKNOWN_GAS : await estimate(chainId, user, tx)
      const answer = {
        from: tokenId(chainId, user),
        to: tokenId(chainId, tx.to),
        data: tx.data,
        amount: String(tx.amountOut),
        value: String(tx.value),
        eip155: { gas: String(gas), gasPrice: String(standard), takesPermit: tx.takesPermit === true },
      }
      return answerJson({ tx: answer }, provider)
    },
  })

  async function estimate(
    chainId: string,
    account: Address,
    { to, data, value }: { to: Address; data: `0x${string}`; value: bigint },
  ) {
    const client = ctx.chains.client(chainId)
    try {
      return ((await client.estimateGas({ account, to, data, value })) * GAS_MARGIN_PERCENT) / 100n
    } catch {
      await orUnavailable(client.getChainId()) // the node is there: so it is the swap that cannot be done
      throw new HttpError(400, '', 'Conversion parameter error: the transaction would fail; check balance and allowance')
    }
  }

  return {
    jobs: [{ name: 'old swap routes', everyMs: SWEEP_MS, run: () => swaps.routes.sweep() }],
    rows: () => [
      ...swaps.rows(),
      { capability: 'gas price', provider: 'node', kind: ctx.chains.ids.length > 0 ? 'embedded' : 'off' },
    ],
    routes: [quotes, allowance, price, approve, transaction],
  }
}

function readAmount(text: string, field = 'amount'): bigint {
  const amount = BigInt(text)
  if (amount === 0n || amount > maxUint256) throw new HttpError(400, field, 'This amount cannot be swapped')
  return amount
}

/** CAIP-10, on the chain of the swap. @throws HttpError 400 */
function readUser(text: string, chainId: string): Address {
  const { chainId: named, address } = readAccount(text, chainId, 'userAddress')
  if (named !== chainId) throw new HttpError(400, 'userAddress', 'A CAIP-10 id on the chain of the swap is needed')
  return getAddress(address)
}

/** Where the address only helps: bare or CAIP-10, and whatever else is left unread. */
function plainUser(text: string | undefined): Address | undefined {
  const bare = text !== undefined && isAccountId(text) ? parseAccountId(text).address : text
  return bare !== undefined && isAddress(bare, { strict: false }) ? getAddress(bare) : undefined
}
