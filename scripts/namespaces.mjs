// Writes what is needed of the table in src/root/namespaces.ts before the whole of it: the names of its rows (src/vocabulary/namespace-names.ts), for
// what only needs to know which ecosystems there are; and how wallets of a page are found (src/root/namespace-discovery.ts), for the first open.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { write } from './lib/write.mjs'
import { root } from './prepare.mjs'

/** `folder`: of the sources. */
export function writeNamespaceFiles(folder) {
  const path = `${folder}/root/namespaces.ts`
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true)
  const table = source.statements
    .filter(ts.isVariableStatement)
    .flatMap((statement) => [...statement.declarationList.declarations])
    .find((declaration) => declaration.name.getText() === 'namespaceRows')
  const names = table.initializer.properties.map((property) => property.name.getText().replace(/['"]/g, ''))
  const lines = [
    '// Generated from the table in src/root/namespaces.ts by scripts/namespaces.mjs: do not edit.',
    '',
    '/** The ecosystems that this package speaks (CAIP-2 namespaces). */',
    `export const namespaces = [${names.map((name) => `'${name}'`).join(', ')}] as const`,
  ]
  write(`${folder}/vocabulary/namespace-names.ts`, `${lines.join('\n')}\n`)
  write(`${folder}/root/namespace-discovery.ts`, `${discoveryLines(source, table).join('\n')}\n`)
}

/** The `firstDiscover`, or else the `discover`, of each row that has one, with the import that brings it. */
function discoveryLines(source, table) {
  const found = table.initializer.properties.flatMap((row) => {
    const cellOf = (name) => row.initializer.properties.find((property) => property.name?.getText() === name)
    const cell = cellOf('firstDiscover') ?? cellOf('discover')
    if (!cell) return []
    if (ts.isPropertyAssignment(cell) && /^discoverLater\(/.test(cell.initializer.getText())) return [] // not part of the first open
    const discover = ts.isShorthandPropertyAssignment(cell) ? 'discover' : cell.initializer.getText()
    if (ts.isPropertyAssignment(cell) && !ts.isIdentifier(cell.initializer)) return [{ row: row.name.getText(), discover }] // written in the row itself
    const isFrom = (statement) => statement.importClause?.namedBindings?.elements?.some(({ name }) => name.getText() === discover)
    const from = source.statements.find((statement) => ts.isImportDeclaration(statement) && isFrom(statement))
    if (!from) throw new Error(`root/namespaces.ts: ${discover} is to be imported by its name`)
    return [{ row: row.name.getText(), discover, from: from.moduleSpecifier.text }]
  })
  return [
    '// Generated from the table in src/root/namespaces.ts by scripts/namespaces.mjs: do not edit.',
    ...(found.some(({ from }) => !from) ? ["import type { Discover } from '../connectors/connector.js'"] : []),
    ...found.flatMap(({ discover, from }) => (from ? `import { ${discover} } from '${from}'` : [])),
    '',
    '/** How the wallets of a page are found, by namespace: as much of the table as the first open needs. */',
    `export const namespaceDiscovery = { ${found.map(({ row, discover, from }) => `${row}: { discover: ${from ? discover : `(${discover}) as Discover`} }`).join(', ')} }`,
  ]
}

if (process.argv[1] === import.meta.filename) writeNamespaceFiles(`${root}/src`)
