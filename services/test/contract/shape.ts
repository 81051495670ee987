// Compares two JSON values by their shape: the same keys, the same types, whatever the values.
type Json = ReturnType<typeof JSON.parse>

export interface Allowance {
  /** Paths that only the answer has, and that only the example has. */
  readonly adds?: readonly string[] | undefined
  readonly lacks?: readonly string[] | undefined
  /** Paths of objects whose keys are values, all of one kind or of any. */
  readonly tables?: readonly string[] | undefined
}

/** Each difference with its path; `*` stands for every item of a list and every key of a table. `null` says nothing about a type. */
export function differences(
  example: Json,
  answer: Json,
  { adds = [], lacks = [], tables = [] }: Allowance = {},
): readonly string[] {
  const found = new Set<string>()
  const compare = (wanted: Json, given: Json, path: string): void => {
    if (wanted === null || given === null) return
    if (kindOf(wanted) !== kindOf(given)) return void found.add(`${path}: ${kindOf(given)} instead of ${kindOf(wanted)}`)
    if (Array.isArray(wanted)) {
      const item = wanted.length > 0 ? wanted.reduce(merge) : undefined
      if (item !== undefined) for (const each of given) compare(item, each, join(path, '*'))
    } else if (typeof wanted === 'object') {
      if (tables.includes(path)) {
        const entries: Json[] = Object.values(wanted)
        const isOneKind = new Set(entries.map(kindOf)).size === 1
        if (isOneKind) for (const each of Object.values(given)) compare(entries.reduce(merge), each, join(path, '*'))
        return
      }
      for (const key of Object.keys(wanted)) {
        if (key in given) compare(wanted[key], given[key], join(path, key))
        else if (!lacks.includes(join(path, key))) found.add(`${join(path, key)}: missing`)
      }
      for (const key of Object.keys(given))
        if (!(key in wanted) && !adds.includes(join(path, key))) found.add(`${join(path, key)}: unknown`)
    }
  }
  compare(example, answer, '')
  return [...found]
}

const kindOf = (value: Json) => (Array.isArray(value) ? 'list' : typeof value)
const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)

/** Items of one list may each know a part: together they are the example. */
function merge(one: Json, other: Json): Json {
  if (one === null || one === undefined) return other
  if (other === null || other === undefined || typeof one !== 'object' || Array.isArray(one)) return one
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...keys].map((key) => [key, merge(one[key], other[key])]))
}
