// A long list of which only the rows in sight are in the page, and a few around them. Empty space stands for the others, as high as they are.
// In the page as well, wherever the list is scrolled to: the row that has focus with its neighbours, and the first and the last row, which the
// Tab key leads to from outside. So focus is never lost, and every key does what it does in a list that is whole.
import type { LitElement, ReactiveController } from 'lit'
import { activeIn } from './focus-note.js'

/** A list that is no longer than this is whole. */
const WHOLE_COUNT = 24
/** Rows in the page before the first one in sight, and after the last. */
const AROUND_COUNT = 8
/** Rows that are drawn in one frame: with more of them a slow phone would stop scrolling. A faster hand sees space for a moment. */
const PER_FRAME_COUNT = 3
/** As high as a row with one line of 16 px, until the first has been measured. */
const USUAL_HEIGHT_PX = 56
/** A window to begin with, where none can be measured. */
const USUAL_SIGHT_PX = 704

/** What is remembered of a list that goes, for when it comes back. */
export interface KeptRows {
  /** Of what was in sight, px from the start of the list. */
  readonly top: number
  /** Measured heights by key, px. */
  readonly heights: ReadonlyMap<string, number>
}

/** Rows that are not in the page: `from` up to, but without, `end`. */
export interface Gap {
  readonly from: number
  readonly end: number
}

/** A part of the list: the place of a row, or a gap. */
export type Piece = number | Gap

/** Unique in a list of pieces, and the same piece keeps it: a row is never moved in the document, which would cost it focus. */
export const keyOfPiece = (piece: Piece, keys: readonly string[]): string =>
  typeof piece === 'number' ? `row ${keys[piece]}` : `gap ${piece.from}`

/**
 * The pieces of a list with `keys`. The element renders, for each, a child of its `list`: for a gap one without content.
 * It says the place of each row to assistive technology, and gives each gap its height.
 */
export class RowWindow implements ReactiveController {
  /** Key of a row that is about to get focus: it is in the page as if it had. */
  wanted: string | undefined

  readonly #host: LitElement
  readonly #list: () => HTMLElement | null
  readonly #heights = new Map<string, number>()
  /** Absent in a document without layout, as tests have: there each row counts as `USUAL_HEIGHT_PX` high. */
  readonly #sizes = typeof ResizeObserver === 'function' ? new ResizeObserver((entries) => this.#measure(entries)) : undefined
  /** The rows in the page that are watched. */
  #watched = new Map<Element, string>()
  #keys: readonly string[] = []
  /** Another list than before: what is in sight of it is drawn at once. */
  #isOther = true
  /** Rows are missing that the next frame brings. */
  #isBehind = false
  #frame: number | undefined
  #pieces: readonly Piece[] = []
  /** Of a row that has not been measured, px. */
  #usual = USUAL_HEIGHT_PX
  #top = 0
  #sight = USUAL_SIGHT_PX
  #life: AbortController | undefined

  /** `list`: the element whose children the pieces are. */
  constructor(host: LitElement, list: () => HTMLElement | null) {
    this.#host = host
    this.#list = list
    host.addController(this)
  }

  get kept(): KeptRows {
    return { top: this.#top, heights: this.#heights }
  }

  /** Begins where another list of the same rows was left. */
  restore({ top, heights }: KeptRows): void {
    this.#top = top
    for (const [key, height] of heights) this.#heights.set(key, height)
    if (heights.size > 0) this.#usual = median([...heights.values()])
  }

  /** What is to be in the page now, in the order of `keys`. */
  pieces(keys: readonly string[]): readonly Piece[] {
    this.#isOther ||= keys[0] !== this.#keys[0] || keys.length < this.#keys.length
    this.#keys = keys
    return (this.#pieces = this.#choose())
  }

  hostConnected(): void {
    const { signal } = (this.#life = new AbortController())
    // Whatever scrolls the list, in its own shadow tree or another one: the event stays in the tree of what is scrolled.
    const roots = new Set([...around(this.#host)].map((element) => element.getRootNode()))
    for (const root of roots) root.addEventListener('scroll', this.#soon, { capture: true, passive: true, signal })
    window.addEventListener('resize', this.#soon, { signal })
    this.#host.renderRoot.addEventListener('focusin', this.#focused, { signal })
  }

  hostDisconnected(): void {
    this.#life?.abort()
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#frame = undefined
    this.#sizes?.disconnect()
    this.#watched.clear()
  }

  hostUpdated(): void {
    this.#fillGaps()
    const watched = new Map<Element, string>()
    for (const [child, place] of this.#rows()) {
      setOnce(child, 'aria-posinset', place + 1)
      setOnce(child, 'aria-setsize', this.#keys.length)
      watched.set(child, this.#keys[place] ?? '')
      if (!this.#watched.delete(child)) this.#sizes?.observe(child)
    }
    for (const gone of this.#watched.keys()) this.#sizes?.unobserve(gone)
    sweep(this.#list())
    this.#watched = watched
    this.#isOther = false
    if (this.#isBehind) this.#soon()
  }

  /** The children of the list that are rows, with their places. */
  *#rows(): Generator<[HTMLElement, number]> {
    const children = this.#list()?.children ?? []
    for (const [at, piece] of this.#pieces.entries()) {
      const child = children[at]
      if (child instanceof HTMLElement && typeof piece === 'number') yield [child, piece]
    }
  }

  #fillGaps() {
    const starts = this.#starts()
    const children = this.#list()?.children ?? []
    for (const [at, piece] of this.#pieces.entries()) {
      const child = children[at]
      if (child instanceof HTMLElement && typeof piece !== 'number')
        child.style.blockSize = `${(starts[piece.end] ?? 0) - (starts[piece.from] ?? 0)}px`
    }
  }

  #measure(entries: readonly ResizeObserverEntry[]) {
    let [isOther, isChanged] = [false, false]
    for (const { target, borderBoxSize } of entries) {
      const key = this.#watched.get(target)
      const height = borderBoxSize[0]?.blockSize
      if (key === undefined || !height) continue // gone, or not shown
      const before = this.#heights.get(key)
      this.#heights.set(key, height)
      if (Math.abs(height - (before ?? this.#usual)) < 0.5) continue
      isOther = true
      isChanged ||= before !== undefined
    }
    if (isChanged) this.#forgetOthers()
    if (isOther) this.#usual = median([...this.#heights.values()])
    this.#soon() // a change of size within this report would be another one to report
  }

  /** A row that is higher than it was says nothing good of those that were measured with it: letters, or the width, are others now. */
  #forgetOthers() {
    const here = new Set(this.#watched.values())
    for (const key of this.#heights.keys()) if (!here.has(key)) this.#heights.delete(key)
  }

  readonly #focused = () => {
    this.wanted = undefined
    this.#look()
  }

  /** Once in a frame, whatever asks for it: the rows of two would be too many for one. */
  readonly #soon = () => {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      this.#fillGaps()
      this.#look()
    })
  }

  /** Takes note of what is in sight. Renders again when other rows belong into the page. */
  readonly #look = () => {
    const list = this.#list()
    if (!list) return
    const { top, bottom, height } = list.getBoundingClientRect()
    if (height > 0) {
      const [from, end] = sightOf(list)
      this.#top = Math.max(0, Math.min(from, bottom) - top)
      this.#sight = Math.max(0, Math.min(end, bottom) - Math.max(from, top))
    }
    if (!isSame(this.#choose(), this.#pieces)) this.#host.requestUpdate()
  }

  #choose(): readonly Piece[] {
    const keys = this.#keys
    if (keys.length <= WHOLE_COUNT) return keys.map((_, place) => place)
    const starts = this.#starts()
    const isBelow = (y: number) => (start: number) => start > y
    const first = placeAt(starts, isBelow(this.#top)) - 1
    const last = placeAt(starts, isBelow(this.#top + this.#sight)) - 1
    const places = new Set([0, keys.length - 1])
    const add = (from: number, end: number) => {
      for (let place = Math.max(0, from); place < Math.min(end, keys.length); place++) places.add(place)
    }
    for (const key of [this.#focusedKey(), this.wanted]) {
      const place = key === undefined ? -1 : keys.indexOf(key)
      if (place >= 0) add(place - 1, place + 2) // so that the Tab key finds the next one
    }
    if (this.#isOther) add(first, last + 1)
    this.#isBehind = false
    const here = new Set(this.#watched.values())
    const middle = (first + last) / 2
    const near = rangeOf(Math.max(0, first - AROUND_COUNT), Math.min(keys.length, last + 1 + AROUND_COUNT))
    let room = this.#isOther ? 0 : PER_FRAME_COUNT
    for (const place of near.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))) {
      if (places.has(place) || here.has(keys[place] ?? '')) places.add(place)
      else if (room-- > 0) places.add(place)
      else this.#isBehind = true
    }
    const pieces: Piece[] = []
    let next = 0
    for (const place of [...places].sort((a, b) => a - b)) {
      if (place > next) pieces.push({ from: next, end: place })
      pieces.push(place)
      next = place + 1
    }
    return pieces
  }

  #focusedKey(): string | undefined {
    const row = activeIn(this.#host)?.closest('li')
    return row ? this.#watched.get(row) : undefined
  }

  /** Where each row begins, px from the start of the list; and, as the last one, where the list ends. */
  #starts(): readonly number[] {
    const starts = [0]
    let start = 0
    for (const key of this.#keys) starts.push((start += this.#heights.get(key) ?? this.#usual))
    return starts
  }
}

/** As most rows are: a few that are higher must not move the end of the list with each row that is measured. */
const median = (heights: readonly number[]) => [...heights].sort((a, b) => a - b)[heights.length >> 1] ?? USUAL_HEIGHT_PX

/**
 * Lit's `repeat` leaves a comment behind for each part that it removes, and a list that is scrolled removes many. The first comment is that of
 * `repeat` itself, and those of living parts stand beside their element. May go when https://github.com/lit/lit/issues/5298 is closed.
 */
function sweep(list: Element | null) {
  const [, ...comments] = [...(list?.childNodes ?? [])].filter((node) => node instanceof Comment)
  for (const comment of comments)
    if (!(comment.previousSibling instanceof Element || comment.nextSibling instanceof Element)) comment.remove()
}

function setOnce(element: Element, name: string, value: number) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value))
}

const rangeOf = (from: number, end: number) => Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index)

/** The first place that `is` is true of; all before are not. The length, where it is true of none. */
function placeAt(starts: readonly number[], is: (start: number) => boolean): number {
  const found = starts.findIndex(is)
  return found < 0 ? starts.length - 1 : found
}

function isSame(one: readonly Piece[], other: readonly Piece[]): boolean {
  const isOne = (a: Piece, b: Piece | undefined) =>
    typeof a === 'number' || typeof b !== 'object' ? a === b : a.from === b.from && a.end === b.end
  return one.length === other.length && one.every((piece, at) => isOne(piece, other[at]))
}

/** Around `element` in what is drawn: through slots and shadow roots, the nearest first. */
function* around(element: Element): Generator<Element> {
  for (let next: Element | null = element; next;) {
    yield next
    const root: Node = next.getRootNode()
    next = next.assignedSlot ?? next.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
  }
}

/** Top and bottom of what can be seen of `list`, px in the window, as far as boxes around it and the window let it. */
function sightOf(list: Element): [top: number, bottom: number] {
  let [top, bottom] = [0, window.innerHeight]
  let isOut = false // of the boxes around it that are not positioned
  for (const element of around(list)) {
    if (element === document.body || element === document.documentElement) break // they hand their overflow to the window
    const { overflowY, position } = getComputedStyle(element)
    isOut &&= position === 'static'
    if (overflowY !== 'visible' && !isOut) {
      const box = element.getBoundingClientRect()
      top = Math.max(top, box.top)
      bottom = Math.min(bottom, box.bottom)
    }
    if (position === 'fixed') break
    isOut ||= position === 'absolute'
  }
  return [top, bottom]
}
