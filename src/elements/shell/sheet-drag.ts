// On a phone the card is a sheet that closes when its header is pulled down far or fast enough. Close, Escape and a press beside the sheet
// do the same.
import type { Core } from '../../state/core.js'
import { createModal } from '../../state/interface/modal.js'
import { matchesMedia } from '../lib/media.js'
import { animate } from '../styles/motion.js'

/** Share of its height that the sheet must be pulled to close. */
const FAR = 0.25
/** Speed of the last movement that closes, px per ms. */
const FAST = 0.5
/** A shorter pull never counts as fast, px. */
const TAP_PX = 24
/** The last movement counts as still going on for this long, ms. */
const REST_MS = 100
/** Duration of the way back when the sheet stays open, ms. */
const BACK_MS = 150

/** Listens on `root` until `core` ends. `card` returns the present card. */
export function pullToClose(core: Core, root: ShadowRoot, card: () => HTMLElement | null): void {
  const { signal } = core
  const modal = core.use(createModal)
  // Opened again during the closing transition: back to its place.
  core.onEnd(modal.$open.listen((open) => open && card()?.style.removeProperty('translate')))

  const start = ({ target, isPrimary, button, clientY: from, pointerId }: PointerEvent) => {
    const sheet = card()
    const isHead = target instanceof Element && target.closest('.bar') && !target.closest('button, wm-network-chip')
    if (!sheet?.classList.contains('sheet') || !isHead || !isPrimary || button !== 0 || !matchesMedia('(max-width: 480px)'))
      return
    const ended = new AbortController()
    const options = { signal: ended.signal }
    let [pulled, speed, last] = [0, 0, performance.now()]
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return
      const next = Math.max(0, event.clientY - from)
      const now = performance.now()
      speed = (next - pulled) / Math.max(1, now - last)
      ;[pulled, last] = [next, now]
      sheet.style.translate = `0 ${pulled}px`
    }
    const end = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return
      ended.abort()
      const isFar = pulled > sheet.offsetHeight * FAR
      const isFast = pulled > TAP_PX && speed > FAST && performance.now() - last < REST_MS
      if (event.type === 'pointerup' && (isFar || isFast) && modal.close()) return
      sheet.style.removeProperty('translate')
      void animate(sheet, [{ translate: `0 ${pulled}px` }, { translate: '0 0' }], BACK_MS)
    }
    window.addEventListener('pointermove', move, options)
    window.addEventListener('pointerup', end, options)
    window.addEventListener('pointercancel', end, options)
  }
  root.addEventListener('pointerdown', (event) => start(event as PointerEvent), { signal }) // `pointerdown` is a PointerEvent
}
