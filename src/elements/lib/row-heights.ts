// The heights of the rows of a list, measured or assumed. Neither a new page at the end of the list nor a question about a place passes through the heights
// of all rows: a list of ten thousand is scrolled with as little work as a short one.

/** Assumed height of a row, until the first row is measured, px: one line of 16 px. */
const USUAL_HEIGHT_PX = 56

/** The largest power of two that divides `node`. */
const lowest = (node: number) => node & -node

/** Rows by their key, which is there once in a list. All heights in px. */
export class RowHeights {
  readonly #heights = new Map<string, number>()
  /** How many measured rows have each height. */
  readonly #counts = new Map<number, number>()
  /** Assumed height of a row that is not measured. */
  #usual = USUAL_HEIGHT_PX
  #keys: readonly string[] = []
  readonly #places = new Map<string, number>()
  // Two Fenwick trees: node n stands for the `lowest(n)` rows up to the n-th; how many of them are measured, and the sum of these heights.
  readonly #measured: number[] = [0]
  readonly #sums: number[] = [0]

  /** Measured heights by key; also of rows that are no longer in the list. */
  get measured(): ReadonlyMap<string, number> {
    return this.#heights
  }

  /** The height of a row, measured or assumed. */
  of(key: string): number {
    return this.#heights.get(key) ?? this.#usual
  }

  /** The index of a row in the list; -1: it is not there. */
  placeOf(key: string): number {
    return this.#places.get(key) ?? -1
  }

  /** The rows of the list, in order. What is the same at its beginning stays as it is. */
  list(keys: readonly string[]): void {
    const before = this.#keys
    if (keys === before) return
    let same = 0
    while (same < keys.length && same < before.length && keys[same] === before[same]) same++
    for (const key of before.slice(same)) this.#places.delete(key)
    this.#measured.length = this.#sums.length = same + 1
    for (const [at, key] of keys.slice(same).entries()) {
      this.#places.set(key, same + at)
      this.#append(this.#heights.get(key))
    }
    this.#keys = keys
  }

  /** @param height undefined: it is not known any more */
  set(key: string, height: number | undefined): void {
    const before = this.#heights.get(key)
    if (before !== undefined) this.#count(before, -1)
    if (height === undefined) this.#heights.delete(key)
    else {
      this.#heights.set(key, height)
      this.#count(height, 1)
    }
    const count = Number(height !== undefined) - Number(before !== undefined)
    const more = (height ?? 0) - (before ?? 0)
    for (let node = this.placeOf(key) + 1; node > 0 && node < this.#sums.length; node += lowest(node)) {
      this.#measured[node] = (this.#measured[node] ?? 0) + count
      this.#sums[node] = (this.#sums[node] ?? 0) + more
    }
  }

  /** Assumes the median of the measured heights from now on. Not the mean, so that a few higher rows do not move the end of the list each time. */
  assume(): void {
    let rest = this.#heights.size >> 1
    for (const [height, count] of [...this.#counts].sort(([one], [other]) => one - other)) {
      this.#usual = height
      if ((rest -= count) < 0) return
    }
  }

  /** The start of the row with this index, from the start of the list; of the index after the last: the end of the list. */
  startOf(place: number): number {
    let start = 0
    for (let node = place; node > 0; node -= lowest(node)) start += this.#heightOf(node)
    return start
  }

  /** The index of the row at `y` from the start of the list; the last one below it. */
  placeAt(y: number): number {
    const { length } = this.#keys
    let [place, rest] = [0, y]
    for (let step = 2 ** Math.floor(Math.log2(Math.max(1, length))); step >= 1; step /= 2) {
      const height = this.#heightOf(place + step)
      if (place + step > length || height > rest) continue
      place += step
      rest -= height
    }
    return Math.min(place, length - 1)
  }

  #append(height: number | undefined) {
    const node = this.#sums.length
    let [count, sum] = [Number(height !== undefined), height ?? 0]
    for (let part = node - 1; part > node - lowest(node); part -= lowest(part)) {
      count += this.#measured[part] ?? 0
      sum += this.#sums[part] ?? 0
    }
    this.#measured.push(count)
    this.#sums.push(sum)
  }

  #heightOf(node: number): number {
    return (this.#sums[node] ?? 0) + (lowest(node) - (this.#measured[node] ?? 0)) * this.#usual
  }

  #count(height: number, more: 1 | -1) {
    const count = (this.#counts.get(height) ?? 0) + more
    if (count > 0) this.#counts.set(height, count)
    else this.#counts.delete(height)
  }
}
