// The routes of chain RPC: `POST /v1?chainId=` (one call or a batch), `GET /ws` and `GET /v1/supported-chains`.
import * as z from 'zod'
import { jsonBody } from '../http/body.js'
import { HttpError, failure } from '../http/errors.js'
import { defineRoute, type Route } from '../http/route.js'
import { CALL_COST, callsCost } from './call-cost.js'
import { callSchema, codes } from './json-rpc.js'
import { NodesFailed } from './nodes.js'
import { BATCH_MAX, type Proxy } from './proxy.js'

const replySchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int(), z.null()]),
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
})
/** Any body is accepted: each item is checked by itself and gets an error of its own. The schema describes calls in the document. */
const body = { ...jsonBody(z.unknown()), schema: z.union([callSchema, z.array(callSchema).max(BATCH_MAX), z.unknown()]) }
const RETRY_AFTER_S = 1

/** What `rpcRoutes` needs. */
export interface RpcRoutesOptions {
  readonly proxy: Proxy
  /** CAIP-2 ids of chains with a WebSocket node. */
  readonly sockets: readonly string[]
  readonly dev: boolean
}

/** The routes; `dev` shortens the caching of `/v1/supported-chains` to a minute. */
export function rpcRoutes({ proxy, sockets, dev }: RpcRoutesOptions): readonly Route[] {
  const chainId = z.string().refine((id) => proxy.chains.includes(id), 'This chain is not served here')
  const supportedAge = dev ? 60 : 3600

  const calls = (path: '/v1' | '/v1/bundler') =>
    defineRoute({
      method: 'POST',
      path,
      summary: `One JSON-RPC 2.0 call, or a batch of up to ${BATCH_MAX}`,
      cost: CALL_COST,
      project: 'required',
      query: z.object({ chainId, projectId: z.string().optional() }),
      body,
      // A batch is charged whole before any of its calls is made.
      extraCost: ({ body }) => (isOfSize(body) ? callsCost([body].flat()) - CALL_COST : 0),
      answers: { 200: z.union([replySchema, z.array(replySchema)]) },
      refuse,
      async handle({ query, body, signal }) {
        return Response.json(await answerBody(proxy, query.chainId, body, signal).catch(throwHttpError))
      },
    })
  return [
    calls('/v1/bundler'), // public clients send user operations to a path of their own
    calls('/v1'),
    defineRoute({
      method: 'GET',
      path: '/v1',
      summary: 'Refused: calls are sent with POST',
      cost: 0,
      project: { rule: 'none', because: 'everybody is refused' },
      answers: { 426: 'empty' },
      handle: throwUpgrade,
    }),
    defineRoute({
      method: 'GET',
      path: '/ws',
      summary: 'A WebSocket to a node of the chain: 426 without an upgrade',
      cost: 1,
      project: 'required',
      query: z.object({ chainId, projectId: z.string().optional() }),
      answers: { 426: 'empty' },
      /** `sockets.ts` asks this route about each upgrade: 426 means that the upgrade is allowed. */
      handle({ query }) {
        if (!sockets.includes(query.chainId)) throw new HttpError(410, 'chainId', 'No node of this chain takes a WebSocket')
        return throwUpgrade()
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/supported-chains',
      summary: 'Chains that are served here',
      cost: 1,
      project: { rule: 'optional', because: 'older clients ask it without a project' },
      answers: { 200: z.object({ http: z.array(z.string()), ws: z.array(z.string()) }) },
      handle: () =>
        Response.json({ http: proxy.chains, ws: sockets }, { headers: { 'cache-control': `public, max-age=${supportedAge}` } }),
    }),
  ]
}

function throwUpgrade(): never {
  throw new HttpError(426, 'upgrade', 'Calls are sent with POST, or over a WebSocket', { upgrade: 'websocket' })
}

/** A batch of another size is refused unread. */
function isOfSize(body: unknown): boolean {
  return !Array.isArray(body) || (body.length > 0 && body.length <= BATCH_MAX)
}

async function answerBody(proxy: Proxy, chain: string, body: unknown, signal: AbortSignal): Promise<unknown> {
  if (!Array.isArray(body)) return (await proxy.answer(chain, [body], signal))[0]
  if (body.length === 0) throw new HttpError(400, 'body', 'The batch is empty')
  if (body.length > BATCH_MAX) throw new HttpError(413, 'body', `A batch holds at most ${BATCH_MAX} calls`)
  return proxy.answer(chain, body, signal)
}

function throwHttpError(error: unknown): never {
  if (!(error instanceof NodesFailed)) throw error
  const headers = { 'retry-after': String(RETRY_AFTER_S) }
  if (error.isLimited) throw new HttpError(429, 'rate_limited', 'The nodes of this chain are busy', headers)
  throw new HttpError(503, 'chainId', 'No node of this chain answered', headers)
}

const rpcCodes: Readonly<Record<number, number>> = {
  400: codes.invalidParams,
  413: codes.invalidRequest,
  429: codes.limitExceeded,
}

/** A refusal with both shapes in one body: JSON-RPC clients read `error`, others read `reasons`. */
function refuse(error: HttpError): Response {
  const [reason] = error.reasons
  const isUnreadable = error.status === 400 && reason?.field === 'body'
  const code = isUnreadable ? codes.parse : (rpcCodes[error.status] ?? codes.internal)
  const body = { jsonrpc: '2.0', id: null, error: { code, message: reason?.description ?? '' }, ...failure(error.reasons) }
  return Response.json(body, { status: error.status, headers: { 'cache-control': 'no-store', ...error.headers } })
}
