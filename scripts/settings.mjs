// Writes all that follows from the table in src/config/settings.ts: types, kinds, defaults, attributes of <wallet-modal>, and the table of the guide.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { format, write as writeChanged } from './lib/write.mjs'
import { root } from './prepare.mjs'

const TABLE = 'src/config/settings.ts'
const NOTE = `// Generated from ${TABLE} by scripts/settings.mjs: do not edit.`
/** Kind → the letter that `check-kinds.ts` compares: the first of the JavaScript type; a of a list. */
const letters = { text: 's', flag: 'b', number: 'n', list: 'a', object: 'o' }

/**
 * @typedef {{ reads: string, name: string, early: boolean, doc: string }} Attribute
 * @typedef {object} Row
 * @property {string} name
 * @property {string} summary What the setting is.
 * @property {string} remarks What the guide says besides.
 * @property {string | undefined} said The default, in words.
 * @property {string} kinds Letters.
 * @property {readonly Row[] | undefined} fields Of a group.
 * @property {string} given Type, as a page gives it.
 * @property {string} filled Type, as the modal has it.
 * @property {string | undefined} default Expression.
 * @property {string | undefined} fill Name of the function.
 * @property {Attribute | undefined} attribute
 *
 * @typedef {{ rows: readonly Row[], imports: ReadonlyMap<string, string> }} Table Imports: name → path without its ending, from the folder's root.
 */

/** Reads the table. @returns {Table} */
export function readSettings(folder) {
  const path = join(folder, TABLE)
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true)
  const imports = new Map(
    source.statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
      const from = join(dirname(TABLE), moduleSpecifier.text).replace(/\.js$/, '')
      return importClause.namedBindings.elements.map(({ name }) => [name.text, from])
    }),
  )
  const table = source.statements
    .filter(ts.isVariableStatement)
    .flatMap((statement) => [...statement.declarationList.declarations])
    .find((declaration) => declaration.name.getText() === 'settings')
  return { rows: table.initializer.properties.map((property) => readRow(property, source)), imports }
}

/** @returns {Row} */
function readRow(property, source) {
  const name = property.name.getText(source)
  const call = property.initializer
  const { summary, tags } = docOf(property)
  if (!summary) throw new Error(`${TABLE}: ${name} says nothing of itself`)
  if (call.expression.getText(source) === 'group') {
    const fields = call.arguments[0].properties.map((field) => readRow(field, source))
    return { name, fields, kinds: letters.object, summary, remarks: '', given: pascal(name), filled: '' }
  }
  const [given, filled = given] = call.typeArguments.map((type) => type.getText(source))
  const of = (key) => call.arguments[0].properties.find((each) => each.name.getText(source) === key)?.initializer
  const kind = of('kind')
  const kinds = (ts.isStringLiteral(kind) ? [kind] : [...kind.elements]).map(({ text }) => letters[text]).join('')
  const row = { name, summary, remarks: tags.get('remarks') ?? '', kinds, given, filled }
  return {
    ...row,
    default: of('default')?.getText(source),
    fill: of('fill')?.getText(source),
    said: tags.get('default'),
    attribute: of('attribute') && readAttribute(of('attribute'), name, tags.get('attribute') ?? summary, source),
  }
}

/** @returns {Attribute} */
function readAttribute(literal, setting, doc, source) {
  const fields = new Map(literal.properties.map((each) => [each.name.getText(source), each.initializer]))
  return {
    doc,
    reads: fields.get('reads').text,
    name: fields.get('name')?.text ?? setting,
    early: fields.has('early'),
  }
}

function docOf(node) {
  const doc = node.jsDoc?.at(-1)
  const line = (comment) => (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s*\n\s*/g, ' ').trim()
  return { summary: line(doc?.comment), tags: new Map((doc?.tags ?? []).map((tag) => [tag.tagName.text, line(tag.comment)])) }
}

const pascal = (name) => name[0].toUpperCase() + name.slice(1)
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
/** All rows, those of groups with the name of their group. */
const leaves = (rows, under) => rows.flatMap((row) => (row.fields ? leaves(row.fields, row.name) : [{ ...row, under }]))
const withAttribute = ({ rows }) => leaves(rows).filter(({ attribute }) => attribute)
/** The default, as a page is told it. */
const saidDefault = (row) => row.said ?? row.default
const isNothing = (row) => [undefined, '[]', '{}'].includes(saidDefault(row))

/** Import lines for the names that `texts` use, as seen from the file `from`. */
function importsFor({ imports }, texts, from, word) {
  const used = new Set(texts.flatMap((text) => text.replace(/'[^']*'/g, '').match(/\b[A-Za-z]\w*/g) ?? []))
  const names = [...imports].filter(([name]) => used.has(name))
  return [...new Set(names.map(([, path]) => path))].sort().map((path) => {
    const own = names.filter(([, other]) => other === path).map(([name]) => name)
    return `${word} { ${own.sort().join(', ')} } from '${specifier(from, path)}'`
  })
}

function specifier(from, path) {
  const way = relative(dirname(from), `${path}.js`)
  return way.startsWith('.') ? way : `./${way}`
}

const comment = (...lines) => {
  const said = lines.filter(Boolean)
  return said.length === 1 ? `/** ${said[0]} */` : ['/**', ...said.map((line) => ` * ${line}`), ' */'].join('\n')
}

/** `ModalConfig`, `FilledSettings`, and the type of each group. */
function typesOf(table, path) {
  const { rows } = table
  const member = (row) =>
    [
      comment(
        row.summary,
        row.default && `@default ${row.said ?? row.default}`,
        !row.default && row.said && `@default ${row.said}`,
      ),
      `readonly ${row.name}?: ${row.given} | undefined`,
    ].join('\n')
  const filled = (row) => {
    if (row.fields) return `readonly ${row.name}: { ${row.fields.map(filled).join('; ')} }`
    return row.default || row.fill ? `readonly ${row.name}: ${row.filled}` : `readonly ${row.name}?: ${row.given} | undefined`
  }
  const types = leaves(rows).flatMap((row) => [row.given, row.filled])
  return [
    NOTE,
    ...importsFor(table, types, path, 'import type'),
    '',
    ...rows
      .filter(({ fields }) => fields)
      .flatMap((row) => [
        `/** The members of the setting \`${row.name}\`. */`,
        `export interface ${row.given} {`,
        ...row.fields.map(member),
        '}',
        '',
      ]),
    comment('What a page gives to `createWalletModal`. Everything is optional.'),
    'export interface ModalConfig {',
    ...rows.map(member),
    '}',
    '',
    comment('The same, checked and with every default filled in.'),
    'export interface FilledSettings {',
    ...rows.map(filled),
    '}',
  ]
}

/** For the first chunk. */
function kindsOf({ rows }) {
  return [
    NOTE,
    "import type { ModalConfig } from './setting-types.js'",
    '',
    comment('s text, b flag, a list, o object; two letters: either.'),
    'export const kinds: Readonly<Record<keyof ModalConfig, string>> = {',
    ...rows.map(({ name, kinds }) => `${name}: '${kinds}',`),
    '}',
  ]
}

function defaultsOf(table, path) {
  const { rows } = table
  const line = (row) => `${row.name}: ${row.default},`
  const all = leaves(rows)
  const texts = all.flatMap((row) => [row.default ?? '', row.fill ?? ''])
  return [
    NOTE,
    ...importsFor(table, texts, path, 'import'),
    "import { present } from './present.js'",
    "import type { FilledSettings, ModalConfig } from './setting-types.js'",
    '',
    comment('The settings with their defaults, as far as they are in order.'),
    'export function fillSettings(given: ModalConfig): FilledSettings {',
    'return {',
    ...rows.filter((row) => row.default).map(line),
    '...present<FilledSettings>(given),',
    ...rows.flatMap(({ name, fields }) =>
      fields
        ? [
            `${name}: {`,
            ...fields.filter((row) => row.default).map(line),
            `...present<FilledSettings['${name}']>(given.${name}),`,
            '},',
          ]
        : [],
    ),
    ...rows.filter((row) => row.fill).map(({ name, fill }) => `${name}: ${fill}(given.${name}),`),
    '}',
    '}',
  ]
}

/** Attributes that are read once the modal is needed. */
function attributesOf(table) {
  const late = withAttribute(table).filter(({ attribute: { early, reads } }) => !early || reads === 'networks')
  const nested = late.find(({ under }) => under)
  if (nested) throw new Error(`${TABLE}: the attribute of ${nested.under}.${nested.name} has to be early`)
  return [
    NOTE,
    "import type { AttributeReading } from './setting.js'",
    '',
    comment('How the text of an attribute becomes its setting: those that are read once the modal is needed.'),
    'export const lateAttributes = {',
    ...late.map(({ name, attribute: { reads } }) => `${name}: '${reads}',`),
    '} as const satisfies Readonly<Record<string, AttributeReading>>',
  ]
}

/** The class under `<wallet-modal>`: each attribute as a property. */
function elementOf(table, path) {
  const rows = withAttribute(table)
  const typeOf = ({ kinds, given, attribute: { reads } }) => (reads === 'text' && kinds === letters.text ? given : 'string')
  const early = ({ name, under, given, kinds, attribute }) => {
    const text = attribute.name
    if (attribute.reads === 'networks') return `...(${text} && { ${name}: undefined }), // what the words name is known later`
    if (under) return `...(${text} && { ${under}: { ...config?.${under}, ${name}: ${text} } }),`
    if (kinds === letters.text) return `...(${text} && { ${name === text ? name : `${name}: ${text}`} }),`
    return `...(${text} && { ${name}: ${text} as ${given} }), // the check of the settings refuses another text`
  }
  const first = rows.filter(({ attribute }) => attribute.early)
  const names = first.map(({ attribute }) => attribute.name)
  return [
    NOTE,
    "import type { PropertyDeclarations } from 'lit'",
    ...importsFor(table, [...rows.map(typeOf), ...first.map(({ given }) => given)], path, 'import type'),
    "import type { ModalConfig } from '../../config/types.js'",
    "import { WmElement } from '../lib/base.js'",
    '',
    comment('An element whose attributes are settings.'),
    'export abstract class SettingsElement extends WmElement {',
    '// A table instead of a decorated accessor each: these bytes are on the page before anybody clicks.',
    'static override properties: PropertyDeclarations = {',
    ...rows.map(({ attribute: { name } }) => `${name}: {${name === kebab(name) ? '' : ` attribute: '${kebab(name)}' `}},`),
    'config: { attribute: false },',
    '}',
    '',
    ...rows.flatMap((row) => [
      comment(row.attribute.doc, `@default ${isNothing(row) ? 'none' : saidDefault(row)}`),
      `declare ${row.attribute.name}: ${typeOf(row)} | undefined`,
    ]),
    comment('Settings beyond what fits into an attribute; attributes win.'),
    'declare config: ModalConfig | undefined',
    '}',
    '',
    comment('The settings as far as the closed modal goes by them. An empty attribute counts as none.'),
    `export const earlySettings = ({ config, ${names.join(', ')} }: SettingsElement): ModalConfig => ({`,
    '...config,',
    ...first.map(early),
    '})',
  ]
}

/** The rows of the guide's table. */
function guideOf({ rows }) {
  const code = (text) => `\`${text}\``
  const told = (row) => (isNothing(row) ? 'none' : (row.said ?? code(row.default)))
  return [
    '| setting | default | meaning |',
    '| --- | --- | --- |',
    ...leaves(rows).map((row) => {
      const name = row.under ? `${row.under}.${row.name}` : row.name
      return `| ${code(name)} | ${told(row)} | ${[row.summary, row.remarks].filter(Boolean).join(' ').replaceAll('|', '\\|')} |`
    }),
  ]
}

const files = {
  'src/config/setting-types.ts': typesOf,
  'src/config/kinds.ts': kindsOf,
  'src/config/defaults.ts': defaultsOf,
  'src/config/attributes.ts': attributesOf,
  'src/elements/shell/settings-element.ts': elementOf,
}
const GUIDE = 'docs/guide/settings.md'
const [start, end] = ['<!-- Generated from the table of settings: do not edit. -->', '<!-- End of the table. -->']

/** Writes everything. `folder`: of the project, or of a copy of its sources; a guide that it has not is left out. */
export async function writeSettings(folder) {
  const table = readSettings(folder)
  for (const [path, write] of Object.entries(files))
    writeChanged(join(folder, path), await format(path, write(table, path).join('\n')))
  const guide = join(folder, GUIDE)
  if (!existsSync(guide)) return
  const text = readFileSync(guide, 'utf8')
  const [before, rest] = text.split(start)
  const [, after] = rest.split(end)
  writeChanged(guide, `${before}${start}\n${guideOf(table).join('\n')}\n${end}${after}`)
}

if (process.argv[1] === import.meta.filename) await writeSettings(root)
