// The figures of an account as a table of docs/benchmarks.md, how they grow, and what they may be at most.

/** What is in the document, however long a list is: of the history the first rows of 36 months, too. Growth: exponent of what takes time or memory by rows. */
const BUDGETS = { rows: { tokens: 60, history: 96, nfts: 60 }, nodes: { tokens: 2600, history: 3400, nfts: 2600 }, exponent: 1.1 }
const TITLES = { tokens: 'tokens', history: 'rows of history', nfts: 'NFTs' }

const round = (value) => Number(value.toPrecision(3))

/** Rounds, and adds the exponent of a power law through the two sizes of each list: 0 constant, 1 linear. */
export function figuresOf({ machine, slow, lists }) {
  const grown = Object.entries(lists).map(([name, sizes]) => {
    const [[small, before], [large, after]] = Object.entries(sizes)
    const exponentOf = (key) => round(Math.log(after[key] / before[key]) / Math.log(large / small))
    const rounded = Object.fromEntries(
      Object.entries(sizes).map(([size, figures]) => [
        size,
        Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, round(value)])),
      ]),
    )
    return [
      name,
      { sizes: rounded, exponents: { first: exponentOf('first'), busy: exponentOf('busy'), heap: exponentOf('heap') } },
    ]
  })
  return { machine, slow, lists: Object.fromEntries(grown) }
}

/** @returns {string} Markdown */
export function tableOf({ machine, slow, lists }) {
  const head = [
    '',
    'first row, ms',
    `the same, ${slow}× CPU`,
    'scrolled, s of the processor',
    'long tasks (longest, ms)',
    'longest work, ms',
    'heap, MB',
    'most rows',
    'most nodes',
  ]
  const rows = Object.entries(lists).flatMap(([name, { sizes, exponents }]) => [
    ...Object.entries(sizes).map(([size, of]) => [
      `${size} ${TITLES[name]}`,
      of.first,
      of.slowFirst,
      of.busy,
      `${of.longTasks} (${of.longest})`,
      of.work,
      of.heap,
      of.rows,
      of.nodes,
    ]),
    ['growth: exponent', exponents.first, '', exponents.busy, '', '', exponents.heap, '', ''],
  ])
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [`${machine.cores} cores, Node ${machine.node}. Medians.`, lines.join('\n')].join('\n\n')
}

/** @returns {readonly { isOver: boolean, text: string }[]} one line for each budget */
export function compare({ lists }) {
  return Object.entries(lists).flatMap(([name, { sizes, exponents }]) => {
    const hold = (what, found, most) => ({ isOver: found > most, text: `${TITLES[name]}: ${what} ${found} of ${most}` })
    const [, large] = Object.values(sizes)
    return [
      hold('most rows', large.rows, BUDGETS.rows[name]),
      hold('most nodes', large.nodes, BUDGETS.nodes[name]),
      ...Object.entries(exponents).map(([key, exponent]) => hold(`growth of ${key}`, exponent, BUDGETS.exponent)),
    ]
  })
}
