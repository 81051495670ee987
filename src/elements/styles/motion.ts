// Animations by the Web Animations API; none for a visitor who prefers reduced motion.
import { matchesMedia } from '../lib/media.js'

/** The easing of the card's animation: starts fast and slows down. */
export const easing = 'cubic-bezier(.2, 0, 0, 1)'

/** Whether the visitor prefers reduced motion; true also where that is unknown. */
export const reducedMotion = (): boolean => matchesMedia('(prefers-reduced-motion: reduce)') ?? true

/** Runs an animation of `duration` ms, and resolves when it has ended or was cancelled. Does nothing under reduced motion. */
export async function animate(element: Element, frames: Keyframe[], duration: number, fill: FillMode = 'none'): Promise<void> {
  if (reducedMotion() || typeof element.animate !== 'function') return
  for (const running of element.getAnimations()) running.cancel()
  // A cancelled animation rejects `finished`; a newer one has replaced it.
  await element.animate(frames, { duration, easing, fill }).finished.catch(() => undefined)
}
