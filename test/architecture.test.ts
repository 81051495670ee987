// The layer table of docs/architecture.md, read from the module graph: who may import whom, no cycle, no module that nothing reaches, nothing mutable
// at module scope or in a class.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { routes } from '../src/elements/all-routes.js'
import { circlesOf } from './support/circles.js'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const files = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name)
    return statSync(join(root, path)).isDirectory() ? files(path) : /\.tsx?$/.test(name) ? [path] : []
  })

const parsed = new Map<string, ts.SourceFile>()
function parse(path: string): ts.SourceFile {
  const source =
    parsed.get(path) ?? ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.ES2022, true)
  parsed.set(path, source)
  return source
}

interface Import {
  readonly specifier: string
  readonly typeOnly: boolean
  readonly dynamic: boolean
}

function importsOf(path: string): Import[] {
  const source = parse(path)
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause
      const named = clause?.namedBindings
      const allTypes =
        named !== undefined &&
        ts.isNamedImports(named) &&
        !clause?.name &&
        named.elements.length > 0 &&
        named.elements.every((element) => element.isTypeOnly)
      found.push({
        specifier: node.moduleSpecifier.text,
        typeOnly: clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || allTypes,
        dynamic: false,
      })
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly, dynamic: false })
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const argument = node.arguments[0]
      if (argument && ts.isStringLiteral(argument)) found.push({ specifier: argument.text, typeOnly: false, dynamic: true })
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      found.push({ specifier: node.argument.literal.text, typeOnly: true, dynamic: false })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

type Layer =
  | 'vocabulary'
  | 'config'
  | 'api'
  | 'frame'
  | 'connectors'
  | 'siwx'
  | 'state'
  | 'primitives'
  | 'elements'
  | 'react'
  | 'root'
/** The folder, or the part of it, that a layer has; what stands beside the folders belongs to the root. */
const folders = ['vocabulary', 'config', 'api', 'frame', 'connectors', 'siwx', 'state', 'react'] as const

function layerOf(path: string): Layer {
  const [, folder, sub] = path.split('/')
  if (folder === 'elements') return sub === 'primitives' ? 'primitives' : 'elements'
  return folders.find((layer) => layer === folder) ?? 'root'
}

const mayImport: Record<Layer, readonly Layer[]> = {
  vocabulary: ['vocabulary'],
  config: ['vocabulary', 'config'],
  api: ['vocabulary', 'api'],
  frame: ['vocabulary', 'frame'],
  connectors: ['vocabulary', 'frame', 'connectors'],
  siwx: ['vocabulary', 'connectors', 'siwx'],
  state: ['vocabulary', 'api', 'state'],
  primitives: ['vocabulary', 'primitives', 'elements'],
  elements: ['vocabulary', 'config', 'state', 'elements', 'primitives'],
  react: ['react', 'elements', 'root'],
  root: ['vocabulary', 'config', 'api', 'frame', 'connectors', 'siwx', 'state', 'primitives', 'elements', 'root'],
}
/** Types may come from here too. */
const mayImportTypes: Partial<Record<Layer, readonly Layer[]>> = {
  config: ['connectors', 'siwx'],
  state: ['config', 'connectors', 'frame', 'siwx'],
  elements: ['connectors', 'siwx'],
}

/** Matches no package. */
const none = /^(?!)/
/** A layer without a row may import any package. */
const packagesOf: Partial<Record<Layer, RegExp>> = {
  vocabulary: none,
  config: none,
  api: /^(zod\/mini|viem($|\/))/,
  frame: /^zod\/mini$/,
  connectors:
    /^(zod\/mini|viem($|\/)|@walletconnect\/(sign-client|keyvaluestorage)$|@scure\/|@noble\/|@solana\/kit$|@solana-program\/)/,
  siwx: /^(zod\/mini$|viem($|\/)|@scure\/|@noble\/)/,
  state: /^nanostores$/,
  primitives: /^(lit($|\/)|lean-qr\/nano$)/,
  elements: /^(lit($|\/)|nanostores$)/,
  react: /^(react($|\/)|@lit\/react$|nanostores$)/,
}

const sources = files('src')
const target = (from: string, specifier: string): string =>
  relative(root, resolve(root, dirname(from), specifier)).replace(/\.js$/, '.ts')
const exists = (path: string): string =>
  [path, path.replace(/\.ts$/, '.tsx'), path.replace(/\.ts$/, '.d.ts')].find((candidate) => sources.includes(candidate)) ?? path

/** Views that have a row of their own; Connect, where all others lead back to, is known everywhere. */
const viewNames = new Set(Object.keys(routes))

/** Where a source asks which view it has to do with: compares a name, or keeps a list of names. Going to a view is another thing. */
function viewRulesOf(path: string): string[] {
  const source = parse(path)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const { parent } = node
    if (ts.isStringLiteral(node) && viewNames.has(node.text))
      if (ts.isBinaryExpression(parent) || ts.isCaseClause(parent) || ts.isArrayLiteralExpression(parent))
        found.push(`${path}: ${parent.getText()}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** What Lit reads of a class of elements. */
const declaredToLit = new Set(['styles', 'properties', 'shadowRootOptions'])

/** Static fields that can be set again, or whose value can be changed: all but `readonly` texts, numbers, truth values and patterns. */
function staticFieldsOf(path: string): string[] {
  const source = parse(path)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyDeclaration(node) && ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) {
      const isReadonly = (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly) !== 0
      if (!declaredToLit.has(node.name.getText()) && !(isReadonly && isConstant(node.initializer)))
        found.push(`${path}: ${node.name.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const collections: readonly string[] = ['Set', 'Map', 'WeakSet', 'WeakMap']

/** Collections at module scope that can be changed: all that are not typed `Readonly…`. */
function collectionsOf(path: string): string[] {
  return parse(path)
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(
      ({ initializer, type }) =>
        initializer !== undefined &&
        ts.isNewExpression(initializer) &&
        collections.includes(initializer.expression.getText()) &&
        type?.getText().startsWith('Readonly') !== true,
    )
    .map(({ name }) => `${path}: ${name.getText()}`)
}

const isConstant = (value: ts.Expression | undefined): boolean =>
  value !== undefined &&
  (ts.isLiteralExpression(value) || value.kind === ts.SyntaxKind.TrueKeyword || value.kind === ts.SyntaxKind.FalseKeyword)

/** Sources of what `package.json` exports. */
function entries(): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { readonly types: string }>
  }
  const declarations = Object.values(manifest.exports).flatMap((entry) => (typeof entry === 'string' ? [] : [entry.types]))
  return [...new Set(declarations)].map((path) => {
    const base = path.replace(/^\.\/dist\/types\//, 'src/').replace(/\.d\.ts$/, '')
    return [`${base}.ts`, `${base}.tsx`, `${base}.d.ts`].find((candidate) => sources.includes(candidate)) ?? path
  })
}

/** Circles that are still there. Empty this; nothing is added. */
const knownCircles: readonly (readonly string[])[] = []

/** Static fields that are still there. Empty this; nothing is added. */
const knownStaticFields: readonly string[] = []

/** Collections at module scope, and why they are of no instance. */
const sharedCollections: Readonly<Record<string, string>> = {
  'src/elements/shell/scroll-lock.ts: holders': 'all modals of a page lock its scrolling together',
  'src/elements/shell/scroll-lock.ts: before': 'the style of the page before the first lock',
  'src/elements/primitives/network-icon.ts: marks': 'drawings of the package, the same for every instance',
  'src/connectors/mock/wallet.ts: asksFirst': 'a list of methods that nothing changes',
  // Notes on an object of one instance, which end with it.
  'src/root/start-reactions.ts: problems': 'by core',
  'src/solana/index.ts: shared': 'by modal',
  'src/connectors/solana/legacy.ts: shapes': 'by wallet found',
  'src/elements/shell/view-motion.ts: fading': 'by element',
  'src/elements/views/connect/all-wallets-view.ts: left': 'by view of the history',
  'src/elements/views/account/account-view.ts: tabViews': 'by core',
  'src/elements/views/activity/transactions-view.ts: left': 'by view of the history',
  'src/elements/views/nfts/nfts-view.ts: left': 'by view of the history',
  'src/connectors/relay/authentication-answers.ts: handling': 'by engine of a client',
  'src/api/clock.ts: offsets': 'by caller of the services',
  'src/api/gate.ts: answers': 'by caller of the services',
  'src/api/rpc.ts: nodesByNetwork': 'by network',
}

/** Modules of features whose views are still to come. A module leaves this list when a view uses it. */
const waitingModules: readonly string[] = [
  // The wire's functions: `services/test/contract/clients.test.ts` calls each of them on the real services.
  'src/api/onramp-buy.ts',
  // Primitives of the design card: `test/card` and the gallery show them.
]

describe('views', () => {
  test('rules of the modal read the row of a view, never its name', () => {
    const rest = sources.filter((path) => !path.startsWith('src/elements/views/'))
    expect(rest.flatMap(viewRulesOf)).toEqual([])
  })

  test('the folder of views holds views only, each with a row', () => {
    const shown = ['all-routes', 'buy-routes', 'embedded-routes'].flatMap((table) => [
      ...readFileSync(join(root, `src/elements/${table}.ts`), 'utf8').matchAll(/import\('\.\/(views\/[\w/-]+)\.js'\)/g),
    ])
    const loaded = shown.map(([, path]) => `src/elements/${path}.ts`)
    expect(files('src/elements/views').sort()).toEqual(['src/elements/views/connect/connect-view.ts', ...loaded].sort())
  })
})

describe('layers', () => {
  test('each module imports only from the layers that it may', () => {
    const wrong: string[] = []
    for (const path of sources) {
      const layer = layerOf(path)
      for (const { specifier, typeOnly } of importsOf(path)) {
        if (!specifier.startsWith('.')) {
          const allowed = packagesOf[layer]
          if (!typeOnly && allowed && !allowed.test(specifier)) wrong.push(`${path} imports the package ${specifier}`)
          continue
        }
        const to = exists(target(path, specifier))
        if (!sources.includes(to)) wrong.push(`${path} imports ${specifier}, which is not a source file`)
        const other = layerOf(to)
        const allowed = [...mayImport[layer], ...(typeOnly ? (mayImportTypes[layer] ?? []) : [])]
        if (!allowed.includes(other)) wrong.push(`${path} (${layer}) imports ${to} (${other})`)
        if (layer === 'primitives' && other === 'elements' && !/^src\/elements\/(lib|styles|icons)\//.test(to))
          wrong.push(`${path} is a primitive and imports ${to}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('there is no import cycle, types included, lazy imports aside', () => {
    const graph = new Map(
      sources.map((path) => [
        path,
        importsOf(path)
          .filter((entry) => entry.specifier.startsWith('.') && !entry.dynamic)
          .map((entry) => exists(target(path, entry.specifier))),
      ]),
    )
    expect(circlesOf(graph)).toEqual(knownCircles)
  })

  test('an entry of the package reaches each module', () => {
    const reached = new Set<string>()
    const visit = (path: string): void => {
      if (reached.has(path)) return
      reached.add(path)
      for (const { specifier } of importsOf(path)) if (specifier.startsWith('.')) visit(exists(target(path, specifier)))
    }
    entries().forEach(visit)
    expect(sources.filter((path) => !reached.has(path))).toEqual([...waitingModules])
  })

  test('only the relay connector knows the WalletConnect client', () => {
    const knowing = sources.filter((path) =>
      importsOf(path).some((entry) => entry.specifier.startsWith('@walletconnect/') && !entry.typeOnly),
    )
    expect(knowing).toEqual(['src/connectors/relay/library.ts'])
  })

  test('no module keeps a mutable binding of its own', () => {
    const wrong = sources.flatMap((path) =>
      parse(path)
        .statements.filter(
          (statement) => ts.isVariableStatement(statement) && !(statement.declarationList.flags & ts.NodeFlags.Const),
        )
        .map((statement) => `${path}: ${statement.getText().slice(0, 60)}`),
    )
    expect(wrong).toEqual([])
  })

  test('collections at module scope are typed as read-only, or stand here with their reason', () => {
    expect(sources.flatMap(collectionsOf).sort()).toEqual(Object.keys(sharedCollections).sort())
  })

  test('no class keeps something mutable of its own', () => {
    expect(sources.flatMap(staticFieldsOf)).toEqual(knownStaticFields)
  })

  test('no source file is longer than 400 lines', () => {
    const long = [...sources, ...files('services/src')].filter(
      (path) => readFileSync(join(root, path), 'utf8').split('\n').length > 400,
    )
    expect(long).toEqual([])
  })
})
