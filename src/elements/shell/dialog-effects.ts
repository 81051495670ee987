// What the dialog does besides standing there: it comes right after the first view. Movement between views, focus that knows its way, closing by
// Escape and by a press beside the card, the shake of a refused close, words for what happens, and the page that does not scroll beneath.
import { css } from 'lit'
import { HEADER_ANIMATION_MS, MODAL_SHAKE_MS } from '../../constants.js'
import type { Core } from '../../state/core.js'
import { createModal } from '../../state/modal.js'
import { createRouter } from '../../state/router.js'
import type { View } from '../../view.js'
import { adopt } from '../lib/adopt.js'
import { animate, reducedMotion } from '../styles/motion.js'
import type { DialogEffects, DialogHost } from '../lib/after-open.js'
import { createMessages } from '../lib/localize.js'
import type { WmView } from '../lib/element.js'
import { createAnnouncer } from './announcer.js'
import { createCardSize } from './card-size.js'
import { focusPlan, restoreFocus } from './focus-plan.js'
import './footer.js'
import type { Leaving } from './outlet.js'
import { createScrollMemory } from './scroll-memory.js'
import { pullToClose } from './sheet-drag.js'
import { lockScroll, unlockScroll } from './scroll-lock.js'
import { fadeOut, slideIn } from './view-motion.js'

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

/** For the life of the core of `host`. */
export function createDialogEffects(host: DialogHost): DialogEffects {
  const { core } = host
  const root = host.renderRoot as ShadowRoot // a Lit element's own
  const modal = core.use(createModal)
  adopt(root, [styles])
  // What can be said on any screen from here on.
  core
    .use(createMessages)
    .load('shell')
    .catch(() => undefined) // logged, and asked for again by whoever needs them
  const repeat = createAnnouncer(core, host.openedAt, root)
  const card = () => root.querySelector<HTMLElement>('.card')
  const outlet = () => root.querySelector('wm-outlet')
  // Seen again when the card is rendered another time: Lit leaves a class alone that it has not written.
  core.onEnd(modal.$shaking.subscribe((isShaking) => card()?.classList.toggle('shaking', isShaking)))

  closeFromOutside(core, root, card)
  pullToClose(core, root, card)
  const leave = createPath(core, host)
  const escape = closeByKey(core, root, card)

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
        host.requestUpdate()
      })
    return ending
  }
  /** Waits until the view has shown how it ended. True: the modal is open again. */
  const farewell = async () => {
    // The dialog asks at every render while it closes; the view is asked once.
    leaving ??= (outlet()?.current as Partial<WmView> | undefined)?.farewell?.()
    if (leaving) card()?.classList.add('held')
    await leaving
    leaving = undefined
    card()?.classList.remove('held')
    return !core.signal.aborted && modal.$open.get()
  }
  const size = createCardSize(root)
  const scroll = createScrollMemory(root)
  const fade = async (present: View | undefined, element: HTMLElement | undefined) => {
    if (element) await end(element)
    scroll.keep(present)
    if (reducedMotion()) return
    size.hold()
    if (element) await fadeOut(element)
  }
  let heading: string | undefined
  const effects: DialogEffects = {
    rendered() {
      const [place, title] = [outlet(), root.querySelector('h2')]
      if (!place?.isSettled) return
      lock(card())
      escape.listen()
      size.follow()
      place.leave = (present, next, element) => ({ faded: fade(present, element), ...leave(present, next) })
      if (heading === undefined) repeat()
      else if (title && heading !== title.textContent) void animate(title, [{ opacity: 0 }, { opacity: 1 }], HEADER_ANIMATION_MS)
      heading = title?.textContent
    },
    shown(event) {
      effects.rendered()
      const element = outlet()?.current
      scroll.restore(event?.way === 'back' ? element : undefined)
      if (element && event?.way) slideIn(element, event.way === 'forward')
      if (event) size.settle() // what stands for a view stands in the card as it is
    },
    focus: (event) => focusPlan(root, outlet()?.current, event),
    headOf(view) {
      const element = outlet()?.current as (HTMLElement & Partial<WmView>) | undefined
      return element?.view && element.view !== view && end(element) ? element.view : view
    },
    async leave() {
      if (await farewell()) return true
      const leaving =
        card()
          ?.getAnimations?.()
          .filter((animation) => 'transitionProperty' in animation) ?? []
      await Promise.allSettled(leaving.map(({ finished }) => finished))
      return false
    },
    gone(opener) {
      escape.forget()
      unlockScroll(root)
      size.forget()
      heading = undefined
      if (opener) restoreFocus(opener)
    },
  }
  effects.rendered()
  return effects
}

/** Remembers which row led away from which view, so that Back returns to it. */
function createPath(core: Core, host: DialogHost) {
  const { $history } = core.use(createRouter)
  const keys = new WeakMap<View, string>()
  let past = $history.get()
  return (present: View | undefined, next: View): Omit<Leaving, 'faded'> => {
    const before = past
    past = $history.get()
    const isBack = before.length > past.length && before.includes(next)
    const key = host.pressed
    if (present !== undefined && key !== undefined && !isBack) keys.set(present, key)
    host.pressed = undefined
    return { isBack, key: isBack ? keys.get(next) : undefined }
  }
}

/** The platform's own ways to close (Escape, the back gesture of a phone) ask the state first. Over a living page Escape counts wherever focus is. */
function closeByKey(core: Core, root: ShadowRoot, card: () => HTMLElement | null) {
  const { signal } = core
  const close = () => core.use(createModal).close()
  const pressed = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (core.config.dialog === 'inline') return
    event.preventDefault() // else the browser closes it whatever the state says
    event.stopPropagation()
    if (!event.repeat) close()
  }
  root.addEventListener('keydown', pressed, { signal })
  const cancelled = (event: Event) => {
    if (event.target !== card()) return
    event.preventDefault()
    close()
  }
  root.addEventListener('cancel', cancelled, { capture: true, signal }) // it does not bubble
  const listen = () => core.config.dialog === 'layer' && window.addEventListener('keydown', pressed)
  const forget = () => window.removeEventListener('keydown', pressed)
  core.onEnd(forget)
  return { listen, forget }
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
