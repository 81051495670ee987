// Reads request bodies up to a limit. JSON is accepted under any content type, because some clients send it as text/plain to avoid a preflight.
import { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { parseInTurn } from '../limits/pace.js'
import { HttpError } from './errors.js'
import { parse, type Refusal, type Schema } from './parse.js'
import { readUpTo } from './read-up-to.js'
import { requestAddress, requestHold } from './request-memory.js'

const BODY_BYTES = 1024 * 1024
const DEPTH_MAX = 32
/** Values of one body, at all depths: long bodies are long texts. A megabyte of small lists would become ten in memory. */
const VALUES_MAX = 20_000
const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x2c, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
] as const
/** Pieces of one body: a slow network cuts 1 MiB into some 700. */
const CHUNKS_MAX = 4_096
/** What a piece costs beside its bytes: the objects around it. */
const CHUNK_BYTES = 256

/** Where a body comes from. */
export interface BodySource {
  readonly request: Request
  /** The request as Node has it; absent where there is no connection. Its body is read here, piece by piece: a stream of the web costs ten times as much. */
  readonly incoming?: IncomingMessage | undefined
}

/** The source of a call's body; without a connection where the application is called without a server. */
export function bodySource({ req, env }: Context): BodySource {
  const { incoming } = (env as { readonly incoming?: unknown } | undefined) ?? {}
  return { request: req.raw, incoming: incoming instanceof IncomingMessage ? incoming : undefined }
}

/** How the body of a route is read, and what the OpenAPI document says about it. */
export interface BodyDefinition<Output> {
  readonly schema: Schema<Output>
  /** Content types that the document names. */
  readonly types: readonly string[]
  /** @throws HttpError 400 for another shape, 413 when it is too long or comes in too many pieces */
  readonly read: (source: BodySource) => Promise<Output>
}

/** How a body is read. */
export interface BodyOptions {
  /** Largest body in bytes; default 1 MiB. */
  readonly limit?: number
  /** Makes the error for a value that does not fit the schema; default: 400 of the parameter at fault. */
  readonly refusal?: Refusal
}

/** A JSON body under any content type, at most 32 levels deep. */
export function jsonBody<Output>(
  schema: Schema<Output>,
  { limit = BODY_BYTES, refusal }: BodyOptions = {},
): BodyDefinition<Output> {
  const types = ['application/json', 'text/plain']
  return { schema, types, read: async (source) => parse(schema, await readJson(source, limit), refusal) }
}

/** The fields of an HTML form (`application/x-www-form-urlencoded`); of a repeated field the last value. */
export function formBody<Output>(
  schema: Schema<Output>,
  { limit = BODY_BYTES, refusal }: BodyOptions = {},
): BodyDefinition<Output> {
  const read = async (source: BodySource) =>
    parse(schema, Object.fromEntries(new URLSearchParams(await readText(source, limit))), refusal)
  return { schema, types: ['application/x-www-form-urlencoded'], read }
}

/** The caller closed the connection before its body had arrived. Logged at level info: nobody reads the answer, and nothing is wrong here. */
export class BodyEndedError extends HttpError {
  constructor() {
    super(400, 'body', 'The body ended early')
  }
}

/** @throws HttpError 413 over 1 MiB or 20 000 values, 400 when it is not JSON or nested deeper than 32. */
async function readJson(source: BodySource, limit: number): Promise<unknown> {
  return parseInTurn(requestAddress(), await readText(source, limit), (text) => {
    if (source.incoming?.socket.destroyed) throw new BodyEndedError()
    const { depth, values } = measure(text)
    if (values > VALUES_MAX) throw new HttpError(413, 'body', `The body has more than ${VALUES_MAX} values`)
    if (depth > DEPTH_MAX) throw new HttpError(400, 'body', `The body is nested deeper than ${DEPTH_MAX}`)
    return parseJson(text)
  })
}

/** Reads at most `limit` bytes, also without a `content-length`. @throws HttpError 413 above the limit, BodyEndedError */
async function readText({ request, incoming }: BodySource, limit: number): Promise<string> {
  const tooLong = new HttpError(413, 'body', `The body is longer than ${limit} bytes`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLong
  return incoming ? readIncoming(incoming, limit, tooLong) : readUpTo(untilLeft(request.body ?? []), limit, () => tooLong)
}

function readIncoming(incoming: IncomingMessage, limit: number, tooLong: HttpError): Promise<string> {
  if (incoming.readableEnded) return Promise.resolve('')
  if (incoming.destroyed) return Promise.reject(new BodyEndedError())
  const hold = requestHold()
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let bytes = 0
    const stop = () => {
      for (const [event, listener] of listeners) incoming.off(event, listener)
    }
    const fail = (error: Error) => {
      stop()
      incoming.pause()
      reject(error)
    }
    const take = (part: Buffer) => {
      bytes += part.length
      if (bytes > limit) return fail(tooLong)
      if (parts.push(part) > CHUNKS_MAX)
        return fail(new HttpError(413, 'body', `The body comes in more than ${CHUNKS_MAX} pieces`, { connection: 'close' }))
      try {
        hold(part.length + CHUNK_BYTES)
      } catch {
        // The connection is closed already: nobody reads an answer.
        fail(new BodyEndedError())
      }
    }
    const finish = () => {
      stop()
      resolve(Buffer.concat(parts).toString('utf8'))
    }
    const leave = () => fail(new BodyEndedError())
    const listeners = [
      ['data', take],
      ['end', finish],
      ['error', leave],
      ['close', leave],
    ] as const
    for (const [event, listener] of listeners) incoming.on(event, listener)
  })
}

/** The body of a request fails only when the caller closes the connection. */
async function* untilLeft(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch {
    throw new BodyEndedError()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'body', 'The body is not JSON')
  }
}

/**
 * Levels of objects and lists in the text of a JSON value, and how many values it has. Looked at before it is parsed: a megabyte has hundreds of thousands
 * of lists, and to parse them and to visit each takes many times as long as to read the text.
 */
function measure(text: string): { readonly depth: number; readonly values: number } {
  let depth = 0
  let deepest = 0
  let values = 1
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isQuoted && code === BACKSLASH) at += 1
    else if (code === QUOTE) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (code === COMMA) values += 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1
      deepest = Math.max(deepest, (depth += 1))
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  return { depth: deepest, values }
}
