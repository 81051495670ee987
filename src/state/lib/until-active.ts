// Waiting for the visitor to come back.
import type { Core } from '../core.js'
import { createAttention } from './attention.js'

/** Resolves when the visitor is online and sees the page, or the instance has ended. */
export function untilActive(core: Core): Promise<void> {
  const { $active } = core.use(createAttention)
  return new Promise((resolve) => {
    if ($active.get() || core.signal.aborted) return resolve()
    const end = () => {
      stop()
      core.signal.removeEventListener('abort', end)
      resolve()
    }
    const stop = $active.listen((active) => active && end())
    core.signal.addEventListener('abort', end)
  })
}
