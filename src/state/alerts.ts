// Problems of the setup, for the developer: always in the console, in the modal only with `debug`.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { WalletError, type ErrorCode, type ErrorDetails } from '../errors.js'
import type { Core } from './core.js'

export interface Alert {
  readonly code: ErrorCode
  readonly details: ErrorDetails
}

export interface Alerts {
  readonly $alert: ReadableAtom<Alert | undefined>
  /** The same problem is told once. */
  raise(code: ErrorCode, details?: ErrorDetails): void
  dismiss(): void
}

export function createAlerts(core: Core): Alerts {
  const $alert = atom<Alert | undefined>()
  const told = new Set<string>()
  return {
    $alert: readonlyType($alert),
    raise(code, details = {}) {
      const { message } = new WalletError(code, { details })
      if (told.has(message)) return
      told.add(message)
      core.deps.log.error(message)
      if (core.config.debug) $alert.set({ code, details })
    },
    dismiss: () => $alert.set(undefined),
  }
}
