// Everything that is measured, each in a process of its own: the devnet, the real services on one engine, and the trivial server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createChildren } from '../../scripts/lib/children.mjs'
import { DEVNET } from '../../services/src/settings/config.js'
import { connectDb } from '../../services/src/db/connect.js'
import { createRpcClient } from '../../services/devnet/rpc-client.js'
import { startPostgres } from '../../services/test/support/postgres.js'
import { seedHistory } from '../../services/test/support/seed-history.js'
import { accountsBySize, equalAccounts } from './accounts.js'

export type Engine = 'pglite' | 'postgres'

export interface Memory {
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
}

export interface Measured {
  readonly url: string
  readonly ws: string
  /** After a collection of garbage. */
  memory(): Promise<Memory>
}

export interface World {
  readonly services: Measured
  readonly bare: Measured
  /** JSON-RPC of the devnet's node, asked directly. */
  readonly nodeUrl: string
  stop(): Promise<void>
}

const root = resolve(import.meta.dirname, '../..')
const probe = ['--expose-gc', '--import', new URL('probe.mjs', import.meta.url).href]

export interface WorldOptions {
  readonly engine: Engine
  /** Folder for processor profiles of the services; absent: none are made. */
  readonly profiles?: string | undefined
}

export async function startWorld({ engine, profiles }: WorldOptions): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'wm-bench-'))
  const replies = new Map<string, (memory: Memory) => void>()
  const children = createChildren({
    cwd: root,
    onOutput(name: string, line: string) {
      if (line.startsWith('memory {')) return replies.get(name)?.(JSON.parse(line.slice('memory '.length)) as Memory)
      console.error(`${name} │ ${line}`)
    },
    onDeath: (_: string, reason: string) => console.error(reason),
  })
  const postgres = engine === 'postgres' ? await startPostgres({ isDurable: true }) : undefined

  async function stop(): Promise<void> {
    await children.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }

  async function start(name: string, file: URL, env: Record<string, string>, more: readonly string[] = []): Promise<Measured> {
    const { pid, url, ws, relay } = (await children.start({ name, file, env, nodeArguments: [...probe, ...more] })) as {
      readonly pid: number
      readonly url: string
      readonly ws?: string
      readonly relay?: string
    }
    const memory = () =>
      new Promise<Memory>((answer) => {
        replies.set(name, answer)
        process.kill(pid, 'SIGUSR2')
      })
    return { url, ws: ws ?? relay ?? '', memory }
  }

  try {
    const devnet = (await children.start({
      name: 'devnet',
      file: new URL('../../services/devnet/main.ts', import.meta.url),
      env: { WM_EVM_PORT: '0' },
    })) as { readonly url: string }
    const head = Number(await createRpcClient(devnet.url).request('eth_blockNumber'))
    const database = postgres ? { databaseUrl: await postgres.createDatabase() } : { dataFolder: join(folder, 'data') }
    const db = await connectDb(database)
    await seedHistory(db, { chain: DEVNET, head, now: Date.now(), accounts: [...accountsBySize, ...equalAccounts] })
    await db.close()
    const bare = await start('bare', new URL('bare.ts', import.meta.url), {})
    const services = await start(
      'services',
      new URL('../../services/devnet/services-main.ts', import.meta.url),
      {
        WM_SERVICES_HOST: '127.0.0.1',
        WM_SERVICES_PORT: '0',
        WM_EVM_URL: devnet.url,
        WM_LOG: 'warn',
        // The load comes from one machine: neither its buckets nor its address may be what is measured.
        WM_RATE_TOKENS: '1000000',
        WM_RATE_REFILL_PER_S: '1000000',
        WM_TRUST_PROXY: '1',
        WM_DATA_DIR: 'dataFolder' in database ? database.dataFolder : '',
        DATABASE_URL: 'databaseUrl' in database ? database.databaseUrl : '',
      },
      profiles === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profiles],
    )
    return { services, bare, nodeUrl: devnet.url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export interface Crowd {
  readonly open: number
  /** From the first to the last socket. */
  readonly ms: number
  /** Why not all that were wanted are open. */
  readonly failure: string | undefined
  leave(): Promise<void>
}

/** Idle sockets in a process of their own. @param from number of the first, so that no two share an address */
export async function gather(
  url: string,
  { from, count, isRelay }: { readonly from: number; readonly count: number; readonly isRelay: boolean },
): Promise<Crowd> {
  const children = createChildren({
    cwd: root,
    onOutput: (name: string, line: string) => console.error(`${name} │ ${line}`),
    onDeath: (_: string, reason: string) => console.error(reason),
  })
  const made = await children.start({
    name: 'crowd',
    file: new URL('crowd.ts', import.meta.url),
    env: { CROWD_URL: url, CROWD_COUNT: String(count), CROWD_FIRST: String(from), CROWD_RELAY: isRelay ? '1' : '0' },
  })
  const { open, ms, failure } = made as { readonly open: number; readonly ms: number; readonly failure?: string }
  return { open, ms, failure, leave: () => children.stop() }
}
