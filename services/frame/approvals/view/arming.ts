// When the buttons work (§2.8; rows 76, 77): after the visitor could see all of them, at rest, for a moment. Anything that changes starts the moment anew.

/** How long everything must have been in order. */
export const ARMING_MS = 700
const [WIDTH_MIN, HEIGHT_MIN] = [300, 400]
/** Chromium asks for at least so much between two looks. */
const LOOK_MS = 100
/** Rounding of sizes makes a box that is all there a little less. */
const WHOLE = 0.98

/** What stands between the visitor and the buttons. */
export type ArmingState = 'covered' | 'arming' | 'armed'

/** Watches one screen. */
export interface Arming {
  readonly state: ArmingState
  /** Starts the moment anew, as after a change of what is shown. */
  restart(): void
  /** Whether a press counts: by a human, while everything is in order, neither held down nor the second of a double click. */
  accepts(event: MouseEvent): boolean
  stop(): void
}

/** Whether this browser can tell that a frame is covered (Intersection Observer v2: Chromium). Elsewhere risky approvals belong in a window of their own. */
export const canSeeCovers = (window: Window & typeof globalThis): boolean =>
  typeof window.IntersectionObserver === 'function' && 'isVisible' in window.IntersectionObserverEntry.prototype

/** Watches `screen`, which fills its frame. @param onChange told of every new state */
export function armButtons(window: Window & typeof globalThis, screen: Element, onChange: (state: ArmingState) => void): Arming {
  const { document } = window
  const stopping = new AbortController()
  const { signal } = stopping
  let isSeen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: ArmingState = 'covered'
  /** Since when a mouse has been over the frame: a frame that is pushed below a mouse has not been for long. */
  let mouseSince: number | undefined

  const isInOrder = (): boolean =>
    isSeen &&
    document.visibilityState === 'visible' &&
    document.hasFocus() &&
    window.innerWidth >= WIDTH_MIN &&
    window.innerHeight >= HEIGHT_MIN
  const set = (next: ArmingState): void => {
    if (next === state) return
    state = next
    onChange(next)
  }
  const restart = (): void => {
    clearTimeout(timer)
    if (signal.aborted) return
    if (!isInOrder()) return set('covered')
    set('arming')
    timer = setTimeout(() => (isInOrder() ? set('armed') : set('covered')), ARMING_MS)
  }

  const options = canSeeCovers(window) ? { trackVisibility: true, delay: LOOK_MS } : {}
  const observer = new window.IntersectionObserver(
    (entries) => {
      const entry: (IntersectionObserverEntry & { readonly isVisible?: boolean }) | undefined = entries.at(-1)
      isSeen = entry !== undefined && entry.intersectionRatio >= WHOLE && (entry.isVisible ?? true)
      restart()
    },
    { threshold: [0, 0.5, WHOLE, 1], ...options },
  )
  observer.observe(screen)
  document.addEventListener('visibilitychange', restart, { signal })
  for (const name of ['focus', 'blur', 'resize', 'pageshow', 'pagehide'] as const)
    window.addEventListener(name, restart, { signal })
  const onMouse = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') mouseSince ??= window.performance.now()
  }
  for (const name of ['pointerover', 'pointermove', 'pointerdown'] as const)
    document.addEventListener(name, onMouse, { signal, capture: true, passive: true })
  document.documentElement.addEventListener('pointerleave', () => (mouseSince = undefined), { signal })
  // A key that is held down since the screen before presses nothing, and neither does a second Enter within the moment.
  const onKey = (event: KeyboardEvent): void => {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
  }
  window.addEventListener('keydown', onKey, { signal, capture: true })

  return {
    get state() {
      return state
    },
    restart,
    accepts(event) {
      if (!event.isTrusted || event.detail > 1) return false
      // The state may be older than what it stands for: nothing but a look tells.
      if (state !== 'armed' || !isInOrder()) return false
      const { pointerType } = event as Partial<PointerEvent>
      return pointerType !== 'mouse' || (mouseSince !== undefined && window.performance.now() - mouseSince >= ARMING_MS)
    },
    stop() {
      stopping.abort()
      clearTimeout(timer)
      observer.disconnect()
    },
  }
}
