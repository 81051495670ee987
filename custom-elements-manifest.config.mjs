// What becomes API: the public elements. `@define('tag')` is our guarded `customElements.define`, which the analyzer does not know by itself.
const defineDecorator = () => ({
  name: 'define-decorator',
  analyzePhase({ ts, node, moduleDoc }) {
    if (!ts.isClassDeclaration(node)) return
    for (const decorator of ts.getDecorators(node) ?? []) {
      const call = decorator.expression
      if (!ts.isCallExpression(call) || call.expression.getText() !== 'define') continue
      const tagName = call.arguments[0]?.text
      const declaration = moduleDoc.declarations.find(({ name }) => name === node.name?.text)
      if (!declaration || !tagName) continue
      Object.assign(declaration, { tagName, customElement: true })
      moduleDoc.exports = [...(moduleDoc.exports ?? []), { kind: 'custom-element-definition', name: tagName, declaration: { name: declaration.name, module: moduleDoc.path } }]
    }
  },
})

/** Keeps what a page may use: private members, Lit's own and inner modules leave. */
const publicOnly = () => ({
  name: 'public-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const module of customElementsManifest.modules)
      for (const declaration of module.declarations ?? []) {
        if (declaration.members) declaration.members = declaration.members.filter((member) => member.privacy === undefined && !member.static && !/^(connected|disconnected)Callback$/.test(member.name))
        if (declaration.attributes) declaration.attributes = declaration.attributes.filter((attribute) => attribute.fieldName !== 'loaded')
      }
    customElementsManifest.modules = customElementsManifest.modules.filter((module) => (module.declarations ?? []).some(({ kind }) => kind === 'class'))
  },
})

export default {
  globs: ['src/wallet-modal.ts', 'src/elements/shell/*-button.ts', 'src/elements/shell/host.ts', 'src/elements/shell/provider.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [defineDecorator(), publicOnly()],
}
