// Films a modal in a real browser: what is seen of it in every frame. Movement goes on by the same step with each frame, so that a slow machine sees all of it.
import { cdp } from 'vitest/browser'
import type { ModalPage } from './modal-page.js'

/** How much further animations are with each frame of a film, ms. */
const STEP_MS = 6

export interface Shot {
  /** Without a `transform`, in px. */
  readonly height: number
  /** The upper edge in the window, in px. */
  readonly top: number
  readonly card: number
  readonly backdrop: number
  /** Tag and opacity of the view; undefined: none is there. */
  readonly view: string | undefined
  readonly opacity: number
  /** Of the place of the views, in px. */
  readonly content: number
}

export interface Film {
  readonly shots: readonly Shot[]
  /** Films until nothing has moved for some frames, and puts time right. */
  end(): Promise<readonly Shot[]>
}

interface Animating {
  send(method: 'Animation.enable'): Promise<void>
  send(method: 'Animation.setPlaybackRate', params: { playbackRate: number }): Promise<void>
}

const setSpeed = async (playbackRate: number) => {
  const session = cdp() as unknown as Animating // the types know a few methods of the protocol only
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate })
}

export async function film(modal: ModalPage): Promise<Film> {
  await setSpeed(0)
  const shots: Shot[] = []
  let isOver = false
  let done: () => void = () => undefined
  const stopped = new Promise<void>((resolve) => (done = resolve))
  const isStill = stillness(modal)
  const take = () => {
    const shot = shoot(modal)
    if (shot) shots.push(shot)
    const rests = isStill(shot)
    for (const animation of running(modal)) animation.currentTime = Number(animation.currentTime) + STEP_MS
    if (isOver && rests) return done()
    requestAnimationFrame(take)
  }
  requestAnimationFrame(take)
  return {
    shots,
    async end() {
      isOver = true
      await stopped
      await setSpeed(1)
      return shots
    },
  }
}

/**
 * Resolves when nothing has moved for some frames. That no animation runs is not enough: the one of the height begins some frames after a view is there.
 */
export function rest(modal: ModalPage): Promise<void> {
  const isStill = stillness(modal)
  return new Promise((resolve) => {
    const look = () => (isStill(shoot(modal)) ? resolve() : void requestAnimationFrame(look))
    requestAnimationFrame(look)
  })
}

/** A question for every frame: whether nothing has moved for the last ten. */
function stillness(modal: ModalPage): (shot: Shot | undefined) => boolean {
  let before: string | undefined
  let frames = 0
  return (shot) => {
    const now = shot && JSON.stringify(shot)
    frames = now === undefined || now === before ? frames + 1 : 0
    before = now
    return frames > 10 && running(modal).length === 0
  }
}

function cardOf({ element }: ModalPage) {
  return element.shadowRoot?.querySelector('wm-dialog')?.shadowRoot?.querySelector('dialog')
}

/** What moves: the card with its backdrop and what is in it, and the view. */
function running(modal: ModalPage): readonly Animation[] {
  const card = cardOf(modal)
  const all = new Set([
    ...(card?.getAnimations({ subtree: true }) ?? []),
    ...(modal.element.isConnected ? (viewOf(modal)?.getAnimations() ?? []) : []),
  ])
  return [...all].filter(({ playState }) => playState === 'running')
}

function viewOf(modal: ModalPage): HTMLElement | undefined {
  return cardOf(modal)?.querySelector('wm-outlet')?.current
}

function shoot(modal: ModalPage): Shot | undefined {
  const card = cardOf(modal)
  if (!card?.open) return undefined
  const view = viewOf(modal)
  const style = getComputedStyle(card)
  return {
    height: parseFloat(style.blockSize),
    top: parseFloat(style.marginBlockStart) || card.offsetTop, // as `card-size.ts` reads it
    card: Number(style.opacity),
    backdrop: Number(getComputedStyle(card, '::backdrop').opacity),
    view: view?.localName,
    opacity: view ? Number(getComputedStyle(view).opacity) : 1,
    content: card.querySelector('wm-outlet')?.offsetHeight ?? 0,
  }
}

/** A row of numbers without repetitions. */
export const steps = (values: readonly number[]) =>
  values.filter((value, index) => index === 0 || Math.abs(value - values[index - 1]!) > 0.01)

/** Never away from where it ends, beyond half a pixel. */
export function isMonotone(values: readonly number[]): boolean {
  const sign = Math.sign(values.at(-1)! - values[0]!)
  return (
    values.every((value, index) => index === 0 || (value - values[index - 1]!) * sign >= -0.5) &&
    (sign !== 0 || steps(values).length === 1)
  )
}
