// The list of wallets that `GET /getWallets` serves: the bundled one, or the operator's own file of the same shape.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { ConfigError } from '../settings/config.js'

const webLink = z.url({ protocol: /^https$/ }).nullable()
/** A native scheme (`acme://`) or a universal link. */
const appLink = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]*:\/\/\S*$/i)
  .refine((link) => !/^(?:javascript|data|vbscript|file|blob|http):/i.test(link), 'this scheme is not for apps')
  .nullable()
const rdns = z.string().regex(/^[a-z0-9-]+(?:\.[a-zA-Z0-9_-]+)+$/)

const registryEntrySchema = z.strictObject({
  /** 64 hex digits: the field's known id, else the SHA-256 of the name. */
  id: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().min(1).max(64),
  description: z.string().max(300).nullable().default(null),
  /** Name of a drawing in the icon package; null: a drawn initial. */
  icon: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/)
    .nullable()
    .default(null),
  /** Own picture of an operator's wallet. */
  image_url: webLink.default(null),
  homepage: webLink.default(null),
  chains: z.array(z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)).min(1),
  order: z.int().min(0),
  badge_type: z.enum(['none', 'certified']).default('none'),
  rdns: rdns.nullable().default(null),
  injected: z
    .array(z.strictObject({ namespace: z.string(), injected_id: z.string() }))
    .nullable()
    .default(null),
  mobile_link: appLink.default(null),
  link_mode: webLink.default(null),
  desktop_link: appLink.default(null),
  webapp_link: webLink.default(null),
  app_store: webLink.default(null),
  play_store: webLink.default(null),
  chrome_store: webLink.default(null),
})
/** The file of a wallet list. */
export const registrySchema = z.array(registryEntrySchema).max(5000)

/** A wallet of the file. */
export type RegistryEntry = z.output<typeof registryEntrySchema>
/** A wallet as `GET /getWallets` returns it; `image_id` names its image. */
export type ListedWallet = Omit<RegistryEntry, 'icon'> & { readonly image_id: string }

/** The wallet list in memory. */
export interface Registry {
  /** In the order of the field `order`, then by name. */
  readonly wallets: readonly ListedWallet[]
  /** What `GET /getWalletImage/{image_id}` draws. */
  readonly pictures: ReadonlyMap<string, { readonly name: string; readonly icon: string | null }>
}

const bundled = new URL('./registry.json', import.meta.url)

/** Which list to load. */
export interface RegistryOptions {
  /** The operator's own list instead of the bundled one. */
  readonly file?: string | undefined
  /** CAIP-2 ids of further chains, such as a devnet: added to every wallet of the same namespace. */
  readonly extraChains?: readonly string[] | undefined
}

/** Reads and sorts the list. @throws ConfigError `WM_WALLETS_FILE` when the file cannot be read, is no wallet list, or names an id twice */
export function loadRegistry({ file, extraChains = [] }: RegistryOptions = {}): Registry {
  const parsed = registrySchema.safeParse(readJson(file ?? bundled))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError('WM_WALLETS_FILE', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`)
  }
  const entries = [...parsed.data].sort(
    (a, b) => a.order - b.order || a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1),
  )
  if (new Set(entries.map((entry) => entry.id)).size !== entries.length)
    throw new ConfigError('WM_WALLETS_FILE', 'two wallets share an id')
  return {
    wallets: entries.map(({ icon: _, ...entry }) => ({
      ...entry,
      chains: withExtra(entry.chains, extraChains),
      image_id: imageId(entry.id),
    })),
    pictures: new Map(entries.map(({ id, name, icon }) => [imageId(id), { name, icon }])),
  }
}

function withExtra(chains: readonly string[], extra: readonly string[]): string[] {
  const speaks = (chain: string) => chains.some((own) => own.startsWith(chain.slice(0, chain.indexOf(':') + 1)))
  return [...new Set([...chains, ...extra.filter(speaks)])]
}

/** A UUID (version 8, derived by SHA-256) that is always the same for a wallet id. */
export function imageId(walletId: string): string {
  const hex = createHash('sha256').update(`image:${walletId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function readJson(file: string | URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new ConfigError('WM_WALLETS_FILE', 'the file cannot be read as JSON')
  }
}
