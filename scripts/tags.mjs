// Writes src/tags.ts from custom-elements.json: what may be written on each public tag, for the template languages of frameworks.
import { readFileSync } from 'node:fs'
import { format, write } from './lib/write.mjs'
import { root } from './prepare.mjs'

const manifest = JSON.parse(readFileSync(`${root}/custom-elements.json`, 'utf8'))
const elements = manifest.modules
  .flatMap((module) => module.declarations.map((declaration) => ({ ...declaration, path: module.path })))
  .filter((declaration) => declaration.tagName?.startsWith('wallet-'))
  .sort((a, b) => a.tagName.localeCompare(b.tagName))

/** Properties by their own name, and by that of the attribute where it is another. */
function membersOf({ name, attributes = [], members = [] }) {
  const fields = members.filter(({ kind }) => kind === 'field')
  return [
    ...fields.map((field) => [field.name, field.name]),
    ...attributes.filter((each) => each.fieldName && each.fieldName !== each.name).map((each) => [each.name, each.fieldName]),
  ].map(([key, property]) => `readonly '${key}'?: ${name}['${property}'] | undefined`)
}

const lines = [
  '// Generated from custom-elements.json by scripts/tags.mjs: do not edit.',
  ...elements.map(({ name, path }) => `import type { ${name} } from './${path.replace(/^src\//, '').replace(/\.ts$/, '.js')}'`),
  '',
  '/** What may be written on each tag: properties, and attributes that have another name. */',
  'export interface TagProperties {',
  ...elements.map((element) => `'${element.tagName}': {\n${membersOf(element).join('\n')}\n}`),
  '}',
]
write(`${root}/src/tags.ts`, await format('tags.ts', lines.join('\n')))
