// Whether the socket to the relay is connected. The relay client reconnects by itself; views show meanwhile that it does.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { Core } from '../core.js'

/** A socket that is back within this, in ms, is not shown as lost. */
const SHOWN_AFTER_MS = 1_000

/** The state of the relay's socket. */
export interface RelayStatus {
  /** True from a second after the socket was lost until it is back. */
  readonly $isRestoring: ReadableAtom<boolean>
  /** Called by the relay client when its socket is connected or lost. */
  note(isConnected: boolean): void
}

/** A part. `relay-options.ts` passes `note` to the relay client. */
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
      } else timer ??= setTimeout(() => $isRestoring.set(true), SHOWN_AFTER_MS)
    },
  }
}
