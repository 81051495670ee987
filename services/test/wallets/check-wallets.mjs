// Checks a wallet list (default: the bundled one): the shape of ids and links, duplicates, and that every drawing exists.
// `node services/test/wallets/check-wallets.mjs [file]` prints what is wrong, one line each, and ends with 1 when there is anything.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Ids that clients know wallets by; every other id is the SHA-256 of the name. */
const fieldIds = {
  Phantom: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  Solflare: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
  'Coinbase Wallet': 'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8',
  'Binance Wallet': '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25',
}
const shapes = {
  name: /^\S(?:.{0,62}\S)?$/,
  homepage: /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+\/[\w./#-]*$/,
  rdns: /^[a-z0-9-]+(?:\.[a-zA-Z0-9_-]+)+$/,
  mobile_link: /^(?!(?:https?|wc|javascript|data|file|app|myapp):)[a-z][a-z0-9+.-]*:\/\/[\w./-]*$/,
  desktop_link: /^(?!(?:https?|wc|javascript|data|file|app|myapp):)[a-z][a-z0-9+.-]*:\/\/[\w./-]*$/,
  link_mode: /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/[\w./-]*)?$/,
  webapp_link: /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/[\w./-]*)?$/,
  app_store: /^https:\/\/apps\.apple\.com\/app\/id\d{9,10}$/,
  play_store: /^https:\/\/play\.google\.com\/store\/apps\/details\?id=[A-Za-z]\w*(?:\.\w+)+$/,
  chrome_store: /^https:\/\/chromewebstore\.google\.com\/detail\/[a-p]{32}$/,
}
const chain = /^(?:eip155:[1-9]\d{0,15}|solana:[1-9A-HJ-NP-Za-km-z]{32}|(?:bip122|polkadot):[0-9a-f]{32}|cosmos:[-a-z0-9]{3,32})$/
const needed = ['id', 'name', 'homepage', 'chains', 'order']
/** What two wallets may not share. A mobile link may be one app's for several wallets. */
const unique = ['id', 'name', 'order', 'rdns', 'icon', 'app_store', 'play_store', 'chrome_store']
/** Any of these leads to the wallet. */
const ways = [
  'rdns',
  'injected',
  'mobile_link',
  'link_mode',
  'desktop_link',
  'webapp_link',
  'app_store',
  'play_store',
  'chrome_store',
]

const services = new URL('../../', import.meta.url)
const icons = join(
  dirname(createRequire(new URL('package.json', services)).resolve('@web3icons/core')),
  'svgs/wallets/background',
)

/** @returns one line for each fault */
export function problemsOf(entries) {
  const problems = []
  const seen = new Map()
  for (const entry of entries) {
    const tell = (problem) => problems.push(`${entry.name ?? entry.id}: ${problem}`)
    for (const key of needed) if (entry[key] === undefined || entry[key] === null) tell(`no ${key}`)
    const id = fieldIds[entry.name] ?? createHash('sha256').update(String(entry.name)).digest('hex')
    if (entry.id !== id) tell(`id is ${entry.id}, not ${id}`)
    for (const [key, shape] of Object.entries(shapes))
      if (typeof entry[key] === 'string' && !shape.test(entry[key])) tell(`${key} has another shape: ${entry[key]}`)
    for (const each of entry.chains ?? []) if (!chain.test(each)) tell(`${each} is no CAIP-2 id`)
    if (new Set(entry.chains).size !== entry.chains?.length) tell('a chain stands twice')
    if (!ways.some((key) => entry[key])) tell('nothing leads to it')
    if (entry.icon && !existsSync(join(icons, `${entry.icon}.svg.js`))) tell(`there is no drawing ${entry.icon}`)
    for (const key of unique) {
      if (entry[key] === undefined || entry[key] === null) continue
      const value = `${key} ${String(entry[key]).toLowerCase()}`
      if (seen.has(value)) tell(`shares its ${key} with ${seen.get(value)}`)
      else seen.set(value, entry.name)
    }
  }
  return problems
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = process.argv[2] ?? fileURLToPath(new URL('src/wallets/registry.json', services))
  const entries = JSON.parse(readFileSync(file, 'utf8'))
  const problems = problemsOf(entries)
  for (const problem of problems) console.error(problem)
  console.log(`${entries.length} wallets, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
