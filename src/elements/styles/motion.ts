// Movement by the Web Animations API, and none of it for a visitor who asked for less.
import { matchesMedia } from '../lib/media.js'

/** Fast at first, then long in coming to rest. */
export const easing = 'cubic-bezier(.2, 0, 0, 1)'

/** Whether the visitor wants less movement; true as well where that cannot be known. */
export const reducedMotion = (): boolean => matchesMedia('(prefers-reduced-motion: reduce)') ?? true

/** Runs an animation, and resolves when it has ended or was cut off. Does nothing under reduced motion. */
export async function animate(element: Element, frames: Keyframe[], duration: number, fill: FillMode = 'none'): Promise<void> {
  if (reducedMotion() || typeof element.animate !== 'function') return
  for (const running of element.getAnimations()) running.cancel()
  // A cancelled animation rejects `finished`; the newer one has taken over.
  await element.animate(frames, { duration, easing, fill }).finished.catch(() => undefined)
}
