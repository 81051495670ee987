// What the build of the frame does beside what Vite does.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { wordModule } from './front-coded.js'

/** What the page imports for the url of its worker. */
const WORKER = /^(.*\.ts)\?worker&url$/
/** What Vite calls what it puts around each `import()`. */
const PRELOAD_HELPER = '\0vite/preload-helper.js'

/**
 * The worker of the keys in the same graph as the page: what both need is in files that both load, and a browser fetches once. Vite would make a bundle of
 * its own for the worker, with copies.
 */
export const sharedWorker = (): Plugin => ({
  name: 'shared-worker',
  enforce: 'pre',
  async resolveId(id, importer) {
    const [, source] = WORKER.exec(id) ?? []
    const module = source && (await this.resolve(source, importer))
    return module ? `\0worker:${module.id}` : undefined
  },
  load(id) {
    // A worker has no document, and the page none that has to be fetched ahead.
    if (id === PRELOAD_HELPER) return 'export const __vitePreload = (load) => load()'
    if (!id.startsWith('\0worker:')) return undefined
    const file = this.emitFile({ type: 'chunk', id: id.slice('\0worker:'.length), name: 'worker' })
    return `export default import.meta.ROLLUP_FILE_URL_${file}`
  },
})

/** The list of BIP-39, as its package has it, in fewer bytes. */
export const shortWords = (): Plugin => ({
  name: 'short-words',
  load: {
    filter: { id: /@scure\/bip39\/wordlists\/english\.js$/ },
    async handler(id) {
      const { wordlist } = (await import(pathToFileURL(id).href)) as { wordlist: readonly string[] }
      return wordModule(wordlist)
    },
  },
})

/** Which packages read PSBTs, and which they share with the usual parts of the worker. */
const PSBT = /\/node_modules\/(?:@scure\/btc-signer|micro-packed)\//
const SHARED = /^(?:@noble\/(?:curves|hashes)|@scure\/base)(?:\/|$)/

/**
 * The code for PSBTs with packages of its own, which are loaded when one is to be signed: what it alone needs of them would make the files longer that are
 * always loaded.
 */
export const psbtApart = (): Plugin => ({
  name: 'psbt-apart',
  enforce: 'pre',
  async resolveId(id, importer = '') {
    const isOfCopy = importer.endsWith('?psbt')
    if (!isOfCopy && !(PSBT.test(importer) && SHARED.test(id))) return undefined
    const module = await this.resolve(id, importer.replace(/\?psbt$/, ''), { skipSelf: true })
    return module && { ...module, id: `${module.id}?psbt` }
  },
  load: (id) => (id.endsWith('?psbt') ? readFileSync(id.slice(0, -'?psbt'.length), 'utf8') : undefined),
})

/**
 * Finds what the frame loads at once, but for its entry and for what the worker loads, too. It stays in one file, although the pages beside the frame use a part
 * of it: cut at what they have in common, the frame would come in more files and bytes.
 * @param frame folder of the sources
 * @param parts is filled with the ids of the modules, before the bundle is cut
 */
export const partsOfFrame = (frame: string, parts: Set<string>): Plugin => ({
  name: 'parts-of-frame',
  buildEnd() {
    const closure = (entry: string) => {
      const seen = new Set([join(frame, entry)])
      for (const id of seen) for (const next of this.getModuleInfo(id)?.importedIds ?? []) seen.add(next)
      return seen
    }
    const ofWorker = closure('keys/worker.ts')
    for (const id of closure('main.ts')) if (id !== join(frame, 'main.ts') && !ofWorker.has(id)) parts.add(id)
  },
})

/** Writes `integrity.json`: names and SHA-384 of all other files, as `integrity` attributes have them. */
export const integrity = (): Plugin => ({
  name: 'integrity',
  enforce: 'post',
  generateBundle: {
    order: 'post', // when Vite has written the documents
    handler(_, bundle) {
      const hashes = Object.values(bundle)
        .map((file) => {
          const content = file.type === 'chunk' ? file.code : file.source
          return [file.fileName, `sha384-${createHash('sha384').update(content).digest('base64')}`] as const
        })
        .sort(([a], [b]) => (a < b ? -1 : 1))
      const source = `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source })
    },
  },
})
