// `npm run build`: the package in dist/esm and dist/types, the script build in dist/cdn, the demo pages in dist/demo. `--no-demo` leaves the last out.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { checkNode, ensureDependencies, root } from './prepare.mjs'

checkNode()
ensureDependencies()

const node = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}
const vite = 'node_modules/vite/bin/vite.js'

// The demo pages may be in use: without `--no-demo` they are built anew.
const parts = process.argv.includes('--no-demo') ? ['esm', 'types', 'cdn'] : ['']
for (const part of parts) rmSync(`${root}/dist/${part}`, { recursive: true, force: true })
node(vite, 'build', '--mode', 'npm', '--logLevel', 'warn')
node(vite, 'build', '--mode', 'cdn', '--logLevel', 'warn')
node(
  'node_modules/typescript/bin/tsc',
  '-p',
  'tsconfig.src.json',
  '--noEmit',
  'false',
  '--emitDeclarationOnly',
  '--declaration',
  '--rootDir',
  'src',
  '--outDir',
  'dist/types',
)
cpSync(`${root}/src/frameworks`, `${root}/dist/types/frameworks`, { recursive: true }) // tsc leaves declarations where they are
cpSync(`${root}/src/layout.css`, `${root}/dist/layout.css`)
if (!process.argv.includes('--no-demo') && existsSync(`${root}/demo/vite.config.ts`))
  node(vite, 'build', '--config', 'demo/vite.config.ts', '--logLevel', 'warn')
