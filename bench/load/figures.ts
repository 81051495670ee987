// From single timings to figures: median, 95th percentile, ratio to the trivial handler of the same rounds, exponent of growth.

export interface Figure {
  /** Milliseconds. */
  readonly median: number
  readonly p95: number
}

export interface Compared {
  readonly ours: Figure
  readonly bare: Figure
  /** Median over the rounds of (our median ÷ the trivial handler's): what else the machine did then slowed down both. */
  readonly ratio: number
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

function figureOf(timings: readonly number[]): Figure {
  return { median: round(median(timings)), p95: round(quantile(timings, 0.95)) }
}

/** Three significant digits: more would be noise. */
export function round(value: number): number {
  return Number(value.toPrecision(3))
}

/** Runs both in turn, `rounds` times; each gives the timings of one round. */
export async function compare(
  rounds: number,
  ours: () => Promise<readonly number[]>,
  bare: () => Promise<readonly number[]>,
): Promise<Compared> {
  const all = { ours: [] as number[], bare: [] as number[] }
  const ratios: number[] = []
  for (let index = 0; index < rounds; index += 1) {
    const [mine, trivial] = [await ours(), await bare()]
    all.ours.push(...mine)
    all.bare.push(...trivial)
    ratios.push(median(mine) / median(trivial))
  }
  return { ours: figureOf(all.ours), bare: figureOf(all.bare), ratio: round(median(ratios)) }
}

/** The slope through (log size, log cost): 0 constant, 1 linear, 2 quadratic. */
export function exponent(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const)
  const mean = (pick: (point: readonly [number, number]) => number) =>
    logs.reduce((sum, point) => sum + pick(point), 0) / logs.length
  const [x, y] = [mean(([size]) => size), mean(([, cost]) => cost)]
  const over = logs.reduce((sum, [size, cost]) => sum + (size - x) * (cost - y), 0)
  return Number((over / logs.reduce((sum, [size]) => sum + (size - x) ** 2, 0)).toFixed(2))
}
