// The server's side of signing in, as a function from a request to a response (fetch API): for hono, Next, and Node by an adapter.
import * as z from 'zod/mini'
import type { Read, SignedMessage } from '../connectors/connector.js'
import { type ChainId, isAccountId, parseAccountId } from '../vocabulary/caip.js'
import { isWalletError, type WalletError, walletError } from '../vocabulary/errors.js'
import { NONCE_TTL_MS, SIGN_IN_TTL_MS } from '../vocabulary/sign-in.js'
import { invalid, readMessage } from './message.js'
import { createNonces, hashOf, randomHex } from './nonce.js'
import { createMemoryStore, type SiwxServerStore } from './server-store.js'
import { holdsAt, isOf, type SignIn, toSignIn } from './sign-in.js'
import { verifySignIn } from './verify-sign-in.js'
import { parseJson, sentOf, SIGN_INS_MAX_COUNT, verifyBody } from './wire.js'

const BODY_MAX_BYTES = 65_536
const SECRET_MIN_CHARACTERS = 32
const COOKIE = /^[\da-f]{64}$/

/** What `createSiwxServer` is given. */
export interface SiwxServerOptions {
  /** Host of the page, with its port if that is not the usual one; that of `uri`. */
  readonly domain: string
  /** What people sign in to: the `uri` of all messages. Requests of other origins are refused. `http:` only on this machine. */
  readonly uri: string
  /** At least 32 characters that nobody can guess; the same in all processes. */
  readonly secret: string
  /** The chains that may be signed in on (CAIP-2). Default: all. */
  readonly chains?: readonly ChainId[] | undefined
  /** Where the paths of this server begin. Default `/siwx/v1`. */
  readonly path?: string | undefined
  /** Default: the memory of this process. */
  readonly store?: SiwxServerStore | undefined
  /** How long a sign-in holds at most, in ms. Default: 7 days. */
  readonly ttlMs?: number | undefined
  /** Unix milliseconds. */
  readonly now?: (() => number) | undefined
  /** Sends a JSON-RPC call to the nodes of a chain. Without it contract wallets of eip155 are refused. */
  readonly read?: Read | undefined
}

/** The server of sign-ins. */
export interface SiwxServer {
  /** Answers `GET /nonce`, `POST /verify`, `GET /sessions` and `DELETE /sessions/<account>`; 404 to anything else. Never rejects. */
  handle(request: Request): Promise<Response>
  /** Who is signed in by the cookie of a request: for the routes of the application. Rejects when the store does. */
  getSignIns(request: Request): Promise<readonly SignIn[]>
}

/** A sign-in as the store has it; `until` in Unix milliseconds. */
const keptSchema = z.array(
  z.object({ message: z.string(), signature: z.string(), publicKey: z.optional(z.string()), until: z.number() }),
)
type Kept = z.infer<typeof keptSchema>[number]

/**
 * Makes the server of sign-ins. A nonce is used once, within ten minutes, by the browser that asked for it. The cookie of who is
 * signed in is out of reach of scripts and new at each sign-in; the store has only its hash.
 * @throws WalletError CONFIG_INVALID
 */
export function createSiwxServer(options: SiwxServerOptions): SiwxServer {
  const { domain, uri, secret, chains, path = '/siwx/v1', ttlMs = SIGN_IN_TTL_MS, now = Date.now, read } = options
  const { origin, isSecure } = readSettings(options)
  const store = options.store ?? createMemoryStore(now)
  const nonces = createNonces(secret)
  const inTurn = createTurns()
  const prefix = isSecure ? '__Host-' : '' // a browser then refuses the cookie from any other host
  const names = { browser: `${prefix}siwx-browser`, account: `${prefix}siwx` } as const
  const keyOf = (id: string) => `signed-in:${hashOf(id)}`

  async function getKept(id: string | undefined): Promise<readonly Kept[]> {
    const text = id === undefined ? undefined : await store.get(keyOf(id))
    const kept = text === undefined ? [] : keptSchema.parse(JSON.parse(text))
    return kept.filter(({ until, message }) => until > now() && holdsAt(readMessage(message), now()))
  }

  async function keep(id: string, kept: readonly Kept[]): Promise<void> {
    if (kept.length === 0) await store.delete(keyOf(id))
    else await store.set(keyOf(id), JSON.stringify(kept), Math.max(...kept.map(({ until }) => until)))
  }

  const cookie = (name: string, value: string, maxAgeMs: number) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(maxAgeMs / 1000)}${isSecure ? '; Secure' : ''}`

  function createNonce(request: Request): Response {
    const browser = cookieOf(request, names.browser) ?? randomHex(32)
    const expiresAt = now() + NONCE_TTL_MS
    const answer = json(200, { nonce: nonces.create(browser, expiresAt), expiresAt })
    answer.headers.append('set-cookie', cookie(names.browser, browser, NONCE_TTL_MS))
    return answer
  }

  /** Takes the nonces of these messages, each once, whether or not their signatures turn out to be good. */
  async function takeNonces(request: Request, nonceList: ReadonlySet<string>): Promise<void> {
    const browser = cookieOf(request, names.browser)
    for (const nonce of nonceList) {
      const expiresAt = browser === undefined ? undefined : nonces.expiryOf(nonce, browser)
      if (expiresAt === undefined) throw invalid('its nonce is not of this server and browser')
      if (expiresAt <= now()) throw invalid('its nonce has expired')
      if (!(await store.claim(`nonce:${nonce}`, expiresAt))) throw invalid('its nonce was used before')
    }
  }

  async function verify(request: Request): Promise<Response> {
    const { signIns, replace = false } = await readBody(request)
    const id = cookieOf(request, names.account)
    return inTurn(id, async () => {
      const before = await getKept(id)
      const isKnown = (sent: SignedMessage) =>
        before.some(({ message, signature }) => message === sent.message && signature === sent.signature)
      const fresh = signIns.filter((sent) => !isKnown(sent))
      await takeNonces(request, new Set(fresh.map(({ message }) => readMessage(message).nonce)))
      const until = now() + ttlMs
      const added: Kept[] = []
      for (const { message: text, signature, publicKey } of fresh) {
        const { nonce } = readMessage(text) // of this server: `takeNonces`
        const expected = { domain, uri, chainId: chains, nonce, now: now() }
        await verifySignIn({ text, signature, publicKey, expected, read })
        added.push({ message: text, signature, publicKey, until })
      }
      const staying = replace ? before.filter((kept) => signIns.some(({ message }) => message === kept.message)) : before
      const after = latest([...staying, ...added])
      if (after.length > SIGN_INS_MAX_COUNT) throw invalid('there are too many accounts')
      const next = randomHex(32)
      await keep(next, after)
      if (id !== undefined) await store.delete(keyOf(id))
      const answer = json(200, { signIns: after.map(sentOf) })
      answer.headers.append('set-cookie', cookie(names.account, next, after.length === 0 ? 0 : ttlMs))
      return answer
    })
  }

  async function list(request: Request): Promise<Response> {
    return json(200, { signIns: (await getKept(cookieOf(request, names.account))).map(sentOf) })
  }

  async function end(request: Request, account: string): Promise<Response> {
    if (!isAccountId(account)) return refusal(400, 'CAIP_INVALID')
    const { chainId, address } = parseAccountId(account)
    const id = cookieOf(request, names.account)
    if (id === undefined) return json(200, { signIns: [] })
    return inTurn(id, async () => {
      const left = (await getKept(id)).filter((kept) => !isOf(toSignIn(kept), chainId, address))
      await keep(id, left)
      return json(200, { signIns: left.map(sentOf) })
    })
  }

  /** The functions of a path by method; none for a path that is not served. */
  function routesOf(request: Request): Readonly<Record<string, () => Promise<Response> | Response>> {
    const { pathname } = new URL(request.url)
    const below = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1) : ''
    if (below === 'nonce') return { GET: () => createNonce(request) }
    if (below === 'verify') return { POST: () => verify(request) }
    if (below === 'sessions') return { GET: () => list(request) }
    const account = /^sessions\/([^/]+)$/.exec(below)?.[1]
    return account === undefined ? {} : { DELETE: () => end(request, decode(account)) }
  }

  function answer(request: Request): Promise<Response> | Response {
    const routes = routesOf(request)
    const allow = Object.keys(routes).join(', ')
    if (!allow) return refusal(404, 'HTTP_STATUS')
    const route = Object.hasOwn(routes, request.method) ? routes[request.method] : undefined
    if (!route) return refusal(405, 'HTTP_STATUS', undefined, { allow })
    // A browser names the origin of whatever changes something; that of a read may be absent.
    const from = request.headers.get('origin')
    if (from !== origin && !(from === null && request.method === 'GET')) return refusal(403, 'ORIGIN_NOT_ALLOWED')
    return route()
  }

  return {
    async handle(request) {
      try {
        return await answer(request)
      } catch (error) {
        return toRefusal(error)
      }
    },
    async getSignIns(request) {
      return (await getKept(cookieOf(request, names.account))).map(toSignIn)
    },
  }
}

/** @throws WalletError CONFIG_INVALID */
function readSettings({ domain, uri, secret }: SiwxServerOptions): { readonly origin: string; readonly isSecure: boolean } {
  const fail = (setting: string, problem: string): WalletError => walletError('CONFIG_INVALID', { details: { setting, problem } })
  if (!URL.canParse(uri) || !/^https?:/.test(uri)) throw fail('uri', 'an http or https url is needed')
  const { origin, protocol, host, hostname } = new URL(uri)
  const isSecure = protocol === 'https:'
  if (!isSecure && !/^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname))
    throw fail('uri', 'https is needed, but on this machine')
  if (host !== domain) throw fail('domain', `the host of uri is ${host}`)
  if (secret.length < SECRET_MIN_CHARACTERS) throw fail('secret', `${SECRET_MIN_CHARACTERS} characters are needed`)
  return { origin, isSecure }
}

/** Runs what has to do with one cookie one after the other, so that no answer overwrites what another has just written. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(id: string | undefined, act: () => Promise<T>): Promise<T> => {
    if (id === undefined) return act()
    const turn = (last.get(id) ?? Promise.resolve()).then(act, act)
    last.set(id, turn)
    try {
      return await turn
    } finally {
      if (last.get(id) === turn) last.delete(id)
    }
  }
}

/** One sign-in for each account and chain: the last one. */
const latest = (all: readonly Kept[]): readonly Kept[] =>
  all.filter((kept, index) => {
    const { chainId, address } = readMessage(kept.message)
    return !all.slice(index + 1).some((later) => isOf(toSignIn(later), chainId, address))
  })

/** A cookie of ours; `undefined` when there is none, or it is not of our making. */
function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(/; */).map((pair) => pair.split('='))
  const value = pairs.find(([found]) => found === name)?.[1]
  return value !== undefined && COOKIE.test(value) ? value : undefined
}

/** What a request was refused for, before it came to a sign-in. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(String(status))
    this.status = status
  }
}

async function readBody(request: Request): Promise<z.infer<typeof verifyBody>> {
  if (!/^application\/json(?:;|$)/i.test(request.headers.get('content-type') ?? '')) throw new Refusal(415)
  const parts: Uint8Array[] = []
  let bytes = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength
    if (bytes > BODY_MAX_BYTES) {
      await reader?.cancel()
      throw new Refusal(413)
    }
    parts.push(part.value)
  }
  const parsed = verifyBody.safeParse(parseJson(await new Blob(parts as BlobPart[]).text())) // typed for shared memory, too
  if (!parsed.success) throw new Refusal(400)
  return parsed.data
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** The answer to what was thrown. What is not an error of a sign-in says nothing of its cause. */
function toRefusal(error: unknown): Response {
  if (error instanceof Refusal) return refusal(error.status, 'HTTP_STATUS')
  if (isWalletError(error, 'SIGN_IN_INVALID')) return refusal(401, 'SIGN_IN_INVALID', String(error.details['problem']))
  if (isWalletError(error, 'RPC_ERROR')) return refusal(502, 'RPC_ERROR')
  return refusal(500, 'UNKNOWN')
}

const refusal = (status: number, code: string, problem?: string, headers: Readonly<Record<string, string>> = {}) =>
  json(status, { code, ...(problem === undefined ? {} : { problem }) }, headers)

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })
