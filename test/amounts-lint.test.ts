// The rule of `eslint.config.js` that keeps floating-point numbers away from amounts: what it must refuse, and what it must let pass.
import { Linter } from 'eslint'
import { expect, test } from 'vitest'
import config from '../eslint.config.js'
import { testRows } from './support/rows.js'

type Rules = Linter.RulesRecord
const block = (config as readonly { readonly files?: readonly string[]; readonly rules?: Rules }[]).find(({ files }) =>
  files?.some((pattern) => pattern.includes('{send,swap,buy,account}')),
)
const problemsOf = (code: string) =>
  new Linter().verify(code, { rules: block?.rules ?? {}, languageOptions: { ecmaVersion: 2024, sourceType: 'module' } }).length

testRows([
  'Number(amount)',
  'parseFloat(text)',
  'parseInt(text, 10)',
  'Number.parseFloat(text)',
  '+text',
  'amount * 1e18',
  'price / 100',
  'worth.toFixed(2)',
])('%s is refused', (code) => expect(problemsOf(code)).toBeGreaterThan(0))

testRows(['amount * 10n', 'amount / 2n', '30 * 60_000', 'pause * 2', 'Number(nonce)', 'one + other', 'BigInt(text)'])(
  'what is written without loss passes the lint: %s',
  (code) => expect(problemsOf(code)).toBe(0),
)

test('it is for the places where amounts are', () => {
  expect(block?.files).toEqual([
    'src/state/{send,swap,buy,account}/**/*.ts',
    'src/elements/views/{send,swap,buy}/**/*.ts',
    'src/vocabulary/{money,amount,amount-input}.ts',
  ])
})
