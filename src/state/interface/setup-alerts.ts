// Problems of the page's set-up, for its developer (specification §8, alerts): which errors are such problems, and the alert that is shown for one.
// The only place that reads the messages of services and relays. Loaded after the first view; `report-setup-error.ts` passes it the errors.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { isWalletError, type ErrorCode, type ErrorDetails, walletError } from '../../vocabulary/errors.js'
import type { WalletError } from '../../vocabulary/wallet-error.js'
import type { Core } from '../core.js'

/** One problem of the set-up: its code and the values of its text. */
export interface SetupAlert {
  readonly code: ErrorCode
  readonly details: ErrorDetails
}

/** The alert of one modal. */
export interface SetupAlerts {
  /** The newest problem, which the modal shows; only set with the setting `debug`. */
  readonly $alert: ReadableAtom<SetupAlert | undefined>
  /** Logs a problem, with the error that has shown it as `cause`, and with `debug` sets `$alert`. The same problem is raised once. */
  raise(code: ErrorCode, details?: ErrorDetails, cause?: unknown): void
  /** Closes the alert. */
  dismiss(): void
}

/** A part. */
export function createSetupAlerts(core: Core): SetupAlerts {
  const $alert = atom<SetupAlert | undefined>()
  const told = new Set<string>()
  return {
    $alert: readonlyType($alert),
    raise(code, details = {}, cause) {
      const { message } = walletError(code, { details })
      const what = Object.values(details).filter((value) => value !== undefined && !message.includes(String(value)))
      const line = [message, ...what].join(' · ')
      if (told.has(line)) return
      told.add(line)
      core.deps.log.error(line, cause)
      if (core.config.debug) $alert.set({ code, details })
    },
    dismiss: () => $alert.set(undefined),
  }
}

/** Errors that are always problems of the set-up. */
const setupCodes: ReadonlySet<ErrorCode> = new Set([
  'CONFIG_INVALID',
  'LOCALE_NOT_FOUND',
  'NETWORK_NOT_FOUND',
  'ORIGIN_NOT_ALLOWED',
  'PROJECT_INVALID',
  'CLOCK_SKEW',
  'PROJECT_ID_MISSING',
  'SESSION_EXPIRED',
  'FRAME_UNREACHABLE',
  'FRAME_TIMEOUT',
])

/** By message of a relay (specification §8) or of our services. A token is `expired` when this device's clock is far behind. */
const byReason: readonly (readonly [RegExp, ErrorCode])[] = [
  [/origin (is )?not allowed/i, 'ORIGIN_NOT_ALLOWED'],
  [/jwt token is (not yet valid|expired)/i, 'CLOCK_SKEW'],
  [/invalid key/i, 'PROJECT_INVALID'],
]
/** By the field that the services have refused. Any other field is a problem of the single call, such as a signature. */
const byField: Readonly<Record<string, ErrorCode>> = {
  origin: 'ORIGIN_NOT_ALLOWED',
  projectId: 'PROJECT_INVALID',
  authentication: 'PROJECT_INVALID',
}
/** The statuses with which the services refuse a call, and the code when they name neither reason nor field. */
const byStatus: Readonly<Record<number, ErrorCode>> = { 401: 'PROJECT_INVALID', 403: 'ORIGIN_NOT_ALLOWED' }

/** Raises the alert for a thrown error, if it is a problem of the set-up; ignores anything else. */
export function raiseSetupAlert(core: Core, thrown: unknown): void {
  if (!isWalletError(thrown)) return
  const problem = setupAlertOf(thrown, core.config.projectId)
  if (problem) core.use(createSetupAlerts).raise(problem.code, problem.details, thrown)
}

/** The alert for an error; undefined when the page's developer could not correct its cause. */
export function setupAlertOf(error: WalletError, projectId: string): SetupAlert | undefined {
  const { code, details } = error
  if (setupCodes.has(code)) return { code, details }
  if (isWrongHost(error))
    return { code, details: Object.fromEntries(Object.entries(details).filter(([key]) => key !== 'offline')) }
  if (code === 'HTTP_STATUS') return alertOfRefusal(error, projectId)
  const { refusal } = details
  if (code !== 'RELAY_UNREACHABLE' || typeof refusal !== 'string') return undefined
  // A relay's refusal for an unknown reason is shown as it is.
  return alertOf(codeOfReason(refusal), projectId, { refusal }) ?? { code, details: { refusal } }
}

/** Whether the url of a service is wrong: nothing answers there while the browser is online, or something that is not our service. */
function isWrongHost({ code, details: { url, offline, status, problem } }: WalletError): boolean {
  if (typeof url !== 'string') return false
  if (code === 'NETWORK_ERROR') return offline === false
  return (code === 'HTTP_STATUS' && status === 404) || (code === 'MALFORMED_RESPONSE' && problem === 'not JSON')
}

/** The alert for a refusal of the services, with the details that `api/http.ts` reads from the answer: `{status, url, field?, reasons?}`. */
function alertOfRefusal({ details }: WalletError, projectId: string): SetupAlert | undefined {
  const { status, url, field, reasons } = details
  const refused = byStatus[Number(status)]
  if (!refused) return undefined
  const known = codeOfReason(String(reasons ?? '')) ?? (field ? byField[String(field)] : refused)
  return alertOf(known, projectId, { url, ...(reasons ? { reasons } : {}) })
}

function codeOfReason(reason: string): ErrorCode | undefined {
  return byReason.find(([pattern]) => pattern.test(reason))?.[1]
}

/** An alert with `code`, if there is one. A refused project is PROJECT_ID_MISSING when the page has set none. */
function alertOf(code: ErrorCode | undefined, projectId: string, details: SetupAlert['details']): SetupAlert | undefined {
  return code && { code: code === 'PROJECT_INVALID' && projectId === '' ? 'PROJECT_ID_MISSING' : code, details }
}
