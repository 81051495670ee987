// A plugin of the script build that makes the entry one file, so that a page fetches it in one step (docs/decisions/0019-flat-script-entry.md).

/** Replaces ranges of `text`. @param {{ start: number, end: number, by: string }[]} changes */
function replace(text, changes) {
  let result = text
  for (const { start, end, by } of [...changes].sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + by + result.slice(end)
  return result
}

const nameOf = (node) => node.name ?? node.value

/**
 * Moves the chunk `core` into the entry, which had only re-exported from it. The entry puts the values of `core` at a global symbol, and the other
 * chunks take them from there instead of importing the entry: a page may have loaded it as `wallet-modal.js?v=2`, and an import of `wallet-modal.js`
 * would load it again. A second copy of the entry takes the values of the first and makes none.
 * `more` are entries beside it, such as that of an element that few pages have: one that is loaded first, or alone, loads the entry.
 * @param {{ entry: string, core: string, more?: readonly string[] }} names of the entry's file, of the chunk, and of the files of other entries
 * @returns {import('vite').Plugin}
 */
export function flatEntry({ entry: entryFile, core: coreName, more = [] }) {
  return {
    name: 'flat-entry',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post', // after Vite's own plugins, which look into every chunk
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
        const entry = bundle[entryFile]
        const core = chunks.find(({ name }) => name === coreName)
        if (!entry || !core) this.error(`flat-entry: no ${entryFile}, or no chunk ${coreName}`)
        const key = `globalThis[Symbol.for(${JSON.stringify(core.fileName)})]`
        const folder = core.fileName.slice(0, core.fileName.lastIndexOf('/') + 1)
        const isCore = (chunk, source) => new URL(source, `file:///${chunk.fileName}`).pathname === `/${core.fileName}`

        for (const id of core.moduleIds)
          for (const name of changeable(this.parse(this.getModuleInfo(id)?.code ?? '')))
            this.error(`flat-entry: ${id} exports ${name}, which may change: the other chunks would keep its first value`)

        // exported name of `core` → local name in it
        const locals = new Map()
        const inCore = []
        for (const node of this.parse(core.code).body) {
          if (node.source) this.error(`flat-entry: ${core.fileName} imports ${node.source.value}`)
          if (node.type !== 'ExportNamedDeclaration') continue
          for (const { local, exported } of node.specifiers) locals.set(nameOf(exported), nameOf(local))
          inCore.push({ start: node.start, end: node.end, by: '' })
        }
        // `core` is in a folder beside the others; the entry is above it
        for (const { start, end, source } of dynamicImports(core.code))
          inCore.push({ start, end, by: JSON.stringify(`./${folder}${source.slice(2)}`) })

        const [facade, ...rest] = this.parse(entry.code).body
        if (facade?.type !== 'ExportNamedDeclaration' || !isCore(entry, facade.source?.value) || rest.length > 0)
          this.error(`flat-entry: ${entryFile} is more than a re-export of ${core.fileName}`)
        const shared = [...locals].map(([exported, local]) => `${exported}:${local}`)
        const named = facade.specifiers.map(({ local, exported }) => `${nameOf(local)}:${nameOf(exported)}`)
        // A page may load the entry by two addresses: the second one takes what the first has made.
        const made = `${key}??=(()=>{${replace(core.code, inCore).trimEnd()}return{${shared.join()}}})()`
        entry.code = `export const{${named.join()}}=${made};\n`

        for (const chunk of chunks) {
          if (chunk === core || chunk === entry) continue
          const changes = []
          for (const node of this.parse(chunk.code).body) {
            if (!node.source || !isCore(chunk, node.source.value)) continue
            if (node.type !== 'ImportDeclaration' || node.specifiers.some(({ type }) => type !== 'ImportSpecifier'))
              this.error(`flat-entry: ${chunk.fileName} takes ${core.fileName} in a way that is not known here`)
            const names = node.specifiers.map(({ imported, local }) => `${nameOf(imported)}:${nameOf(local)}`)
            changes.push({ start: node.start, end: node.end, by: names.length > 0 ? `const{${names.join()}}=${key};` : '' })
          }
          chunk.code = replace(chunk.code, changes)
          if (chunk.code.includes(core.fileName.slice(folder.length)) && changes.length === 0)
            this.error(`flat-entry: ${chunk.fileName} names ${core.fileName}`)
        }
        for (const file of more) {
          const chunk = bundle[file]
          if (!chunk || chunk.imports.some((imported) => imported !== core.fileName))
            this.error(`flat-entry: ${file} is missing, or imports more than ${core.fileName} before that is there`)
          chunk.code = `if(!${key})await import("./${entryFile}");${chunk.code}`
        }
        delete bundle[core.fileName]
      },
    },
  }
}

/** Names that a module declares with `let` or `var` and exports. */
function changeable({ body }) {
  const declarations = body.map((node) => node.declaration ?? node)
  const loose = declarations.flatMap((node) =>
    node.type === 'VariableDeclaration' && node.kind !== 'const' ? node.declarations.map(({ id }) => nameOf(id)) : [],
  )
  const exported = new Set(
    body.flatMap((node) => {
      if (node.type !== 'ExportNamedDeclaration' || node.source) return []
      return [
        ...node.specifiers.map(({ local }) => nameOf(local)),
        ...(node.declaration?.declarations?.map(({ id }) => nameOf(id)) ?? []),
      ]
    }),
  )
  return loose.filter((name) => exported.has(name))
}

/** The sources of `import(…)` in minified code, each a string or a template without placeholders. */
function dynamicImports(code) {
  return [...code.matchAll(/(?<=\bimport\()(["'`])(\.\/[^"'`$]+)\1(?=\))/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    source: match[2],
  }))
}
