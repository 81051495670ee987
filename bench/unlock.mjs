// How long the embedded wallet takes to unlock, in headless Chromium with its worker as Vite bundles it, and what the worker weighs.
//   node bench/unlock.mjs [--runs 300] [--check] [--write]
// `--check` fails where the 95th percentile with the worker there is 50 ms or more: the page starts it before it needs it. `--write` keeps the figures in docs/benchmarks.md.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { build } from 'vite'
import { ensureBrowser, root } from '../scripts/prepare.mjs'
import { withFigures } from './figures.mjs'

const P95_LIMIT_MS = 50
const keys = join(root, 'services/frame/keys')

/** The page's handle and the worker, as they are delivered. */
async function bundle(folder) {
  await build({
    configFile: false,
    logLevel: 'error',
    root: keys,
    build: {
      outDir: folder,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: { keyring: join(keys, 'keyring.ts'), worker: join(keys, 'worker.ts') },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  const size = (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length
  return readdirSync(folder).map((name) => ({ name, bytes: size(name) }))
}

function serve(folder) {
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1)
    const isFile = /^[\w-]+\.js$/.test(name)
    response.setHeader('content-type', isFile ? 'text/javascript' : 'text/html')
    response.end(isFile ? readFileSync(join(folder, name)) : '<!doctype html>')
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** In the page. Unlocks with a new worker each time (`cold`), and again and again with one (`warm`); ms. */
async function measure({ handle, runs }) {
  const { createKeyring } = await import(handle)
  const start = () => createKeyring(new Worker('/worker.js', { type: 'module' }))
  const text = (bytes) =>
    btoa(String.fromCharCode(...bytes))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=/g, '')
  const half = () => text(crypto.getRandomValues(new Uint8Array(32)))
  const wallet = { userId: 'user_0123456789abcdef', walletId: 'wallet_0123456789abc' }
  const slots = ['device', 'assisted'].map((kind) => ({ slotId: `slot_${kind}_0123456789`, kind, serverHalf: half() }))
  const first = start()
  const made = await first.create({ ...wallet, slots })
  first.close()
  const [{ slotId, serverHalf }] = slots
  const input = {
    ...wallet,
    vault: made.vault,
    slot: made.slots[0],
    serverHalf,
    clientHalf: made.clientHalves[slotId],
    expected: made.addresses,
  }
  const timed = async (act) => {
    const before = performance.now()
    await act()
    return performance.now() - before
  }
  const cold = []
  for (let run = 0; run < runs / 10; run++) {
    let keyring
    cold.push(
      await timed(() => {
        keyring = start()
        return keyring.unlock(input)
      }),
    )
    keyring.close()
  }
  const warm = []
  const keyring = start()
  await keyring.unlock(input)
  for (let run = 0; run < runs; run++) {
    await keyring.lock()
    warm.push(await timed(() => keyring.unlock(input)))
  }
  keyring.close()
  return { cold, warm }
}

function percentile(values, of) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))]
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '300' }, check: { type: 'boolean' }, write: { type: 'boolean' } },
})
const folder = mkdtempSync(join(tmpdir(), 'wm-unlock-'))
const files = await bundle(folder)
const server = await serve(folder)
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
let figures
try {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  figures = await page.evaluate(measure, { handle: '/keyring.js', runs: Number(values.runs) })
} finally {
  await browser.close()
  server.close()
  rmSync(folder, { recursive: true })
}
const rows = Object.entries(figures).map(([name, all]) => ({ name, p50: percentile(all, 0.5), p95: percentile(all, 0.95) }))
const what = { cold: 'with a new worker', warm: 'with the worker there' }
const table = [
  `${cpus().length} cores, Chromium ${browser.version()}. Milliseconds: median / 95th percentile.`,
  '',
  '| unlock | ms |',
  '| --- | --- |',
  ...rows.map(({ name, p50, p95 }) => `| ${what[name]} | ${p50.toFixed(1)} / ${p95.toFixed(1)} |`),
  '',
  `Compressed: ${files.map(({ name, bytes }) => `\`${name}\` ${(bytes / 1000).toFixed(1)} kB`).join(', ')}.`,
].join('\n')
console.log(table)
if (values.write) {
  const page = join(root, 'docs/benchmarks.md')
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), 'unlock', table))
}
if (values.check && rows.some(({ name, p95 }) => name === 'warm' && p95 >= P95_LIMIT_MS)) {
  console.error(`the 95th percentile is ${P95_LIMIT_MS} ms or more`)
  process.exit(1)
}
