// Builds the frame of the embedded wallet into a folder: its documents, and files whose names change with what is in them, all in one place below `/frame/`. Nothing
// is inline, so that the document's policy can forbid it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { minifyHTMLLiterals } from 'minify-literals'
import { wordModule } from './front-coded.mjs'

/** Names and SHA-384 of all other files of the folder, as `integrity` attributes have them. */
export const INTEGRITY_FILE = 'integrity.json'

/** What the page imports for the url of its worker. */
const WORKER = /^(.*\.ts)\?worker&url$/
/** What Vite calls what it puts around each `import()`. */
const PRELOAD_HELPER = '\0vite/preload-helper.js'

/**
 * The worker of the keys in the same graph as the page: what both need is in files that both load, and a browser fetches once. Vite would make a bundle of
 * its own for the worker, with copies.
 * @returns {import('vite').Plugin}
 */
const sharedWorker = () => ({
  name: 'shared-worker',
  enforce: 'pre',
  async resolveId(id, importer) {
    const [, source] = WORKER.exec(id) ?? []
    const found = source && (await this.resolve(source, importer))
    return found ? `\0worker:${found.id}` : undefined
  },
  load(id) {
    // A worker has no document, and the page none that has to be fetched ahead.
    if (id === PRELOAD_HELPER) return 'export const __vitePreload = (load) => load()'
    if (!id.startsWith('\0worker:')) return undefined
    const file = this.emitFile({ type: 'chunk', id: id.slice('\0worker:'.length), name: 'worker' })
    return `export default import.meta.ROLLUP_FILE_URL_${file}`
  },
})

/** The list of BIP-39, as its package has it, in fewer bytes. @returns {import('vite').Plugin} */
const shortWords = () => ({
  name: 'short-words',
  load: {
    filter: { id: /@scure\/bip39\/wordlists\/english\.js$/ },
    handler: async (id) => wordModule((await import(pathToFileURL(id).href)).wordlist),
  },
})

/** Which packages read PSBTs, and which they share with the usual parts of the worker. */
const PSBT = /\/node_modules\/(?:@scure\/btc-signer|micro-packed)\//
const SHARED = /^(?:@noble\/(?:curves|hashes)|@scure\/base)(?:\/|$)/

/**
 * The code for PSBTs with packages of its own, which are loaded when one is to be signed: what it alone needs of them would make the files longer that are
 * always loaded. @returns {import('vite').Plugin}
 */
const psbtApart = () => ({
  name: 'psbt-apart',
  enforce: 'pre',
  async resolveId(id, importer = '') {
    const isOfCopy = importer.endsWith('?psbt')
    if (!isOfCopy && !(PSBT.test(importer) && SHARED.test(id))) return undefined
    const found = await this.resolve(id, importer.replace(/\?psbt$/, ''), { skipSelf: true })
    return found && { ...found, id: `${found.id}?psbt` }
  },
  load: (id) => (id.endsWith('?psbt') ? readFileSync(id.slice(0, -'?psbt'.length), 'utf8') : undefined),
})

/** Strips white space from html`` and css`` templates; not from svg``, as HTML has no `/>`. @returns {import('vite').Plugin} */
const minifyLit = () => ({
  name: 'minify-lit',
  enforce: 'post',
  transform: {
    filter: { id: /\/frame\/.*\.ts$/ },
    async handler(code, id) {
      if (!/html`|css`/.test(code)) return undefined
      const result = await minifyHTMLLiterals(code, { fileName: id, htmlTags: ['html'] })
      return result ? { code: result.code, map: result.map ?? null } : undefined
    },
  },
})

/**
 * What is needed at the same moment is in one file, as small files compress and travel worse: what the page cannot begin without, what the page and the worker
 * do with keys, what the worker and approvals have of viem, and all of approvals. Rare requests share parts of it, and would cut it into pieces.
 */
const groups = [
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

/** What is drawn with, in one file, as approvals, screens and pages need different parts of it. */
const VIEW = /\/node_modules\/(?:lit|lit-html)\/|\/services\/frame\/(?:messages|approvals\/view\/arming)\.ts$/

/**
 * Finds what the frame loads at once, but for its entry and for what the worker loads, too. It stays in one file, although the pages beside the frame use a part
 * of it: cut at what they have in common, the frame would come in more files and bytes. @param {string} frame @param {Set<string>} parts @returns {import('vite').Plugin}
 */
const partsOfFrame = (frame, parts) => ({
  name: 'parts-of-frame',
  buildEnd() {
    const closure = (entry) => {
      const seen = new Set([join(frame, entry)])
      for (const id of seen) for (const next of this.getModuleInfo(id)?.importedIds ?? []) seen.add(next)
      return seen
    }
    const ofWorker = closure('keys/worker.ts')
    for (const id of closure('main.ts')) if (id !== join(frame, 'main.ts') && !ofWorker.has(id)) parts.add(id)
  },
})

/** The frame, and the pages beside it on its origin. */
const documents = ['index.html', 'page.html']

/** @param {typeof import('vite').build} bundle @param {string} frame folder of the sources @param {string} outDir */
export async function buildFrame(bundle, frame, outDir) {
  const parts = new Set()
  const output = {
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    assetFileNames: '[name]-[hash][extname]',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: 'view', test: VIEW }, ...groups, { name: 'shared', test: (id) => parts.has(id) }],
    },
  }
  // Tests build it, too. Packages such as Lit choose by this variable whether they talk to developers.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  await bundle({
    root: frame,
    configFile: false,
    logLevel: 'warn',
    base: '/frame/',
    plugins: [sharedWorker(), shortWords(), psbtApart(), minifyLit(), partsOfFrame(frame, parts)],
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: '',
      target: 'es2022',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      // In the document alone.
      modulePreload: { polyfill: false, resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []) },
      rolldownOptions: {
        input: documents.map((name) => join(frame, name)),
        output,
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
      },
    },
  }).finally(() => (NODE_ENV === undefined ? delete process.env.NODE_ENV : (process.env.NODE_ENV = NODE_ENV)))
  const files = readdirSync(outDir).sort()
  const integrity = Object.fromEntries(
    files.map((name) => [
      name,
      `sha384-${createHash('sha384')
        .update(readFileSync(`${outDir}/${name}`))
        .digest('base64')}`,
    ]),
  )
  writeFileSync(`${outDir}/${INTEGRITY_FILE}`, `${JSON.stringify(integrity, null, 2)}\n`)
}
