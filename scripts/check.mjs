// `npm run check`: everything that is not a test. Types, lint, what nothing uses, templates, format and generated files; then the package, its entries and the sizes.
import { pathToFileURL } from 'node:url'
import { RESULTS, runParts } from './lib/parts.mjs'
import { checkNode, ensureDependencies } from './prepare.mjs'

const check = (name, command) => ({ name, command })
const PACKED = `${RESULTS}/packed`

/** What reads the sources alone, the longest first. */
export const sourceChecks = [
  check('types and lint', 'npm run --silent lint'),
  check('unused', 'npx --no-install knip'),
  check(
    'templates',
    `npx --no-install lit-analyzer "src/elements/**/*.ts" ${['incompatible-type-binding', 'missing-import', 'invalid-css', 'unknown-tag-name'].map((rule) => `--rules.no-${rule} off`).join(' ')}`,
  ),
  check('format', 'npx --no-install oxfmt --check'),
  check('generated files', 'node scripts/generate.mjs --check'),
]

export const build = check('build', 'node scripts/build.mjs --services')

/** What reads what the build wrote. */
export const builtChecks = [
  check('package', 'npx --no-install publint'),
  // The types of each entry are found, and fit its code, for whoever imports it as a module (`require` is not promised). A style sheet has no types.
  check(
    'entries',
    `mkdir -p ${PACKED} && rm -f ${PACKED}/*.tgz && npm pack --ignore-scripts --silent --pack-destination ${PACKED} && npx --no-install attw ${PACKED}/*.tgz --profile esm-only --exclude-entrypoints ./layout.css`,
  ),
  check('size', 'node bench/size.mjs --browser'),
]

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  checkNode()
  ensureDependencies()
  const before = await runParts([build])
  const after = await runParts([...sourceChecks, ...builtChecks])
  const [passed, failed] = [before.passed + after.passed, before.failed + after.failed]
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
