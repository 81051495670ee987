// Reproducible chance: a small generator (mulberry32) for tests that try many cases. `WM_FUZZ_SEED` tries others.
export interface Random {
  readonly seed: number
  /** From 0 up to 1. */
  next(): number
  /** A whole number below the bound. */
  int(below: number): number
  /** One of the items, of which there is at least one. */
  pick<T>(items: readonly T[]): T
  /** True with this probability. */
  chance(of: number): boolean
}

export function random(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    seed,
    next,
    int,
    pick: <T>(items: readonly T[]): T => items[int(items.length)] as T, // never empty
    chance: (of) => next() < of,
  }
}

/** The seed of this run. */
export function seedOr(usual: number): number {
  return Number(process.env['WM_FUZZ_SEED'] ?? usual)
}

/** How many of `all` random cases this run tries: all of them in `npm run fuzz`, otherwise the first tenth. The same seed gives the same cases in both. */
export function sampleOf(all: number): number {
  return process.env['WM_FUZZ'] === 'full' ? all : Math.ceil(all / 10)
}
