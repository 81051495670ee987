// Problems of the setup, for the developer: always in the console, in the modal only with `debug`. What is one is decided in `setup-problems.ts`.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { WalletError, type ErrorCode, type ErrorDetails } from '../errors.js'
import type { Core } from './core.js'

export interface Alert {
  readonly code: ErrorCode
  readonly details: ErrorDetails
}

export interface Alerts {
  readonly $alert: ReadableAtom<Alert | undefined>
  /** The same problem is told once. `cause`: what showed it, for the log. */
  raise(code: ErrorCode, details?: ErrorDetails, cause?: unknown): void
  dismiss(): void
}

export function createAlerts(core: Core): Alerts {
  const $alert = atom<Alert | undefined>()
  const told = new Set<string>()
  return {
    $alert: readonlyType($alert),
    raise(code, details = {}, cause) {
      const { message } = new WalletError(code, { details })
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
