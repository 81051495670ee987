// A plugin of the script build that names files which `vite build --mode apart` has made before.
import { existsSync, readdirSync } from 'node:fs'

/**
 * In the script build the code that verifies signatures is a build of its own (`--mode apart`, which comes first): it shares packages with every connector, and
 * the bundler would cut the chunks of all connectors into smaller ones for pages where nobody signs in. An import of one of its entries becomes an import of
 * the file that the build apart has made of it. The build fails unless there is exactly one such file.
 * @param {{ chunks: string, entries: Readonly<Record<string, string>> }} options the folder of the chunks; the sources of the entries, by the name of their file
 * @returns {import('vite').Plugin}
 */
export const builtApart = ({ chunks, entries }) => ({
  name: 'built-apart',
  enforce: 'pre',
  resolveId(id, importer) {
    if (importer === undefined || !id.startsWith('.')) return undefined
    const path = new URL(id, `file://${importer}`).pathname.replace(/\.js$/, '.ts')
    const [name] = Object.entries(entries).find(([, source]) => path.endsWith(`/${source}`)) ?? []
    if (name === undefined) return undefined
    const built = existsSync(chunks) ? readdirSync(chunks) : []
    const found = built.filter((file) => file.startsWith(`${name}-`) && /^\w+-[\w-]{8}\.js$/.test(file))
    if (found.length !== 1)
      throw new Error(
        `expected one file of ${name} in ${chunks}, found ${found.join(', ') || 'none'}: run vite build --mode apart first`,
      )
    return { id: `./${found[0]}`, external: 'absolute' } // beside the chunk that imports it
  },
})
