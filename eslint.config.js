// Type-checked rules everywhere, template rules where there are templates.
import globals from 'globals'
import lit from 'eslint-plugin-lit'
import litA11y from 'eslint-plugin-lit-a11y'
import * as wc from 'eslint-plugin-wc'
import tseslint from 'typescript-eslint'

const exact = 'Amounts are bigint: read them with readAmount, and write them with formatUnits.'

export default tseslint.config(
  // Frameworks are not installed here: `npm run check:package` checks what is written for them.
  {
    ignores: [
      'src/react/components.ts',
      'src/frameworks',
      'test/consumers',
      'test/fixtures/trial-namespace/index.ts', // belongs into the folder that it is copied to
      '.trial-*',
      'dist',
      '**/dist',
      'coverage',
      'node_modules',
      '.data',
      '**/*.json',
      'test-results',
    ],
  },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.{ts,tsx}'] })),
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // Instances cross realms and bundles here: they are told apart by what they say, not by their constructor.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // We declare no enums, and asking of every assignment whether one of a library goes astray takes half of the time of all rules.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // A method called for its side effect in a void position is this code base's usual way to start work.
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false, properties: false } },
      ],
    },
  },
  {
    files: ['src/react/jsx.ts'],
    rules: {
      // React has its tags in an interface of a namespace, to which this file adds.
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
    },
  },
  {
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
  {
    // Runs in a browser, at keys: nothing of Node, no chance that is none, and no log.
    files: ['services/frame/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'Buffer', 'process', 'global', 'setImmediate'],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'Anybody can guess it.' }],
      'no-console': 'error',
    },
  },
  {
    files: ['services/src/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'AbortSignal', property: 'timeout', message: 'Node 20 may collect its timer: use signalAfter of timeout.ts.' },
      ],
    },
  },
  {
    files: ['test/**/*.{ts,tsx}', 'services/test/**/*.ts', 'demo/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
)
