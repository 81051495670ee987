// Which source modules a module imports statically, transitively: what the bundler must fetch with it. Type imports and lazy imports do not count.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import ts from 'typescript'

/** Absolute paths of sources, and bare names of packages, reachable from `entry`. */
export function closure(entry, seen = new Set()) {
  if (seen.has(entry)) return seen
  seen.add(entry)
  const source = ts.createSourceFile(entry, readFileSync(entry, 'utf8'), ts.ScriptTarget.ES2022)
  for (const statement of source.statements) {
    const specifier = statement.moduleSpecifier?.text
    if (!specifier) continue
    if (ts.isImportDeclaration(statement)) {
      const { importClause } = statement
      const named = importClause?.namedBindings
      if (importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) continue
      if (
        named &&
        ts.isNamedImports(named) &&
        !importClause.name &&
        named.elements.length > 0 &&
        named.elements.every((element) => element.isTypeOnly)
      )
        continue
    } else if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) continue
    if (!specifier.startsWith('.')) seen.add(specifier)
    else {
      const path = resolve(dirname(entry), specifier)
      closure([path.replace(/\.js$/, '.ts'), path].find((candidate) => existsSync(candidate)) ?? path, seen)
    }
  }
  return seen
}
