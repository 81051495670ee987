// Writes docs/elements/*.md: the API of each public element, from custom-elements.json.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { root } from './prepare.mjs'

const manifest = JSON.parse(readFileSync(`${root}/custom-elements.json`, 'utf8'))
const folder = `${root}/docs/elements`
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

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

for (const module of manifest.modules)
  for (const element of module.declarations) {
    if (!element.customElement || !element.tagName?.startsWith('wallet-')) continue
    const members = element.members ?? []
    const text = [
      `<!-- Generated from doc comments: do not edit. -->\n# \`<${element.tagName}>\`\n\n${(element.summary ?? element.description ?? '').trim()}\n\n`,
      table(
        'Attributes and properties',
        ['attribute', 'property', 'type', 'default', 'meaning'],
        members
          .filter(
            (member) =>
              member.kind === 'field' &&
              member.privacy !== 'private' &&
              member.privacy !== 'protected' &&
              !member.static &&
              member.description,
          )
          .map((member) => [
            code(member.attribute),
            code(member.name),
            code(member.type?.text),
            code(member.default),
            member.description,
          ]),
      ),
      table(
        'Events',
        ['name', 'class', 'meaning'],
        (element.events ?? []).map((event) => [code(event.name), code(event.type?.text), event.description]),
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
    writeFileSync(`${folder}/${element.tagName}.md`, `${text.trim()}\n`)
  }
