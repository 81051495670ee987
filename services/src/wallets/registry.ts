// The list of wallets that `GET /getWallets` serves: the bundled one, or the operator's own file of the same shape.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { ConfigError } from '../config.js'

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
export const registrySchema = z.array(registryEntrySchema).max(5000)

export type RegistryEntry = z.output<typeof registryEntrySchema>
/** A row as it goes over the wire, plus the drawing that its `image_id` stands for. */
export type ListedWallet = Omit<RegistryEntry, 'icon'> & { readonly image_id: string }

export interface Registry {
  /** Most popular first, then by name. */
  readonly wallets: readonly ListedWallet[]
  /** What `GET /getWalletImage/{image_id}` draws. */
  readonly pictures: ReadonlyMap<string, { readonly name: string; readonly icon: string | null }>
}

const bundled = new URL('./registry.json', import.meta.url)

export interface RegistryOptions {
  /** The operator's own list instead of the bundled one. */
  readonly file?: string | undefined
  /** Chains of the operator's own, such as a devnet: wallets of that namespace take any chain they are told of. */
  readonly extraChains?: readonly string[] | undefined
}

/** @throws ConfigError naming WM_WALLETS_FILE when the operator's file is not a list of wallets. */
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

/** A UUID (version 8: our own derivation) that stays the same for a wallet id. */
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
