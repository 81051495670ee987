// Whether the way to wallets elsewhere is there: a lost connection to the relay is restored by itself, and whoever waits is told meanwhile.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { Core } from './core.js'

/** A connection that is back within this was never missed. */
const MISSED_AFTER_MS = 1_000

export interface RelayStatus {
  /** The connection to the relay was lost, and is being restored. */
  readonly $isRestoring: ReadableAtom<boolean>
  /** For the relay client: its connection is there, or lost. */
  note(isConnected: boolean): void
}

export function createRelayStatus(core: Core): RelayStatus {
  const $isRestoring = atom(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  core.onEnd(stop)
  return {
    $isRestoring: readonlyType($isRestoring),
    note(isConnected) {
      if (core.signal.aborted) return
      if (isConnected) {
        stop()
        $isRestoring.set(false)
      } else timer ??= setTimeout(() => $isRestoring.set(true), MISSED_AFTER_MS)
    },
  }
}
