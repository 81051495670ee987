// Settings of the data side: one JSON file (`WM_DATA_FILE`), read at start. Every error names its key; adapters without an entry are off.
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { ConfigError, DEVNET, isLoopback } from '../settings/config.js'
import type { DevnetSettings } from './devnet-settings.js'
import { isPublicKey } from './public-keys.js'
import { ledgersSchema, ratesSchema, solanaSchema, spamSchema } from './asset-config.js'
import { addressSchema, chainDataSchema, type ChainData } from '../chain/chain-data.js'

const httpUrl = z.url({ protocol: /^https?$/, error: 'an http(s) url is needed' })
const key = z.string().min(1, 'a key is needed').max(4096)
/** ISO 3166-1 alpha-2. */
const country = z.string().regex(/^[A-Z]{2}$/, 'country codes of two letters are needed')
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A vendor's interface: off unless its key (or, where none is needed, its url) is given. */
const keyed = z.strictObject({ key, url: httpUrl.optional() })

const adapters = z.strictObject({
  zerox: keyed.optional(),
  oneinch: keyed.optional(),
  lifi: z.strictObject({ url: httpUrl, key: key.optional() }).optional(),
  defillama: z.strictObject({ url: httpUrl }).optional(),
  coingecko: z.strictObject({ url: httpUrl, key: key.optional() }).optional(),
  /** Names of the Ethereum name service: a chain with its contracts, default `eip155:1` when that is served, else the devnet. */
  ens: z
    .strictObject({
      chainId: z.string().regex(/^eip155:[1-9]\d{0,15}$/, 'an EVM chain id is needed'),
      /** Where the chain has it elsewhere than ENS itself does. */
      universalResolver: addressSchema.optional(),
    })
    .optional(),
  coinbase: z.strictObject({ keyId: key, key, url: httpUrl.optional() }).optional(),
  /** Meld needs the buyer's country and the name of the provider behind it (`seller`). */
  meld: z
    .strictObject({ key, url: httpUrl.optional(), country: country.default('US'), seller: key.default('TRANSAK') })
    .optional(),
  /** `referrerDomain`: the site that Transak knows the key for. `url` is of its gateway, `tokenUrl` of its partner interface. */
  transak: z
    .strictObject({ key, secretKey: key, referrerDomain: key, url: httpUrl.optional(), tokenUrl: httpUrl.optional() })
    .optional(),
  moonpay: z.strictObject({ key, secretKey: key, url: httpUrl.optional() }).optional(),
})

const names = z.strictObject({
  /** Names end with it. Without it there are no names: what ends with a domain of nobody's belongs to whoever gets that. */
  zone: z
    .string()
    .refine((zone) => zone.split('.').every((part) => label.test(part)), 'a domain in lower case is needed')
    .optional(),
  reserved: z.array(z.string().regex(label, 'labels are needed')).max(10_000).default(['www', 'admin', 'support']),
  /** How far the moment in a signed registration may lie behind, in seconds. */
  windowPastS: z.int().min(1).max(86_400).default(300),
  windowFutureS: z.int().min(0).max(3600).default(30),
  /** What a name may say about its owner. */
  attributes: z
    .array(z.string().regex(/^[a-z][a-z0-9._-]{0,63}$/i, 'short words are needed'))
    .max(32)
    .default(['bio']),
  /** Signs the answers of the CCIP-Read gateway; without it there is none. */
  gatewayKey: z
    .templateLiteral(['0x', z.string()])
    .refine((hex) => /^0x[0-9a-f]{64}$/i.test(hex), 'a private key of 32 bytes in hex is needed')
    .optional(),
})

/** On-ramp providers in the order in which they are asked by default. */
export const onrampProviderNames = ['sandbox', 'coinbase', 'meld', 'transak', 'moonpay'] as const

const onramp = z.strictObject({
  /** A checkout that mints devnet money. Default: on with a devnet. */
  sandbox: z.boolean().optional(),
  feePercent: z.number().min(0).max(50).default(1.5),
  currencies: z
    .array(z.string().regex(/^[A-Z]{3}$/, 'ISO 4217 codes are needed'))
    .min(1)
    .default(['USD', 'EUR', 'GBP']),
  /** On-ramp providers that are asked for a checkout page, in order; those without an adapter are skipped. */
  sellers: z.array(z.enum(onrampProviderNames)).default([...onrampProviderNames]),
  /** Countries in which nothing is offered, by the caller's own word. */
  restricted: z.array(country).default([]),
})

const identity = z.strictObject({
  /** Who is asked for a name first: the names registered here, or the Ethereum name service. */
  order: z
    .array(z.enum(['names', 'ens']))
    .min(1)
    .default(['names', 'ens']),
})

/** Of the file's content. */
export const dataFileSchema = z.strictObject({
  chains: z.record(z.string().regex(/^eip155:[1-9]\d{0,15}$/, 'an EVM chain id is needed'), chainDataSchema).default({}),
  solana: solanaSchema.default({}),
  ledgers: ledgersSchema.default({}),
  rates: ratesSchema.default({}),
  spam: spamSchema.prefault({}),
  names: names.prefault({}),
  onramp: onramp.prefault({}),
  identity: identity.prefault({}),
  adapters: adapters.prefault({}),
  /** Gateway for `ipfs:` pictures and metadata. Its url is shown to visitors, and paths are put behind it. */
  ipfsGateway: httpUrl.refine((url) => !/[?#@]/.test(url), 'a url without user, query and fragment is needed').optional(),
})

/** The settings of the data side, devnets included. */
export type DataConfig = z.output<typeof dataFileSchema> & {
  /** By CAIP-2 id: ENS's universal resolver on devnets. */
  readonly universalResolvers: DevnetSettings['universalResolvers']
  /** CAIP-2 ids of chains that may restart from their first block: devnets. */
  readonly resettable: readonly string[]
}

/** A value `env:NAME` is taken from the environment, so that the file holds no secret. */
const reference = /^env:([A-Z][A-Z0-9_]*)$/

/** Where the settings of the data side come from. */
export interface DataConfigSource {
  /** Path of the JSON file; its variable is named in errors. */
  readonly file?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** The setting that makes the services reachable from other machines, if any: public keys and play money are then refused. */
  readonly shown: string | undefined
  /** CAIP-2 ids that are served, with or without an entry in the file. */
  readonly served: readonly string[]
  /** Settings of devnets, for chains without an entry in the file. */
  readonly devnets?: DevnetSettings | undefined
}

/** Reads the data file and fills in its defaults. @throws ConfigError `WM_DATA_FILE`, with the key at fault */
export function readDataConfig({ file, env, shown, served, devnets }: DataConfigSource): DataConfig {
  const parsed = dataFileSchema.safeParse(file === undefined ? {} : resolve(readJson(file), env, []))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : []
    throw fault([...(issue?.path ?? []), ...unknown.slice(0, 1)], issue?.message ?? 'invalid')
  }
  const config = parsed.data
  for (const chainId of Object.keys(config.chains)) {
    if (!served.includes(chainId)) throw fault(['chains', chainId], 'this chain has no nodes (WM_RPC_…)')
  }
  refuseDangerous(config, shown)
  if (config.names.gatewayKey !== undefined && config.names.zone === undefined && devnets === undefined)
    throw fault(['names', 'zone'], 'needed with names.gatewayKey: the domain whose names it signs for')
  const isDevnet = devnets !== undefined && served.includes(DEVNET)
  const defaults = served
    .filter((chainId) => chainId.startsWith('eip155:'))
    .map((chainId): [string, ChainData] => [chainId, devnets?.chains[chainId] ?? chainDataSchema.parse({})])
  const solana = Object.entries(devnets?.solana ?? {}).filter(([chainId]) => served.includes(chainId))
  return {
    ...config,
    chains: { ...Object.fromEntries(defaults), ...config.chains },
    solana: { ...Object.fromEntries(solana), ...config.solana },
    names: {
      ...config.names,
      zone: config.names.zone ?? devnets?.zone,
      ...(isDevnet ? { gatewayKey: config.names.gatewayKey ?? devnets.gatewayKey } : {}),
    },
    onramp: { ...config.onramp, sandbox: config.onramp.sandbox ?? (isDevnet || (solana.length > 0 && shown === undefined)) },
    universalResolvers: devnets?.universalResolvers ?? {},
    resettable: solana.map(([chainId]) => chainId),
  }
}

/** Keys that anyone can read in this repository sign nothing that a stranger relies on; play money is for one's own machine. */
function refuseDangerous(config: z.output<typeof dataFileSchema>, shown: string | undefined): void {
  refuseClearKeys(config)
  const { names, onramp } = config
  if (shown === undefined) return
  if (names.gatewayKey !== undefined && isPublicKey(names.gatewayKey)) {
    throw fault(['names', 'gatewayKey'], `refused with ${shown}: this is the devnet's key, which everyone knows`)
  }
  if (onramp.sandbox === true) {
    throw fault(['onramp', 'sandbox'], `refused with ${shown}: nobody must take play money for a purchase`)
  }
}

/** A vendor with a key must have an https url, or one on the loopback. */
function refuseClearKeys({ adapters, chains }: z.output<typeof dataFileSchema>): void {
  const explorers = Object.entries(chains).map(([chainId, { explorer }]) => [['chains', chainId, 'explorer'], explorer] as const)
  const vendors = Object.entries(adapters).map(([name, adapter]) => [['adapters', name], adapter] as const)
  for (const [path, vendor] of [...vendors, ...explorers]) {
    const { key: hasKey, url, tokenUrl } = (vendor ?? {}) as { key?: string; url?: string; tokenUrl?: string } // of the schemas above
    if (hasKey && [url, tokenUrl].some((each) => each !== undefined && isOpenToReaders(each)))
      throw fault([...path, 'url'], 'refused with http: the key would travel in the clear')
  }
}

function isOpenToReaders(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isLoopback(hostname)
}

/** Names of the variables that the file takes its secrets from. */
export function variablesOf(file: string | undefined): readonly string[] {
  const text = file === undefined ? '' : JSON.stringify(readJson(file))
  return [...text.matchAll(/"env:([A-Z][A-Z0-9_]*)"/g)].map(([, name = '']) => name)
}

function fault(path: readonly PropertyKey[], problem: string): ConfigError {
  return new ConfigError('WM_DATA_FILE', `${path.map(String).join('.')}: ${problem}`)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError('WM_DATA_FILE', error instanceof SyntaxError ? 'not JSON' : 'the file cannot be read')
  }
}

function resolve(value: unknown, env: DataConfigSource['env'], path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry, index) => resolve(entry, env, [...path, String(index)]))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, resolve(entry, env, [...path, name])]))
  }
  const variable = typeof value === 'string' ? reference.exec(value)?.[1] : undefined
  if (variable === undefined) return value
  const found = env[variable]
  if (!found) throw fault(path, `${variable} is not set`)
  return found
}
