// `npm run build --workspace services`: the services as plain JavaScript in services/dist, with a ready-made cluster for the embedded database.
// `--if-stale` does nothing where services/dist was made from the present sources.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { buildFrame } from './lib/build-frame.mjs'
import { buildPage } from './lib/build-page.mjs'
import { leftOut } from './lib/bundle-programs.mjs'
import { checkNode, ensureDependencies, root } from './prepare.mjs'

const services = `${root}/services`
const dist = `${services}/dist`
/** The last file of a build, so that one that was interrupted counts as none. */
const stamp = `${dist}/built-from`

checkNode()
ensureDependencies()
const sources = fingerprint()
const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
if (!isFresh || !process.argv.includes('--if-stale')) {
  console.error('· building the services')
  await build()
  writeFileSync(stamp, sources)
}

async function build() {
  rmSync(dist, { recursive: true, force: true })
  const { build: bundle } = await import('vite')
  await bundle({
    root: services,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: leftOut, target: 'node' },
    build: {
      ssr: true,
      outDir: 'dist',
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: {
          main: 'src/main.ts',
          'recovery-main': 'src/recovery-main.ts',
          'engine-worker': 'src/db/engine-worker.mjs',
          cluster: 'src/db/cluster.ts',
        },
        output: {
          // All in one folder: each file finds the ones that it reads beside itself.
          entryFileNames: ({ name }) => (name === 'engine-worker' ? '[name].mjs' : '[name].js'),
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  })
  await buildPage(bundle)
  await buildFrame(bundle, `${services}/frame`, `${dist}/frame`)
  cpSync(`${services}/src/embedded/pages`, `${dist}/link-pages`, { recursive: true })
  cpSync(`${services}/src/wallets/registry.json`, `${dist}/registry.json`)
  // The bundle beside which it lies makes it: its schema is the one that the services expect.
  const { makeCluster, clusterKey, CLUSTER_FILE } = await import(`${dist}/cluster.js`)
  const kept = `${root}/node_modules/.cache/wallet-modal-databases/${clusterKey()}.tar`
  const cluster = existsSync(kept) ? readFileSync(kept) : await makeCluster()
  writeFileSync(`${dist}/${CLUSTER_FILE}`, gzipSync(cluster, { level: 9 }))
}

/** Of all that goes into the build. */
function fingerprint() {
  const hash = createHash('sha256')
  const folders = ['services/src', 'services/page', 'services/frame', 'src'] // clients and server share the schemas in src
  const files = folders.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`),
  )
  for (const file of [
    ...files.sort(),
    `${root}/package-lock.json`,
    `${root}/docs/self-hosting.md`,
    new URL(import.meta.url).pathname,
    `${root}/scripts/lib/build-frame.mjs`,
    `${root}/scripts/lib/front-coded.mjs`,
    `${root}/scripts/lib/build-page.mjs`,
  ]) {
    hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file))
  }
  return `${hash.digest('hex')}\n`
}
