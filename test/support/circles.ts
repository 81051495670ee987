// Circles in a graph of modules.

/**
 * The groups of modules that reach each other, each sorted; none where there is no circle. A whole group is one entry however many circles it has.
 * @param graph module → what it imports; imports that are no key of it lead nowhere
 */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const found: (readonly string[])[] = []
  const order = new Map<string, number>()
  const stack: string[] = []
  /** Tarjan: the earliest module on the stack that `from` reaches. */
  const visit = (from: string): number => {
    const own = order.size
    order.set(from, own)
    stack.push(from)
    let earliest = own
    const next = graph.get(from) ?? []
    for (const to of next) {
      if (!graph.has(to)) continue
      if (!order.has(to)) earliest = Math.min(earliest, visit(to))
      else if (stack.includes(to)) earliest = Math.min(earliest, order.get(to) ?? own)
    }
    if (earliest === own) {
      const group = stack.splice(stack.indexOf(from))
      if (group.length > 1 || next.includes(from)) found.push(group.sort())
    }
    return earliest
  }
  for (const module of graph.keys()) if (!order.has(module)) visit(module)
  return found
}
