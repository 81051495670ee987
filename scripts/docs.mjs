// Writes docs/elements/*.md: the API of each public element, from custom-elements.json.
import { readFileSync } from 'node:fs'
import { writeFolder } from './lib/write.mjs'
import { root } from './prepare.mjs'

const manifest = JSON.parse(readFileSync(`${root}/custom-elements.json`, 'utf8'))
/** By name. */
const pages = new Map()

const cell = (text) =>
  (text ?? '')
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .trim()
const table = (title, head, rows) =>
  rows.length === 0
    ? ''
    : `## ${title}\n\n| ${head.join(' | ')} |\n| ${head.map(() => '---').join(' | ')} |\n${rows.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')}\n\n`
const code = (text) => (text ? `\`${text}\`` : '')
/** That a thing may be absent goes without saying. */
const typeOf = ({ type } = {}) => code(type?.text.replace(/ \| undefined$/, ''))

/** One row per attribute with its property, then the properties that have no attribute. */
function settable({ attributes = [], members = [] }) {
  const fields = members.filter(({ kind, description }) => kind === 'field' && description)
  const propertyOf = (attribute) => fields.find(({ name }) => name === (attribute.fieldName ?? attribute.name))
  const named = attributes.map((attribute) => ({ attribute, field: propertyOf(attribute) }))
  const taken = new Set(named.map(({ field }) => field))
  return [...named, ...fields.filter((field) => !taken.has(field)).map((field) => ({ field }))].map(({ attribute, field }) => [
    code(attribute?.name),
    code(field?.name),
    typeOf(field ?? attribute),
    field?.default ?? '',
    (field ?? attribute).description,
  ])
}

function methods({ members = [] }) {
  return members
    .filter(({ kind, description }) => kind === 'method' && description)
    .map(({ name, parameters = [], return: returned, description }) => [
      code(`${name}(${parameters.map((parameter) => parameter.name).join(', ')})`),
      typeOf(returned),
      description,
    ])
}

for (const module of manifest.modules)
  for (const element of module.declarations) {
    if (!element.customElement || !element.tagName?.startsWith('wallet-')) continue
    const text = [
      `<!-- Generated from doc comments: do not edit. -->\n# \`<${element.tagName}>\`\n\n${(element.summary ?? element.description ?? '').trim()}\n\n`,
      table('Attributes and properties', ['attribute', 'property', 'type', 'default', 'meaning'], settable(element)),
      table('Methods', ['name', 'gives', 'meaning'], methods(element)),
      table(
        'Events',
        ['name', 'class', 'meaning'],
        (element.events ?? []).map((event) => [code(event.name), typeOf(event), event.description]),
      ),
      table(
        'Slots',
        ['name', 'meaning'],
        (element.slots ?? []).map((slot) => [code(slot.name) || '(default)', slot.description]),
      ),
      table(
        'Parts',
        ['name', 'meaning'],
        (element.cssParts ?? []).map((part) => [code(part.name), part.description]),
      ),
      table(
        'Custom properties',
        ['name', 'default', 'meaning'],
        (element.cssProperties ?? []).map((property) => [code(property.name), code(property.default), property.description]),
      ),
      table(
        'States',
        ['name', 'meaning'],
        (element.cssStates ?? []).map((state) => [code(state.name), state.description]),
      ),
    ].join('')
    pages.set(`${element.tagName}.md`, `${text.trim()}\n`)
  }
writeFolder(`${root}/docs/elements`, pages)
