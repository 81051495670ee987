// One door to our own services: query, time limit, two quick retries, a schema on every answer, and coded errors without secrets in them.
import * as z from 'zod/mini'
import { HTTP_RETRIES_COUNT, HTTP_RETRY_DELAY_MS, RPC_TIMEOUT_MS } from '../constants.js'
import { WalletError } from '../errors.js'
import { withTimeout } from '../timeout.js'
import { readText } from './body.js'
import { noteDate, ownNow, type Asker } from './clock.js'
import { takeCredentials } from './credentials.js'
import { retry } from './retry.js'

/** An answer longer than this is refused: a wallet page of 100 rows is about 80 kB. */
const HTTP_BODY_BYTES = 4 * 1024 * 1024

/** What an API function needs from the world; the first argument of each. */
export interface Api extends Asker {
  readonly fetch: typeof globalThis.fetch
  /** Base url of the services, such as `https://wallet.example.org`; absent: every call rejects with `NO_SERVICES`. */
  readonly services?: string | undefined
  readonly projectId?: string | undefined
  /** The relay client's did:key, once it is known: a label of every call of the Data API. */
  readonly clientId?: string | undefined
  /** Query `st` and `sv` of every call (`appkit`-style grammar, `html-wallet-modal-0.1.0`). */
  readonly sdk: { readonly type: string; readonly version: string }
}

export type QueryValue = string | number | boolean | readonly string[] | null | undefined

/** What a call says about the page that makes it, each a query parameter of the same name. */
export type Label = 'projectId' | 'st' | 'sv' | 'clientId'

const defaultLabels: readonly Label[] = ['projectId', 'st', 'sv']

export interface Call<S extends z.core.$ZodType> {
  readonly path: `/${string}`
  /** The shape of the answer; fields that it does not name are dropped. */
  readonly schema: S
  /** Arrays are joined with commas; `null`, `undefined` and empty values are left out. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** In this order, after the query. Default `projectId`, `st`, `sv`. */
  readonly labels?: readonly Label[] | undefined
  /** Further tries after a failure that may pass. Default 2 (specification §9); 0 for what must never be done twice. */
  readonly retries?: number | undefined
  /** An answer without a body is `undefined` to the schema, instead of malformed. */
  readonly mayBeEmpty?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Of one try, body included. Default 10 s (specification §9). */
  readonly timeoutMs?: number | undefined
}

export interface PostCall<S extends z.core.$ZodType> extends Call<S> {
  /** Sent as JSON. */
  readonly body: unknown
  /** `text/plain` saves the browser's preflight. Default `application/json`. */
  readonly contentType?: 'application/json' | 'text/plain' | undefined
}

/** An answer, and whether it is the whole of it. */
export interface Part<T> {
  readonly answer: T
  /** The services could not ask all that it takes: there may be more than this (header `x-incomplete`). */
  readonly isIncomplete: boolean
}

/**
 * GET with the labels in the query.
 * @throws WalletError `NO_SERVICES`, `HTTP_STATUS`, `HTTP_TIMEOUT`, `NETWORK_ERROR`, `MALFORMED_RESPONSE`, `ABORTED`.
 */
export async function get<S extends z.core.$ZodType>(api: Api, call: Call<S>): Promise<z.output<S>> {
  return (await getPart(api, call)).answer
}

/** As `get`, for answers that may be a part of the whole. */
export function getPart<S extends z.core.$ZodType>(api: Api, call: Call<S>): Promise<Part<z.output<S>>> {
  return send(api, call, { method: 'GET' })
}

/** POST of a JSON body; query and errors as in `get`. */
export async function post<S extends z.core.$ZodType>(api: Api, call: PostCall<S>): Promise<z.output<S>> {
  const headers = { 'content-type': call.contentType ?? 'application/json' }
  return (await send(api, call, { method: 'POST', body: JSON.stringify(call.body), headers })).answer
}

interface Outgoing {
  readonly method: 'GET' | 'POST'
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Base url and path, however many slashes the base ends with. */
export function join(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path
}

async function send<S extends z.core.$ZodType>(api: Api, call: Call<S>, init: Outgoing): Promise<Part<z.output<S>>> {
  const { url, authorization } = address(api, call)
  const headers = { accept: 'application/json', ...init.headers, ...authorization, ...call.headers }
  const { body, headers: given } = await retry(() => once(api, call, url, { ...init, headers }), {
    times: call.retries ?? HTTP_RETRIES_COUNT,
    delayMs: HTTP_RETRY_DELAY_MS,
    isPassing,
    signal: call.signal,
  })
  return { answer: parse(call, body, url), isIncomplete: Number(given.get('x-incomplete') ?? 0) !== 0 }
}

/** Credentials leave the url before anything can quote it; the browser would refuse such a url anyway. */
function address(api: Api, call: Call<z.core.$ZodType>): ReturnType<typeof takeCredentials> {
  if (!api.services) throw new WalletError('NO_SERVICES')
  const url = parseUrl(join(api.services, call.path))
  const labels = { projectId: api.projectId, st: api.sdk.type, sv: api.sdk.version, clientId: api.clientId }
  const own = (call.labels ?? defaultLabels).map((label) => [label, labels[label]] as const)
  for (const [key, value] of [...Object.entries<QueryValue>(call.query ?? {}), ...own]) {
    const text = textOf(value)
    if (text !== '') url.searchParams.set(key, text)
  }
  return takeCredentials(url)
}

function textOf(value: QueryValue): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? value.join(',') : String(value)
}

/** Says of a wrong `services` what the check of the settings says, so that the developer is told once, whichever comes first. */
function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new WalletError('CONFIG_INVALID', { details: { setting: 'services', problem: 'an http or https url is needed' } })
}

async function once(
  api: Api,
  call: Call<z.core.$ZodType>,
  url: URL,
  init: Outgoing,
): Promise<{ readonly body: string; readonly headers: Headers }> {
  const askedAt = ownNow(api)
  const { fetch } = api // called bare: `api.fetch(…)` is an illegal invocation in browsers
  const send = async (signal: AbortSignal) => {
    const response = await fetch(url, { ...init, credentials: 'omit', signal })
    noteDate(api, init.method, response.headers, askedAt)
    const body = await readText(response, HTTP_BODY_BYTES)
    if (body === undefined)
      throw new WalletError('MALFORMED_RESPONSE', { details: { url: bare(url), problem: 'the answer is too long' } })
    if (!response.ok) throw statusError(response.status, url, body)
    return { body, headers: response.headers }
  }
  try {
    const late = () => new WalletError('HTTP_TIMEOUT', { details: { url: bare(url) } })
    return await withTimeout(send, { ms: call.timeoutMs ?? RPC_TIMEOUT_MS, signal: call.signal, late })
  } catch (error) {
    if (call.signal?.aborted) throw new WalletError('ABORTED', { details: { url: bare(url) }, cause: call.signal.reason })
    if (error instanceof WalletError) throw error
    throw new WalletError('NETWORK_ERROR', { details: { url: bare(url), offline: isOffline() }, cause: error })
  }
}

function parse<S extends z.core.$ZodType>(call: Call<S>, text: string, url: URL): z.output<S> {
  const json = text === '' && call.mayBeEmpty ? { ok: true as const, value: undefined } : parseJson(text)
  if (!json.ok)
    throw new WalletError('MALFORMED_RESPONSE', { details: { url: bare(url), problem: 'not JSON' }, cause: json.error })
  const result = z.safeParse(call.schema, json.value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const problem = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  throw new WalletError('MALFORMED_RESPONSE', { details: { url: bare(url), problem } })
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; error: unknown } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, error }
  }
}

const failureBody = z.object({
  reasons: z.optional(z.array(z.object({ field: z.string(), description: z.string() }))),
  message: z.optional(z.string()),
})

/**
 * `details.field` names what was wrong (`timestamp`, `chainId` …); `details.reasons` is for people (`field: description; …`, or what a
 * provider of swaps or on-ramps said).
 */
function statusError(status: number, url: URL, body: string): WalletError {
  const json = parseJson(body)
  const parsed = json.ok ? z.safeParse(failureBody, json.value) : undefined
  const { reasons, message } = parsed?.success ? parsed.data : {}
  const text = reasons?.map((reason) => `${reason.field}: ${reason.description}`).join('; ') ?? message
  const field = reasons?.[0]?.field.slice(0, 80)
  return new WalletError('HTTP_STATUS', { details: { status, url: bare(url), reasons: text?.slice(0, 500), field } })
}

/** Origin and path: no credentials, no project id. */
function bare(url: URL): string {
  return url.origin + url.pathname
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof WalletError)) return false
  return error.code === 'NETWORK_ERROR' || (error.code === 'HTTP_STATUS' && Number(error.details['status']) >= 500)
}

function isOffline(): boolean {
  return (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false // absent in Node 20
}
