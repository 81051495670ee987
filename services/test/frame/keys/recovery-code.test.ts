import fc from 'fast-check'
import { expect, test } from 'vitest'
import { includesBytes } from '../../../frame/keys/bytes.js'
import { clientHalfOfCode, formatRecoveryCode, newRecoveryCode, readRecoveryCode } from '../../../frame/keys/recovery-code.js'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const isRefused = (text: string) => {
  expect(() => readRecoveryCode(text)).toThrow(expect.objectContaining({ code: 'CODE_INVALID' }))
}
const plain = async () => (await newRecoveryCode()).replace(/-/g, '')

test('a code has 160 bits in 34 characters, in groups of four', async () => {
  const code = await newRecoveryCode()
  expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){8}[0-9A-HJKMNP-TV-Z]{2}$/)
  expect(readRecoveryCode(code)).toHaveLength(20)
  expect(await newRecoveryCode()).not.toBe(code)
})

test('small letters, spaces, dashes, full-width letters, O, I and L are read as they are meant', async () => {
  for (let time = 0; time < 200; time++) {
    const code = await newRecoveryCode()
    const secret = readRecoveryCode(code)
    const fullWidth = Array.from(code, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)).join('')
    for (const typed of [
      code.toLowerCase(),
      ` ${code.replace(/-/g, ' ')}\n`,
      code.replace(/-/g, '–'),
      code.replace(/0/g, 'O'),
      code.replace(/0/g, 'o'),
      code.replace(/1/g, 'I'),
      code.replace(/1/g, 'l'),
      fullWidth,
    ])
      expect(readRecoveryCode(typed)).toEqual(secret)
    expect(formatRecoveryCode(code.toLowerCase())).toBe(code)
  }
})

test('every other character, and every two in each other’s place, are noticed', async () => {
  const code = await plain()
  for (let at = 0; at < code.length; at++) {
    for (const other of ALPHABET) if (other !== code[at]) isRefused(code.slice(0, at) + other + code.slice(at + 1))
    for (let to = at + 1; to < 32; to++) {
      const [a, b] = [code.charAt(at), code.charAt(to)]
      if (a !== b) isRefused(code.slice(0, at) + b + code.slice(at + 1, to) + a + code.slice(to + 1))
    }
  }
})

test('what is no code is refused', async () => {
  const code = await plain()
  for (const text of [
    '',
    ' ',
    '-',
    code.slice(1),
    `${code}0`,
    `${code}${' '.repeat(300)}`,
    code.replace(/^./, 'U'),
    code.replace(/^./, '!'),
    '0'.repeat(10 ** 6),
    code.slice(0, 32) + 'ſſ',
    '𝟘'.repeat(33),
  ])
    // oxfmt-ignore
    isRefused(text)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => isRefused(text)),
    { numRuns: 300 },
  )
})

test('codes and bytes stand for each other, one to one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Array.from(ALPHABET)), { minLength: 32, maxLength: 32 }), async (characters) => {
      const code = characters.join('')
      const checks = Array.from(ALPHABET, (first) => Array.from(ALPHABET, (second) => code + first + second)).flat()
      const right = checks.filter((each) => {
        try {
          return readRecoveryCode(each).length === 20
        } catch {
          return false
        }
      })
      expect(right).toHaveLength(1)
      expect(formatRecoveryCode(right[0]!).replace(/-/g, '')).toBe(right[0])
    }),
    { numRuns: 10 },
  )
})

test('a code is one client half, however it is typed, and not its own bytes', async () => {
  const code = await newRecoveryCode()
  const half = await clientHalfOfCode(code)
  expect(half).toHaveLength(32)
  expect(await clientHalfOfCode(code.toLowerCase())).toEqual(half)
  expect(includesBytes(half, readRecoveryCode(code).subarray(0, 4))).toBe(false)
  await expect(clientHalfOfCode('x')).rejects.toMatchObject({ code: 'CODE_INVALID' })
})
