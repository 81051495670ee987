// The effects of the dialog, loaded after the first view: animations between views, focus, closing by Escape or by a press beside the card,
// the shake of a refused close, announcements, and the scroll lock of the page.
import { css } from 'lit'
import { HEADER_ANIMATION_MS, MODAL_SHAKE_MS } from '../../vocabulary/constants.js'
import type { Core } from '../../state/core.js'
import { createModal } from '../../state/interface/modal.js'
import { createRouter } from '../../state/interface/router.js'
import { createShake } from '../../state/interface/shake.js'
import type { View } from '../../vocabulary/view.js'
import { adopt } from '../lib/adopt.js'
import { animate, reducedMotion } from '../styles/motion.js'
import type { DialogEffects, DialogHost } from '../lib/after-open.js'
import { createMessages } from '../lib/localize.js'
import type { WmView } from '../lib/element.js'
import { hasFocus } from '../lib/focus-note.js'
import { createAnnouncer } from './announcer.js'
import { createCardSize } from './card-size.js'
import { focusPlan, restoreFocus } from './focus-plan.js'
import './footer.js'
import type { Leaving, WmOutlet } from './outlet.js'
import { createScrollMemory } from './scroll-memory.js'
import { pullToClose } from './sheet-drag.js'
import { lockScroll, unlockScroll } from './scroll-lock.js'
import { fadeOut, slideIn } from './view-motion.js'

const styles = css`
  @media (prefers-reduced-motion: no-preference) {
    .closing,
    .closing::backdrop {
      opacity: 0;
      transition: 120ms;
    }
  }
  @media (max-width: 480px) {
    .closing.sheet {
      opacity: 1;
      transform: translateY(100%);
    }
  }
  ::slotted(iframe) {
    border: 0;
  }
  /* it holds focus between two views, and is nothing to press */
  wm-outlet:focus {
    outline: none;
  }
  /* the card stays visible while a view shows how it ended */
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
  /* stronger text and lines for a visitor who asked for more contrast */
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

/** Starts the effects of the dialog `host`; they end with its core. */
export function createDialogEffects(host: DialogHost): DialogEffects {
  const { core } = host
  const root = host.renderRoot as ShadowRoot // the render root of a Lit element
  const modal = core.use(createModal)
  const { $view } = core.use(createRouter)
  adopt(root, [styles])
  // The texts of the shell, which every view may announce from now on.
  core
    .use(createMessages)
    .load('shell')
    .catch(() => undefined) // logged; every view loads them again
  const repeat = createAnnouncer(core, host.openedAt, root)
  const card = () => root.querySelector<HTMLElement>('.card')
  const outlet = () => root.querySelector('wm-outlet')
  // A render keeps the class: Lit writes the `class` attribute only when the value of the template changes.
  core.onEnd(core.use(createShake).subscribe((isShaking) => card()?.classList.toggle('shaking', isShaking)))

  closeFromOutside(core, root, card)
  pullToClose(core, root, card)
  const leave = createPath(core, host)
  const escape = closeByKey(core, root, card)

  /** Locks the scrolling of the page under an open dialog. An inline card does not lock it. */
  const lock = (box: HTMLElement | null) => box instanceof HTMLDialogElement && box.open && lockScroll(root)

  let leaving: Promise<void> | undefined
  let ending: Promise<void> | undefined
  /** The view whose `farewell()` was called last; `end` calls it once per view. */
  let ended: Element | undefined
  /** Calls the view's `farewell()` in an inline card, where there is no closing that could wait for it. */
  const end = (element: HTMLElement & Partial<WmView>) => {
    if (core.config.dialog !== 'inline' || element === ended) return ending
    ended = element
    // `$state` says connected before the operation has settled: wait one task.
    ending = new Promise((resolve) => setTimeout(resolve))
      .then(() => element.farewell?.())
      .then(() => {
        ending = undefined
        host.requestUpdate()
      })
    return ending
  }
  /** Waits for the view's `farewell()`. True: the modal was opened again meanwhile. */
  const farewell = async () => {
    // The dialog calls this at every render while it closes; `farewell()` is called once.
    leaving ??= outlet()?.current?.farewell?.()
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
      if (place.current && place.current.view !== $view.get()) retire(place, place.current)
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
      scroll.restore(event?.direction === 'back' ? element : undefined)
      if (element && event?.direction) slideIn(element, event.direction === 'forward')
      if (event) size.settle() // without an event a placeholder is shown, which does not resize the card
    },
    focus: (event) => focusPlan(root, outlet()?.current, event),
    headOf(view) {
      const element = outlet()?.current
      return element && element.view !== view && end(element) ? element.view : view
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

/**
 * Takes the view that the router has left out of reach, while its successor is on its way: the visitor means what the title says, and a press would
 * start the old view's action a second time. Focus that was in it waits on `place`, which has no name to be read; on the page it would be lost.
 */
function retire(place: WmOutlet, view: HTMLElement) {
  if (view.inert) return
  if (hasFocus(view)) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
    place.focus({ preventScroll: true })
  }
  view.inert = true
}

/** Remembers the row that led away from each view, so that Back can focus the row again. */
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

/** Routes the browser's close requests (Escape, the back gesture of a phone) to the modal. With `dialog: 'layer'` Escape closes wherever focus is. */
function closeByKey(core: Core, root: ShadowRoot, card: () => HTMLElement | null) {
  const { signal } = core
  const close = () => core.use(createModal).close()
  const pressed = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (core.config.dialog === 'inline') return
    event.preventDefault() // else the browser closes the dialog even if the modal refuses
    event.stopPropagation()
    if (!event.repeat) close()
  }
  root.addEventListener('keydown', pressed, { signal })
  const cancelled = (event: Event) => {
    if (event.target !== card()) return
    event.preventDefault()
    close()
  }
  root.addEventListener('cancel', cancelled, { capture: true, signal }) // `cancel` does not bubble
  const listen = () => core.config.dialog === 'layer' && window.addEventListener('keydown', pressed)
  const forget = () => window.removeEventListener('keydown', pressed)
  core.onEnd(forget)
  return { listen, forget }
}

/** Closes on a press beside the card. Pointer down and click must both be outside, so that a text selection that ends outside does not close. */
function closeFromOutside(core: Core, root: ShadowRoot, card: () => HTMLElement | null) {
  const { signal } = core
  let isPressed = false
  /** Whether the event is on our `.backdrop`, or on the native backdrop: the `<dialog>` as target, outside of its box. */
  const isOutside = ({ target, clientX: x, clientY: y }: PointerEvent | MouseEvent) => {
    if (target !== card()) return target instanceof Element && target.className === 'backdrop'
    const box = card()?.getBoundingClientRect()
    return box !== undefined && (x < box.left || x > box.right || y < box.top || y > box.bottom)
  }
  root.addEventListener('pointerdown', (event) => (isPressed = isOutside(event as PointerEvent)), { signal }) // `pointerdown` is a PointerEvent
  const clicked = (event: Event) => {
    const isMeant = isPressed && isOutside(event as MouseEvent)
    isPressed = false
    if (isMeant) core.use(createModal).close()
  }
  root.addEventListener('click', clicked, { signal })
}
