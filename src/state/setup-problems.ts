// What a failure at the border says about the set-up of the page (specification §8, alerts). The one place where the words of services and relays
// are read; loaded by `tell-developer.ts` when something has failed.
import { type CodedError, isWalletError } from '../coded-error.js'
import type { ErrorCode } from '../errors.js'
import { createAlerts, type Alert } from './alerts.js'
import type { Core } from './core.js'

/** These are problems of the set-up by themselves. */
const themselves: ReadonlySet<ErrorCode> = new Set([
  'CONFIG_INVALID',
  'LOCALE_NOT_FOUND',
  'NETWORK_NOT_FOUND',
  'ORIGIN_NOT_ALLOWED',
  'PROJECT_INVALID',
  'CLOCK_SKEW',
  'PROJECT_ID_MISSING',
  'SESSION_EXPIRED',
])

/** Provider messages (specification §8), and what our own services say. A clock that is far behind has a token that is long over. */
const byReason: readonly (readonly [RegExp, ErrorCode])[] = [
  [/origin (is )?not allowed/i, 'ORIGIN_NOT_ALLOWED'],
  [/jwt token is (not yet valid|expired)/i, 'CLOCK_SKEW'],
  [/invalid key/i, 'PROJECT_INVALID'],
]
/** What a refusal of the services is about. Any other field is a matter of the call, such as a signature. */
const byField: Readonly<Record<string, ErrorCode>> = {
  origin: 'ORIGIN_NOT_ALLOWED',
  projectId: 'PROJECT_INVALID',
  authentication: 'PROJECT_INVALID',
}
const byStatus: Readonly<Record<number, ErrorCode>> = { 401: 'PROJECT_INVALID', 403: 'ORIGIN_NOT_ALLOWED' }

/** Raises the alert for `thrown`, if it is a problem of the set-up. */
export function raiseProblem(core: Core, thrown: unknown): void {
  if (!isWalletError(thrown)) return
  const problem = problemOf(thrown, core.config.projectId)
  if (problem) core.use(createAlerts).raise(problem.code, problem.details, thrown)
}

/** Undefined: nothing that the developer of the page could put right. */
export function problemOf(error: CodedError, projectId: string): Alert | undefined {
  const { code, details } = error
  if (themselves.has(code)) return { code, details }
  if (isWrongHost(error))
    return { code, details: Object.fromEntries(Object.entries(details).filter(([key]) => key !== 'offline')) }
  if (code === 'HTTP_STATUS') return ofServices(error, projectId)
  const { refusal } = details
  if (code !== 'RELAY_UNREACHABLE' || typeof refusal !== 'string') return undefined
  // A relay that refuses for a reason we do not know is told as it is.
  return of(match(refusal), projectId, { refusal }) ?? { code, details: { refusal } }
}

/** An address where nothing answers while the browser is online, or where something else than our services does. */
function isWrongHost({ code, details: { url, offline, status, problem } }: CodedError): boolean {
  if (typeof url !== 'string') return false
  if (code === 'NETWORK_ERROR') return offline === false
  return (code === 'HTTP_STATUS' && status === 404) || (code === 'MALFORMED_RESPONSE' && problem === 'not JSON')
}

/** `{status, url, field?, reasons?}`, as `api/http.ts` reads an answer. */
function ofServices({ details }: CodedError, projectId: string): Alert | undefined {
  const { status, url, field, reasons } = details
  const refused = byStatus[Number(status)]
  if (!refused) return undefined
  const known = match(String(reasons ?? '')) ?? (field ? byField[String(field)] : refused)
  return of(known, projectId, { url, ...(reasons ? { reasons } : {}) })
}

function match(reason: string): ErrorCode | undefined {
  return byReason.find(([pattern]) => pattern.test(reason))?.[1]
}

/** A project that is refused, and was never named, is missing. */
function of(code: ErrorCode | undefined, projectId: string, details: Alert['details']): Alert | undefined {
  return code && { code: code === 'PROJECT_INVALID' && projectId === '' ? 'PROJECT_ID_MISSING' : code, details }
}
