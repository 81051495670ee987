// Why something failed: an error with all that it was caused by, for the log and for operators. No stacks.

/** One error of a chain. */
export interface Cause {
  readonly name: string
  readonly message: string
  /** Of Node (`ENOSPC`), or of Postgres (`53100`). */
  readonly code?: string | undefined
  /** Of Postgres: `ERROR`, `FATAL`, `PANIC`. */
  readonly severity?: string | undefined
  /** Of Postgres, where it is about the server's state; elsewhere it quotes values of rows. */
  readonly detail?: string | undefined
}

/** An error, and what it was caused by: its `cause`, the `errors` of an AggregateError, and theirs, nearest first. */
export interface DescribedError extends Cause {
  readonly causes?: readonly Cause[] | undefined
}

/** Longest chain that is told: an error may be its own cause. */
const CAUSES_MAX = 8
/** Connection, resources, intervention, system and internal errors: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SERVER_STATE = /^(?:08|53|55|57|58|F0|XX)/
const CODE = /^[A-Za-z0-9_]{2,64}$/

/** What is told of an error: its name, message and code, and those of its causes. Anything else that was thrown is its text. */
export function describeError(error: unknown): DescribedError {
  const [first, ...causes] = chainOf(error)
  return { ...(first ?? { name: 'Error', message: '' }), ...(causes.length > 0 ? { causes } : {}) }
}

/** The same as one line: `The database does not answer ← could not extend file (53100)`. */
export function reasonOf(error: unknown): string {
  return chainOf(error)
    .map(({ message, code, detail }) =>
      [message, ...(code && !message.includes(code) ? [`(${code})`] : []), ...(detail ? [`[${detail}]`] : [])].join(' ').trim(),
    )
    .filter((text, index, all) => text !== '' && all.indexOf(text) === index)
    .join(' ← ')
}

/** For an error that ends the process and should not have happened: its stack, and the reason of its causes on a line below. */
export function unexpectedText(error: unknown): string {
  if (!(error instanceof Error)) return reasonOf(error)
  const stack = error.stack ?? error.message
  return error.cause === undefined && !('errors' in error) ? stack : `${stack}\n${reasonOf(error)}`
}

function chainOf(error: unknown): readonly Cause[] {
  const seen = new Set<unknown>()
  const waiting: unknown[] = [error]
  const found: Cause[] = []
  while (waiting.length > 0 && found.length < CAUSES_MAX) {
    const next = waiting.shift()
    if (next === undefined || next === null || seen.has(next)) continue
    seen.add(next)
    found.push(causeOf(next))
    if (!(next instanceof Error)) continue
    const errors: unknown = 'errors' in next ? next.errors : undefined
    waiting.push(next.cause, ...(Array.isArray(errors) ? (errors as readonly unknown[]) : []))
  }
  return found
}

function causeOf(error: unknown): Cause {
  if (!(error instanceof Error)) return { name: typeof error, message: textOf(error) }
  const { code, severity, detail } = error as { code?: unknown; severity?: unknown; detail?: unknown }
  const isCode = (typeof code === 'string' || typeof code === 'number') && CODE.test(String(code))
  return {
    name: error.name,
    message: error.message,
    ...(isCode ? { code: String(code) } : {}),
    ...(typeof severity === 'string' ? { severity } : {}),
    ...(isCode && typeof detail === 'string' && SERVER_STATE.test(String(code)) ? { detail } : {}),
  }
}

/** What is no error may hold anything, so of an object nothing is told but that it was one. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? value.toString() : `a thrown ${typeof value}`
}
