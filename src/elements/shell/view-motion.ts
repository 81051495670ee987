// How one view takes the place of another: the old one fades, then the new one comes from the side that it lies on.
import { VIEW_TRANSITION_MS } from '../../constants.js'
import { animate, reducedMotion } from '../styles/motion.js'

/** The specification has no number for what goes, only for the whole of what comes. */
const FADE_MS = 120

const fading = new WeakMap<Element, Promise<void>>()

/** Resolves when `element` cannot be seen any more, and stays so. Nothing in it can be pressed from now on. A second call joins the first. */
export function fadeOut(element: HTMLElement): Promise<void> {
  const begun = fading.get(element)
  if (begun) return begun
  const frames = [
    { opacity: 1, pointerEvents: 'none' },
    { opacity: 0, pointerEvents: 'none' },
  ]
  const faded = animate(element, frames, FADE_MS, 'forwards')
  fading.set(element, faded)
  return faded
}

/** `forward`: from the end of the line, where a row's chevron points; else from its start. */
export function slideIn(element: Element, forward: boolean): void {
  if (reducedMotion()) return
  const sign = forward === element.matches(':dir(ltr)') ? 1 : -1
  const frames = [
    { opacity: 0, transform: `translateX(${sign * 10}px)` },
    { opacity: 1, transform: 'none' },
  ]
  void animate(element, frames, VIEW_TRANSITION_MS)
}
