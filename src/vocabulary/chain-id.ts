// Chain ids (CAIP-2) and namespaces, with which the settings are checked. Accounts, assets and addresses are in `caip.ts`.

import { namespaces } from './namespace-names.js'

export { namespaces } from './namespace-names.js'

/** An ecosystem that this package speaks (CAIP-2 namespace). */
export type Namespace = (typeof namespaces)[number]
/** CAIP-2 chain id, such as `eip155:1`. */
export type ChainId = `${Namespace}:${string}`
/** CAIP-10 account id, such as `eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb`. */
export type AccountId = `${Namespace}:${string}:${string}`

/** The parts of a CAIP-2 chain id. */
export interface Chain {
  readonly namespace: Namespace
  /** Chain number on eip155; genesis hash or chain name elsewhere. Case matters. */
  readonly reference: string
}

const chainPart = /^[-_a-zA-Z0-9]{1,32}$/
const chainNumber = /^(?:0|[1-9]\d*)$/

/** Whether a value is one of `namespaces`. */
export function isNamespace(value: unknown): value is Namespace {
  return namespaces.some((known) => known === value)
}

/** Whether a value is a CAIP-2 id of a known namespace. On eip155 the reference is a decimal number without leading zeros. */
export function isChainId(value: unknown): value is ChainId {
  return typeof value === 'string' && readChain(value) !== undefined
}

/** The parts of a CAIP-2 id; undefined when `isChainId` refuses it. */
export function readChain(value: string): Chain | undefined {
  const [namespace, reference = '', ...rest] = value.split(':')
  if (!isNamespace(namespace) || rest.length > 0 || !chainPart.test(reference)) return undefined
  return namespace === 'eip155' && !chainNumber.test(reference) ? undefined : { namespace, reference }
}
