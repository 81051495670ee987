// The settings of the services, read from environment variables. Every error names its variable; dangerous combinations are refused.
import * as z from 'zod'
import type { LimitConfig } from '../limits/limits.js'
import { levels } from '../operations/log.js'
import { socialOf, socialVariables, type SocialSettings } from './social.js'
import { memoryLimitsOf, memoryVariables, type MemoryLimits } from '../limits/memory-budget.js'
import { indexCallLimitsOf, indexCallVariables, type IndexCallLimits } from '../limits/index-calls.js'
import { storageLimitsOf, storageVariables, type StorageLimits } from '../limits/storage-limits.js'
import { chainNamesOf, chainNameVariables, type ChainNames } from './chain-names.js'
import { ConfigError, environmentFaults, isLoopback, SettingFaults } from './config-error.js'
import { parseJson, readText } from './json-text.js'
import { originEntry } from './origins.js'
import { knownContractsOf, knownContractVariables, type KnownContractSetting } from './known-contracts.js'
import { smartAccountsOf, smartAccountUrls, smartAccountVariables, type SmartAccountSettings } from './smart-accounts.js'
import { frameOf, frameVariables, keyText, tokenText, type FrameSettings } from './frame.js'

export { ConfigError, isLoopback } from './config-error.js'

/** CAIP-2 id of the EVM devnet (anvil). */
export const DEVNET = 'eip155:31337'
const caip2 = /^(eip155:[1-9]\d{0,15}|(?:solana|bip122|polkadot|cosmos):[-_a-zA-Z0-9]{1,32})$/
/** `WM_RPC_<NAMESPACE>_<REFERENCE>` names the nodes of one chain. */
const upstreamPrefix = 'WM_RPC_'

const port = z.coerce.number('a whole number from 0 to 65535 is needed').int('a whole number is needed').min(0).max(65_535)
const flag = z.enum(['0', '1'], 'only 0 or 1 is allowed').transform((text) => text === '1')
const httpUrl = z.url({ protocol: /^https?$/, error: 'an http(s) url is needed' })
const nodeUrl = z.url({ protocol: /^(?:https?|wss?)$/, error: 'an http(s) or ws(s) url is needed' })
const isSocketUrl = (url: string) => /^wss?:/i.test(url)
const positive = z.coerce.number('a number is needed').positive('a number above 0 is needed').max(1_000_000)
const sockets = z.coerce.number('a whole number is needed').int('a whole number is needed').min(1, 'at least 1').max(1_000_000)

const environment = z.object({
  WM_SERVICES_HOST: z.string().min(1).default('127.0.0.1'),
  WM_SERVICES_PORT: port.default(8787),
  WM_PUBLIC_URL: httpUrl.optional(),
  WM_DEV: flag.default(false),
  WM_LOG: z.enum(levels, `one of ${levels.join(', ')} is needed`).default('info'),
  WM_TRUST_PROXY: z.coerce.number('the number of your proxies is needed').int().min(0).max(8, 'at most 8 proxies').default(0),
  WM_RATE_TOKENS: positive.min(5, 'at least 5: some calls cost as much').optional(),
  WM_RATE_REFILL_PER_S: positive.optional(),
  WM_RATE_PROJECT_TOKENS: positive.min(1000, 'at least 1000: one address gets a twentieth').optional(),
  WM_RATE_PROJECT_REFILL_PER_S: positive.optional(),
  WM_EVM_URL: httpUrl.optional(),
  WM_CHAINS: z.string().optional(),
  WM_CHAINS_FILE: z.string().optional(),
  ...chainNameVariables,
  WM_PROJECTS: z.string().optional(),
  WM_PROJECTS_FILE: z.string().optional(),
  WM_WALLETS_FILE: z.string().optional(),
  WM_RELAY_AUDIENCES: z.string().optional(),
  WM_RELAY_SOCKETS_PER_ADDRESS: sockets.optional(),
  WM_RELAY_SOCKETS_PER_CLIENT: sockets.optional(),
  ...storageVariables,
  ...memoryVariables,
  ...indexCallVariables,
  WM_DATA_DIR: z.string().min(1).optional(),
  WM_DATA_FILE: z.string().min(1).optional(),
  WM_SECRET_KEY: keyText.optional(),
  WM_ADMIN_TOKEN: tokenText.optional(),
  ...frameVariables,
  ...socialVariables,
  ...smartAccountVariables,
  ...knownContractVariables,
  WM_METRICS: flag.default(false),
  WM_METRICS_PORT: port.optional(),
  WM_ANALYTICS: flag.default(false),
  WM_ANALYTICS_RETENTION_D: z.coerce
    .number('a number of days is needed')
    .min(1, 'at least 1')
    .max(3650, 'at most 3650')
    .default(30),
  WM_ANALYTICS_MAX_EVENTS: z.coerce
    .number('a number of events is needed')
    .int('a whole number is needed')
    .min(1_000, 'at least 1000')
    .default(5_000_000),
  WM_ANALYTICS_EXPORT: z.enum(['otlp', 'webhook'], 'otlp or webhook is needed').optional(),
  WM_ANALYTICS_EXPORT_URL: httpUrl.optional(),
  WM_ANALYTICS_EXPORT_AUTH: z.string().max(4096).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'a postgres:// url is needed' }).optional(),
})

/** Every variable that is read, except those of chains (`WM_RPC_…`) and those that the data file names (`env:…`). */
export const variables: readonly string[] = Object.keys(environment.shape)

/** Names that start with `WM_` and are no setting, most often a misspelt one. @param used names that the data file asks for */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>, used: readonly string[]): readonly string[] {
  const isKnown = (name: string) =>
    variables.includes(name) || name.startsWith(upstreamPrefix) || used.includes(name) || name === 'WM_DATABASE_PASSWORD'
  return Object.keys(env).filter((name) => name.startsWith('WM_') && !isKnown(name))
}

const chainsJson = z.record(z.string().regex(caip2, 'a CAIP-2 chain id is needed'), z.array(nodeUrl).min(1).max(8))
const projectsJson = (devOrigins: boolean) =>
  z.record(
    z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'a project id of letters, digits, - and _ is needed'),
    z.strictObject({ origins: z.array(originEntry(devOrigins)).max(1000).default([]), analytics: z.boolean().default(false) }),
  )

/** A project of the table. */
export interface Project {
  /** Origins of pages that may use it, such as `https://*.example.org` for all names below that one; empty: all. */
  readonly origins: readonly string[]
  /** Whether its pages send analytics events. */
  readonly analytics: boolean
}

/** The settings after parsing. `docs/self-hosting.md` lists the variables. */
export interface Config {
  readonly host: string
  /** 0: a free one. */
  readonly port: number
  readonly publicUrl?: string | undefined
  /** Development: `anvil_*` and `evm_*` are allowed on the devnet, caches are short. Loopback only. */
  readonly dev: boolean
  readonly log: (typeof levels)[number]
  /** Number of proxies in front whose `x-forwarded-for` is believed. */
  readonly trustedProxies: number
  /** The bucket of one address and route. */
  readonly limits: LimitConfig
  /** The bucket of one project of the table, over all addresses and routes. Absent: only addresses are limited. */
  readonly projectLimits?: LimitConfig | undefined
  /** CAIP-2 id → nodes, in order of preference. Empty: no chain is served. */
  readonly chains: Readonly<Record<string, readonly string[]>>
  /** CAIP-2 id → nodes over WebSocket, in order of preference. */
  readonly sockets?: Readonly<Record<string, readonly string[]>> | undefined
  /** How the frame of the embedded wallet calls chains that it has no name of. */
  readonly chainNames?: ChainNames | undefined
  /** Project id → settings. Empty: every project id is welcome. */
  readonly projects: Readonly<Record<string, Project>>
  /** Own wallet list instead of the bundled one. */
  readonly walletsFile?: string | undefined
  /** Urls under which clients know the relay; the audience of a client's token must be one of them. Absent: see `relayAudiences()`. */
  readonly relayAudiences?: readonly string[] | undefined
  /** Most relay sockets of one address, and of one client, on one instance. */
  readonly relaySockets?: { readonly perAddress?: number | undefined; readonly perClient?: number | undefined } | undefined
  /** What strangers may store. Absent: `defaultStorageLimits`. */
  readonly storage?: StorageLimits | undefined
  /** What sockets and requests of strangers may hold in memory. Absent: `defaultMemoryLimits`. */
  readonly memory?: MemoryLimits | undefined
  /** What the index may ask nodes in an hour. Absent: those of `limits/index-calls.ts`. */
  readonly indexCalls?: IndexCallLimits | undefined
  readonly dataDir?: string | undefined
  readonly databaseUrl?: string | undefined
  /** JSON file with the settings of the data side, see `data/config.ts`. */
  readonly dataFile?: string | undefined
  /** 32 bytes in hex: encrypts the keys that these services hold for others, and keys the hashes of addresses. */
  readonly secretKey?: string | undefined
  /** Token of the console. Absent: there is no console. */
  readonly adminToken?: string | undefined
  readonly metrics?: { readonly onMain: boolean; readonly port?: number | undefined } | undefined
  readonly analytics?: AnalyticsSettings | undefined
  /** The embedded wallet. Absent: it is off, and no listener is opened for it. */
  readonly frame?: FrameSettings | undefined
  /** Logins with accounts elsewhere. Absent: none are offered. */
  readonly social?: SocialSettings | undefined
  /** Smart accounts of the embedded wallet. Absent: there are none. */
  readonly smartAccounts?: SmartAccountSettings | undefined
  /** Contracts that approvals of the embedded wallet call by name. */
  readonly knownContracts?: readonly KnownContractSetting[] | undefined
}

/** How analytics events are kept and exported. */
export interface AnalyticsSettings {
  /** Events are accepted from everybody when there is no table of projects. */
  readonly isOpen: boolean
  readonly retentionDays: number
  /** Most events over all projects; beyond it the oldest are deleted. */
  readonly maxEvents?: number | undefined
  readonly exporter?:
    | { readonly kind: 'otlp' | 'webhook'; readonly url: string; readonly authorization?: string | undefined }
    | undefined
}

/** Parses the environment; an empty variable counts as an absent one. @throws ConfigError that names every variable at fault, a line each */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // Shells and compose files cannot unset a variable, they can only empty it.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const faults = new SettingFaults()
  const values = parseEnvironment(given, faults)
  const dev = values.WM_DEV
  const chainsOf = () => ({
    ...faults.attempt(() => json('WM_CHAINS', values, chainsJson), {}),
    ...upstreamVariables(given, faults),
    ...devnet(faults.has('WM_EVM_URL') ? UNREADABLE : values.WM_EVM_URL),
  })
  const nodes = faults.attempt(() => nodesOf(chainsOf()), { chains: {}, sockets: {} })
  // Which chains have nodes is not known where these are wrong.
  const allChains = ['WM_CHAINS', 'WM_CHAINS_FILE']
  const { chains } = nodes
  const config: Config = {
    host: values.WM_SERVICES_HOST,
    port: values.WM_SERVICES_PORT,
    publicUrl: values.WM_PUBLIC_URL,
    dev: values.WM_DEV,
    log: values.WM_LOG,
    trustedProxies: values.WM_TRUST_PROXY,
    limits: limitsOf(values),
    projectLimits: projectLimitsOf(values),
    ...nodes,
    chainNames: faults.attempt(
      () => chainNamesOf(values.WM_CHAIN_NAMES, chains, values.WM_EVM_URL ? { [DEVNET]: 'Devnet' } : {}),
      undefined,
      allChains,
    ),
    projects:
      faults.attempt(() => json('WM_PROJECTS', values, projectsJson(values.WM_FRAME_DEV_ORIGINS)), undefined, [
        'WM_FRAME_DEV_ORIGINS',
      ]) ?? {},
    walletsFile: values.WM_WALLETS_FILE,
    relayAudiences: faults.attempt(() => audiences(values.WM_RELAY_AUDIENCES), undefined),
    relaySockets: { perAddress: values.WM_RELAY_SOCKETS_PER_ADDRESS, perClient: values.WM_RELAY_SOCKETS_PER_CLIENT },
    storage: storageLimitsOf(values),
    memory: memoryLimitsOf(values),
    indexCalls: indexCallLimitsOf(values, values.WM_DEV),
    dataDir: values.WM_DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    dataFile: values.WM_DATA_FILE,
    secretKey: values.WM_SECRET_KEY,
    adminToken: values.WM_ADMIN_TOKEN,
    metrics: { onMain: values.WM_METRICS, port: values.WM_METRICS_PORT },
    analytics: faults.attempt(() => analyticsOf(values), undefined),
    social: faults.attempt(() => socialOf(values, { dev, env: given, chains }), undefined, ['WM_DEV', ...allChains]),
    smartAccounts: faults.attempt(() => smartAccountsOf(values, chains), undefined, allChains),
    knownContracts: faults.attempt(() => knownContractsOf(values, chains), undefined, allChains),
    frame: faults.attempt(
      () => frameOf(values, { dev, port: values.WM_SERVICES_PORT, secretKey: values.WM_SECRET_KEY }),
      undefined,
      ['WM_DEV'],
    ),
  }
  refuseDangerous(config, values.WM_FRAME_PORT !== undefined || dev || faults.has('WM_DEV'), faults)
  faults.end()
  return config
}

/** Stands for an address that cannot be read: its chain has nodes, for whatever else is checked. */
const UNREADABLE = 'http://unreadable.invalid'

/** The values of all variables. Those of wrong ones, which are gathered, are as if they were absent. */
function parseEnvironment(given: Readonly<Record<string, unknown>>, faults: SettingFaults): z.output<typeof environment> {
  const parsed = environment.safeParse(given)
  if (parsed.success) return parsed.data
  for (const fault of environmentFaults(parsed.error.issues, given)) faults.add(fault)
  return environment.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !faults.has(name))))
}

/** Limits of one address. Larger in development, where all tabs and tests call from one address. */
function limitsOf({ WM_DEV, WM_RATE_TOKENS, WM_RATE_REFILL_PER_S }: z.output<typeof environment>): Config['limits'] {
  return { tokens: WM_RATE_TOKENS ?? (WM_DEV ? 10_000 : 100), refillPerSecond: WM_RATE_REFILL_PER_S ?? (WM_DEV ? 1000 : 2) }
}

/** Limits of one project: the size of 200 addresses and the refill of 100, so that a stranger who spends in its name does little harm. */
function projectLimitsOf(values: z.output<typeof environment>): LimitConfig {
  const { tokens, refillPerSecond } = limitsOf(values)
  return {
    tokens: values.WM_RATE_PROJECT_TOKENS ?? 200 * tokens,
    refillPerSecond: values.WM_RATE_PROJECT_REFILL_PER_S ?? 100 * refillPerSecond,
  }
}

function analyticsOf(values: z.output<typeof environment>): AnalyticsSettings {
  const { WM_ANALYTICS_EXPORT: kind, WM_ANALYTICS_EXPORT_URL: url, WM_ANALYTICS_EXPORT_AUTH: authorization } = values
  if (kind !== undefined && url === undefined)
    throw new ConfigError('WM_ANALYTICS_EXPORT_URL', `needed with WM_ANALYTICS_EXPORT=${kind}`)
  if (kind === undefined && url !== undefined) throw new ConfigError('WM_ANALYTICS_EXPORT', 'otlp or webhook is needed')
  const exporter = kind !== undefined && url !== undefined ? { kind, url, authorization } : undefined
  if (exporter) refuseOpenKey(new URL(exporter.url), authorization)
  return {
    isOpen: values.WM_ANALYTICS,
    retentionDays: values.WM_ANALYTICS_RETENTION_D,
    maxEvents: values.WM_ANALYTICS_MAX_EVENTS,
    exporter,
  }
}

function refuseOpenKey({ protocol, hostname, username, password }: URL, authorization: string | undefined): void {
  if (username || password)
    throw new ConfigError('WM_ANALYTICS_EXPORT_URL', 'holds a password: put it into WM_ANALYTICS_EXPORT_AUTH (`Basic …`)')
  if (authorization !== undefined && protocol === 'http:' && !isLoopback(hostname))
    throw new ConfigError('WM_ANALYTICS_EXPORT_AUTH', 'refused with http: the key would travel in the clear')
}

function devnet(url: string | undefined): Record<string, readonly string[]> {
  return url ? { [DEVNET]: [url, url.replace(/^http/, 'ws')] } : {} // anvil takes both at one port
}

/** Splits the nodes of each chain by HTTP and WebSocket. @throws ConfigError `WM_CHAINS` for a chain without an HTTP node */
function nodesOf(all: Readonly<Record<string, readonly string[]>>): Pick<Config, 'chains' | 'sockets'> {
  const pick = (isWanted: (url: string) => boolean) =>
    Object.fromEntries(Object.entries(all).map(([chain, urls]) => [chain, urls.filter(isWanted)] as const))
  const chains = pick((url) => !isSocketUrl(url))
  const bare = Object.entries(chains).find(([, urls]) => urls.length === 0)?.[0]
  // `WM_RPC_…` variables were checked where they were read, so the chain at fault stands in `WM_CHAINS`.
  if (bare !== undefined) throw new ConfigError('WM_CHAINS', `${bare} needs an http(s) url beside its ws(s) url`)
  return { chains, sockets: Object.fromEntries(Object.entries(pick(isSocketUrl)).filter(([, urls]) => urls.length > 0)) }
}

function audiences(list: string | undefined): readonly string[] | undefined {
  const urls = list?.split(',').map((url) => url.trim())
  if (urls?.every((url) => /^wss?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) ?? true) return urls
  throw new ConfigError('WM_RELAY_AUDIENCES', 'ws(s) urls, separated by commas, are needed')
}

/** `WM_RPC_EIP155_1=https://a,https://b`: the namespace in any case, the reference as it is. */
function upstreamVariables(
  env: Readonly<Record<string, string | undefined>>,
  faults: SettingFaults,
): Record<string, readonly string[]> {
  const chains: Record<string, readonly string[]> = {}
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.startsWith(upstreamPrefix)) continue
    const [namespace = '', ...reference] = name.slice(upstreamPrefix.length).split('_')
    const chain = `${namespace.toLowerCase()}:${reference.join('_')}`
    const read = () => {
      if (!caip2.test(chain)) throw new ConfigError(name, 'the name must end with a chain id, such as WM_RPC_EIP155_1')
      const urls = value.split(',').map((url) => url.trim())
      if (!urls.every((url) => nodeUrl.safeParse(url).success))
        throw new ConfigError(name, 'http(s) or ws(s) urls, separated by commas, are needed')
      if (urls.every(isSocketUrl)) throw new ConfigError(name, 'an http(s) url is needed beside the ws(s) url')
      return urls
    }
    chains[chain] = faults.attempt(read, [UNREADABLE])
  }
  return chains
}

type JsonName = 'WM_CHAINS' | 'WM_PROJECTS'

function json<S extends z.ZodType>(name: JsonName, values: z.output<typeof environment>, schema: S): z.output<S> | undefined {
  const file = values[`${name}_FILE`]
  const inline = values[name]
  if (file !== undefined && inline !== undefined) throw new ConfigError(name, `set either ${name} or ${name}_FILE`)
  const variable = file === undefined ? name : `${name}_FILE`
  const text = file === undefined ? inline : readText(variable, file)
  if (text === undefined) return undefined
  const result = schema.safeParse(parseJson(variable, text))
  if (result.success) return result.data
  throw new ConfigError(
    variable,
    result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  )
}

/** The setting, with its value, that makes these services reachable from other machines; undefined when only this machine reaches them. */
export function publicBy({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string | undefined {
  if (!isLoopback(host)) return `WM_SERVICES_HOST=${host}`
  if (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname)) return `WM_PUBLIC_URL=${publicUrl}`
  return undefined
}

/** @param isFrameOn whether the embedded wallet is on, also where its settings are wrong */
function refuseDangerous(config: Config, isFrameOn: boolean, faults: SettingFaults): void {
  const refuse = (isRefused: boolean, variable: string, problem: string) => {
    if (isRefused) faults.add(new ConfigError(variable, problem))
  }
  const belongsToFrame = (setting: unknown) => setting !== undefined && !isFrameOn
  refuse(belongsToFrame(config.social), 'WM_FRAME_PORT', 'needed with WM_SOCIAL: social logins belong to the embedded wallet')
  refuse(
    belongsToFrame(config.smartAccounts),
    'WM_FRAME_PORT',
    'needed with WM_SMART_ACCOUNTS: smart accounts belong to the embedded wallet',
  )
  refuse(
    belongsToFrame(config.knownContracts),
    'WM_FRAME_PORT',
    'needed with WM_KNOWN_CONTRACTS: the embedded wallet alone shows their names',
  )
  const shown = publicBy(config)
  if (shown !== undefined) {
    refuse(config.dev, 'WM_DEV', `refused with ${shown}: it would let strangers rule your devnet`)
    refuse(DEVNET in config.chains, 'WM_EVM_URL', `refused with ${shown}: a devnet belongs on the loopback`)
  }
  const own = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).host
  const isSelf = (text: string) => {
    const url = new URL(text)
    return url.host === own || (isLoopback(url.hostname) && url.port === String(config.port))
  }
  refuse(smartAccountUrls(config.smartAccounts).some(isSelf), 'WM_SMART_ACCOUNTS', 'a url points back at these services')
  if (faults.has('WM_SERVICES_PORT')) return // it is not known which port that is
  const circular = Object.entries(config.chains).flatMap(([chain, urls]) => (urls.some(isSelf) ? [chain] : []))
  if (circular.length > 0)
    faults.add(
      new ConfigError(
        `${upstreamPrefix}*`,
        circular.map((chain) => `${chain} points back at these services`),
      ),
    )
}
