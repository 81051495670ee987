// HTTP calls to the services: labels in the query, a time limit, two quick retries, a schema for every answer, and errors by code
// that quote no credentials. Every other file of this folder, but for the calls to chain nodes, sends its requests through `get`
// and `post`.
import * as z from 'zod/mini'
import { HTTP_RETRIES_COUNT, HTTP_RETRY_DELAY_MS, RPC_TIMEOUT_MS } from '../vocabulary/constants.js'
import { walletError, WalletError } from '../vocabulary/errors.js'
import { withTimeout } from '../vocabulary/timeout.js'
import { readText } from './body.js'
import { noteDate, ownNow, type Asker } from './clock.js'
import { takeCredentials } from './credentials.js'
import { retry } from './retry.js'

/** A longer answer is refused with `MALFORMED_RESPONSE`. A page of 100 wallets has about 80 kB. */
const HTTP_BODY_BYTES = 4 * 1024 * 1024

/**
 * Where the services are and who calls them: the first argument of each function of this folder. Keep one object per modal: the
 * list of supported chains (`gate.ts`) and the offset of the services' clock (`clock.ts`) are kept by it.
 */
export interface Api extends Asker {
  readonly fetch: typeof globalThis.fetch
  /** Base url of the services, such as `https://wallet.example.org`; absent: every call rejects with `NO_SERVICES`. */
  readonly services?: string | undefined
  readonly projectId?: string | undefined
  /** The relay client's did:key, once it is known. Sent as `clientId` with every call of the Data API (wire reference §1.2). */
  readonly clientId?: string | undefined
  /**
   * Sent as `st` and `sv` with every call (specification §7). The version is `<framework>-<adapter>-<semver>`, such as
   * `html-wallet-modal-0.1.0`.
   */
  readonly sdk: { readonly type: string; readonly version: string }
}

/** What a query may hold. A list is joined with commas; `null`, `undefined` and empty values are left out. */
export type QueryValue = string | number | boolean | readonly string[] | null | undefined

/** What a call says about its caller. Each label is a query parameter of the same name. */
export type Label = 'projectId' | 'st' | 'sv' | 'clientId'

const defaultLabels: readonly Label[] = ['projectId', 'st', 'sv']

/** One call to the services, for `get`; `PostCall` adds the body. */
export interface Call<S extends z.core.$ZodType> {
  readonly path: `/${string}`
  /** The shape of the answer; fields that it does not name are dropped. */
  readonly schema: S
  /** Arrays are joined with commas; `null`, `undefined` and empty values are left out. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Appended after the query, in this order. Default `projectId`, `st`, `sv`. */
  readonly labels?: readonly Label[] | undefined
  /**
   * Further attempts after `NETWORK_ERROR` or a status from 500. Default 2 (specification §9); 0 for a call that must not be
   * repeated.
   */
  readonly retries?: number | undefined
  /** How the browser's own cache is used: `reload` passes it over. Default: as the answers say. */
  readonly cache?: 'reload' | undefined
  /** Give the schema `undefined` for an answer without a body; otherwise such an answer is malformed. */
  readonly mayBeEmpty?: boolean | undefined
  /** Ends the call, also between two attempts. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for one attempt, reading the body included. Default 10 000 (specification §9). */
  readonly timeoutMs?: number | undefined
}

/** One call with a body, for `post`. */
export interface PostCall<S extends z.core.$ZodType> extends Call<S> {
  /** Sent as JSON. */
  readonly body: unknown
  /** Default `application/json`. With `text/plain` a browser sends no preflight request (CORS). */
  readonly contentType?: 'application/json' | 'text/plain' | undefined
}

/** An answer, with whether the services had all the data for it. */
export interface PartialAnswer<T> {
  readonly answer: T
  /** The services could not ask all of their sources, so the answer may lack entries (header `x-incomplete`). */
  readonly isIncomplete: boolean
}

/**
 * Sends a GET and reads its answer with `call.schema`.
 * @throws WalletError `NO_SERVICES` when `api.services` is absent; `CONFIG_INVALID` when it is no http(s) url; `HTTP_STATUS` for
 * any status but 2xx, with `details.status`, `details.reasons` and `details.field`; `HTTP_TIMEOUT`; `NETWORK_ERROR` when there
 * was no answer, with `details.offline`; `MALFORMED_RESPONSE` when the answer is too long, not JSON or not of the schema;
 * `ABORTED` when the signal ended.
 */
export async function get<S extends z.core.$ZodType>(api: Api, call: Call<S>): Promise<z.output<S>> {
  return (await getPartial(api, call)).answer
}

/** As `get`, and also says whether the answer is complete: for calls that the services answer from several sources. */
export function getPartial<S extends z.core.$ZodType>(api: Api, call: Call<S>): Promise<PartialAnswer<z.output<S>>> {
  return send(api, call, { method: 'GET' })
}

/** Sends a POST with a JSON body. Query, retries and errors as in `get`. */
export async function post<S extends z.core.$ZodType>(api: Api, call: PostCall<S>): Promise<z.output<S>> {
  const headers = { 'content-type': call.contentType ?? 'application/json' }
  return (await send(api, call, { method: 'POST', body: JSON.stringify(call.body), headers })).answer
}

interface Outgoing {
  readonly method: 'GET' | 'POST'
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Joins a base url and a path that begins with `/`; slashes at the end of the base are dropped. */
export function join(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path
}

async function send<S extends z.core.$ZodType>(api: Api, call: Call<S>, init: Outgoing): Promise<PartialAnswer<z.output<S>>> {
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

/**
 * The url of a call. Name and password move from the url to a header, so that no error quotes them; browsers refuse such a url
 * too.
 */
function address(api: Api, call: Call<z.core.$ZodType>): ReturnType<typeof takeCredentials> {
  if (!api.services) throw walletError('NO_SERVICES')
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
  throw walletError('CONFIG_INVALID', { details: { setting: 'services', problem: 'an http or https url is needed' } })
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
    const response = await fetch(url, { ...init, credentials: 'omit', ...(call.cache ? { cache: call.cache } : {}), signal })
    noteDate(api, init.method, response.headers, askedAt)
    const body = await readText(response, HTTP_BODY_BYTES)
    if (body === undefined)
      throw walletError('MALFORMED_RESPONSE', { details: { url: bare(url), problem: 'the answer is too long' } })
    if (!response.ok) throw statusError(response.status, url, body)
    return { body, headers: response.headers }
  }
  try {
    const late = () => walletError('HTTP_TIMEOUT', { details: { url: bare(url) } })
    return await withTimeout(send, { ms: call.timeoutMs ?? RPC_TIMEOUT_MS, signal: call.signal, late })
  } catch (error) {
    if (call.signal?.aborted) throw walletError('ABORTED', { details: { url: bare(url) }, cause: call.signal.reason })
    if (error instanceof WalletError) throw error
    throw walletError('NETWORK_ERROR', { details: { url: bare(url), offline: isOffline() }, cause: error })
  }
}

function parse<S extends z.core.$ZodType>(call: Call<S>, text: string, url: URL): z.output<S> {
  const json = text === '' && call.mayBeEmpty ? { ok: true as const, value: undefined } : parseJson(text)
  if (!json.ok) throw walletError('MALFORMED_RESPONSE', { details: { url: bare(url), problem: 'not JSON' }, cause: json.error })
  const result = z.safeParse(call.schema, json.value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const problem = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  throw walletError('MALFORMED_RESPONSE', { details: { url: bare(url), problem } })
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
 * `HTTP_STATUS` with what the body says (wire reference §1.3). `details.field` names the wrong parameter (`timestamp`, `chainId`
 * …); `details.reasons` is text for people: `field: description; …`, or the message of a provider of swaps or on-ramps.
 */
function statusError(status: number, url: URL, body: string): WalletError {
  const json = parseJson(body)
  const parsed = json.ok ? z.safeParse(failureBody, json.value) : undefined
  const { reasons, message } = parsed?.success ? parsed.data : {}
  const text = reasons?.map((reason) => `${reason.field}: ${reason.description}`).join('; ') ?? message
  const field = reasons?.[0]?.field.slice(0, 80)
  return walletError('HTTP_STATUS', { details: { status, url: bare(url), reasons: text?.slice(0, 500), field } })
}

/** Origin and path for an error's details: without credentials and without the project id of the query. */
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
