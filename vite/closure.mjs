// Which source modules a module imports statically, transitively: what the bundler must fetch with it. Type imports and lazy imports do not count.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import ts from 'typescript'

/**
 * Absolute paths of sources, and bare names of packages, reachable from `entry`.
 * @param read the imports of a module; whoever asks for many closures of the same sources brings one that remembers
 */
export function closure(entry, seen = new Set(), read = readImports) {
  if (seen.has(entry)) return seen
  seen.add(entry)
  for (const imported of read(entry))
    if (isAbsolute(imported)) closure(imported, seen, read)
    else seen.add(imported)
  return seen
}

/** The paths of sources, and the names of packages, that a module imports itself. */
export function readImports(entry) {
  const imports = []
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
    if (!specifier.startsWith('.')) imports.push(specifier)
    else {
      const path = resolve(dirname(entry), specifier)
      imports.push([path.replace(/\.js$/, '.ts'), path].find((candidate) => existsSync(candidate)) ?? path)
    }
  }
  return imports
}
