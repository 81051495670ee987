// Wildcards against the whole public suffix list: on a suffix they would allow everybody, below one they are somebody's own.
import {
  edgeChild,
  edgeLength,
  edgeStart,
  exceptionsRoot,
  labelText,
  nodeFlags,
  rulesRoot,
} from 'tldts/dist/cjs/src/data/trie.js'
import { expect, test } from 'vitest'
import { readOriginList } from '../../../src/frame/origins.js'
import { createFrameProjects } from '../../src/embedded/projects.js'
import { readConfig } from '../../src/settings/config.js'
import { originEntry } from '../../src/settings/origins.js'
import { sharedBy } from '../../src/settings/public-suffixes.js'

/** The rules of one part of the list, with the section of each: 1 is ICANN's, 2 the private one. */
function rulesBelow(root: number): ReadonlyMap<string, number> {
  const rules = new Map<string, number>()
  const ends: number[] = []
  for (const length of edgeLength) ends.push((ends.at(-1) ?? 0) + length)
  const open: (readonly [node: number, name: string])[] = [[root, '']]
  for (const [node, name] of open) {
    if (name !== '' && nodeFlags[node]! > 0) rules.set(name, nodeFlags[node]!)
    for (let edge = edgeStart[node]!; edge < edgeStart[node + 1]!; edge++) {
      const label = labelText.slice(ends[edge]! - edgeLength[edge]!, ends[edge])
      open.push([edgeChild[edge]!, name === '' ? label : `${label}.${name}`])
    }
  }
  return rules
}

const rules = rulesBelow(rulesRoot)
const exceptions = [...rulesBelow(exceptionsRoot).keys()]
const suffixes = [...rules].map(([rule, section]) => [rule.replace('*', 'any'), section] as const)

/** Whether the services take an entry, in the table of projects and for the frame; the two must agree. */
function isTaken(entry: string, devOrigins = false): boolean {
  const { success } = originEntry(devOrigins).safeParse(entry)
  try {
    readOriginList([entry], { devOrigins, sharedBy })
  } catch {
    if (!success) return false
  }
  if (success) return true
  throw new Error(`${entry} is taken for the frame alone`)
}

test('the list is whole, with both of its sections', () => {
  const sections = suffixes.map(([, section]) => section)
  expect(sections.filter((section) => section === 1).length).toBeGreaterThan(6800)
  expect(sections.filter((section) => section === 2).length).toBeGreaterThan(3200)
  expect(exceptions).toContain('www.ck')
  for (const known of ['com', 'co.uk', 'any.ck', 'vercel.app', 's3.amazonaws.com', 'supabase.co', 'framer.ai', 'github.io'])
    expect(suffixes.map(([suffix]) => suffix)).toContain(known)
})

test('a wildcard on a suffix is refused, on one of a service unless the operator asks for it', () => {
  expect(suffixes.filter(([suffix]) => isTaken(`https://*.${suffix}`)).map(([suffix]) => suffix)).toEqual([])
  const asked = suffixes.filter(([suffix]) => suffix.includes('.') && isTaken(`https://*.${suffix}`, true))
  expect(asked.filter(([, section]) => section === 1)).toEqual([])
  // Those of a service that look like a registry's, such as co.de, stay refused: the frame's own short list goes by the look.
  const refused = suffixes.filter(([suffix]) => suffix.includes('.') && !isTaken(`https://*.${suffix}`, true))
  expect(refused.filter(([suffix, section]) => section === 2 && !/^[a-z]{2,4}\.[a-z]{2}$/.test(suffix))).toEqual([])
})

test('a wildcard on a name below a suffix is taken, and so is one on an exception', () => {
  const own = (suffix: string) => !rules.has(`*.${suffix}`) && !rules.has(`mine.${suffix}`)
  const names = [...suffixes.flatMap(([suffix]) => (own(suffix) ? [`mine.${suffix}`] : [])), ...exceptions]
  expect(names.length).toBeGreaterThan(10_000)
  expect(names.filter((name) => !isTaken(`https://*.${name}`))).toEqual([])
})

test('a wildcard on a name that has a suffix below it is refused: strangers are there, too', () => {
  const parents = new Set(
    [...rules.keys()].flatMap((rule) => rule.split('.').map((_, index, labels) => labels.slice(index).join('.'))),
  )
  const between = [...parents].filter((name) => !rules.has(name) && !name.includes('*'))
  expect(between).toContain('amazonaws.com')
  expect(between).toContain('core.windows.net')
  expect(between.filter((name) => isTaken(`https://*.${name}`))).toEqual([])
})

test('the start ends with a sentence that names the entry', () => {
  const table = (origin: string) => JSON.stringify({ shop: { origins: ['https://shop.example', origin] } })
  const start =
    (origin: string, env = {}) =>
    () =>
      readConfig({ WM_PROJECTS: table(origin), ...env })
  expect(start('https://*.s3.amazonaws.com')).toThrow(
    "WM_PROJECTS: shop.origins.1: 'https://*.s3.amazonaws.com': is a wildcard on a domain where anybody can have a name",
  )
  expect(start('*.CO.uk')).toThrow("WM_PROJECTS: shop.origins.1: '*.CO.uk': is a wildcard on a public suffix")
  expect(start('https://*.\u516c\u53f8.cn')).toThrow('is a wildcard on a public suffix')
  const asked = start('https://*.supabase.co', { WM_FRAME_DEV_ORIGINS: '1' })
  expect(asked().projects['shop']?.origins).toContain('https://*.supabase.co')
  const frame = () => createFrameProjects({ shop: { origins: ['https://*.framer.ai'], analytics: false } }, { devOrigins: false, allowLoopback: false }) // oxfmt-ignore
  expect(frame).toThrow("WM_PROJECTS: shop: the embedded wallet refuses the origin 'https://*.framer.ai': is a wildcard")
})
