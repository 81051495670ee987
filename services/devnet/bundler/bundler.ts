// A bundler (ERC-4337) for the EVM devnet, on the loopback: JSON-RPC over HTTP. Production has none of it: operators name a real one.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRpcClient } from '../rpc-client.js'
import { callSchema, type RpcAnswer } from '../../src/rpc/json-rpc.js'
import { createMethods, type Methods } from './methods.js'
import { createPaymasterMethods } from './paymaster.js'
import { BundlerRefusal, refusalCodes } from './refusal.js'

/** A running bundler. */
export interface Bundler {
  readonly url: string
  /** ERC-7677, on the same port. */
  readonly paymasterUrl: string
  stop(): Promise<void>
}

const BODY_BYTES = 1024 * 1024
const BATCH_MAX = 100
const ABOUT =
  'Bundler of the devnet. It is no real one: it submits each operation alone by handleOps, has no pool, and knows no reputation. ' +
  'JSON-RPC of ERC-7769 by POST; at /paymaster that of ERC-7677.\n'
const LABEL = { 'x-bundler': 'devnet; submits each operation alone by handleOps', 'cache-control': 'no-store' }

/**
 * @param rpcUrl of the devnet's node
 * @param port 0, the default: a free one
 */
export async function startBundler({ rpcUrl, port = 0 }: { readonly rpcUrl: string; readonly port?: number }): Promise<Bundler> {
  const chainId = Number(await createRpcClient(rpcUrl).request('eth_chainId'))
  const methods: Readonly<Record<string, Methods>> = {
    '/': createMethods({ rpcUrl, chainId }),
    '/paymaster': createPaymasterMethods({ rpcUrl, chainId }),
  }
  const server = createServer((request, response) => {
    const { url: path = '' } = request
    const own = Object.hasOwn(methods, path) ? methods[path] : undefined
    if (!own) return void response.writeHead(404, LABEL).end()
    respond(request, response, own).catch(() => response.destroy()) // who asked is gone
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // TCP, so an address object
  return {
    url,
    paymasterUrl: `${url}/paymaster`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function respond(request: IncomingMessage, response: ServerResponse, methods: Methods): Promise<void> {
  if (request.method === 'GET') {
    response.writeHead(200, { ...LABEL, 'content-type': 'text/plain; charset=utf-8' }).end(ABOUT)
    return
  }
  // A page of a stranger can send no JSON to another origin without asking first, and here nobody answers such a question.
  const isJson = /^application\/json(?:;|$)/i.test(request.headers['content-type'] ?? '')
  if (request.method !== 'POST' || !isJson) {
    response.writeHead(request.method === 'POST' ? 415 : 405, LABEL).end()
    return
  }
  const text = await textOf(request)
  if (text === undefined) {
    response.writeHead(413, { ...LABEL, connection: 'close' }).end()
    return
  }
  response.writeHead(200, { ...LABEL, 'content-type': 'application/json' }).end(JSON.stringify(await answerText(text, methods)))
}

async function answerText(text: string, methods: Methods): Promise<RpcAnswer | readonly RpcAnswer[]> {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return failure(null, -32700, 'Not JSON')
  }
  if (!Array.isArray(body)) return answerOne(body, methods)
  if (body.length === 0 || body.length > BATCH_MAX)
    return failure(null, refusalCodes.invalidRequest, `A batch of 1 to ${BATCH_MAX} calls is needed`)
  return Promise.all(body.map((item) => answerOne(item, methods)))
}

async function answerOne(item: unknown, methods: Methods): Promise<RpcAnswer> {
  const parsed = callSchema.safeParse(item)
  if (!parsed.success) return failure(null, refusalCodes.invalidRequest, 'Not a JSON-RPC 2.0 call with an id')
  const { id, method, params = [] } = parsed.data
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!answer) return failure(id, refusalCodes.methodNotFound, 'This method is not known here')
  if (!Array.isArray(params)) return failure(id, refusalCodes.invalidParams, 'A list of parameters is needed')
  try {
    return { jsonrpc: '2.0', id, result: await answer(params) }
  } catch (error) {
    if (error instanceof BundlerRefusal) return failure(id, error.code, error.message, error.data)
    return failure(id, refusalCodes.internal, 'The node of the chain did not answer')
  }
}

function failure(id: RpcAnswer['id'], code: number, message: string, data?: string): RpcAnswer {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
}

/** Undefined: it is too long. */
async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > BODY_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
