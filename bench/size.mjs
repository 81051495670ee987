// Measures the script build against bench/size.json. What is fetched at each stage is read from the module graph of dist/cdn:
// a stage is an entry plus the chunks that the page has to import to get there; a chunk's own bytes are those no earlier stage had. The frame is that of
// services/dist/frame.
// `--browser`: then also reads from a browser what pages of both builds fetch (bench/open.mjs).
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import { checkSizes } from './open.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist/cdn')
const frame = join(root, 'services/dist/frame')
if (!existsSync(join(dist, 'wallet-modal.js')) || !existsSync(join(frame, 'index.html'))) {
  console.error('dist/cdn or services/dist/frame is missing: npm run build first')
  process.exit(1)
}
const gzip = (path) => gzipSync(readFileSync(path), { level: 9 }).length

/** A chunk with everything that it imports statically. */
function closure(path, seen = new Set()) {
  if (seen.has(path)) return seen
  seen.add(path)
  const code = readFileSync(path, 'utf8')
  for (const [, specifier] of code.matchAll(/(?:^|[;}\n])\s*import\s*(?:[\w*{}\s,$]+?from\s*)?["'](\.[^"']+)["']/g))
    closure(resolve(dirname(path), specifier), seen)
  for (const [, specifier] of code.matchAll(/export\s*(?:\{[^}]*\}|\*(?:\s*as\s+\w+)?)\s*from\s*["'](\.[^"']+)["']/g))
    closure(resolve(dirname(path), specifier), seen)
  return seen
}

const chunks = readdirSync(join(dist, 'chunks'))
const chunk = (name) => {
  const found = chunks.filter((file) => file.endsWith('.js') && file.replace(/-[\w-]{8}\.js$/, '') === name)
  if (found.length !== 1) throw new Error(`expected one chunk named ${name}, found ${found.join(', ') || 'none'}`)
  return join(dist, 'chunks', found[0])
}
const union = (...paths) => paths.reduce((seen, path) => closure(path, seen), new Set())
const total = (paths) => [...paths].reduce((sum, path) => sum + gzip(path), 0)

const start = join(dist, 'wallet-modal.js')
const entry = union(start)
/**
 * The dynamic imports that a first open makes before its Connect view answers, each with its static imports; `attributes` is that of an element in the page. The list is short, and
 * a walk compares it with what a browser really fetched. What comes right after (`later`, `reactions`, `en`) is not waited for.
 */
const opening = ['first-open']
const connect = union(start, ...opening.map(chunk))
/** The view, the code in it, and the encoder; without what other views of connecting bring as well. */
const qrParts = ['connecting-walletconnect-view', 'pairing-code', 'qr-code', 'qr-encoder']
const qrView = qrParts.filter((name) => chunks.some((file) => file.replace(/-[\w-]{8}\.js$/, '') === name)).map(chunk)

/** The one chunk whose code has all of the given texts, which survive minification. */
function chunkWith(...texts) {
  const found = chunks.filter(
    (file) => file.endsWith('.js') && texts.every((text) => readFileSync(join(dist, 'chunks', file), 'utf8').includes(text)),
  )
  if (found.length !== 1) throw new Error(`expected one chunk with ${texts.join(', ')}, found ${found.join(', ') || 'none'}`)
  return join(dist, 'chunks', found[0])
}
/** What is common to wallets of all ecosystems. */
const before = union(start, ...[...opening, 'open-wallet'].map(chunk))
const added = (...paths) => total([...union(...paths)].filter((path) => !before.has(path)))
/** What Connect waits for beside that where it shows the field for an address and the social logins. What these do, and their drawings, come after the paint. */
const logins = [...union(chunkWith('type="email"', 'delegatesFocus', 'wm-logins'))].filter((path) => !connect.has(path))
/** By ecosystem: what looking for its wallets, and connecting one and signing a text, add. Nothing of it is fetched by pages without the ecosystem. */
const connectors = {
  solana: added(chunkWith('coinbaseSolana'), chunkWith('as createSessionConnector', 'solana_signAllTransactions')),
  bip122: added(chunkWith('btc_providers'), chunkWith('as createSessionConnector', 'getAccountAddresses')),
  polkadot: added(chunkWith('subwallet-js'), chunkWith('as createSessionConnector', 'polkadot_signMessage')),
  cosmos: added(chunkWith('keplr_keystorechange'), chunkWith('as createSessionConnector', 'cosmos_signAmino')),
  eip155: added(chunkWith('as createSessionConnector', 'wallet_addEthereumChain')),
}

/** Files of the frame that a usual visit has no use for: other languages, and what a rare request brings. */
const rareParts = [
  ...['messages-de', 'messages-ar', 'describe-solana', 'psbt', 'sign-in'],
  // of a device that is new to a wallet
  ...['passkey-screen', 'passkey-texts', 'passkey-unlock', 'recovery', 'webauthn'],
  // of a risky approval, and of the window that it opens
  ...['window-element', 'window-page', 'texts'],
  // of smart accounts
  ...['account', 'describe', 'getUserOperationHash', 'operation', 'prepare', 'send', 'signature', 'user-operation'],
]

/**
 * The frame of the embedded wallet in English. `frameLogin`: its document, all that it imports at once, the worker of the keys and the boxes for the recovery service, until
 * somebody has logged in. `frame`: all of it but `rareParts`, so approvals and screens as well.
 */
async function frameSizes() {
  const files = readdirSync(frame)
  const nameOf = (file) => file.replace(/-[\w-]{8}\.\w+$/, '')
  const document = readFileSync(join(frame, 'index.html'), 'utf8')
  const first = [...document.matchAll(/(?:src|href)="\/frame\/([^"]+)"/g)].map(([, name]) => name)
  // The worker and the boxes for the recovery service are fetched at each first login.
  const login = files.filter((file) => ['worker', 'page-keys'].includes(nameOf(file)))
  const rare = files.filter((file) => rareParts.includes(nameOf(file)))
  if (first.length < 2 || login.length !== 2 || rareParts.some((part) => !files.some((file) => nameOf(file) === part)))
    throw new Error(`the frame is not as it is measured: ${files.join(', ')}`)
  // The pages beside the frame have files of their own, which a frame never asks for.
  const ofFrame = new Set(['index.html'])
  for (const file of ofFrame) {
    const text = readFileSync(join(frame, file), 'utf8')
    for (const other of files) if (other !== 'integrity.json' && text.includes(other)) ofFrame.add(other)
  }
  const usual = files.filter((file) => ofFrame.has(file) && !rare.includes(file))
  if (process.argv.includes('--chunks'))
    for (const file of files) console.log(String(gzip(join(frame, file))).padStart(8), `frame/${file}`)
  return {
    frameLogin: total(union(...['index.html', ...first, ...login].map((name) => join(frame, name)))),
    frame: total(usual.map((file) => join(frame, file))),
  }
}
const measured = {
  entry: total(entry),
  connect: total(connect),
  logins: total(logins),
  qr: total(qrView),
  ...connectors,
  ...(await frameSizes()),
}

const budgets = JSON.parse(readFileSync(join(root, 'bench/size.json'), 'utf8'))
let over = false
for (const [name, bytes] of Object.entries(measured)) {
  const { budget, what } = budgets[name]
  if (bytes > budget) over = true
  console.log(`${bytes > budget ? 'OVER' : 'ok  '} ${name.padEnd(10)} ${String(bytes).padStart(6)} of ${budget} B gz  ${what}`)
}
const has = (paths, text) => [...paths].some((path) => readFileSync(path, 'utf8').includes(text))
// Marks that survive minification: the address in every error of viem's, and a relay method only the WalletConnect client's code holds.
for (const [what, mark] of [
  ['viem', 'https://viem.sh'],
  ['the WalletConnect client', 'irn_batchSubscribe'],
])
  if (has(connect, mark)) {
    over = true
    console.log(`OVER ${what} is fetched before a wallet is chosen`)
  }
if (process.argv.includes('--chunks'))
  for (const file of chunks.filter((name) => name.endsWith('.js')))
    console.log(String(gzip(join(dist, 'chunks', file))).padStart(8), file)
if (process.argv.includes('--browser') && !(await checkSizes())) over = true
process.exitCode = over ? 1 : 0
