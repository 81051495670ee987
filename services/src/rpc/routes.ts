// `POST /v1?chainId=` (one call or a batch) and `GET /v1/supported-chains`.
import type { Context } from 'hono'
import * as z from 'zod'
import { readJson } from '../body.js'
import { HttpError, failure } from '../errors.js'
import type { Route } from '../route.js'
import { callSchema, codes } from './json-rpc.js'
import { NodesFailed } from './nodes.js'
import { BATCH_MAX, type Proxy } from './proxy.js'

const replySchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int(), z.null()]),
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
})
const callDoc = {
  summary: 'One JSON-RPC 2.0 call, or a batch of up to 100',
  query: z.object({ chainId: z.string(), projectId: z.string().optional() }),
  body: z.union([callSchema, z.array(callSchema).max(BATCH_MAX)]),
  answers: z.union([replySchema, z.array(replySchema)]),
}
const chainsDoc = {
  summary: 'Chains that are served here',
  answers: z.object({ http: z.array(z.string()), ws: z.array(z.string()) }),
}
export const CALL_COST = 0.2
const RETRY_AFTER_S = 1

export interface RpcRoutesOptions {
  readonly proxy: Proxy
  /** Chains with a node that takes a WebSocket. */
  readonly sockets: readonly string[]
  readonly dev: boolean
}

export function rpcRoutes({ proxy, sockets, dev }: RpcRoutesOptions): readonly Route[] {
  const call = async (c: Context) => {
    try {
      const chain = c.req.query('chainId') ?? ''
      if (!proxy.chains.includes(chain)) throw new HttpError(400, 'chainId', 'This chain is not served here')
      return Response.json(await answerBody(proxy, chain, await readJson(c.req.raw), c.req.raw.signal))
    } catch (error) {
      return refuse(asHttpError(error))
    }
  }
  const upgrade = () => {
    throw new HttpError(426, 'upgrade', 'Calls are sent with POST, or over a WebSocket', { upgrade: 'websocket' })
  }
  /** Decides about upgrades, too: who gets the 426 may have one. */
  const socket = (c: Context) => {
    const chain = c.req.query('chainId') ?? ''
    if (!proxy.chains.includes(chain)) throw new HttpError(400, 'chainId', 'This chain is not served here')
    if (!sockets.includes(chain)) throw new HttpError(410, 'chainId', 'No node of this chain takes a WebSocket')
    return upgrade()
  }
  const supported = () => {
    const maxAge = dev ? 60 : 3600
    return Response.json({ http: proxy.chains, ws: sockets }, { headers: { 'cache-control': `public, max-age=${maxAge}` } })
  }
  return [
    // Public clients send user operations to a path of their own.
    { method: 'POST', path: '/v1/bundler', cost: CALL_COST, doc: callDoc, answer: call, refuse },
    ...['/v1', '/v1/'].flatMap((path): Route[] => [
      { method: 'POST', path, cost: CALL_COST, doc: callDoc, answer: call, refuse },
      {
        method: 'GET',
        path,
        cost: 0,
        access: 'open',
        doc: { summary: 'Refused: calls are sent with POST', status: 426 },
        answer: upgrade,
      },
    ]),
    {
      method: 'GET',
      path: '/ws',
      cost: 1,
      doc: {
        summary: 'A WebSocket to a node of the chain: 426 without an upgrade',
        status: 426,
      },
      answer: socket,
    },
    { method: 'GET', path: '/v1/supported-chains', cost: 1, access: 'listed-origin', doc: chainsDoc, answer: supported },
  ]
}

async function answerBody(proxy: Proxy, chain: string, body: unknown, signal: AbortSignal): Promise<unknown> {
  if (!Array.isArray(body)) return (await proxy.answer(chain, [body], signal))[0]
  if (body.length === 0) throw new HttpError(400, 'body', 'The batch is empty')
  if (body.length > BATCH_MAX) throw new HttpError(413, 'body', `A batch holds at most ${BATCH_MAX} calls`)
  return proxy.answer(chain, body, signal)
}

function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (!(error instanceof NodesFailed)) throw error
  const headers = { 'retry-after': String(RETRY_AFTER_S) }
  if (error.isLimited) return new HttpError(429, 'rate_limited', 'The nodes of this chain are busy', headers)
  return new HttpError(503, 'chainId', 'No node of this chain answered', headers)
}

const rpcCodes: Readonly<Record<number, number>> = {
  400: codes.invalidParams,
  413: codes.invalidRequest,
  429: codes.limitExceeded,
}

/** Both shapes in one body: JSON-RPC clients read `error`, everything else reads `reasons`. */
function refuse(error: HttpError): Response {
  const [reason] = error.reasons
  const isUnreadable = error.status === 400 && reason?.field === 'body'
  const code = isUnreadable ? codes.parse : (rpcCodes[error.status] ?? codes.internal)
  const body = { jsonrpc: '2.0', id: null, error: { code, message: reason?.description ?? '' }, ...failure(error.reasons) }
  return Response.json(body, { status: error.status, headers: { 'cache-control': 'no-store', ...error.headers } })
}
