// How high the card is, and where it stands. One movement at a time, from what is seen to what is to be; never around a view that is not there yet.
import { HEIGHT_ANIMATION_MS } from '../../constants.js'
import { easing, reducedMotion } from '../styles/motion.js'

/** Share of the window that stays free below the card, and above it: what `max-block-size` leaves. */
const RIM = 0.04

export interface CardSize {
  /** From now on every change of what the card holds moves its edge. Nothing for a card that is followed already, or stands in the page. */
  follow(): void
  /** Another view is on its way: the card stays as it is until `settle`. */
  hold(): void
  /** Another view is in place: the card grows or shrinks to it, and stands in the middle again. */
  settle(): void
  /** The card is gone. */
  forget(): void
}

/** Where nothing has a size, as in jsdom. */
const nothing = () => undefined
const unmeasured: CardSize = { follow: nothing, hold: nothing, settle: nothing, forget: nothing }

interface Place {
  readonly height: number
  readonly top: number
}

/** `root`: the dialog's. */
export function createCardSize(root: ParentNode): CardSize {
  if (typeof ResizeObserver !== 'function') return unmeasured
  let card: HTMLDialogElement | undefined
  /** What the card was laid out to last, whether it has got there or not. */
  let goal: Place | undefined
  let moving: Animation | undefined
  let isHeld = false
  let size = ''

  const observer = new ResizeObserver(() => {
    if (windowSize() !== size)
      resized() // the event may come later
    else if (card?.open && !isHeld) {
      const isMoving = moving?.playState === 'running'
      // A body that scrolls grows without its card. To lay the card out would style everything in it anew, for each page of a long list.
      if (isMoving || !goal || !isNear(goal, placeOf(card))) move(card, isMoving ? placeOf(card) : goal, false)
    }
  })
  /** A window of another size: no movement, and the middle is another one. */
  const resized = () => {
    size = windowSize()
    if (!card || isHeld) return
    moving?.cancel()
    card.style.removeProperty('--top')
    goal = placeOf(card)
  }

  /** From what is `seen` to the middle of the window; without `recentre` the upper edge stays, so that nothing moves away under the pointer. */
  const move = (box: HTMLDialogElement, seen: Place | undefined, recentre: boolean) => {
    // Measured without the movement that is under way, which goes on if it leads there anyway.
    const effect = moving?.effect as KeyframeEffect | undefined // what `animate()` makes
    if (effect) effect.target = null
    const next = layOut(box, recentre ? undefined : goal)
    if (effect) effect.target = box
    if (!recentre && goal && isNear(goal, next)) return
    goal = next
    moving?.cancel()
    if (seen && !isNear(seen, next) && !reducedMotion()) moving = animateBetween(box, seen, next)
  }

  const forget = () => {
    observer.disconnect()
    window.removeEventListener('resize', resized)
    card = goal = moving = undefined
    isHeld = false
  }
  return {
    follow() {
      const found = root.querySelector('dialog')
      if (!found?.open || found === card) return
      forget()
      card = found
      size = windowSize()
      goal = placeOf(card)
      for (const part of card.querySelectorAll('.bar, wm-alert-bar, wm-outlet, wm-footer')) observer.observe(part)
      window.addEventListener('resize', resized)
    },
    hold() {
      if (!card?.open || isHeld) return
      isHeld = true
      const seen = placeOf(card)
      moving?.cancel()
      card.style.blockSize = `${seen.height}px`
      card.style.setProperty('--top', `${seen.top}px`)
    },
    settle() {
      // In the next frame: by then all that is in the view has rendered, and none of it was painted.
      const held = card
      requestAnimationFrame(() => {
        if (!held?.open || held !== card) return
        move(held, isHeld ? placeOf(held) : goal, true)
        isHeld = false
      })
    },
    forget,
  }
}

/** As it is at this moment, whatever is moving; a `transform` does not count. */
function placeOf(card: HTMLElement): Place {
  const { blockSize, marginBlockStart } = getComputedStyle(card)
  // Chromium 156 says 0 for an `auto` margin where it took the layout from its cache; then whole px are good enough.
  return { height: parseFloat(blockSize), top: parseFloat(marginBlockStart) || card.offsetTop }
}

const windowSize = () => `${innerWidth} ${innerHeight}`

/** Also where nothing has a size (happy-dom): `NaN` is as near as can be. */
const isNear = (a: Place, b: Place) => !(Math.abs(a.height - b.height) >= 1 || Math.abs(a.top - b.top) > 1)

/** Where the card belongs with what it holds: as far up as it was, as long as it fits below; without that in the middle. */
function layOut(card: HTMLElement, before: Place | undefined): Place {
  const { style } = card
  style.blockSize = ''
  style.removeProperty('--top')
  const middle = placeOf(card)
  if (!before || isNear(before, middle)) return middle
  const lowest = innerHeight * (1 - RIM) - middle.height
  style.setProperty('--top', `${Math.min(before.top, lowest)}px`) // a sheet stands on the lower edge all the same
  return placeOf(card)
}

function animateBetween(card: HTMLElement, from: Place, to: Place): Animation {
  const timing = { duration: HEIGHT_ANIMATION_MS, easing }
  // A scroll bar that only the movement needs would come and go.
  for (const box of [card, card.querySelector('.body')])
    if (box && box.scrollHeight <= box.clientHeight) box.animate({ overflowY: ['hidden', 'hidden'] }, timing)
  const frames = {
    blockSize: [`${from.height}px`, `${to.height}px`],
    marginBlockStart: [`${from.top}px`, `${to.top}px`],
  }
  return card.animate(frames, timing)
}
