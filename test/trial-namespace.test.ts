// What a new ecosystem costs: a folder and a row. The sources are copied with the folder and the row of `test/fixtures/trial-namespace`, and nothing else.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as Config from '../src/config/check.js'
import type * as StateCore from '../src/state/core.js'
import type * as StateConnection from '../src/state/connections/connection.js'
import type * as StateAccounts from '../src/state/connections/accounts.js'
import type * as StateSigning from '../src/state/connections/signing.js'
import type * as StateNetworks from '../src/state/networks/networks.js'
import type * as Namespaces from '../src/root/namespaces.js'
import type * as ConnectorsWalletPort from '../src/connectors/wallet-port.js'
import type * as Logger from '../src/vocabulary/logger.js'
import { writeNamespaceFiles } from '../scripts/namespaces.mjs'
import { createMemoryStorage } from './support/core.js'
import type { TrialWallet } from './fixtures/trial-namespace/wallet.js'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(root, '.trial-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const load = async <Module>(path: string) => (await import(join(folder, 'src', path))) as Module
type Parts = Awaited<ReturnType<typeof loadParts>>
let parts: Parts

async function loadParts() {
  const [config, core, connection, accounts, signing, networks, namespaces, port, logger] = await Promise.all([
    load<typeof Config>('config/check.ts'),
    load<typeof StateCore>('state/core.ts'),
    load<typeof StateConnection>('state/connections/connection.ts'),
    load<typeof StateAccounts>('state/connections/accounts.ts'),
    load<typeof StateSigning>('state/connections/signing.ts'),
    load<typeof StateNetworks>('state/networks/networks.ts'),
    load<typeof Namespaces>('root/namespaces.ts'),
    load<typeof ConnectorsWalletPort>('connectors/wallet-port.ts'),
    load<typeof Logger>('vocabulary/logger.ts'),
  ])
  return { ...config, ...core, ...connection, ...accounts, ...signing, ...networks, ...namespaces, ...port, ...logger }
}

beforeAll(async () => {
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true })
  for (const name of ['index.ts', 'wallet.ts'])
    cpSync(join(root, 'test/fixtures/trial-namespace', name), join(folder, 'src/connectors/trial', name))
  const table = join(folder, 'src/root/namespaces.ts')
  const row = readFileSync(join(root, 'test/fixtures/trial-namespace/row.txt'), 'utf8')
  writeFileSync(table, readFileSync(table, 'utf8').replace(/\n\}\n$/, `\n${row}}\n`))
  writeNamespaceFiles(join(folder, 'src'))
  parts = await loadParts()
})

test('it compiles: no other file names every family', () => {
  const include = ['src']
  const settings = { extends: '../tsconfig.src.json', compilerOptions: { rootDir: '.' }, include }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', folder, '--singleThreaded'],
    { encoding: 'utf8' },
  )
  expect([stdout, status]).toEqual(['', 0])
})

class Wallet implements TrialWallet {
  readonly name = 'Trial Wallet'
  readonly keys = ['k1', 'k2']
  prompts = 0
  isAllowed = false
  open(silent: boolean) {
    if (!silent && !this.isAllowed) {
      this.prompts++
      this.isAllowed = true
    }
    return this.isAllowed
  }
  sign(key: string, chain: string, message: string) {
    return `${key} on ${chain}: ${message}`
  }
  leave() {
    this.isAllowed = false
  }
}

/** A page load with the trial wallet in it. */
function visit(wallet: Wallet, storage = createMemoryStorage()) {
  const { parseConfig, createCore, createConnectorPort, namespaceRows, createLogger } = parts
  const network = (id: string, deprecated: readonly string[] = []) => ({
    id,
    name: `Trial ${id}`,
    chainNamespace: 'trial',
    deprecatedCaipNetworkIds: deprecated,
    nativeCurrency: { name: 'Trial', symbol: 'TRY', decimals: 3 },
    rpcUrls: { default: { http: [] } },
    blockExplorers: { default: { name: 'Looking glass', url: 'https://glass.example' } },
  })
  const config = parseConfig({ networks: [network('one'), network('two')] as never }) // the family is not in this package's types
  const port = createConnectorPort(Object.assign(new EventTarget(), { trial: wallet }) as unknown as Window, {
    rows: namespaceRows,
    namespaces: config.namespaces,
  })
  const core = createCore(config, {
    fetch: () => Promise.reject(new TypeError('offline')),
    storage,
    now: Date.now,
    connectors: () => Promise.resolve(port),
    namespaces: namespaceRows,
    show: () => Promise.resolve(),
    afterOpen: () => Promise.reject(new Error('nothing is opened here')),
    views: { get: () => undefined, load: () => Promise.resolve() } as never, // nothing is shown here
    window: undefined,
    log: createLogger({ level: 'silent' }),
  })
  return {
    core,
    port,
    storage,
    connection: core.use(parts.createConnection),
    accounts: core.use(parts.createAccounts),
    networks: core.use(parts.createNetworks),
    signing: core.use(parts.createSigning),
  }
}

test('a made-up family connects, signs with the selected account, switches, restores and ends', async () => {
  const wallet = new Wallet()
  const { port, connection, accounts, networks, signing, storage } = visit(wallet)
  const found = await new Promise<Parameters<typeof connection.connect>[0]>((resolve) =>
    port.discover(([first]) => first && resolve(first), new AbortController().signal),
  )
  expect(found).toMatchObject({ namespace: 'trial', name: 'Trial Wallet' })
  await connection.connect(found)
  expect(wallet.prompts).toBe(1)
  const account = () => accounts.$account.get()
  expect(account()).toMatchObject({ accountId: 'trial:one:one-k1', namespace: 'trial', chainId: 'trial:one', address: 'one-k1' })
  expect(accounts.$accounts.get()).toMatchObject([{ address: 'one-k1' }, { address: 'one-k2' }])
  expect(accounts.explorerUrl(account() as never)).toBe('https://glass.example/accounts/one-k1')

  accounts.select('trial:one:one-k2' as never)
  await expect(signing.sign('hello')).resolves.toMatchObject({
    signature: 'k2 on trial:one: hello',
    publicKey: 'k2',
    account: { address: 'one-k2' },
  })

  // Nothing is re-labelled: on the other chain the same key has the address that the wallet says.
  await connection.switchTo(networks.networks[1] as never)
  expect(networks.$network.get().caipNetworkId).toBe('trial:two')
  expect(account()).toMatchObject({ accountId: 'trial:two:two-k2', address: 'two-k2' })
  await expect(signing.sign('hello')).resolves.toMatchObject({ signature: 'k2 on trial:two: hello' })

  const next = visit(wallet, storage)
  await next.connection.reconnect()
  expect(wallet.prompts).toBe(1)
  expect(next.accounts.$account.get()).toMatchObject({ accountId: 'trial:two:two-k1' })
  await next.connection.disconnect()
  expect(wallet.isAllowed).toBe(false)
  expect(next.accounts.$account.get()).toBeUndefined()
})
