// The Solana devnet: litesvm behind the JSON-RPC of a node, over HTTP and, on the same port and the next one, WebSocket.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import * as z from 'zod'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { createBank } from './solana/bank.js'
import { invalidParams, RpcFault, toJson } from './solana/json.js'
import { SOLANA_ACCOUNTS, SOLANA_CHAIN_ID, type SolanaAccount } from './solana/manifest.js'
import { createMethods } from './solana/methods.js'
import { fundFaucet, livePast } from './solana/past.js'
import { createSubscriptions, type Subscriptions } from './solana/subscriptions.js'

const BODY_MAX = 1_000_000
const BATCH_MAX = 100

const callSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
})

export interface SolanaDevnet {
  /** JSON-RPC over HTTP. */
  readonly url: string
  /** Subscriptions. Clients that take the next port for them (as web3.js 1 does) find them there too; a port that was asked for, only when the next one is free. */
  readonly webSocketUrl: string
  /** CAIP-2. */
  readonly chainId: string
  /** With 100 SOL each. The keys are public knowledge. */
  readonly accounts: readonly SolanaAccount[]
  /** Back to how it was when it started. */
  reset(): void
  /** Idempotent; resolves when every connection is closed. */
  stop(): Promise<void>
}

/**
 * @param options.port 0 (default): a free one, as is the next.
 * @param options.past gives the accounts coins, tokens and a month of history.
 * @throws Error when litesvm is missing or the port is taken.
 */
export async function startSolanaDevnet(
  options: { readonly port?: number; readonly past?: boolean } = {},
): Promise<SolanaDevnet> {
  const now = () => Math.floor(Date.now() / 1000)
  const bank = createBank({ now })
  fundFaucet(bank)
  if (options.past === true) livePast(bank, now())
  const restore = bank.snapshot()
  const methods = createMethods(bank)
  let lastId = 0

  /** @returns undefined for a notification, which wants no answer. */
  function answer(call: unknown, subscriptions?: Subscriptions): object | undefined {
    const parsed = callSchema.safeParse(call)
    if (!parsed.success) return fail(null, new RpcFault(-32600, 'Invalid request'))
    const { id, method, params } = parsed.data
    if (id === undefined) return undefined
    try {
      const subscribed = subscriptions?.call(method, params)
      if (subscribed !== undefined) return { jsonrpc: '2.0', id, result: subscribed }
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (run === undefined) throw new RpcFault(-32601, 'Method not found')
      return { jsonrpc: '2.0', id, result: run(params) }
    } catch (error) {
      if (error instanceof RpcFault) return fail(id, error)
      console.error(error)
      return fail(id, new RpcFault(-32603, 'Internal error'))
    }
  }
  /** The answer to a text: one call or a batch. */
  function reply(text: string, subscriptions?: Subscriptions): string | undefined {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return toJson(fail(null, new RpcFault(-32700, 'Parse error')))
    }
    if (!Array.isArray(body)) {
      const one = answer(body, subscriptions)
      return one && toJson(one)
    }
    if (body.length === 0 || body.length > BATCH_MAX)
      return toJson(fail(null, invalidParams(`a batch of 1 to ${BATCH_MAX} is needed`)))
    const answers = body.map((call: unknown) => answer(call, subscriptions)).filter((each) => each !== undefined)
    return answers.length === 0 ? undefined : toJson(answers)
  }

  const sockets = new WebSocketServer({ noServer: true, maxPayload: BODY_MAX })
  sockets.on('connection', (socket: WebSocket) => {
    const subscriptions = createSubscriptions(
      bank,
      () => ++lastId,
      (subscription, method, result) => socket.send(toJson({ jsonrpc: '2.0', method, params: { result, subscription } })),
    )
    socket.on('error', () => socket.terminate())
    socket.on('close', () => subscriptions.close())
    socket.on('message', (content) => {
      const text = reply(Buffer.isBuffer(content) ? content.toString('utf8') : '', subscriptions)
      if (text !== undefined) socket.send(text)
    })
  })

  const serve = () => {
    const server = createServer((request, response) => void respond(request, response, reply))
    server.on('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request))
    })
    return server
  }
  const port = options.port || (await freePort(2))
  const [first, next] = [serve(), serve()]
  await listen(first, port)
  await listen(next, port + 1).catch((error: unknown) => {
    if (!options.port) {
      first.close()
      throw error
    }
    console.error(`port ${port + 1} is not to be had: web3.js 1 needs { wsEndpoint: 'ws://127.0.0.1:${port}' } for subscriptions`)
  })
  const servers = [first, next].filter(({ listening }) => listening)

  let stopped: Promise<void> | undefined
  return {
    url: `http://127.0.0.1:${port}`,
    webSocketUrl: `ws://127.0.0.1:${port}`,
    chainId: SOLANA_CHAIN_ID,
    accounts: SOLANA_ACCOUNTS,
    reset: restore,
    stop() {
      stopped ??= (async () => {
        for (const client of sockets.clients) client.terminate()
        await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve).closeAllConnections())))
      })()
      return stopped
    },
  }
}

const fail = (id: string | number | null, { code, message, details }: RpcFault) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(details === undefined ? {} : { data: details }) },
})

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  reply: (text: string) => string | undefined,
): Promise<void> {
  // Pages ask it directly, as they ask public nodes.
  response.setHeader('access-control-allow-origin', '*')
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
    return void response.writeHead(204).end()
  }
  if (request.method === 'GET' && request.url === '/health') return void response.writeHead(200).end('ok')
  if (request.method !== 'POST') return void response.writeHead(405).end()
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      const part = Buffer.from(chunk as Uint8Array)
      length += part.length
      if (length > BODY_MAX) return void response.writeHead(413).end()
      chunks.push(part)
    }
  } catch {
    return // the caller went away
  }
  const text = reply(Buffer.concat(chunks).toString('utf8'))
  response.writeHead(text === undefined ? 204 : 200, { 'content-type': 'application/json' }).end(text)
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
}
