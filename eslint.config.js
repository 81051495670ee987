// What oxlint (.oxlintrc.json) cannot do: rules of templates, and the syntax that amounts must not meet. None of them asks for a type.
import * as parser from '@typescript-eslint/parser'
import lit from 'eslint-plugin-lit'
import litA11y from 'eslint-plugin-lit-a11y'
import * as wc from 'eslint-plugin-wc'

const exact = 'Amounts are bigint: read them with readAmount, and write them with formatUnits.'

/** Only what a block names is read. */
const typescript = { languageOptions: { parser }, linterOptions: { reportUnusedDisableDirectives: 'error' } }

export default [
  {
    ...typescript,
    files: ['src/elements/**/*.ts', 'services/frame/approvals/view/**/*.ts'],
    plugins: { lit, wc, 'lit-a11y': litA11y },
    settings: { litHtmlSources: true },
    rules: {
      ...lit.configs['flat/recommended'].rules,
      ...wc.configs['flat/recommended'].rules,
      ...litA11y.configs.recommended.rules,
      // Safari takes the list role from a list without markers; said in the role, it stays.
      'lit-a11y/no-redundant-role': 'off',
      'wc/guard-super-call': 'off',
      'wc/file-name-matches-element': 'off',
    },
  },
  {
    // Amounts are bigint from the field to the wallet: a floating-point number would lose some of them.
    ...typescript,
    files: [
      'src/state/{send,swap,buy,account}/**/*.ts',
      'src/elements/views/{send,swap,buy}/**/*.ts',
      'src/vocabulary/{money,amount,amount-input}.ts',
    ],
    rules: {
      'no-restricted-globals': ['error', ...['parseFloat', 'parseInt'].map((name) => ({ name, message: exact }))],
      'no-restricted-syntax': [
        'error',
        ...[
          'CallExpression[callee.name="Number"]:not([arguments.0.name=/^(?:nonce|exponent)$/])',
          'CallExpression[callee.object.name="Number"][callee.property.name=/^parse/]',
          'CallExpression[callee.property.name=/^to(?:Fixed|Precision|Exponential)$/]',
          'UnaryExpression[operator="+"]',
          'BinaryExpression[operator=/^[*\u002F]$/]:not([left.type="Literal"][right.type="Literal"]):not([left.name=/^(?:pause|[A-Za-z]+Ms)$/]) > Literal[raw=/^[\\d.][\\d._e]*$/i]',
        ].map((selector) => ({ selector, message: exact })),
      ],
    },
  },
]
