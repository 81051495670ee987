// `personal_sign`: texts, sign-ins, hashes.
import fc from 'fast-check'
import { toHex } from 'viem'
import { createSiweMessage, parseSiweMessage, type SiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { isSignIn, parseSignIn } from '../../../frame/approvals/siwe.js'
import { hasHidden, visibleLines, visibleText } from '../../../frame/approvals/text.js'
import { random, sampleOf, seedOr } from '../../support/random.js'
import { describeIt, ME, NOW, OTHER, rowOf, warned } from './world.js'
import { testRows } from '../../../../test/support/rows.js'

const sign = (message: string, also?: Parameters<typeof describeIt>[2]) => describeIt('personal_sign', [message, ME], also)
const fields = {
  address: ME as `0x${string}`,
  chainId: 1,
  domain: 'app.example.org',
  nonce: 'abcdef12',
  uri: 'https://app.example.org/login',
  version: '1',
  statement: 'I accept the terms.',
  issuedAt: new Date(NOW),
} as const

test('a text is shown whole, and its bytes are signed', async () => {
  const approval = await sign(toHex('Hello\nyou'))
  expect(approval).toMatchObject({
    kind: 'message',
    risk: 'normal',
    sign: { type: 'eip191', message: new TextEncoder().encode('Hello\nyou') },
  })
  expect(rowOf(approval, 'row.message')).toEqual({ type: 'block', text: 'Hello\nyou' })
  expect((await sign('Hello\nyou')).sign).toEqual(approval.sign)
  expect((await describeIt('personal_sign', [ME, 'Hello\nyou'])).sign).toEqual(approval.sign)
})

test('messages of another account, or none, are refused', async () => {
  for (const params of [[toHex('x'), OTHER], [toHex('x')], ['x', 'y', 'z', ME], [{}, ME], 'x', null])
    await expect(describeIt('personal_sign', params)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  await expect(sign('x'.repeat(140_000))).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

describe('a message to sign in', () => {
  test('a message to sign in is read, and signed as it came', async () => {
    // attack 62
    const text = createSiweMessage({
      ...fields,
      expirationTime: new Date(NOW + 60_000),
      resources: ['https://app.example.org/terms'],
    })
    const approval = await sign(text)
    expect(approval).toMatchObject({ kind: 'signIn', risk: 'normal', sign: { message: new TextEncoder().encode(text) } })
    expect(rowOf(approval, 'row.site')).toEqual({ type: 'text', text: 'app.example.org' })
    expect(rowOf(approval, 'row.until')).toEqual({ type: 'time', at: NOW + 60_000 })
  })
  testRows<[string, Partial<SiweMessage>]>([
    ['another site', { domain: 'evil.example.org' }],
    ['another site', { domain: 'app.example.org.evil.org' }],
    ['another site', { domain: 'app.example.org:444' }],
    ['another site', { scheme: 'http' }],
    ['another account', { address: OTHER }],
    ['another chain', { chainId: 2 }],
    ['expired', { expirationTime: new Date(NOW) }],
    ['does not hold yet', { notBefore: new Date(NOW + 1000) }],
  ])('%s: %o is refused', async (problem, also) => {
    // attack 62
    await expect(sign(createSiweMessage({ ...fields, ...also }))).rejects.toThrow(problem)
  })
  testRows([
    ['a short nonce', (text: string) => text.replace('abcdef12', 'abcdef1')],
    ['no nonce', (text: string) => text.replace(/Nonce.*\n/, '')],
    ['no URI', (text: string) => text.replace(/URI.*\n/, '')],
    ['user info', (text: string) => text.replace('app.example.org wants', 'app.example.org@evil.org wants')],
    ['one more line', (text: string) => `${text}\nand all my tokens`],
    ['a second field', (text: string) => text.replace('Nonce', 'Chain ID: 2\nNonce')],
    ['letters that look alike', (text: string) => text.replace('wants you to sign in', 'ｗants you to sign in')],
    ['hidden characters', (text: string) => text.replace('wants you', 'wants\u200b you')],
    ['another spacing', (text: string) => text.replace('wants you', 'wants  you')],
    ['another line break', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a text before', (text: string) => `Hello\n${text}`],
    ['a zero byte', (text: string) => text.replace('accept', 'acc\0ept')],
    ['a zero byte in the first line', (text: string) => text.replace('wants', 'wan\0ts')],
    ['another version', (text: string) => text.replace('Version: 1', 'Version: 2')],
    ['a time that is none', (text: string) => text.replace(/Issued At: .*/, 'Issued At: yesterday')],
  ])('with %s it is refused, not shown as a text', async (_, change) => {
    // attacks 62, 66
    const text = createSiweMessage(fields)
    expect(change(text)).not.toBe(text)
    await expect(sign(change(text))).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })
  test('port and name of the site are compared as the browser writes them', async () => {
    // attack 62
    const text = createSiweMessage({ ...fields, domain: 'localhost:5173', uri: 'http://localhost:5173' })
    expect((await sign(text, { origin: 'http://localhost:5173' })).kind).toBe('signIn')
    const idn = createSiweMessage(fields).replace('app.example.org wants', 'münchen.example wants')
    expect((await sign(idn, { origin: 'https://xn--mnchen-3ya.example' })).kind).toBe('signIn')
  })
  test('rights beyond signing in, and another address, are warned of', async () => {
    const recap = createSiweMessage({ ...fields, uri: 'https://other.example.org', resources: ['urn:recap:eyJhdHQiOnt9fQ'] })
    expect(await sign(recap)).toMatchObject({ risk: 'risky' })
    expect(warned(await sign(recap))).toEqual(['warn.otherUri', 'warn.recap'])
  })
})

testRows([`0x${'ab'.repeat(32)}`, toHex(`0x${'ab'.repeat(32)}`), toHex('ab'.repeat(32)), toHex(` 0x${'ab'.repeat(32)}\n`)])(
  'a hash is no message: %s', // attack 66
  async (message) => {
    await expect(sign(message)).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
  },
)
test('32 bytes that are a text are one', async () => {
  expect((await sign(toHex('Sign in to our site, please 1234'))).kind).toBe('message')
})
test('bytes that are no text are risky, and so is a text that hides something', async () => {
  expect(warned(await sign('0xff00ff'))).toEqual(['warn.notText'])
  const approval = await sign('Pay \u202e001 to me')
  expect(warned(approval)).toEqual(['warn.hiddenText'])
  expect(rowOf(approval, 'row.message')).toEqual({ type: 'block', text: 'Pay ⟦U+202E⟧001 to me' })
})

describe('visible text', () => {
  test('controls are spelled out, marks are cut, and so is what has no end', () => {
    // attack 54
    expect(visibleText('a\u202eb\u2066c\u200bd\u0000e\u2028f')).toBe('a⟦U+202E⟧b⟦U+2066⟧c⟦U+200B⟧d⟦U+0000⟧e⟦U+2028⟧f')
    expect(visibleText('x'.repeat(100_000))).toBe(`${'x'.repeat(64)}…`)
    expect(visibleText(`Z${'\u0301'.repeat(1000)}`).length).toBeLessThan(10)
    expect(visibleText('👩‍👩‍👧 fox')).toBe('👩‍👩‍👧 fox')
    expect(visibleText('a\u200db')).toBe('a⟦U+200D⟧b')
    expect(visibleText('\ud800')).toBe('⟦U+D800⟧')
  })
  test('nothing hidden is left, in no text', () => {
    // attack 54
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const shown = visibleLines(text)
        expect(
          /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/.test(shown),
        ).toBe(false)
        if (!hasHidden(text)) expect(shown).toBe(text.replace(/\r\n?/g, '\n'))
        expect(Array.from(new Intl.Segmenter('en').segment(visibleText(text))).length).toBeLessThanOrEqual(65)
      }),
      { seed: seedOr(54), numRuns: sampleOf(2_000) },
    )
  })
})

test('a name of letters of many alphabets is shown in punycode, and warned of', async () => {
  // attack 59
  const approval = await sign('hello', { origin: 'https://xn--pple-43d.com' })
  expect(approval.head[0]?.value).toEqual({ type: 'text', text: 'https://xn--pple-43d.com' })
  expect(warned(approval)).toEqual(['warn.idn'])
})

test('messages to sign in are read as viem reads them, and what is broken is never another site’s', async () => {
  const { chance, int, pick } = random(seedOr(62))
  const parts = [
    '\n',
    '\r',
    ' ',
    'URI: ',
    'Nonce: abcdefgh',
    'evil.org',
    '@',
    '/',
    '\u202e',
    '- ',
    'Resources:',
    '\0',
    'Chain ID: 1',
  ]
  for (let round = 0; round < sampleOf(5_000); round++) {
    let text = createSiweMessage({
      ...fields,
      ...(chance(0.5) ? { requestId: 'r1' } : {}),
      ...(chance(0.5) ? { resources: ['https://a.example'] } : {}),
      domain: pick(['app.example.org', 'evil.org']),
    })
    if (chance(0.5)) text = text.replace('I accept the terms.\n', '')
    for (let left = int(3); left > 0; left--) {
      const at = int(text.length)
      text = text.slice(0, at) + pick(parts) + text.slice(at + int(3))
    }
    const approval = await sign(toHex(text)).catch((error: unknown) => {
      expect(error).toMatchObject({ name: 'ApprovalError' })
      return undefined
    })
    if (approval?.kind === 'signIn') {
      const ours = parseSignIn(text, 'Ethereum')
      const theirs = parseSiweMessage(text)
      expect(new URL(`https://${ours.domain}`).host).toBe('app.example.org')
      expect([ours.address, ours.nonce, ours.uri]).toEqual([theirs.address, theirs.nonce, theirs.uri])
    } else if (approval) expect(isSignIn(text)).toBe(false)
  }
})
