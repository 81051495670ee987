// The start-up table: which provider answers each capability, what is a sandbox, and what is off. `GET /ready` returns the same rows as JSON.
import type { Config } from '../settings/config.js'
import type { ProviderRow } from '../upstream/providers.js'

/** A part of the services with rows of its own. */
interface RowSource {
  rows(): readonly ProviderRow[]
}

/**
 * All rows of the start-up table and of `GET /ready`: what the settings say first, then the rows of the data side.
 * @param data absent: one row says that the data side is off
 */
export function providerRows({
  config,
  data,
}: {
  readonly config: Config
  readonly data?: RowSource | undefined
}): readonly ProviderRow[] {
  const nodes = Object.keys(config.chains)
  const own: ProviderRow[] = [
    { capability: 'database', provider: databaseOf(config), kind: 'embedded' },
    { capability: 'rate limits', provider: config.databaseUrl ? 'shared by all instances' : 'this process', kind: 'embedded' },
    { capability: 'wallets', provider: config.walletsFile ? 'own list' : 'bundled list', kind: 'embedded' },
    { capability: 'projects', provider: Object.keys(config.projects).length > 0 ? 'table' : 'open to all', kind: 'embedded' },
    ...nodes.map((chain): ProviderRow => ({ capability: `rpc ${chain}`, provider: 'nodes', kind: 'adapter' })),
    ...(nodes.length === 0 ? [off('rpc')] : []),
  ]
  return [...own, ...(data ? data.rows() : [off('data')])]
}

function off(capability: string): ProviderRow {
  return { capability, provider: 'none', kind: 'off' }
}

/** The table warns where the data end with the process. */
function databaseOf({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl) return 'Postgres'
  return dataDir ? 'folder' : 'memory: gone at the end'
}

/** The table as text: one line per row, three aligned columns. */
export function providerTableText(rows: readonly ProviderRow[]): string {
  const wide = (pick: (row: ProviderRow) => string) => Math.max(0, ...rows.map((row) => pick(row).length))
  const [first, second] = [wide((row) => row.capability), wide((row) => row.provider)]
  return rows
    .map(({ capability, provider, kind, isResting }) => {
      const how = isResting ? `${words[kind]}, but failed repeatedly` : words[kind]
      return `${capability.padEnd(first)}  ${provider.padEnd(second)}  ${how}`
    })
    .join('\n')
}

const words: Readonly<Record<ProviderRow['kind'], string>> = {
  embedded: 'answered here',
  adapter: 'asked elsewhere',
  sandbox: 'SANDBOX: play money',
  off: 'off',
}
