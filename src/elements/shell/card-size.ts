// Animates the height and the position of the card when its content changes: one animation at a time, from the visible size to the new one.
// While a view is being fetched, the card keeps its size.
import { HEIGHT_ANIMATION_MS } from '../../vocabulary/constants.js'
import { easing, reducedMotion } from '../styles/motion.js'

/** Share of the window's height that stays free above and below the card; `max-block-size` of `dialog-styles.ts` leaves as much. */
const RIM = 0.04

/** Follows the size of the open card. The dialog's effects call it. */
export interface CardSize {
  /** Animates every later change of the card's content. Does nothing for a card that is followed already, or is part of the page. */
  follow(): void
  /** Keeps the present size until `settle`, because another view is being fetched. */
  hold(): void
  /** Animates to the size of the view that is now shown, and centres the card. */
  settle(): void
  /** Stops following; the card was closed. */
  forget(): void
}

/** For documents without layout, such as jsdom. */
const nothing = () => undefined
const unmeasured: CardSize = { follow: nothing, hold: nothing, settle: nothing, forget: nothing }

/** Height and distance from the top of the window, px. */
interface Place {
  readonly height: number
  readonly top: number
}

/** `root`: the render root of the dialog. */
export function createCardSize(root: ParentNode): CardSize {
  if (typeof ResizeObserver !== 'function') return unmeasured
  let card: HTMLDialogElement | undefined
  /** The latest layout of the card; an animation may still be on the way to it. */
  let goal: Place | undefined
  let moving: Animation | undefined
  let isHeld = false
  let size = ''

  const observer = new ResizeObserver(() => {
    if (windowSize() !== size) resized() // the `resize` event may come later
    else if (card?.open && !isHeld) {
      const isMoving = moving?.playState === 'running'
      // The body scrolls, so its content can grow while the card does not. Skip the layout then: it would recalculate all styles in the card for each
      // page of a long list.
      if (isMoving || !goal || !isNear(goal, placeOf(card))) move(card, isMoving ? placeOf(card) : goal, false)
    }
  })
  /** After a resize of the window: lays the card out again without an animation. */
  const resized = () => {
    size = windowSize()
    if (!card || isHeld) return
    moving?.cancel()
    card.style.removeProperty('--top')
    goal = placeOf(card)
  }

  /** Animates from `seen` to the new layout. Without `recentre` the upper edge stays, so that nothing moves away under the pointer. */
  const move = (box: HTMLDialogElement, seen: Place | undefined, recentre: boolean) => {
    // Measure without the running animation, which continues if its goal is still right.
    const effect = moving?.effect as KeyframeEffect | undefined // `animate()` makes no other kind
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
      for (const box of card.querySelectorAll('.bar, wm-alert-bar, wm-outlet, wm-footer')) observer.observe(box)
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
      // In the next frame the view's elements have rendered and are not painted yet.
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

/** The present place of the card, also during an animation; ignores `transform`. */
function placeOf(card: HTMLElement): Place {
  const { blockSize, marginBlockStart } = getComputedStyle(card)
  // Chromium 156 reports 0 for an `auto` margin when the layout comes from its cache; `offsetTop` is exact enough then.
  return { height: parseFloat(blockSize), top: parseFloat(marginBlockStart) || card.offsetTop }
}

const windowSize = () => `${innerWidth} ${innerHeight}`

/** Within 1 px. True for `NaN`, which happy-dom measures. */
const isNear = (a: Place, b: Place) => !(Math.abs(a.height - b.height) >= 1 || Math.abs(a.top - b.top) > 1)

/** Lays the card out for its content: with the upper edge of `before` while it fits, else centred. */
function layOut(card: HTMLElement, before: Place | undefined): Place {
  const { style } = card
  style.blockSize = ''
  style.removeProperty('--top')
  const middle = placeOf(card)
  if (!before || isNear(before, middle)) return middle
  const lowest = innerHeight * (1 - RIM) - middle.height
  style.setProperty('--top', `${Math.min(before.top, lowest)}px`) // a sheet stays on the lower edge
  return placeOf(card)
}

function animateBetween(card: HTMLElement, from: Place, to: Place): Animation {
  const timing = { duration: HEIGHT_ANIMATION_MS, easing }
  // Without this a scroll bar would appear during the animation only.
  for (const box of [card, card.querySelector('.body')])
    if (box && box.scrollHeight <= box.clientHeight) box.animate({ overflowY: ['hidden', 'hidden'] }, timing)
  const frames = {
    blockSize: [`${from.height}px`, `${to.height}px`],
    marginBlockStart: [`${from.top}px`, `${to.top}px`],
  }
  return card.animate(frames, timing)
}
