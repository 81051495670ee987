// Three builds of the same sources. `--mode npm`: the package (ESM entries, dependencies external, lazy chunks).
// `--mode cdn`: the script for a plain page (everything bundled and minified, lazy chunks beside it).
// `--mode apart`: the chunks of that script which verify signatures; the files that `--mode cdn` names must have been built by it before.
import { readdirSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
import { builtApart } from './vite/built-apart.mjs'
import { closure } from './vite/closure.mjs'
import { flatEntry } from './vite/flat-entry.mjs'
import { minifyLit } from './vite/minify-lit.js'
import { withoutBuffer } from './vite/without-buffer.mjs'

/** Modules with templates of Lit. */
const TEMPLATES = /\/src\/.*\.[tj]s$/

/**
 * Leaves out the packages with which the WalletConnect client works out ids of transactions, only to tell its vendor of them: `connectors/relay/client.ts`
 * switches that off (decision 2). May go when the client has a build without them.
 */
const withoutTransactionIds = (): Plugin => ({
  name: 'without-transaction-ids',
  enforce: 'pre',
  resolveId: (id) => (id === '@msgpack/msgpack' || id === 'blakejs' ? '\0absent' : undefined),
  load: (id) =>
    id === '\0absent'
      ? `const absent = () => { throw new Error('left out') }
export { absent as blake2b, absent as decode, absent as encode }`
      : undefined,
})

/**
 * What the entries `errors`, `testing`, `siwx` and `frame` share with the modal is in chunks without elements: a mock wallet may be bundled apart from the
 * page, as a script of a browser test, and elements in it would take the names of the page's own.
 */
function withoutElements() {
  const source = (path: string) => new URL(`src/${path}`, import.meta.url).pathname
  const errors = closure(source('errors.ts')).add(source('vocabulary/emitter.ts')) // both are needed by a closed button
  const apart = [closure(source('testing.ts')), closure(source('siwx/index.ts')), closure(source('frame/index.ts'))]
  const mocks = readdirSync(source('connectors/mock')).map((name) => closure(source(`connectors/mock/${name}`)))
  const firstOpen = closure(source('root/first-open.ts'))
  // Not what only the connectors have: those need viem.
  const shared = ['root/after-open.ts', 'connectors/open-wallet.ts', 'connectors/wallet-errors.ts', 'vocabulary/rpc-error.ts']
  const modal = shared.map((path) => closure(source(path)))
  return [
    { name: 'wallet-error', priority: 5, test: (id: string) => errors.has(id) },
    // Apart from `plain`, of which the first open needs nothing else.
    { name: 'plain-first', priority: 5, test: (id: string) => firstOpen.has(id) && mocks.some((sources) => sources.has(id)) },
    {
      name: 'plain',
      priority: 4,
      test: (id: string) => apart.some((sources) => sources.has(id)) && modal.some((sources) => sources.has(id)),
    },
  ]
}

/**
 * What several views are made of, and what all connectors are made of, is one chunk each: who wants a code for a phone asks for all files at once, and
 * what these import from small files of their own would be asked for only after them.
 */
function shared() {
  const source = (path: string) => new URL(`src/${path}`, import.meta.url).pathname
  const view = closure(source('elements/views/connecting/connecting-walletconnect-view.ts'))
  for (const path of closure(source('elements/templates/pairing-outcome.ts'))) view.add(path)
  const common = /\/src\/elements\/(lib|primitives|styles)\/(?!qr-encoder)|\/node_modules\/lit-html\/directives\/when/
  const wallet = closure(source('connectors/open-wallet.ts'))
  for (const path of closure(source('connectors/wallet-errors.ts'))) wallet.add(path)
  return [
    {
      name: 'view-parts',
      priority: 0,
      test: (id: string) => (view.has(id) || /lit-html.directives.when/.test(id)) && common.test(id),
    },
    { name: 'open-wallet', priority: 0, test: (id: string) => wallet.has(id) || id.endsWith('/src/vocabulary/rpc-error.ts') },
  ]
}

/**
 * What EVM wallets need of viem is one chunk in the script build: features of an account share some of it, and would cut it into small files.
 */
function evm() {
  const viem = (path: string) => new URL(`node_modules/viem/_esm/utils/${path}.js`, import.meta.url).pathname
  const needed = ['abi/encodeFunctionData', 'address/getAddress', 'address/isAddress', 'encoding/toHex']
  const parts = needed.map((path) => closure(viem(path)))
  return [{ name: 'evm', priority: 0, test: (id: string) => parts.some((part) => part.has(id)) }]
}

/**
 * The stages come in one chunk each, because thirty small files compress and travel worse than one: what every page needs, what the first open
 * needs, and what follows it. Everything else is split as it falls.
 */
function stages() {
  const source = (path: string) => new URL(`src/${path}`, import.meta.url).pathname
  const first = closure(source('index.ts'))
  // The entry itself is in front of its chunk, because other chunks need the chunk's exports; in the script build `flatEntry` joins the two.
  first.delete(source('index.ts'))
  const second = closure(source('root/first-open.ts'))
  const third = closure(source('root/after-open.ts'))
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

/** Where the chunks of the script build are. */
const CHUNKS = 'dist/cdn/chunks'

/** The entries of the build apart, by the name of their file (`vite/built-apart.mjs`). */
const apartEntries = { siwx: 'src/siwx/for-modal.ts', ed25519: 'src/connectors/solana/ed25519.ts' } as const

/** How the script build is made small. */
const small = {
  target: 'es2022',
  // Three hundred bytes smaller than what the bundler's own minifier leaves; nothing here is rewritten that could change a meaning.
  minify: 'terser' as const,
  terserOptions: { ecma: 2020 as const, module: true, compress: { passes: 3 } },
  emptyOutDir: false, // scripts/build.mjs does that, before the first of the two builds
}
/** Library mode keeps process.env.NODE_ENV otherwise, and nanostores reads it. */
const production = { 'process.env.NODE_ENV': '"production"' }

const external = [/^lit($|\/)/, /^@lit\//, /^nanostores/, /^zod/, /^viem/, /^lean-qr/, /^react($|\/)/, /^@solana\/web3\.js$/]

/** What a build contains of other packages is handed on with their licences. */
const license = { fileName: 'licenses.md' }

export default defineConfig(({ mode }) =>
  mode === 'apart'
    ? {
        publicDir: false,
        define: production,
        build: {
          ...small,
          outDir: CHUNKS,
          license: { fileName: 'apart-licenses.md' },
          lib: { entry: apartEntries, formats: ['es'] },
          rolldownOptions: {
            output: {
              minify: true,
              comments: { annotation: false },
              entryFileNames: '[name]-[hash].js',
              chunkFileNames: 'apart-[name]-[hash].js',
            },
          },
        },
      }
    : mode === 'cdn'
      ? {
          plugins: [
            minifyLit(TEMPLATES),
            builtApart({ chunks: CHUNKS, entries: apartEntries }),
            withoutTransactionIds(),
            withoutBuffer(),
            flatEntry({ entry: 'wallet-modal.js', core: 'core', more: ['wallet-onramp.js'] }),
          ],
          publicDir: false,
          define: production,
          build: {
            ...small,
            outDir: 'dist/cdn',
            license,
            // The opening is an entry only to keep its exports as they are: as a part of a chunk it would drag the bundler's run-time along.
            lib: {
              entry: { 'wallet-modal': 'src/index.ts', 'wallet-onramp': 'src/onramp.ts', 'first-open': 'src/root/first-open.ts' },
              formats: ['es'],
            },
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
                codeSplitting: { groups: [...stages(), ...shared(), ...evm()] },
              },
            },
          },
        }
      : {
          plugins: [minifyLit(TEMPLATES), withoutTransactionIds(), withoutBuffer()],
          publicDir: false,
          build: {
            outDir: 'dist/esm',
            license,
            target: 'es2022',
            minify: false,
            lib: {
              entry: {
                index: 'src/index.ts',
                react: 'src/react/index.ts',
                testing: 'src/testing.ts',
                connector: 'src/connectors/create-connector.ts',
                errors: 'src/errors.ts',
                siwx: 'src/siwx/index.ts',
                frame: 'src/frame/index.ts',
                onramp: 'src/onramp.ts',
                'onramp-react': 'src/react/onramp.ts',
                solana: 'src/solana/index.ts',
                'solana-react': 'src/react/solana.ts',
                wagmi: 'src/wagmi.ts',
              },
              formats: ['es'],
            },
            rolldownOptions: {
              external,
              preserveEntrySignatures: 'allow-extension',
              optimization: { inlineConst: { mode: 'all', pass: 2 } },
              // Without hashes: the application's own bundler adds them, and these would stand in its map of files a second time.
              output: {
                comments: { jsdoc: false }, // the types have ours, and what it contains of other packages needs none
                chunkFileNames: 'chunks/[name].js',
                codeSplitting: { groups: [...withoutElements(), ...stages(), ...shared()] },
              },
            },
          },
        },
)
