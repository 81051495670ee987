// What the demo wallet can offer a site that wants to connect: the eip155 chains it asked for, with the account in use first.
import type { ProposalTypes, SessionTypes } from '@walletconnect/types'
import { askedMethods } from '../shared/requests.js'

const CHAIN = /^eip155:[1-9]\d*$/
const silentMethods = ['eth_accounts', 'eth_requestAccounts', 'eth_chainId'] as const
const events = ['chainChanged', 'accountsChanged'] as const

type Asked = Pick<ProposalTypes.Struct, 'requiredNamespaces' | 'optionalNamespaces'>
export type Offer =
  | { readonly possible: true; readonly chains: readonly string[]; readonly dropped: readonly string[] }
  | { readonly possible: false; readonly missing: readonly string[] }

/** Which chains a session would have; not possible when the site insists on something this wallet has not. */
export function offerFor(asked: Asked): Offer {
  const required = chainsOf(asked.requiredNamespaces)
  const optional = chainsOf(asked.optionalNamespaces)
  const missing = required.filter((chain) => !CHAIN.test(chain))
  if (missing.length > 0) return { possible: false, missing }
  const chains = [...new Set([...required, ...optional])].filter((chain) => CHAIN.test(chain))
  if (chains.length === 0) return { possible: false, missing: optional }
  return { possible: true, chains, dropped: optional.filter((chain) => !CHAIN.test(chain)) }
}

/** The namespaces of a session: every address on every chain, the one in use first. */
export function settle(chains: readonly string[], addresses: readonly string[]): SessionTypes.Namespaces {
  return {
    eip155: {
      chains: [...chains],
      accounts: chains.flatMap((chain) => addresses.map((address) => `${chain}:${address}`)),
      methods: [...askedMethods, ...silentMethods],
      events: [...events],
    },
  }
}

/** Both spellings that dapps use: `{eip155: {chains}}` and `{'eip155:1': {}}`. */
function chainsOf(
  namespaces: Readonly<Record<string, { readonly chains?: readonly string[] | undefined }>> = {},
): readonly string[] {
  return Object.entries(namespaces).flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? [key])))
}
