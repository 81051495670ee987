// `npm run bench`: load figures of the real services beside trivial handlers in the same run. See docs/benchmarks.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { missingPostgres } from '../services/test/support/postgres.js'
import { measureHttp, type HttpFigures } from './load/http.js'
import { measurePublishing } from './load/publishing.js'
import { measureRelay, type RelayFigures } from './load/relay.js'
import { withFigures } from './figures.mjs'
import { tableOf } from './load/table.js'
import { startWorld, type Engine, type World } from './load/world.js'

const HELP = `Usage: npm run bench [-- options]
  --engine pglite|postgres   only this one (default: both, Postgres when one is installed or WM_TEST_DATABASE_URL names one)
  --only http|relay          only this side
  --only publishing          messages that 8 and 32 clients publish on Postgres; is not kept
    --against FOLDER         beside another checkout with its packages, in turn
    --flush-ms 8             Postgres waits so long before each flush, as on a slow disk
  --sockets 1000,5000        levels of idle sockets
  --rounds 7 --samples 100   effort
  --cpu-prof FOLDER          processor profiles of the services
  --write                    keep the figures in bench/load.json and docs/benchmarks.md`

export interface EngineFigures {
  readonly http?: HttpFigures
  readonly relay?: RelayFigures
}

export interface LoadFigures {
  readonly machine: { readonly cores: number; readonly node: string }
  readonly engines: Readonly<Partial<Record<Engine, EngineFigures>>>
}

const root = resolve(import.meta.dirname, '..')

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}

function enginesWanted(): readonly Engine[] {
  const asked = option('engine')
  if (asked === 'pglite' || asked === 'postgres') return [asked]
  if (asked !== undefined) throw new Error(HELP)
  const missing = missingPostgres()
  if (missing === undefined) return ['pglite', 'postgres']
  console.error(`without Postgres: ${missing}`)
  return ['pglite']
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(HELP)
  const effort = { rounds: Number(option('rounds') ?? 7), samples: Number(option('samples') ?? 100) }
  const sockets = (option('sockets') ?? '1000,5000').split(',').map(Number)
  const only = option('only')
  if (only === 'publishing')
    return console.table(
      await measurePublishing({ ...effort, against: option('against'), flushMs: Number(option('flush-ms') ?? 0) }),
    )
  const profiles = option('cpu-prof')
  if (profiles !== undefined) mkdirSync(profiles, { recursive: true })
  const engines: Partial<Record<Engine, EngineFigures>> = {}
  for (const engine of enginesWanted()) {
    // Fresh processes for each side: what the one leaves in memory must not be counted for the other.
    const within = async <T>(work: (world: World) => Promise<T>) => {
      console.error(`${engine}: starting`)
      const world = await startWorld({ engine, profiles: profiles === undefined ? undefined : resolve(profiles) })
      return work(world).finally(() => world.stop())
    }
    const http = only === 'relay' ? undefined : await within((world) => measureHttp(world, effort))
    const relay = only === 'http' ? undefined : await within((world) => measureRelay(world, sockets, effort))
    engines[engine] = { ...(http && { http }), ...(relay && { relay }) }
  }
  const figures: LoadFigures = { machine: { cores: cpus().length, node: process.version.replace(/\..*/, '') }, engines }
  const table = tableOf(figures)
  console.log(table)
  if (!process.argv.includes('--write')) return
  writeFileSync(join(root, 'bench/load.json'), `${JSON.stringify(figures, undefined, 2)}\n`)
  const page = join(root, 'docs/benchmarks.md')
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), 'figures', table))
}

await main()
