// What is proposed to a wallet over the relay, and how what it grants is read: by namespace, and only for what was asked.
import * as z from 'zod/mini'
import { type ChainId, isAccountId, isNamespace, type Namespace, parseAccountId } from '../../caip.js'
import { displayName } from '../../display-name.js'
import type { Network } from '../../network.js'
import type { ConnectedWallet } from '../../wallet.js'
import type { GrantedNamespace } from '../connector.js'

const events = ['accountsChanged', 'chainChanged']

export interface ProposedNamespace {
  chains: string[]
  methods: string[]
  events: string[]
}

export type Methods = ReadonlyMap<Namespace, readonly string[]>

/**
 * `optionalNamespaces` (CAIP-25) for the networks of the namespaces that have methods; older ids of a chain are proposed too, as old wallets know only
 * those.
 */
export function toProposal(networks: readonly Network[], methods: Methods): Record<string, ProposedNamespace> {
  const proposal: Record<string, ProposedNamespace> = {}
  for (const { chainNamespace, caipNetworkId, deprecatedCaipNetworkIds = [] } of networks) {
    const offered = methods.get(chainNamespace)
    if (!offered) continue
    const entry = (proposal[chainNamespace] ??= { chains: [], methods: [...offered], events: [...events] })
    entry.chains = [...new Set([...entry.chains, caipNetworkId, ...deprecatedCaipNetworkIds])]
  }
  return proposal
}

/** Ids that were proposed, or asked for since, and the configured id of the same chain. */
export type AskedChains = ReadonlyMap<string, ChainId>

export function askedChains(networks: readonly Network[]): AskedChains {
  return new Map(
    networks.flatMap(({ caipNetworkId, deprecatedCaipNetworkIds = [] }) =>
      [caipNetworkId, ...deprecatedCaipNetworkIds].map((id) => [id, caipNetworkId] as const),
    ),
  )
}

/** What reading a namespace's part of a grant takes. */
export interface NamespaceReader {
  readonly methods: readonly string[]
  readAddress(text: string): string | undefined
}

const namespacesSchema = z.record(
  z.string(),
  z.object({ accounts: z.array(z.string()), methods: z.array(z.string()), events: z.array(z.string()) }),
)
const sessionSchema = z.object({
  topic: z.string().check(z.regex(/^[\da-f]{64}$/)),
  expiry: z.number(),
  namespaces: z.unknown(),
  peer: z.object({
    metadata: z.object({ name: z.string(), url: z.catch(z.string(), ''), icons: z.catch(z.array(z.string()), []) }),
  }),
})
const ICON_MAX_CHARACTERS = 262_144

/** What a wallet granted of `asked`: other chains, other namespaces, and accounts that are no addresses are dropped as if they were not there. */
export function readNamespaces(
  value: unknown,
  asked: AskedChains,
  readers: ReadonlyMap<Namespace, NamespaceReader>,
): Map<Namespace, GrantedNamespace> {
  const granted = new Map<Namespace, ReturnType<typeof emptyGrant>>()
  const parsed = namespacesSchema.safeParse(value)
  for (const [key, entry] of Object.entries(parsed.success ? parsed.data : {})) {
    const namespace = key.split(':')[0] // CAIP-25 allows a chain id as key
    const reader = isNamespace(namespace) ? readers.get(namespace) : undefined
    if (!reader || !isNamespace(namespace)) continue
    for (const account of entry.accounts) {
      if (!isAccountId(account)) continue
      const { chainId: wireId, address: raw, namespace: own } = parseAccountId(account)
      const chain = asked.get(wireId)
      const address = reader.readAddress(raw)
      if (own !== namespace || !chain || address === undefined) continue
      const known = granted.get(namespace) ?? emptyGrant()
      known.accounts.set(chain, [...new Set([...(known.accounts.get(chain) ?? []), address])])
      if (chain !== wireId) known.wireIds.set(chain, wireId)
      for (const method of entry.methods) (reader.methods.includes(method) ? known.methods : known.unasked).add(method)
      granted.set(namespace, known)
    }
  }
  return granted
}

const emptyGrant = () => ({
  accounts: new Map<ChainId, string[]>(),
  methods: new Set<string>(),
  unasked: new Set<string>(),
  wireIds: new Map<ChainId, string>(),
})

/** The namespaces that a settled session names, whatever it grants in them. */
export function namedNamespaces(value: unknown): readonly Namespace[] {
  const parsed = namespacesSchema.safeParse(value)
  return [...new Set(Object.keys(parsed.success ? parsed.data : {}).map((key) => key.split(':')[0]))].filter(isNamespace)
}

export interface SettledSession {
  readonly topic: string
  /** Unix ms. */
  readonly expiresAt: number
  readonly wallet: ConnectedWallet
  /** As the wallet sent them. */
  readonly namespaces: unknown
}

/** `undefined` when it is malformed. */
export function readSession(value: unknown): SettledSession | undefined {
  const parsed = sessionSchema.safeParse(value)
  if (!parsed.success) return undefined
  const { topic, expiry, namespaces, peer } = parsed.data
  const name = displayName(peer.metadata.name) ?? 'WalletConnect'
  const host = URL.canParse(peer.metadata.url) ? new URL(peer.metadata.url).hostname : ''
  const icon = peer.metadata.icons.find((url) => url.length <= ICON_MAX_CHARACTERS && /^(https:\/\/|data:image\/)/i.test(url))
  return { topic, expiresAt: expiry * 1000, wallet: { id: `relay:${host || name}`, name, icon }, namespaces }
}
