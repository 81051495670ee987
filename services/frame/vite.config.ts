// The frame of the embedded wallet: its documents, and files whose names change with what is in them, all in one place below `/frame/`. Nothing is inline, so that the
// document's policy can forbid it: `vite build --config services/frame/vite.config.ts` → services/dist/frame.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { minifyLit } from '../../vite/minify-lit.js'
import { integrity, partsOfFrame, psbtApart, sharedWorker, shortWords } from './build/plugins.js'

const frame = fileURLToPath(new URL('.', import.meta.url))

/**
 * What is needed at the same moment is in one file, as small files compress and travel worse: what the page cannot begin without, what the page and the worker
 * do with keys, what the worker and approvals have of viem, and all of approvals. Rare requests share parts of it, and would cut it into pieces.
 */
const groups = [
  // What is drawn with, as approvals, screens and pages need different parts of it.
  { name: 'view', test: /\/node_modules\/(?:lit|lit-html)\/|\/services\/frame\/(?:messages|approvals\/view\/arming)\.ts$/ },
  { name: 'core', test: /\/node_modules\/zod\/|\/src\/frame\/frame-error\.ts$|\/keys\/errors\.ts$|preload-helper/ },
  { name: 'boxes', test: /\/keys\/(?:aead|bytes|random|recovery-(?:box|code))\.ts$|\/@scure\/base\/index\.js$/ },
  {
    name: 'ethereum',
    test: new RegExp(
      String.raw`/viem/_esm/(?:errors|constants/strings|utils/(?:address/(?:getAddress|isAddress)|authorization|cursor|data/(?!isBytes)|encoding|lru|regex` +
        String.raw`|stringify|typedData|hash/keccak256|abi/(?:decodeAbiParameters|encodeAbiParameters|formatAbiItem)` +
        String.raw`|signature/(?:hashMessage|hashTypedData|toPrefixedMessage)))|/viem/node_modules/@noble/hashes/`,
    ),
  },
  {
    name: 'approving',
    test: /\/frame\/(?:approving|approvals\/(?!solana|messages-|view\/arming)[\w/-]+|rpc\/(?:approve|chain-names|send|sign))\.ts$|\/vocabulary\/allowance\.ts$/,
  },
]

export default defineConfig(() => {
  const parts = new Set<string>()
  return {
    root: frame,
    base: '/frame/',
    plugins: [sharedWorker(), shortWords(), psbtApart(), minifyLit(/\/frame\/.*\.ts$/), partsOfFrame(frame, parts), integrity()],
    build: {
      outDir: fileURLToPath(new URL('../dist/frame', import.meta.url)),
      emptyOutDir: true,
      assetsDir: '',
      target: 'es2022',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []), // in the document alone
      },
      rolldownOptions: {
        // The frame, and the pages beside it on its origin.
        input: ['index.html', 'page.html'].map((name) => `${frame}${name}`),
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [...groups, { name: 'shared', test: (id) => parts.has(id) }],
          },
        },
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
      },
    },
  }
})
