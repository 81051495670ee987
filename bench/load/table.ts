// The figures as the tables of docs/benchmarks.md.
import type { LoadFigures } from '../load.js'

export function tableOf(figures: LoadFigures): string {
  return JSON.stringify(figures)
}
