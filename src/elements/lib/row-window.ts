// A virtual list: only the rows in sight and a few around them are in the document, with empty space of the same height in place of the others. The
// row with focus, its neighbours, and the first and the last row are always in the document, so that focus is never lost and the Tab key works as in a
// complete list.
import type { LitElement, ReactiveController } from 'lit'
import { activeIn } from './focus-note.js'
import { RowHeights } from './row-heights.js'

/** A list of up to this many rows is always complete. */
const WHOLE_COUNT = 24
/** Number of rows in the document before the first row in sight, and after the last. */
const AROUND_COUNT = 8
/** Most new rows per frame. With more, a phone would stop scrolling; with fast scrolling, empty space shows for a moment. */
const PER_FRAME_COUNT = 3
/** After a frame that took longer than this, only one row is new in the next, ms. */
const SLOW_FRAME_MS = 25
/** Assumed height in sight, until it is measured, px. */
const USUAL_SIGHT_PX = 704

/** The state of a list that was removed, for `restore()`. */
export interface KeptRows {
  /** Start of what was in sight, px from the start of the list. */
  readonly top: number
  /** Measured heights by key, px. */
  readonly heights: ReadonlyMap<string, number>
}

/** Rows that are not in the document: those from `from` up to, but not including, `end`. */
export interface Gap {
  readonly from: number
  readonly end: number
}

/** A child of the list: the index of a row, or a gap. */
export type Piece = number | Gap

/** The key of a piece for Lit's `repeat`. It is stable, so that a row is never moved in the document, where it would lose focus. */
export const keyOfPiece = (piece: Piece, keys: readonly string[]): string =>
  typeof piece === 'number' ? `row ${keys[piece]}` : `gap ${piece.from}`

/**
 * Reactive controller of a virtual list. The element renders a child of its `list` for each of `pieces(keys)`, for a gap one without content. The
 * controller sets the height of the gaps, and `aria-posinset` and `aria-setsize` of rows that are `<li>`, and renders again when other rows come into sight.
 */
export class RowWindow implements ReactiveController {
  /** Key of a row that is about to get focus; the row is kept in the document. */
  wanted: string | undefined

  readonly #host: LitElement
  readonly #list: () => HTMLElement | null
  readonly #perFrame: number
  readonly #heights = new RowHeights()
  /** Undefined in documents without layout, such as those of tests: each row has the assumed height there. */
  readonly #sizes = typeof ResizeObserver === 'function' ? new ResizeObserver((entries) => this.#measure(entries)) : undefined
  /** The rows in the document whose size is observed, with their keys. */
  #watched = new Map<Element, string>()
  /** The height that each gap has been given, px. */
  readonly #gaps = new WeakMap<Element, number>()
  #keys: readonly string[] = []
  /** The list is another one than before: all rows in sight are rendered at once. */
  #isOther = true
  /** Some rows in sight are missing; the next frame adds them. */
  #isBehind = false
  #frame: number | undefined
  /** When the last frame began, in ms of the page. */
  #framedAt = 0
  /** How many new rows the next update may add. */
  #room = 1
  #task: ReturnType<typeof setTimeout> | undefined
  #pieces: readonly Piece[] = []
  /** Indices of rows that are always in the document. */
  #kept: readonly number[] = []
  #top = 0
  #sight = USUAL_SIGHT_PX
  #life: AbortController | undefined

  /** `list` returns the element whose children the pieces are. `perFrame`: most new rows in a frame; fewer than usual where a row is much work. */
  constructor(host: LitElement, list: () => HTMLElement | null, perFrame = PER_FRAME_COUNT) {
    this.#host = host
    this.#list = list
    this.#perFrame = perFrame
    host.addController(this)
  }

  /** The present state, for `restore()` of a later list. */
  get kept(): KeptRows {
    return { top: this.#top, heights: this.#heights.measured }
  }

  /** Starts at the scroll position and with the measured heights of an earlier list of the same rows. */
  restore({ top, heights }: KeptRows): void {
    this.#top = top
    for (const [key, height] of heights) this.#heights.set(key, height)
    this.#heights.assume()
  }

  /** The pieces to render now. `keys`: one per row, in order. `kept`: indices of rows that are always in the document, such as those with a heading. */
  pieces(keys: readonly string[], kept: readonly number[] = []): readonly Piece[] {
    this.#isOther ||= keys[0] !== this.#keys[0] || keys.length < this.#keys.length
    this.#keys = keys
    this.#heights.list(keys)
    this.#kept = kept
    return (this.#pieces = this.#choose())
  }

  hostConnected(): void {
    const { signal } = (this.#life = new AbortController())
    // The list may be scrolled by an element of any tree around it, and a scroll event does not leave its tree: listen at each root.
    const roots = new Set([...around(this.#host)].map((element) => element.getRootNode()))
    for (const root of roots) root.addEventListener('scroll', this.#soon, { capture: true, passive: true, signal })
    window.addEventListener('resize', this.#soon, { signal })
    this.#host.renderRoot.addEventListener('focusin', this.#focused, { signal })
  }

  hostDisconnected(): void {
    this.#life?.abort()
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    clearTimeout(this.#task)
    this.#frame = undefined
    this.#sizes?.disconnect()
    this.#watched.clear()
  }

  hostUpdated(): void {
    this.#fillGaps()
    const watched = new Map<Element, string>()
    for (const [child, place] of this.#rows()) {
      if (child.localName === 'li') {
        setOnce(child, 'aria-posinset', place + 1)
        setOnce(child, 'aria-setsize', this.#keys.length)
      }
      watched.set(child, this.#keys[place] ?? '')
      if (!this.#watched.delete(child)) this.#sizes?.observe(child)
    }
    for (const gone of this.#watched.keys()) this.#sizes?.unobserve(gone)
    sweep(this.#list())
    this.#watched = watched
    this.#isOther = false
    if (this.#isBehind) this.#soon()
  }

  /** The children of the list that are rows, with their indices. */
  *#rows(): Generator<[HTMLElement, number]> {
    const children = this.#list()?.children ?? []
    for (const [at, piece] of this.#pieces.entries()) {
      const child = children[at]
      if (child instanceof HTMLElement && typeof piece === 'number') yield [child, piece]
    }
  }

  #fillGaps() {
    const children = this.#list()?.children ?? []
    for (const [at, piece] of this.#pieces.entries()) {
      const child = children[at]
      if (!(child instanceof HTMLElement) || typeof piece === 'number') continue
      const height = this.#heights.startOf(piece.end) - this.#heights.startOf(piece.from)
      if (this.#gaps.get(child) === height) continue
      this.#gaps.set(child, height)
      child.style.blockSize = `${height}px`
    }
  }

  #measure(entries: readonly ResizeObserverEntry[]) {
    let [isOther, isChanged] = [false, false]
    for (const { target, borderBoxSize } of entries) {
      const key = this.#watched.get(target)
      const height = borderBoxSize[0]?.blockSize
      if (key === undefined || !height) continue // removed, or not displayed
      const [before, isKnown] = [this.#heights.of(key), this.#heights.measured.has(key)]
      this.#heights.set(key, height)
      if (Math.abs(height - before) < 0.5) continue
      isOther = true
      isChanged ||= isKnown
    }
    if (isChanged) this.#forgetOthers()
    if (isOther) this.#heights.assume()
    this.#soon() // not now: a change of size in the observer's callback would be reported again
  }

  /** A measured row has another height, so the font or the width has changed: forget the heights of rows that are not in the document. */
  #forgetOthers() {
    const here = new Set(this.#watched.values())
    for (const key of this.#heights.measured.keys()) if (!here.has(key)) this.#heights.set(key, undefined)
  }

  readonly #focused = () => {
    this.wanted = undefined
    this.#look()
  }

  /**
   * Updates after the next frame, once for all calls, so that a frame adds no more rows than it may. In a task of its own: together with the
   * frame that scrolls it would take a slow phone too long.
   */
  readonly #soon = () => {
    this.#frame ??= requestAnimationFrame((now) => {
      this.#room = now - this.#framedAt > SLOW_FRAME_MS ? 1 : this.#perFrame
      this.#framedAt = now
      this.#task = setTimeout(() => {
        this.#frame = undefined
        this.#fillGaps()
        this.#look()
      })
    })
  }

  /** Measures what is in sight, and renders the element if other rows have to be in the document. */
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
    const first = this.#heights.placeAt(this.#top)
    const last = this.#heights.placeAt(this.#top + this.#sight)
    const places = new Set([0, keys.length - 1, ...this.#kept])
    const add = (from: number, end: number) => {
      for (let place = Math.max(0, from); place < Math.min(end, keys.length); place++) places.add(place)
    }
    for (const key of [this.#focusedKey(), this.wanted]) {
      const place = key === undefined ? -1 : this.#heights.placeOf(key)
      if (place >= 0) add(place - 1, place + 2) // with its neighbours, for the Tab key
    }
    if (this.#isOther) add(first, last + 1)
    this.#isBehind = false
    const here = new Set(this.#watched.values())
    const middle = (first + last) / 2
    const near = rangeOf(Math.max(0, first - AROUND_COUNT), Math.min(keys.length, last + 1 + AROUND_COUNT))
    let room = this.#isOther ? 0 : this.#room
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
    for (let at = activeIn(this.#host); at; at = at.parentElement) if (this.#watched.has(at)) return this.#watched.get(at)
    return undefined
  }
}

/**
 * Removes the comments that Lit's `repeat` leaves behind for each removed child, of which a scrolled list has many. Keeps the first comment, which belongs
 * to `repeat`, and those beside an element, which belong to its child. May go when https://github.com/lit/lit/issues/5298 is closed.
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

function isSame(one: readonly Piece[], other: readonly Piece[]): boolean {
  const isOne = (a: Piece, b: Piece | undefined) =>
    typeof a === 'number' || typeof b !== 'object' ? a === b : a.from === b.from && a.end === b.end
  return one.length === other.length && one.every((piece, at) => isOne(piece, other[at]))
}

/** `element` and the elements around it in the flat tree (slots and shadow roots), nearest first. */
function* around(element: Element): Generator<Element> {
  for (let next: Element | null = element; next;) {
    yield next
    const root: Node = next.getRootNode()
    next = next.assignedSlot ?? next.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
  }
}

/** The top and bottom of the area in which `list` is visible, px from the top of the window: the window and the scrolling boxes around the list. */
function sightOf(list: Element): [top: number, bottom: number] {
  let [top, bottom] = [0, window.innerHeight]
  let isOut = false // absolutely positioned: boxes around it that are not positioned do not clip it
  for (const element of around(list)) {
    if (element === document.body || element === document.documentElement) break // their overflow applies to the window
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
