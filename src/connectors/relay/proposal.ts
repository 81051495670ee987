// What is proposed to a wallet over the relay, and how what it grants is read: by ecosystem, and only for what was asked.
import * as z from 'zod/mini'
import { getAddress } from 'viem/utils'
import { type ChainId, isAccountId, isAddress, isNamespace, type Namespace, parseAccountId } from '../../caip.js'
import type { Network } from '../../network.js'
import type { ConnectedWallet } from '../../wallet.js'
import { displayName } from '../../display-name.js'

/** Specification §7: method lists sent on connect. */
const methods: Readonly<Record<Namespace, readonly string[]>> = {
  eip155: [
    'eth_accounts',
    'eth_requestAccounts',
    'eth_sendRawTransaction',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'personal_sign',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_getPermissions',
    'wallet_requestPermissions',
    'wallet_registerOnboarding',
    'wallet_watchAsset',
    'wallet_scanQRCode',
    'wallet_getCallsStatus',
    'wallet_showCallsStatus',
    'wallet_sendCalls',
    'wallet_getCapabilities',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'wallet_getAssets',
  ],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_requestAccounts',
    'solana_getAccounts',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  bip122: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
  polkadot: ['polkadot_signTransaction', 'polkadot_signMessage'],
  cosmos: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'],
}
const events = ['accountsChanged', 'chainChanged']

export interface ProposedNamespace {
  chains: string[]
  methods: string[]
  events: string[]
}

/** `optionalNamespaces` (CAIP-25) for these networks; older ids of a chain are proposed too, as old wallets know only those. */
export function toProposal(networks: readonly Network[]): Record<string, ProposedNamespace> {
  const proposal: Record<string, ProposedNamespace> = {}
  for (const { chainNamespace, caipNetworkId, deprecatedCaipNetworkIds = [] } of networks) {
    const entry = (proposal[chainNamespace] ??= { chains: [], methods: [...methods[chainNamespace]], events: [...events] })
    entry.chains = [...new Set([...entry.chains, caipNetworkId, ...deprecatedCaipNetworkIds])]
  }
  return proposal
}

export interface GrantedNamespace {
  /** Addresses by chain; never an empty list. Checksummed on eip155. */
  readonly accounts: ReadonlyMap<ChainId, readonly string[]>
  /** Granted, and proposed before. */
  readonly methods: ReadonlySet<string>
  /** Granted though nobody proposed them: the wallet is not asked for these. */
  readonly unasked: ReadonlySet<string>
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

/** What a wallet granted of `asked`: other chains, and accounts that are no addresses, are dropped as if they were not there. */
export function readNamespaces(value: unknown, asked: ReadonlySet<string>): Map<Namespace, GrantedNamespace> {
  const granted = new Map<Namespace, { accounts: Map<ChainId, string[]>; methods: Set<string>; unasked: Set<string> }>()
  const parsed = namespacesSchema.safeParse(value)
  for (const [key, entry] of Object.entries(parsed.success ? parsed.data : {})) {
    const namespace = key.split(':')[0] // CAIP-25 allows a chain id as key
    if (!isNamespace(namespace)) continue
    for (const account of entry.accounts) {
      if (!isAccountId(account)) continue
      const { chainId, address: raw, namespace: own } = parseAccountId(account)
      if (own !== namespace || !asked.has(chainId) || !isAddress(namespace, raw)) continue
      const address = namespace === 'eip155' ? getAddress(raw.toLowerCase()) : raw
      const known = granted.get(namespace) ?? {
        accounts: new Map<ChainId, string[]>(),
        methods: new Set<string>(),
        unasked: new Set<string>(),
      }
      known.accounts.set(chainId, [...new Set([...(known.accounts.get(chainId) ?? []), address])])
      for (const method of entry.methods) (methods[namespace].includes(method) ? known.methods : known.unasked).add(method)
      granted.set(namespace, known)
    }
  }
  return granted
}

export interface GrantedSession {
  readonly topic: string
  /** Unix ms. */
  readonly expiresAt: number
  readonly wallet: ConnectedWallet
  readonly namespaces: ReadonlyMap<Namespace, GrantedNamespace>
}

/** A settled session, as far as it can be used; `undefined` when it is malformed. `namespaces` may be empty. */
export function readSession(value: unknown, asked: ReadonlySet<string>): GrantedSession | undefined {
  const parsed = sessionSchema.safeParse(value)
  if (!parsed.success) return undefined
  const { topic, expiry, namespaces, peer } = parsed.data
  const name = displayName(peer.metadata.name) ?? 'WalletConnect'
  const host = URL.canParse(peer.metadata.url) ? new URL(peer.metadata.url).hostname : ''
  const icon = peer.metadata.icons.find((url) => url.length <= ICON_MAX_CHARACTERS && /^(https:\/\/|data:image\/)/i.test(url))
  return {
    topic,
    expiresAt: expiry * 1000,
    wallet: { id: `relay:${host || name}`, name, icon },
    namespaces: readNamespaces(namespaces, asked),
  }
}
