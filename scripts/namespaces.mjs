// Writes src/namespace-names.ts: the names of the rows in src/namespaces.ts, for what only needs to know which ecosystems there are.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { write } from './lib/write.mjs'
import { root } from './prepare.mjs'

/** The keys of `namespaceRows`, in their order. `folder`: of the sources. */
export function writeNamespaceNames(folder) {
  const path = `${folder}/namespaces.ts`
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true)
  const table = source.statements
    .filter(ts.isVariableStatement)
    .flatMap((statement) => [...statement.declarationList.declarations])
    .find((declaration) => declaration.name.getText() === 'namespaceRows')
  const names = table.initializer.properties.map((property) => property.name.getText().replace(/['"]/g, ''))
  const lines = [
    '// Generated from the table in namespaces.ts by scripts/namespaces.mjs: do not edit.',
    '',
    '/** The ecosystems that this package speaks (CAIP-2 namespaces). */',
    `export const namespaces = [${names.map((name) => `'${name}'`).join(', ')}] as const`,
  ]
  write(`${folder}/namespace-names.ts`, `${lines.join('\n')}\n`)
}

if (process.argv[1] === import.meta.filename) writeNamespaceNames(`${root}/src`)
