// Domains below which strangers have names, by the whole public suffix list (https://publicsuffix.org, its private section included) in the package `tldts`.
import { parse } from 'tldts'
// The package has no question for what lies below a domain: its data is read for that, of the version that is pinned.
import { edgeChild, edgeLength, edgeStart, labelText, nodeFlags, rulesRoot } from 'tldts/dist/cjs/src/data/trie.js'
import type { Shared } from '../../../src/frame/origins.js'

/** Flag of a rule in the first section of the list. */
const ICANN = 1

/**
 * Who lets strangers have names below a host: it is a public suffix, or has one somewhere below, as `amazonaws.com` has `s3.amazonaws.com`.
 * @param host a name in ASCII; undefined for one that somebody has for themselves
 */
export function sharedBy(host: string): Shared | undefined {
  const found = parse(host, { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false })
  if (found.publicSuffix !== host) return parents.get(host)
  if (found.isIcann) return 'registry'
  return found.isPrivate ? 'service' : undefined // the second is a top-level domain that the list does not know
}

/** Domains that are no suffix themselves and have one below. */
const parents: ReadonlyMap<string, Shared> = readParents()

function readParents(): ReadonlyMap<string, Shared> {
  const found = new Map<string, Shared>()
  /** The labels of all edges stand in one text, in the order of the edges. */
  const starts: number[] = []
  let length = 0
  for (const each of edgeLength) {
    starts.push(length)
    length += each
  }
  const labelOf = (edge: number) => labelText.slice(starts[edge], starts[edge + 1])
  /** Whether there is a rule of ICANN's section at a node or below it. */
  function visit(node: number, name: string): boolean {
    const flags = nodeFlags[node] ?? 0
    let isRegistry = false
    for (const [index, child] of edgeChild.subarray(edgeStart[node], edgeStart[node + 1]).entries()) {
      const label = labelOf((edgeStart[node] ?? 0) + index)
      if (visit(child, name === '' ? label : `${label}.${name}`)) isRegistry = true
    }
    if (flags === 0) found.set(name, isRegistry ? 'registry' : 'service')
    return isRegistry || (flags & ICANN) !== 0
  }
  visit(rulesRoot, '')
  return found
}
