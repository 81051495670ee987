// Random messages to sign in, typed data and names: each is refused with a code, or is exactly what it says. `npm run fuzz` tries all of them.
import { hashTypedData } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { expect, test } from 'vitest'
import { assertSignIn, parseSignIn } from '../../../frame/approvals/siwe.js'
import { hasHidden, visibleLines, visibleText } from '../../../frame/approvals/text.js'
import { readTypedData } from '../../../frame/approvals/typed-data.js'
import { ApprovalError } from '../../../frame/approvals/types.js'
import { random, sampleOf, seedOr, type Random } from '../../support/random.js'
import { ME, NOW, OTHER } from './world.js'

const SEED = seedOr(62)
const SIGN_INS = sampleOf(40_000)
const TYPED = sampleOf(20_000)
const NAMES = sampleOf(40_000)

/** An assertion for many cases: what is said of it is made when it fails. */
function check(holds: boolean, what: string, about: unknown): void {
  if (!holds) expect.fail(`${what}: ${JSON.stringify(about).slice(0, 2000)} (seed ${SEED})`)
}

const ORIGIN = 'https://app.example.org'
const at = (ms: number) => new Date(NOW + ms).toISOString()
const pieces = ['', ' ', '\n', '\r', '\t', '\u0000', '\u200b', '\u202e', '\u2028', 'a', '0', '-', ': ', '://', '@', '#', '?', '/', '.', '%2e', 'evil.example', 'app.example.org', 'ａpp.example.org', 'аpp.example.org', 'https://', ME, OTHER, ME.toLowerCase(), 'Ethereum', 'Solana', '1', '0x1', '١', '😀', '\ud800', 'Resources:', '- ', 'Nonce: 12345678', 'Chain ID: 2'] // oxfmt-ignore

/** A message to sign in with some of it changed: a line gone, doubled, moved or rewritten, or a piece put in. */
function signIn(by: Random): string {
  const { pick, chance, int } = by
  const lines = [
    `${pick(['', '', 'https://', 'http://'])}${pick(['app.example.org', 'app.example.org', 'APP.example.org', 'evil.example', 'app.example.org:8443', 'app.example.org.evil.example'])} wants you to sign in with your Ethereum account:`,
    pick([ME, ME, ME.toLowerCase(), OTHER]),
    '',
    ...(chance(0.5) ? ['I accept the terms.', ''] : []),
    `URI: ${pick([ORIGIN, `${ORIGIN}/login`, 'https://evil.example'])}`,
    'Version: 1',
    `Chain ID: ${pick(['1', '1', '1', '10', '01'])}`,
    `Nonce: ${pick(['12345678', 'abcdefgh1', '1234567', ''])}`,
    `Issued At: ${at(-1000)}`,
    ...(chance(0.5) ? [`Expiration Time: ${at(pick([60_000, 60_000, -1, -60_000]))}`] : []),
    ...(chance(0.3) ? [`Not Before: ${at(pick([-60_000, 60_000]))}`] : []),
    ...(chance(0.2) ? ['Request ID: 7'] : []),
    ...(chance(0.3) ? ['Resources:', '- https://a.example', '- ipfs://b'] : []),
  ]
  for (let changes = chance(0.4) ? 0 : 1 + int(3); changes > 0; changes--) {
    const place = int(lines.length)
    const line = lines[place] ?? ''
    const cut = int(line.length + 1)
    pick<() => void>([
      () => lines.splice(place, 1),
      () => lines.splice(place, 0, line),
      () => lines.splice(int(lines.length), 0, pick(pieces)),
      () => (lines[place] = line.slice(0, cut) + pick(pieces) + line.slice(cut + int(3))),
    ])()
  }
  return lines.join(chance(0.97) ? '\n' : '\r\n')
}

test(
  `${SIGN_INS} messages to sign in: none is taken that is not for this site, account, chain and moment (seed ${SEED})`, // attack 62
  () => {
    const by = random(SEED)
    let taken = 0
    for (let done = 0; done < SIGN_INS; done++) {
      const text = signIn(by)
      let message
      try {
        message = parseSignIn(text, 'Ethereum')
        assertSignIn(message, { origin: ORIGIN, account: ME, chain: ['1'], now: NOW, exact: false })
      } catch (error) {
        if (!(error instanceof ApprovalError)) throw new Error(`another error for ${JSON.stringify(text)}`, { cause: error })
        continue
      }
      taken++
      // Said again, by another reader: what was taken says the same to whoever checks the signature.
      const read = parseSiweMessage(text)
      const about = JSON.stringify(text)
      expect(read.domain?.toLowerCase(), about).toMatch(/^app\.example\.org(?::443)?$/)
      expect(read.scheme ?? 'https', about).toBe('https')
      expect(read.address?.toLowerCase(), about).toBe(ME.toLowerCase())
      expect([read.chainId, read.version, read.nonce], about).toEqual([1, '1', message.nonce])
      expect(read.nonce?.length, about).toBeGreaterThanOrEqual(8)
      expect(read.expirationTime?.getTime() ?? Infinity, about).toBeGreaterThan(NOW)
      expect(read.notBefore?.getTime() ?? 0, about).toBeLessThanOrEqual(NOW)
      expect(read.resources ?? [], about).toEqual(message.resources)
    }
    expect(taken).toBeGreaterThan(SIGN_INS / 100)
    expect(taken).toBeLessThan(SIGN_INS / 2)
  },
)

const hiding = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff]/u

/** Names and lists of a value, without its leaves. */
const shapeOf = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(shapeOf).join()}]`
    : typeof value === 'object' && value !== null
      ? `{${Object.entries(value)
          .map(([key, one]) => `${key}:${shapeOf(one)}`)
          .sort()
          .join()}}`
      : 'value'

const values: readonly unknown[] = [null, true, 0, -1, 1.5, 2 ** 53, 1e308, '', '-0', '0x', '0x1', '1e18', '01', `0x${'f'.repeat(64)}`, String(2n ** 256n), ME, ME.toLowerCase(), OTHER.replace('C5', 'c5'), 'uint256', 'uint7', 'bytes33', 'Mail', 'Mail[]', 'Person[2]', 'EIP712Domain', '__proto__', 'constructor', [], {}, [[]], 'x'.repeat(200), '\u202e', '\ud800'] // oxfmt-ignore
const keys = ['name', 'type', 'types', 'domain', 'message', 'primaryType', 'to', 'from', 'amounts', 'chainId', 'salt', 'version', 'verifyingContract', 'Mail', 'Person', '__proto__', 'constructor', 'toString'] // oxfmt-ignore

/** `value` with one place in it changed. */
function changed(by: Random, value: unknown): unknown {
  const { chance, pick, int } = by
  if (typeof value !== 'object' || value === null || chance(0.1)) return pick(values)
  if (Array.isArray(value)) {
    const list: unknown[] = value.slice()
    const place = int(list.length + 1)
    if (chance(0.3)) list.splice(place, 1)
    else if (chance(0.2)) list.splice(place, 0, chance(0.5) ? list[int(list.length)] : pick(values))
    else if (place < list.length) list[place] = changed(by, list[place])
    return list
  }
  const record = { ...value } as Record<string, unknown>
  const own = Object.keys(record)
  const key = own[int(own.length)]
  if (key === undefined || chance(0.15))
    Object.defineProperty(record, pick(keys), { value: pick(values), enumerable: true, configurable: true, writable: true }) // oxfmt-ignore
  else if (chance(0.15)) Reflect.deleteProperty(record, key)
  else record[key] = changed(by, record[key])
  return record
}

test(
  `${TYPED} typed data: what is taken is hashed whole by another library, too (seed ${SEED})`, // attacks 8, 65
  () => {
    const by = random(SEED + 1)
    const field = (name: string, type: string) => ({ name, type })
    const right = {
      types: {
        Mail: [
          field('from', 'Person'),
          field('to', 'Person[]'),
          field('amounts', 'uint8[2]'),
          field('what', 'string'),
          field('raw', 'bytes'),
        ],
        Person: [field('wallet', 'address'), field('is', 'bool'), field('salt', 'bytes32'), field('debt', 'int16')],
      },
      domain: { name: 'Post', version: '1', chainId: 1, verifyingContract: OTHER },
      primaryType: 'Mail',
      message: {
        from: { wallet: ME, is: true, salt: `0x${'ab'.repeat(32)}`, debt: '-5' },
        to: [{ wallet: OTHER, is: false, salt: `0x${'cd'.repeat(32)}`, debt: 7 }],
        amounts: [1, '255'],
        what: 'hello',
        raw: '0x0102',
      },
    }
    let taken = 0
    for (let done = 0; done < TYPED; done++) {
      let made: unknown = right
      for (let times = by.int(4); times > 0; times--) made = changed(by, made)
      const given = by.chance(0.5) ? JSON.stringify(made) : made
      let data
      try {
        data = readTypedData(given)
      } catch (error) {
        if (!(error instanceof ApprovalError)) throw new Error(`another error for ${JSON.stringify(made)}`, { cause: error })
        continue
      }
      taken++
      check(/^0x[0-9a-f]{64}$/.test(hashTypedData(data as Parameters<typeof hashTypedData>[0])), 'no hash', made)
      // Nothing of it is left out, and nothing was put in.
      const { message, domain } = made as typeof right
      check(shapeOf(data.message) === shapeOf(message), 'another message', made)
      check(shapeOf(data.domain) === shapeOf(domain), 'another domain', made)
    }
    expect(taken).toBeGreaterThan(TYPED / 20)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  },
)

test(
  `${NAMES} names: what is shown is short, and hides nothing (seed ${SEED})`, // attack 54
  () => {
    const by = random(SEED + 2)
    const letters = ['a', 'B', ' ', 'é', 'ß', 'İ', 'ﷺ', '漢', '👩', '\u200d', '👧', '🏽', '\ufe0f', '\u0301', '\u0489', '\u20dd', '\u202e', '\u2066', '\u2069', '\u200b', '\u00ad', '\u061c', '\ufeff', '\u3164', '\ud800', '\udc00', '\u{e0041}', '\n', '\r', '\t', '\u0007', '\u2028', 'م', 'ท', 'ำ', '<img>', '⟦U+202E⟧'] // oxfmt-ignore
    const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
    for (let done = 0; done < NAMES; done++) {
      const one = by.pick(letters)
      const text = by.chance(0.02)
        ? one.repeat(by.int(100_000))
        : Array.from({ length: by.int(by.chance(0.1) ? 300 : 20) }, () => by.pick(letters)).join('')
      const shown = visibleText(text)
      check(!hiding.test(shown), 'something hidden is shown', text)
      check(!/\p{M}{5}/u.test(shown), 'marks are stacked', text)
      check(shown.length <= 65 || [...segments.segment(shown)].length <= 65, 'a name without end', text)
      if (text.length < 60 && !hasHidden(text) && !/[\n\t\r]/.test(text)) check(shown === text, 'another name', text)
      if (text.length < 500) check(!hasHidden(visibleLines(text)), 'lines that hide something', text)
    }
  },
)
