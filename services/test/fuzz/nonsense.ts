// Values that nobody should send: as text for queries, as JSON for bodies, and right values with something broken.
import type { Random } from '../support/random.js'

export const texts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '1e400',
  '0x',
  '0xzz',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  '\u0000a',
  '\r\nx-injected: 1',
  "' or 1=1 --",
  "';drop table names;--",
  '../..',
  '..%2f..',
  '%',
  '%ff',
  '%00',
  '𝒳',
  '🦊',
  'ß'.repeat(40),
  'a'.repeat(3000),
  '9'.repeat(78),
  '1'.repeat(79),
  '0x' + 'f'.repeat(40),
  '0x' + '0'.repeat(64),
  'eip155:',
  'eip155:0',
  'eip155:1',
  ':::',
  'solana:x',
  'bip122:000000000019d6689c085ae165831e93',
  'NaN',
  'Infinity',
  '\ufeff',
  '\u202e',
  ',,,,',
  '*',
]

export const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  [],
  {},
  [[[]]],
  [null],
  { a: { b: 1 } },
  { length: 3 },
  JSON.parse('{"__proto__":{"x":1}}'),
]

/** A text out of these, often cut or with something behind it. */
export function broken({ pick, int, chance }: Random, known: readonly string[]): string {
  const text = chance(0.5) ? pick(known) : pick(texts)
  if (chance(0.6)) return text
  const letters = Array.from(text)
  const at = int(letters.length + 1)
  if (chance(0.4)) return letters.slice(0, at).join('')
  return [...letters.slice(0, at), pick(texts).slice(0, 200), ...letters.slice(at + int(3))].join('')
}

/** A copy with one or more places replaced, left out, added or wrapped. */
export function mutated(source: unknown, random: Random, known: readonly string[]): unknown {
  const { pick, int, chance } = random
  const odd = (): unknown => (chance(0.6) ? broken(random, known) : pick(values))
  const change = (value: unknown): unknown => {
    if (chance(0.25) || typeof value !== 'object' || value === null) {
      if (chance(0.15)) return [value]
      if (chance(0.15)) return { value }
      return odd()
    }
    if (Array.isArray(value)) {
      if (value.length === 0 || chance(0.2)) return [...(value as unknown[]), odd()]
      const at = int(value.length)
      if (chance(0.1)) return Array.from({ length: 120 }, () => value[at] as unknown)
      return value.map((item: unknown, index) => (index === at ? change(item) : item))
    }
    const entries = Object.entries(value)
    if (entries.length === 0 || chance(0.1)) return { ...value, [pick(texts)]: odd() }
    const [key] = pick(entries)
    if (chance(0.2)) return Object.fromEntries(entries.filter(([name]) => name !== key))
    return Object.fromEntries(entries.map(([name, item]) => [name, name === key ? change(item) : (item as unknown)]))
  }
  let result = change(source)
  for (let times = int(3); times > 0; times--) result = change(result)
  return result
}
