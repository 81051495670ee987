// The services as plain JavaScript, with a ready-made cluster for the embedded database: `vite build --config services/vite.config.ts` → services/dist, where the
// frame and the pages have folders of their own.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import type * as cluster from './src/db/cluster.js'

type Cluster = typeof cluster

const pathTo = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const dist = pathTo('dist')
/** Folders of other builds. */
const OTHERS = ['frame', 'www']

/** Packages that stay packages beside a bundle: what reads its own files (the engine its WebAssembly, the drawings one file each), and what need not be there. */
export const external = ['@electric-sql/pglite', '@web3icons/core', 'pg-native']

/** What the services read from beside themselves. */
const filesBeside = (): Plugin => ({
  name: 'files-beside',
  buildStart() {
    for (const name of existsSync(dist) ? readdirSync(dist) : [])
      if (!OTHERS.includes(name)) rmSync(`${dist}/${name}`, { recursive: true })
  },
  async writeBundle() {
    cpSync(pathTo('src/embedded/pages'), `${dist}/link-pages`, { recursive: true })
    cpSync(pathTo('src/wallets/registry.json'), `${dist}/registry.json`)
    // The bundle beside which the cluster lies makes it: its schema is the one that the services expect.
    const { makeCluster, clusterKey, CLUSTER_FILE } = (await import(pathToFileURL(`${dist}/cluster.js`).href)) as Cluster
    const cached = pathTo(`../node_modules/.cache/wallet-modal-databases/${clusterKey()}.tar`)
    const image = existsSync(cached) ? readFileSync(cached) : await makeCluster()
    writeFileSync(`${dist}/${CLUSTER_FILE}`, gzipSync(image, { level: 9 }))
  },
})

export default defineConfig({
  root: pathTo('.'),
  plugins: [filesBeside()],
  ssr: { noExternal: true, external, target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: false,
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
