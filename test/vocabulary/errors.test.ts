import { readFileSync, readdirSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { catalogue, isWalletError, type ErrorCode, walletError } from '../../src/vocabulary/errors.js'
import { testRows } from '../support/rows.js'

const codes = Object.keys(catalogue) as ErrorCode[] // the keys of a closed table

testRows(codes)('%s is a sentence with its details filled in', (code) => {
  const names = [...catalogue[code].matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const error = walletError(code, { details: Object.fromEntries(names.map((name) => [name, `<${name}>`])) })
  expect(error.message).not.toMatch(/[{}]/)
  for (const name of names) expect(error.message).toContain(`<${name}>`)
  expect(error.docs).toBe(`docs/errors.md#${code.toLowerCase()}`)
})

testRows([
  ['NETWORK_NOT_FOUND', 'Network not found'],
  ['ORIGIN_NOT_ALLOWED', 'Unauthorized: origin not allowed'],
  ['PROJECT_INVALID', 'Unauthorized: invalid key'],
  ['CLOCK_SKEW', 'JWT validation error: JWT Token is not yet valid'],
  ['DISCONNECT_FAILED', 'Failed to disconnect'],
  ['BALANCE_UNAVAILABLE', 'Token Balance Unavailable'],
  ['UNSUPPORTED_CHAIN', 'Unsupported chain'],
  ['CHAIN_NOT_SUPPORTED', 'Chain is not supported'],
  ['UNSUPPORTED_METHOD', 'method not supported'],
  ['ABORTED', 'Request was aborted'],
  ['UNKNOWN', 'Something went wrong'],
] as const)('%s is worded as in the specification', (code, message) => {
  expect(walletError(code).message).toBe(message)
})

describe('telling one', () => {
  test('by class or by name, because a page may hold two bundles', () => {
    const foreign = Object.assign(new Error('x'), { name: 'WalletError', code: 'USER_REJECTED' })
    expect(isWalletError(walletError('USER_REJECTED'))).toBe(true)
    expect(isWalletError(foreign, 'USER_REJECTED')).toBe(true)
    expect(isWalletError(foreign, 'ABORTED')).toBe(false)
  })

  testRows([new Error('WalletError'), { name: 'WalletError', code: 'ABORTED' }, 'WalletError', null, undefined])(
    '%s is none',
    (value) => {
      expect(isWalletError(value)).toBe(false)
    },
  )
})

test('keeps what caused it, and has no cause when there was none', () => {
  const cause = new TypeError('x')
  expect(walletError('UNKNOWN', { cause }).cause).toBe(cause)
  expect('cause' in walletError('UNKNOWN')).toBe(false)
})

test('a detail that is missing leaves a gap, not the word undefined', () => {
  expect(walletError('HTTP_STATUS').message).toBe('HTTP status code: ')
})

test('a detail is never read as a place to fill in', () => {
  expect(walletError('CONFIG_INVALID', { details: { setting: '{problem}', problem: '$&' } }).message).toBe(
    'Invalid setting {problem}: $&',
  )
})

/** The text literals of a file that are given to something, or stand for something: not those that are compared with, or listed. */
function produced(source: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node) && isGiven(node.parent, node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isGiven(parent: ts.Node, literal: ts.StringLiteral): boolean {
  if (ts.isNewExpression(parent)) return true // new WalletError('CODE', …)
  if (ts.isCallExpression(parent)) return !/^(isWalletError|has|includes)$/.test(parent.expression.getText())
  if (ts.isPropertyAssignment(parent)) return parent.initializer === literal // 4001: 'CODE'
  if (ts.isConditionalExpression(parent)) return parent.condition !== literal // isAbort ? 'CODE' : …
  if (ts.isBinaryExpression(parent)) return parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken // … ?? 'CODE'
  return ts.isArrayLiteralExpression(parent) && ts.isRegularExpressionLiteral(parent.elements[0] ?? parent) // [/text/, 'CODE']
}

test('every code is produced somewhere: none is only explained', () => {
  const folder = new URL('../../src/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.endsWith('vocabulary/errors.ts') && !file.includes('locales'),
  )
  const given = new Set(
    files.flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8')
      // Most files name none, and need not be parsed.
      if (!codes.some((code) => text.includes(`'${code}'`))) return []
      return produced(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true))
    }),
  )
  expect(codes.filter((code) => !given.has(code))).toEqual([])
})

test('the page of the errors explains no code that does not exist', () => {
  const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  const explained = [...page.matchAll(/^`([A-Z_]+)` —/gm)].map(([, code]) => code)
  expect(explained).toEqual(codes)
})
