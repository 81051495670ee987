import { readFileSync } from 'node:fs'

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

/** Keeps what a page may use: private members, Lit's own and inner modules leave. */
const publicOnly = () => ({
  name: 'public-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const module of customElementsManifest.modules)
      for (const declaration of module.declarations ?? []) {
        if (declaration.members)
          declaration.members = declaration.members.filter(
            (member) => member.privacy === undefined && !member.static && !/^(connected|disconnected)Callback$/.test(member.name),
          )
        if (declaration.attributes)
          declaration.attributes = declaration.attributes.filter(
            (attribute) => attribute.fieldName !== 'shell' && attribute.fieldName !== 'face',
          )
      }
    customElementsManifest.modules = customElementsManifest.modules.filter((module) =>
      (module.declarations ?? []).some(({ kind }) => kind === 'class'),
    )
  },
})

export default {
  globs: [
    'src/wallet-modal.ts',
    'src/elements/shell/*-button.ts',
    'src/elements/shell/host.ts',
    'src/elements/shell/provider.ts',
  ],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [registerCall(), publicOnly()],
}
