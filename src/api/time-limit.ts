// A caller's signal and a timer in one signal (`AbortSignal.any` is younger than our oldest browser).

/** `end` stops the timer and lets go of `signal`; call it in any case. */
export function timeLimit(ms: number, signal?: AbortSignal): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  const timer = setTimeout(() => controller.abort(), ms)
  const end = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, end }
}
