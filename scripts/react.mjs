// Writes src/react/components.ts, and src/react/<name>.ts for an element with an entry of its own, from custom-elements.json: one React component per public
// element, with typed props and events.
import { readFileSync } from 'node:fs'
import { format, write } from './lib/write.mjs'
import { root } from './prepare.mjs'

const manifest = JSON.parse(readFileSync(`${root}/custom-elements.json`, 'utf8'))
const pascal = (name) => name.replace(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase())

/** Public elements only: `wallet-*`. Inner ones (`wm-*`) are not API. */
const elements = manifest.modules
  .flatMap((module) => module.declarations.map((declaration) => ({ ...declaration, path: module.path })))
  .filter((declaration) => declaration.customElement && declaration.tagName?.startsWith('wallet-'))
  .sort((a, b) => a.tagName.localeCompare(b.tagName))

/** Those with an entry of their own, whose component has one as well: the name of its file. */
const apart = { 'wallet-onramp': 'onramp' }

const eventsOf = (element) => (element.events ?? []).filter((event) => event.name && event.type?.text)

/** `<wallet-provider>` has a hand-written companion, with a React context, under the plain name. */
const componentName = (tag) => (tag === 'wallet-provider' ? 'WalletProviderElement' : pascal(tag))
/** A class and its component may have the same name; then the class is imported under another. */
const className = (element) => (componentName(element.tagName) === element.name ? `${element.name}Class` : element.name)

/** Where a class is exported from, per manifest. */
const pathOf = (name) =>
  manifest.modules.find((module) => module.declarations.some((declaration) => declaration.name === name))?.path
const specifier = (path) => `../${path.replace(/^src\//, '').replace(/\.ts$/, '.js')}`

/** Writes the components of `elements` to src/react/<name>.ts. `first`: lines above the others. */
async function writeComponents(name, elements, first = []) {
  const eventTypes = new Set(elements.flatMap((element) => eventsOf(element).map((event) => event.type.text)))
  const imports = new Map()
  const need = (name, path, type) => {
    const key = specifier(path)
    const entry = imports.get(key) ?? new Set()
    imports.set(key, entry.add(type ? `type ${name}` : name))
  }
  for (const element of elements)
    need(className(element) === element.name ? element.name : `${element.name} as ${className(element)}`, element.path, false)
  for (const type of eventTypes) {
    const path = pathOf(type)
    if (path) need(type, path, true)
  }

  const lines = [
    ...first,
    '// Generated from custom-elements.json by scripts/react.mjs: do not edit.',
    `import { createComponent${eventTypes.size > 0 ? ', type EventName' : ''} } from '@lit/react'`,
    "import * as React from 'react'",
    ...[...imports]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([path, names]) => `import { ${[...names].sort().join(', ')} } from '${path}'`),
    '',
  ]
  for (const element of elements) {
    const component = componentName(element.tagName)
    const events = eventsOf(element)
    lines.push(
      `/** ${(element.summary ?? element.description ?? element.tagName).split('\n')[0].trim()} */`,
      `export const ${component} = /* @__PURE__ */ createComponent({`,
      `  tagName: '${element.tagName}',`,
      `  elementClass: ${className(element)},`,
      '  react: React,',
      events.length === 0
        ? ''
        : `  events: {\n${events.map((event) => `    /** ${(event.description ?? '').trim()} */\n    on${pascal(event.name)}: '${event.name}' as EventName<${pathOf(event.type.text) ? event.type.text : 'Event'}>,`).join('\n')}\n  },`,
      '})',
      '',
    )
  }
  write(`${root}/src/react/${name}.ts`, await format(`${name}.ts`, lines.join('\n')))
}

await writeComponents(
  'components',
  elements.filter(({ tagName }) => !(tagName in apart)),
)
for (const [tag, name] of Object.entries(apart))
  await writeComponents(
    name,
    elements.filter(({ tagName }) => tagName === tag),
    ["'use client'"],
  )
