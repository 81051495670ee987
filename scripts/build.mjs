// `npm run build`: the package in dist/esm and dist/types, the script build in dist/cdn, the demo pages in dist/demo and the
// embedded wallet's frame in services/dist/frame. `--no-demo` leaves the last two out; `--services` compiles the services too, where they have changed.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { inLanes } from './lib/lanes.mjs'
import { checkNode, ensureDependencies, root } from './prepare.mjs'

checkNode()
ensureDependencies()

const withDemo = !process.argv.includes('--no-demo') && existsSync(`${root}/demo/vite.config.ts`)
// The demo pages may be in use: without `--no-demo` they are built anew.
for (const part of process.argv.includes('--no-demo') ? ['esm', 'types', 'cdn'] : [''])
  rmSync(`${root}/dist/${part}`, { recursive: true, force: true })

const node = (...args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] })
    child.on('close', (status) => {
      if (status !== 0) process.exitCode = status ?? 1
      resolve()
    })
  })
const vite = (...args) => node('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', ...args)
const types = [
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
  '--singleThreaded', // costs a third less of the processors, which the other lanes need
]

const buildFrame = () =>
  process.argv.includes('--services')
    ? node('scripts/build-services.mjs', '--if-stale') // with the frame
    : node('scripts/build-frame.mjs')

// No lane reads what another one writes; the longest first.
await inLanes(2, [
  ...(withDemo ? [() => vite('--config', 'demo/vite.config.ts'), buildFrame] : []),
  () => vite('--mode', 'apart').then(() => vite('--mode', 'cdn')), // the second reads what the first has written
  () => vite('--mode', 'npm'),
  () => node('node_modules/typescript-7/bin/tsc', ...types),
])
if (process.exitCode) process.exit()
cpSync(`${root}/src/frameworks`, `${root}/dist/types/frameworks`, { recursive: true }) // tsc leaves declarations where they are
cpSync(`${root}/src/layout.css`, `${root}/dist/layout.css`)
