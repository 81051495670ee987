// What the demo wallet can offer a site that wants to connect: the chains that it asked for, in five ecosystems, with the account in use first.
import type { ProposalTypes, SessionTypes } from '@walletconnect/types'
import { permissionsCapability } from '../../src/connectors/mock/permissions.js'
import { familyMethods, isFamilyName } from '../shared/families/family.js'
import { askedMethods } from '../shared/requests.js'

/** The chains that the wallet's keys work on. */
const known: readonly RegExp[] = [
  /^eip155:[1-9]\d*$/,
  /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/,
  /^bip122:000000000019d6689c085ae165831e93$/,
  /^polkadot:[\da-f]{32}$/,
  /^cosmos:(?:cosmoshub-4|osmosis-1)$/,
]
const isKnown = (chain: string) => known.some((pattern) => pattern.test(chain))
const silentMethods = ['eth_accounts', 'eth_requestAccounts', 'eth_chainId', 'wallet_getCapabilities'] as const
const events = ['chainChanged', 'accountsChanged'] as const

/** Of all chains (EIP-5792): it grants smart sessions. */
export const capabilities = { '0x0': permissionsCapability(true) } as const

type Asked = Pick<ProposalTypes.Struct, 'requiredNamespaces' | 'optionalNamespaces'>
export type Offer =
  | { readonly possible: true; readonly chains: readonly string[]; readonly dropped: readonly string[] }
  | { readonly possible: false; readonly missing: readonly string[] }

/** `eip155` for `eip155:1` */
export const namespaceOf = (chain: string): string => chain.slice(0, chain.indexOf(':'))

/** Which chains a session would have; not possible when the site insists on something this wallet has not. */
export function offerFor(asked: Asked): Offer {
  const required = chainsOf(asked.requiredNamespaces)
  const optional = chainsOf(asked.optionalNamespaces)
  const missing = required.filter((chain) => !isKnown(chain))
  if (missing.length > 0) return { possible: false, missing }
  const chains = [...new Set([...required, ...optional])].filter(isKnown)
  if (chains.length === 0) return { possible: false, missing: optional }
  return { possible: true, chains, dropped: optional.filter((chain) => !isKnown(chain)) }
}

/** The namespaces of a session: every address on every chain, the one in use first. */
export function settle(
  chains: readonly string[],
  addressesOn: (chain: string) => readonly string[],
): Record<string, SessionTypes.Namespace> {
  const namespaces = [...new Set(chains.map(namespaceOf))]
  return Object.fromEntries(
    namespaces.map((namespace) => {
      const own = chains.filter((chain) => namespaceOf(chain) === namespace)
      return [
        namespace,
        {
          chains: own,
          accounts: own.flatMap((chain) => addressesOn(chain).map((address) => `${chain}:${address}`)),
          methods: isFamilyName(namespace) ? [...familyMethods[namespace]] : [...askedMethods, ...silentMethods],
          events: [...events],
        },
      ]
    }),
  )
}

/** Both spellings that dapps use: `{eip155: {chains}}` and `{'eip155:1': {}}`. */
function chainsOf(
  namespaces: Readonly<Record<string, { readonly chains?: readonly string[] | undefined }>> = {},
): readonly string[] {
  return Object.entries(namespaces).flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? [key])))
}
