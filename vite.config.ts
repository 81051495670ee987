// Two builds of the same sources. `--mode npm`: the package (ESM entries, dependencies external, lazy chunks).
// `--mode cdn`: the script for a plain page (everything bundled and minified, lazy chunks beside it).
import { minifyHTMLLiterals } from 'minify-literals'
import { defineConfig, type Plugin } from 'vite'
import { closure } from './scripts/closure.mjs'

/**
 * Strips white space from html`` and css`` templates; runs when TypeScript is gone. svg`` stays as it is: read as HTML, its `/>` would go, and each shape
 * after the first would be inside of another, where nothing is drawn.
 */
const minifyLit = (): Plugin => ({
  name: 'minify-lit',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/src\/.*\.[tj]s$/ },
    async handler(code, id) {
      if (!/html`|css`/.test(code)) return undefined
      const result = await minifyHTMLLiterals(code, { fileName: id, htmlTags: ['html'] })
      return result ? { code: result.code, map: result.map ?? null } : undefined
    },
  },
})

/** The class of errors is in a chunk without elements: who imports `wallet-modal/errors` gets nothing else. */
function errorsAlone() {
  const sources = closure(new URL('src/only-errors.ts', import.meta.url).pathname)
  return { name: 'coded-error', priority: 4, test: (id: string) => sources.has(id) }
}

/**
 * The stages come in one chunk each, because thirty small files compress and travel worse than one: what every page needs, what the first open
 * needs, and what follows it. Everything else is split as it falls.
 */
function stages() {
  const source = (path: string) => new URL(`src/${path}`, import.meta.url).pathname
  const first = closure(source('index.ts'))
  // The entry itself stays in front of its chunk: a page that asks for `wallet-modal.js?v=2` would get everything twice otherwise.
  first.delete(source('index.ts'))
  const second = closure(source('first-open.ts'))
  const third = closure(source('after-open.ts'))
  // Packages that the sources of a stage name, with what these import themselves.
  const core = /\/node_modules\/(lit|lit-html|lit-element|@lit\/reactive-element|nanostores\/atom)\/(?!.*(directive|decorators))/
  const open = /\/node_modules\/nanostores\/(?!computed|lifecycle)/
  return [
    { name: 'core', priority: 3, test: (id: string) => first.has(id) || core.test(id) },
    { name: 'open', priority: 2, test: (id: string) => second.has(id) || open.test(id) },
    {
      name: 'after',
      priority: 1,
      test: (id: string) => third.has(id) || /\/node_modules\/nanostores\//.test(id),
    },
  ]
}

const external = [/^lit($|\/)/, /^@lit\//, /^nanostores/, /^zod/, /^viem/, /^@walletconnect\//, /^lean-qr/, /^react($|\/)/]

export default defineConfig(({ mode }) =>
  mode === 'cdn'
    ? {
        plugins: [minifyLit()],
        publicDir: false,
        // Library mode keeps process.env.NODE_ENV otherwise, and nanostores reads it.
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir: 'dist/cdn',
          target: 'es2022',
          // Three hundred bytes smaller than what the bundler's own minifier leaves; nothing here is rewritten that could change a meaning.
          minify: 'terser',
          terserOptions: { ecma: 2020, module: true, compress: { passes: 3 } },
          // The opening is an entry only to keep its exports as they are: as a part of a chunk it would drag the bundler's run-time along.
          lib: { entry: { 'wallet-modal': 'src/index.ts', 'first-open': 'src/first-open.ts' }, formats: ['es'] },
          rolldownOptions: {
            // Other chunks may take more from the opening than it exports: one file instead of two, one after the other.
            preserveEntrySignatures: 'allow-extension',
            // A number of the specification goes where it is read: as an export of the opening's chunk it would be paid for by who does not need it.
            optimization: { inlineConst: { mode: 'all', pass: 2 } },
            output: {
              minify: true,
              comments: { annotation: false }, // what may be dropped has been dropped
              entryFileNames: ({ name }) => (name === 'first-open' ? 'chunks/[name]-[hash].js' : '[name].js'),
              chunkFileNames: 'chunks/[name]-[hash].js',
              codeSplitting: { groups: stages() },
            },
          },
        },
      }
    : {
        plugins: [minifyLit()],
        publicDir: false,
        build: {
          outDir: 'dist/esm',
          target: 'es2022',
          minify: false,
          lib: {
            entry: {
              index: 'src/index.ts',
              react: 'src/react/index.ts',
              testing: 'src/testing.ts',
              connector: 'src/connectors/create-connector.ts',
              errors: 'src/only-errors.ts',
            },
            formats: ['es'],
          },
          rolldownOptions: {
            external,
            preserveEntrySignatures: 'allow-extension',
            optimization: { inlineConst: { mode: 'all', pass: 2 } },
            // Without hashes: the application's own bundler adds them, and these would stand in its map of files a second time.
            output: { chunkFileNames: 'chunks/[name].js', codeSplitting: { groups: [errorsAlone(), ...stages()] } },
          },
        },
      },
)
