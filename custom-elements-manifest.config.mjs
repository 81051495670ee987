export default {
  globs: ['src/wallet-modal.ts', 'src/elements/shell/*.ts', 'src/elements/primitives/*.ts', 'src/elements/lib/element.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
}
