// `npm run generate`: everything that is written from the table of settings; from the elements' doc comments — the manifest, the React components, the
// element pages of the docs; and the marks of networks. `--check`: writes nothing, names what would change.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

if (process.argv.includes('--check')) process.env.WM_GENERATE = 'check'
const { write } = await import('./lib/write.mjs')
const { root } = await import('./prepare.mjs')

const draft = 'node_modules/.cache/wallet-modal-manifest'

const node = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 2] })
  if (status !== 0) process.exitCode = status ?? 1
}
node('scripts/settings.mjs') // first: the manifest reads what it writes
node('node_modules/@custom-elements-manifest/analyzer/cem.js', 'analyze', '--outdir', draft)
write(`${root}/custom-elements.json`, readFileSync(`${root}/${draft}/custom-elements.json`, 'utf8'))
node('scripts/react.mjs')
node('scripts/tags.mjs')
node('scripts/docs.mjs')
node('scripts/network-marks.mjs')
node('scripts/namespaces.mjs')
