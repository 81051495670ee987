// The animation between two views: the old one fades out, then the new one slides in.
import { VIEW_TRANSITION_MS } from '../../vocabulary/constants.js'
import { animate, reducedMotion } from '../styles/motion.js'

/** Duration of the fade, ms. The specification has only the duration of the view that comes in. */
const FADE_MS = 120

const fading = new WeakMap<Element, Promise<void>>()

/** Fades `element` out, and resolves when it is invisible. It stays invisible. Does nothing under reduced motion. A second call joins the first. */
export function fadeOut(element: HTMLElement): Promise<void> {
  const begun = fading.get(element)
  if (begun) return begun
  const faded = animate(element, [{ opacity: 1 }, { opacity: 0 }], FADE_MS, 'forwards')
  fading.set(element, faded)
  return faded
}

/** Slides `element` in by 10 px: with `forward` from the inline end, where a row's chevron points, else from the inline start. */
export function slideIn(element: Element, forward: boolean): void {
  if (reducedMotion()) return
  const sign = forward === element.matches(':dir(ltr)') ? 1 : -1
  const frames = [
    { opacity: 0, transform: `translateX(${sign * 10}px)` },
    { opacity: 1, transform: 'none' },
  ]
  void animate(element, frames, VIEW_TRANSITION_MS)
}
