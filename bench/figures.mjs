// The figures of a bench in docs/benchmarks.md, between two markers that name it: `<!-- NAME -->` and `<!-- /NAME -->`.

/**
 * The page with `text` between the markers.
 * @param {string} page
 * @param {string} name
 * @param {string} text
 * @returns {string}
 * @throws Error when the page has no place for it
 */
export function withFigures(page, name, text) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no ${begin} … ${end}`)
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The median of each key. @param {readonly Readonly<Record<string, number>>[]} runs */
export const medians = (runs) => Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((run) => run[key]))]))
