// What the lockfile says of the packages that are installed, and which of them another one needs.
import { readFileSync } from 'node:fs'

export interface Locked {
  version?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  os?: string[]
  cpu?: string[]
}

/** By place: `node_modules/name`, or inside of another package; the project itself is at the empty place. */
export const packages = (
  JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as { packages: Record<string, Locked> }
).packages

/** As Node looks for it: beside the asker, then further out. */
function placeOf(name: string, from: string): string | undefined {
  for (let at = from; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[place]) return place
    if (at === '') return undefined
  }
}

/** What a package needs where it runs. */
const needsOf = ({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }: Locked) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
]

/** Places of the packages `names` and of everything that they need; by default of what the project needs. */
export function closureOf(names = needsOf(packages[''] ?? {})): readonly string[] {
  const seen = new Set<string>()
  const visit = (needs: readonly string[], from: string) => {
    for (const name of needs) {
      const place = placeOf(name, from)
      if (place === undefined || seen.has(place)) continue // an optional one that is not installed
      seen.add(place)
      visit(needsOf(packages[place] ?? {}), place)
    }
  }
  visit(names, '')
  return [...seen]
}
