// Chain ids (CAIP-2) and the ecosystems there are: what the settings are checked with. Accounts, assets and addresses: `caip.ts`.

import { namespaces } from './namespace-names.js'

export { namespaces } from './namespace-names.js'

/** An ecosystem this toolkit speaks (CAIP-2 namespace). */
export type Namespace = (typeof namespaces)[number]
/** CAIP-2 chain id, such as `eip155:1`. */
export type ChainId = `${Namespace}:${string}`
/** CAIP-10 account id, such as `eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb`. */
export type AccountId = `${Namespace}:${string}:${string}`

export interface Chain {
  readonly namespace: Namespace
  /** Chain number on eip155; genesis hash or chain name elsewhere. Case matters. */
  readonly reference: string
}

const chainPart = /^[-_a-zA-Z0-9]{1,32}$/
const chainNumber = /^(?:0|[1-9]\d*)$/

export function isNamespace(value: unknown): value is Namespace {
  return namespaces.some((known) => known === value)
}

/** Exactly two parts, a known namespace, a reference of CAIP-2's characters (decimal without leading zeros on eip155). */
export function isChainId(value: unknown): value is ChainId {
  return typeof value === 'string' && readChain(value) !== undefined
}

export function readChain(value: string): Chain | undefined {
  const [namespace, reference = '', ...rest] = value.split(':')
  if (!isNamespace(namespace) || rest.length > 0 || !chainPart.test(reference)) return undefined
  return namespace === 'eip155' && !chainNumber.test(reference) ? undefined : { namespace, reference }
}
