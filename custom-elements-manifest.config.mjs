import { readFileSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'

// What becomes API: the public elements. `register('tag', Class)` is our guarded `customElements.define`, which the analyzer does not know by itself.
const registerCall = () => ({
  name: 'register-call',
  moduleLinkPhase({ moduleDoc }) {
    const source = readFileSync(moduleDoc.path, 'utf8')
    for (const [, tagName, name] of source.matchAll(/^register\('([\w-]+)', (\w+)\)/gm)) {
      const declaration = moduleDoc.declarations.find((candidate) => candidate.name === name)
      if (!declaration) continue
      Object.assign(declaration, { tagName, customElement: true })
      moduleDoc.exports = [
        ...(moduleDoc.exports ?? []),
        { kind: 'custom-element-definition', name: tagName, declaration: { name, module: moduleDoc.path } },
      ]
    }
  },
})

/** Ours alone, though other modules of ours read them. */
const inner = new Set(['shell', 'content', 'core'])
/** Every element has these. */
const isPlatform = (name) => /^((connected|disconnected)Callback|focus)$/.test(name)

/** Keeps what a page may use: private members, Lit's own and inner modules leave. Lit's table of properties makes a member `public`. */
const publicOnly = () => ({
  name: 'public-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const module of customElementsManifest.modules)
      for (const declaration of module.declarations ?? []) {
        if (declaration.members)
          declaration.members = declaration.members.filter(
            ({ name, privacy = 'public', static: isStatic }) =>
              privacy === 'public' && !isStatic && !inner.has(name) && !isPlatform(name),
          )
        if (declaration.attributes)
          declaration.attributes = declaration.attributes.filter((attribute) => !inner.has(attribute.fieldName))
      }
    customElementsManifest.modules = customElementsManifest.modules.filter((module) =>
      (module.declarations ?? []).some(({ kind }) => kind === 'class'),
    )
  },
})

const { measures } = await tsImport('./src/elements/styles/tokens.ts', import.meta.url)
const { allColors: colors } = await tsImport('./src/elements/styles/tokens-more.ts', import.meta.url)
const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8')
const meanings = new Map(
  [
    ...['tokens', 'tokens-more']
      .map((file) => read(`./src/elements/styles/${file}.ts`))
      .join('')
      .matchAll(/^ {2}\/\*\* (.+) \*\/\n {2}'?([\w-]+)'?:/gm),
  ].map(([, text, name]) => [name, text]),
)
/** The buttons wear these; the modal wears all. */
const worn = new Set(
  ['styles/host', 'styles/button-tokens', 'shell/wallet-button', 'shell/button-content'].flatMap((file) =>
    [...read(`./src/elements/${file}.ts`).matchAll(/var\(--_wm-([\w-]+)/g)].map(([, name]) => name),
  ),
)

/** The design tokens as custom properties of the elements that begin a theme, from the table that the styles are made of. */
const designTokens = () => ({
  name: 'design-tokens',
  packageLinkPhase({ customElementsManifest }) {
    const tokens = [
      ...Object.entries(colors).map(([name, [light, dark]]) => [name, light === dark ? light : `light-dark(${light}, ${dark})`]),
      ...Object.entries(measures),
    ]
    for (const { declarations = [] } of customElementsManifest.modules)
      for (const declaration of declarations) {
        const { tagName = '' } = declaration
        const isButton = tagName.endsWith('-button')
        if (tagName !== 'wallet-modal' && tagName !== 'wallet-onramp' && !isButton) continue
        declaration.cssProperties = tokens
          .filter(([name]) => !isButton || worn.has(name))
          .map(([name, value]) => ({ name: `--wm-${name}`, default: value, description: meanings.get(name) ?? '' }))
      }
  },
})

export default {
  globs: [
    'src/wallet-modal.ts',
    'src/elements/shell/*-button.ts',
    'src/elements/shell/modal-element.ts',
    'src/elements/shell/settings-element.ts',
    'src/elements/shell/onramp.ts',
    'src/elements/shell/provider.ts',
  ],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [registerCall(), publicOnly(), designTokens()],
}
