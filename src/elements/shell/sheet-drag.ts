// On a phone the card is a sheet: pulled down by its head far enough, or fast enough, it closes. A convenience only: Close, Escape and a press
// beside it do the same.
import type { Core } from '../../state/core.js'
import { createModal } from '../../state/modal.js'
import { matchesMedia } from '../lib/media.js'
import { animate } from '../styles/motion.js'

/** Share of its own height that a sheet has to be pulled. */
const FAR = 0.25
/** Px per ms of the last movement, which is still going on, of a pull and no mere tap. */
const FAST = 0.5
const TAP_PX = 24
const REST_MS = 100
const BACK_MS = 150

/** For the life of `core`. `card`: the present one. */
export function pullToClose(core: Core, root: ShadowRoot, card: () => HTMLElement | null): void {
  const { signal } = core
  const modal = core.use(createModal)
  // Opened again before it had gone: it stands where it stood.
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
  root.addEventListener('pointerdown', (event) => start(event as PointerEvent), { signal }) // a name that says its kind
}
