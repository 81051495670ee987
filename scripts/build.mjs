// `npm run build` builds all parts but the compiled services, which `--services` adds. Names of parts build these alone; `--changed` leaves out the parts whose inputs
// are what they were when they were built.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { checkNode, ensureDependencies, root } from './prepare.mjs'

/** How many parts are built at a time. */
const LANES = 2
/** Of each part that is built, the hash of its inputs. */
const HASHES = 'dist/.inputs'

const node = JSON.stringify(process.execPath)
const vite = (options) => `${node} node_modules/vite/bin/vite.js build --logLevel warn ${options}`

/**
 * A part has a folder that its command fills, and inputs beside those of all parts. The longest first.
 * @type {Record<string, { to: string, inputs: readonly string[], command: string, finish?: () => void }>}
 */
const parts = {
  demo: {
    to: 'dist/demo',
    inputs: ['demo', 'services/devnet', 'vite'],
    command: vite('--config demo/vite.config.ts'),
  },
  services: {
    to: 'services/dist',
    inputs: ['services/src', 'services/frame/keys', 'services/vite.config.ts'],
    command: vite('--config services/vite.config.ts'),
  },
  frame: {
    to: 'services/dist/frame',
    inputs: ['services/frame', 'services/src/embedded', 'vite'],
    command: vite('--config services/frame/vite.config.ts'),
  },
  cdn: {
    to: 'dist/cdn',
    inputs: ['vite', 'vite.config.ts'],
    command: `${vite('--mode apart')} && ${vite('--mode cdn')}`, // the second reads what the first has written
  },
  npm: { to: 'dist/esm', inputs: ['vite', 'vite.config.ts'], command: vite('--mode npm') },
  types: {
    to: 'dist/types',
    inputs: ['tsconfig.json', 'tsconfig.src.json'],
    command:
      `${node} node_modules/typescript-7/bin/tsc -p tsconfig.src.json --noEmit false --emitDeclarationOnly --declaration --rootDir src --outDir dist/types` +
      ' --singleThreaded', // costs a third less of the processors, which the other parts need
    finish() {
      cpSync(`${root}/src/frameworks`, `${root}/dist/types/frameworks`, { recursive: true }) // tsc leaves declarations where they are
      cpSync(`${root}/src/layout.css`, `${root}/dist/layout.css`)
    },
  },
  page: {
    to: 'services/dist/www',
    inputs: ['services/page', 'services/src', 'docs/self-hosting.md'],
    command: vite('--config services/page/vite.config.ts'),
  },
}

const options = process.argv.slice(2)
const names = options.filter((option) => !option.startsWith('--'))
const unknown = [
  ...names.filter((name) => !(name in parts)),
  ...options.filter((option) => /^--(?!(?:changed|services)$)/.test(option)),
]
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Known: --changed, --services, ${Object.keys(parts).join(', ')}`)
  process.exit(1)
}
checkNode()
ensureDependencies()

const isWanted = (name) => (names.length > 0 ? names.includes(name) : name !== 'services' || options.includes('--services'))
const asked = Object.keys(parts).filter(isWanted)
const hashes = Object.fromEntries(asked.map((name) => [name, hashInputs(parts[name].inputs)]))
const isBuilt = (name) =>
  existsSync(`${root}/${parts[name].to}`) &&
  existsSync(`${root}/${HASHES}/${name}`) &&
  readFileSync(`${root}/${HASHES}/${name}`, 'utf8') === hashes[name]
const wanted = options.includes('--changed') ? asked.filter((name) => !isBuilt(name)) : asked
if (wanted.length > 0) {
  console.error(`· building ${wanted.join(', ')}`)
  await build(wanted)
}

async function build(wanted) {
  mkdirSync(`${root}/${HASHES}`, { recursive: true })
  for (const name of wanted) {
    rmSync(`${root}/${HASHES}/${name}`, { force: true }) // a build that is interrupted counts as none
    if (name !== 'services') rmSync(`${root}/${parts[name].to}`, { recursive: true, force: true }) // it has folders of other parts
  }
  const { concurrently } = await import('concurrently') // on a fresh machine it was installed a moment ago
  const commands = wanted.map((name) => ({ name, command: parts[name].command, env: { NODE_ENV: 'production' } }))
  const { result } = concurrently(commands, { cwd: root, maxProcesses: LANES, raw: true })
  for (const { index, exitCode } of await result.catch((ends) => ends)) {
    const name = wanted[index]
    if (exitCode === 0) {
      parts[name].finish?.()
      writeFileSync(`${root}/${HASHES}/${name}`, hashes[name])
    } else {
      console.error(`${name}: the build ended with ${exitCode}`)
      process.exitCode = 1
    }
  }
}

/** @param {readonly string[]} inputs files and folders, beside what goes into every part */
function hashInputs(inputs) {
  const hash = createHash('sha256')
  for (const input of ['src', 'package-lock.json', 'scripts/build.mjs', ...inputs]) {
    const isFolder = statSync(`${root}/${input}`, { throwIfNoEntry: false })?.isDirectory()
    const files = isFolder ? readdirSync(`${root}/${input}`, { recursive: true, withFileTypes: true }) : []
    const paths = files.filter((file) => file.isFile()).map((file) => `${file.parentPath ?? file.path}/${file.name}`)
    for (const path of isFolder ? paths.sort() : [`${root}/${input}`])
      hash.update(`${path.slice(root.length)}\n`).update(existsSync(path) ? readFileSync(path) : '')
  }
  return hash.digest('hex')
}
