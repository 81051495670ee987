// What the dialog does besides standing there: fetched once the first view is shown. Movement between views, focus that knows its way,
// closing by a press beside the card, the shake of a refused close, words for what happens, and the page that does not scroll beneath.
import { css } from 'lit'
import { HEADER_ANIMATION_MS, HEIGHT_ANIMATION_MS, MODAL_SHAKE_MS } from '../../constants.js'
import type { Core } from '../../state/core.js'
import { createModal } from '../../state/modal.js'
import { adopt } from '../lib/adopt.js'
import { animate } from '../styles/motion.js'
import { createAnnouncer } from './announcer.js'
import { lockScroll, unlockScroll } from './scroll-lock.js'

export { focusPlan, restoreFocus } from './focus-plan.js'

const styles = css`
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
  /** The card was rendered: from what it was before to what it is now. */
  attend(): void
  /** The card is gone. */
  forget(): void
}

/** `openedAt`: unix ms. */
export function createAttendant(core: Core, root: ShadowRoot, openedAt: number): Attendant {
  adopt(root, [styles])
  const repeat = createAnnouncer(core, openedAt, (role) => root.querySelector(`[role=${role}]`))
  const card = () => root.querySelector<HTMLElement>('.card')
  // Seen again when the card is rendered another time: Lit leaves a class alone that it has not written.
  const stop = core.use(createModal).$shaking.subscribe((isShaking) => card()?.classList.toggle('shaking', isShaking))
  core.signal.addEventListener('abort', stop, { once: true })

  closeFromOutside(core, root, card)

  /** The page does not scroll under an open dialog; a card in the page leaves it alone. */
  const lock = (box: HTMLElement | null) => box instanceof HTMLDialogElement && box.open && lockScroll(root)
  lock(card())

  let height = card()?.offsetHeight ?? 0
  let heading = root.querySelector('h2')?.textContent
  return {
    attend() {
      const [box, title] = [card(), root.querySelector('h2')]
      const [from, to] = [height, box?.offsetHeight ?? 0]
      height = to
      lock(box)
      if (title && heading && heading !== title.textContent)
        void animate(title, [{ opacity: 0 }, { opacity: 1 }], HEADER_ANIMATION_MS)
      if (heading === undefined) repeat()
      heading = title?.textContent
      if (!box || from === 0 || to === 0 || Math.abs(from - to) < 2 || core.config.dialog === 'inline') return
      void animate(box, [{ blockSize: `${from}px` }, { blockSize: `${to}px` }], HEIGHT_ANIMATION_MS)
      const body = box.querySelector('.body')
      if (body) void animate(body, [{ overflowY: 'hidden' }, { overflowY: 'hidden' }], HEIGHT_ANIMATION_MS)
    },
    forget() {
      unlockScroll(root)
      height = 0
      heading = undefined
    },
  }
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
