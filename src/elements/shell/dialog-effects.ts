// What the dialog does besides standing there: fetched once the first view is shown. Movement between views, focus that knows its way,
// closing by a press beside the card, the shake of a refused close, words for what happens, and the page that does not scroll beneath.
import { css, type LitElement } from 'lit'
import { HEADER_ANIMATION_MS, MODAL_SHAKE_MS } from '../../constants.js'
import type { Core } from '../../state/core.js'
import { createModal } from '../../state/modal.js'
import { createRouter } from '../../state/router.js'
import type { View } from '../../view.js'
import { adopt } from '../lib/adopt.js'
import { routeOf } from '../routes.js'
import { animate, reducedMotion } from '../styles/motion.js'
import type { WmView } from '../lib/element.js'
import { createAnnouncer } from './announcer.js'
import { createCardSize } from './card-size.js'
import type { WmViewShownEvent } from './outlet.js'
import { createScrollMemory } from './scroll-memory.js'
import { pullToClose } from './sheet-drag.js'
import { lockScroll, unlockScroll } from './scroll-lock.js'
import { fadeOut, slideIn } from './view-motion.js'

export { focusPlan, restoreFocus } from './focus-plan.js'

const styles = css`
  /* what a view still shows is seen before the card goes */
  .held.closing,
  .held.closing::backdrop {
    opacity: 1;
    transform: none;
    transition: none;
  }
  @media (max-width: 480px) {
    .sheet .bar {
      touch-action: none;
    }
  }
  /* quiet text and lines speak up for a visitor who asked for contrast */
  @media (prefers-contrast: more) {
    .root {
      --_wm-text-2: var(--_wm-text);
      --_wm-text-3: var(--_wm-text);
      --_wm-line: var(--_wm-line-control);
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .shaking {
      animation: shake ${MODAL_SHAKE_MS}ms cubic-bezier(0.36, 0.07, 0.19, 0.97);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .shaking {
      outline: 2px solid var(--_wm-danger);
      outline-offset: -2px;
    }
  }
  @keyframes shake {
    10%,
    90% {
      transform: translateX(-2px);
    }
    20%,
    80% {
      transform: translateX(4px);
    }
    30%,
    50%,
    70% {
      transform: translateX(-7px);
    }
    40%,
    60% {
      transform: translateX(7px);
    }
  }
`

export interface Attendant {
  /** The card was rendered. */
  attend(): void
  /** Another view is in place; without an event what stands for it until it comes. */
  shown(event?: WmViewShownEvent): void
  /** The view that the head of the card is about: `view`, or in a card of the page the one before, until that has shown how it ended. */
  headOf(view: View): View
  /** Waits until the view has shown how it ended. True: the modal is open again. */
  farewell(): Promise<boolean>
  /** The card is gone. */
  forget(): void
}

/** `openedAt`: unix ms. */
export function createAttendant(core: Core, root: ShadowRoot, openedAt: number): Attendant {
  adopt(root, [styles])
  const repeat = createAnnouncer(core, openedAt, root)
  const card = () => root.querySelector<HTMLElement>('.card')
  const outlet = () => root.querySelector('wm-outlet')
  // Seen again when the card is rendered another time: Lit leaves a class alone that it has not written.
  const stop = core.use(createModal).$shaking.subscribe((isShaking) => card()?.classList.toggle('shaking', isShaking))
  core.onEnd(stop)

  closeFromOutside(core, root, card)
  pullToClose(core, root, card)
  bringFooter(core)

  /** The page does not scroll under an open dialog; a card in the page leaves it alone. */
  const lock = (box: HTMLElement | null) => box instanceof HTMLDialogElement && box.open && lockScroll(root)

  let leaving: Promise<void> | undefined
  let ending: Promise<void> | undefined
  /** The last view that was asked how it ended: once, when another was wanted. */
  let ended: Element | undefined
  /** A card in the page has no closing that could wait. */
  const end = (element: HTMLElement & Partial<WmView>) => {
    if (core.config.dialog !== 'inline' || element === ended) return ending
    ended = element
    // The store says that it is connected a moment before what was asked has settled.
    ending = new Promise((resolve) => setTimeout(resolve))
      .then(() => element.farewell?.())
      .then(() => {
        ending = undefined
        ;(root.host as LitElement).requestUpdate() // the dialog's
      })
    return ending
  }
  const size = createCardSize(root)
  const scroll = createScrollMemory(root)
  let heading: string | undefined
  const attendant: Attendant = {
    attend() {
      const [place, title] = [outlet(), root.querySelector('h2')]
      if (!place?.isSettled) return
      lock(card())
      size.follow()
      place.fade = async (view, element) => {
        if (element) await end(element)
        scroll.keep(view)
        if (reducedMotion()) return
        size.hold()
        if (element) await fadeOut(element)
      }
      if (heading === undefined) repeat()
      else if (title && heading !== title.textContent) void animate(title, [{ opacity: 0 }, { opacity: 1 }], HEADER_ANIMATION_MS)
      heading = title?.textContent
    },
    shown(event) {
      attendant.attend()
      const element = outlet()?.current
      scroll.restore(event?.way === 'back' ? element : undefined)
      if (element && event?.way) slideIn(element, event.way === 'forward')
      if (event) size.settle() // what stands for a view stands in the card as it is
    },
    headOf(view) {
      const element = outlet()?.current as (HTMLElement & Partial<WmView>) | undefined
      return element?.view && element.view !== view && end(element) ? element.view : view
    },
    async farewell() {
      // The dialog asks at every render while it closes; the view is asked once.
      leaving ??= (root.querySelector('wm-outlet')?.current as Partial<WmView> | undefined)?.farewell?.()
      if (leaving) card()?.classList.add('held')
      await leaving
      leaving = undefined
      card()?.classList.remove('held')
      return !core.signal.aborted && core.use(createModal).$open.get()
    },
    forget() {
      unlockScroll(root)
      size.forget()
      heading = undefined
    },
  }
  attendant.attend()
  return attendant
}

/** Fetches the rows of all views, and the footer as soon as a view is wanted that has one. */
function bringFooter(core: Core) {
  const { termsUrl, privacyUrl } = core.config
  const stop = core.use(createRouter).$view.subscribe(async (view) => {
    await core.deps.views.load().catch(() => undefined) // the outlet asks again, and shows the failure
    if (termsUrl ?? privacyUrl ?? routeOf(core, view).note)
      import('./footer.js').catch((error: unknown) => core.deps.log.error('the footer did not load', error))
  })
  core.onEnd(stop)
}

/** A press beside the card closes. Down and up must both be outside: a drag that began as a text selection closes nothing. */
function closeFromOutside(core: Core, root: ShadowRoot, card: () => HTMLElement | null) {
  const { signal } = core
  let isPressed = false
  /** On the backdrop: our own, or the platform's, which is the dialog itself outside of its box. */
  const isOutside = ({ target, clientX: x, clientY: y }: PointerEvent | MouseEvent) => {
    if (target !== card()) return target instanceof Element && target.className === 'backdrop'
    const box = card()?.getBoundingClientRect()
    return box !== undefined && (x < box.left || x > box.right || y < box.top || y > box.bottom)
  }
  root.addEventListener('pointerdown', (event) => (isPressed = isOutside(event as PointerEvent)), { signal }) // a name that says its kind
  const clicked = (event: Event) => {
    const isMeant = isPressed && isOutside(event as MouseEvent)
    isPressed = false
    if (isMeant) core.use(createModal).close()
  }
  root.addEventListener('click', clicked, { signal })
}
