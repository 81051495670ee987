// Writes the proposal of a session (CAIP-25) and reads what a wallet grants in answer: by namespace, and only for the chains that
// were asked for.
import * as z from 'zod/mini'
import { type ChainId, isAccountId, isNamespace, type Namespace, parseAccountId } from '../../vocabulary/caip.js'
import { displayName } from '../../vocabulary/display-name.js'
import type { Network } from '../../vocabulary/network.js'
import type { ConnectedWallet } from '../../vocabulary/wallet.js'
import type { GrantedNamespace } from '../connector.js'

const events = ['accountsChanged', 'chainChanged']

/** What a proposal asks for in one namespace (CAIP-25). */
export interface ProposedNamespace {
  /** CAIP-2, deprecated ids included. */
  chains: string[]
  methods: string[]
  events: string[]
}

/** The methods to ask for, by namespace. */
export type Methods = ReadonlyMap<Namespace, readonly string[]>

/**
 * The `optionalNamespaces` of a proposal (CAIP-25): the networks of every namespace that has methods. Deprecated ids of a chain
 * are proposed too, since old wallets know only those.
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

/** The chain ids that a wallet may grant, deprecated ones included, each with the configured id of its chain (CAIP-2). */
export type AskedChains = ReadonlyMap<string, ChainId>

/** The chains of the configured networks. A session adds those that its wallet is asked to switch to. */
export function askedChains(networks: readonly Network[]): AskedChains {
  return new Map(
    networks.flatMap(({ caipNetworkId, deprecatedCaipNetworkIds = [] }) =>
      [caipNetworkId, ...deprecatedCaipNetworkIds].map((id) => [id, caipNetworkId] as const),
    ),
  )
}

/** What `readNamespaces` needs to know of a namespace. */
export interface NamespaceReader {
  /** The methods that were proposed. */
  readonly methods: readonly string[]
  /** The address in the namespace's usual form; `undefined` when the text is no address. */
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

/**
 * Reads the `namespaces` of a settled session. Chains outside `asked`, namespaces without a reader and malformed accounts are
 * left out. A namespace without any account left is not in the result.
 */
export function readNamespaces(
  value: unknown,
  asked: AskedChains,
  readers: ReadonlyMap<Namespace, NamespaceReader>,
): Map<Namespace, GrantedNamespace> {
  const granted = new Map<Namespace, ReturnType<typeof emptyGrant>>()
  const parsed = namespacesSchema.safeParse(value)
  for (const [key, entry] of Object.entries(parsed.success ? parsed.data : {})) {
    const namespace = key.split(':')[0] // CAIP-25 allows a chain id as key, too
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

/** A session that a wallet has approved, read by `readSession`. */
export interface SettledSession {
  /** 64 hex digits. */
  readonly topic: string
  /** Unix milliseconds. */
  readonly expiresAt: number
  readonly wallet: ConnectedWallet
  /** As the wallet sent them, for `readNamespaces`. */
  readonly namespaces: unknown
}

/**
 * Reads a session of the client; `undefined` when it is malformed. The wallet's name and icon are made safe to show; its id is
 * `relay:` and the host of its url, or its name where it has none.
 */
export function readSession(value: unknown): SettledSession | undefined {
  const parsed = sessionSchema.safeParse(value)
  if (!parsed.success) return undefined
  const { topic, expiry, namespaces, peer } = parsed.data
  const name = displayName(peer.metadata.name) ?? 'WalletConnect'
  const host = URL.canParse(peer.metadata.url) ? new URL(peer.metadata.url).hostname : ''
  const icon = peer.metadata.icons.find((url) => url.length <= ICON_MAX_CHARACTERS && /^(https:\/\/|data:image\/)/i.test(url))
  return { topic, expiresAt: expiry * 1000, wallet: { id: `relay:${host || name}`, name, icon }, namespaces }
}
