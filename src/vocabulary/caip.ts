// Chain, account and asset ids (CAIP-2, CAIP-10, CAIP-19): types, parsers, checks of addresses, coin types.
import { COIN_TYPE_CHAIN_ID_LIMIT } from './constants.js'
import { type Chain, type ChainId, type AccountId, type Namespace, isChainId, isNamespace, readChain } from './chain-id.js'
import { walletError } from './errors.js'

export { isChainId, isNamespace, namespaces, type AccountId, type Chain, type ChainId, type Namespace } from './chain-id.js'

/**
 * CAIP-19 asset id, such as `eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48`. The id of one token of a collection ends with a
 * further `/<token id>`.
 */
export type AssetId = `${ChainId}/${string}:${string}`

/** The parts of a CAIP-10 account id. */
export interface ChainAccount {
  readonly namespace: Namespace
  readonly chainId: ChainId
  readonly address: string
}

/** The parts of a CAIP-19 asset id. */
export interface Asset {
  readonly chainId: ChainId
  /** Kind of asset: `erc20`, `slip44`, `token` … */
  readonly assetNamespace: string
  /** The asset within its kind: contract address, coin type … */
  readonly reference: string
  /** One token of a collection. */
  readonly tokenId?: string | undefined
}

const accountPart = /^[-.%a-zA-Z0-9]{1,128}$/
const assetPart = /^([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})(?:\/([-.%a-zA-Z0-9]{1,78}))?$/

/** Whether a value is a CAIP-10 id: a chain id of a known namespace and 1 to 128 characters that CAIP-10 allows. `isAddress` checks the address. */
export function isAccountId(value: unknown): value is AccountId {
  return typeof value === 'string' && readAccount(value) !== undefined
}

/** Reads a CAIP-2 id, such as `eip155:1`. @throws WalletError CAIP_INVALID */
export function parseChainId(value: string): Chain {
  return readChain(value) ?? invalid(value)
}

/** Reads a CAIP-10 id, such as `eip155:1:0xab16…`. @throws WalletError CAIP_INVALID */
export function parseAccountId(value: string): ChainAccount {
  return readAccount(value) ?? invalid(value)
}

/** Reads a CAIP-19 id, such as `eip155:1/slip44:60`. @throws WalletError CAIP_INVALID */
export function parseAssetId(value: string): Asset {
  const slash = value.indexOf('/')
  const chainId = value.slice(0, Math.max(slash, 0))
  const [, assetNamespace, reference, tokenId] = assetPart.exec(value.slice(slash + 1)) ?? []
  if (!isChainId(chainId) || !assetNamespace || !reference) return invalid(value)
  return { chainId, assetNamespace, reference, tokenId }
}

/** Writes a CAIP-2 id. @throws WalletError CAIP_INVALID when the parts make no chain id */
export function formatChainId(namespace: string, reference: string | number): ChainId {
  const id = `${namespace}:${reference}`
  return isChainId(id) ? id : invalid(id)
}

/** Writes a CAIP-10 id. @throws WalletError CAIP_INVALID when the parts make no account id */
export function formatAccountId(chainId: string, address: string): AccountId {
  const id = `${chainId}:${address}`
  return isAccountId(id) ? id : invalid(id)
}

/** Writes a CAIP-19 id. @throws WalletError CAIP_INVALID when the parts make no asset id */
export function formatAssetId({ chainId, assetNamespace, reference, tokenId }: Asset): AssetId {
  const id: AssetId = `${chainId}/${assetNamespace}:${reference}${tokenId === undefined ? '' : `/${tokenId}`}`
  parseAssetId(id)
  return id
}

/** Whether a text is an EVM address as a form accepts it: 40 hex digits, `0x` optional (specification §5). */
export function isEvmAddressLoose(value: string): boolean {
  return /^(?:0x)?[0-9a-fA-F]{40}$/.test(value)
}

const base58 = '[1-9A-HJ-NP-Za-km-z]'
const bech32 = '[02-9ac-hj-np-z]' // no 1, b, i, o (BIP-173)
const segwit = () => new RegExp(`^(?:bc|tb|bcrt)1(?:q(?:${bech32}{38}|${bech32}{58})|p${bech32}{58})$`) // a function, so that a bundler can drop it

/** The shape of addresses by namespace. No check sum is computed: the wallet or the node decides. */
const addresses: Readonly<Partial<Record<Namespace, (value: string) => boolean>>> = {
  eip155: (value) => /^0x[0-9a-fA-F]{40}$/.test(value),
  solana: (value) => new RegExp(`^${base58}{32,44}$`).test(value),
  bip122: (value) =>
    new RegExp(`^[13mn2]${base58}{25,34}$`).test(value) || // P2PKH and P2SH; m, n, 2 on test networks
    (isOneCase(value) && segwit().test(value.toLowerCase())), // v0 by bech32, v1 (taproot) by bech32m
  polkadot: (value) => new RegExp(`^${base58}{46,49}$`).test(value), // SS58: prefix of 1 or 2 bytes, 32-byte key, 2-byte check sum
  cosmos: (value) => isOneCase(value) && new RegExp(`^[a-z]{1,20}1${bech32}{38}(?:${bech32}{20})?$`).test(value.toLowerCase()), // 20 or 32 bytes
}

/** Whether a value has the shape of an address of `namespace`. A namespace without a shape accepts what CAIP-10 allows. */
export function isAddress(namespace: Namespace, value: unknown): value is string {
  return typeof value === 'string' && accountPart.test(value) && (addresses[namespace]?.(value) ?? true)
}

/** Returns `value` as a string, if `isAddress` accepts it. @throws WalletError ADDRESS_INVALID */
export function assertAddress(namespace: Namespace, value: unknown): string {
  if (!isAddress(namespace, value)) throw walletError('ADDRESS_INVALID', { details: { namespace, value: cut(String(value)) } })
  return value
}

/**
 * Coin type of an EVM chain, `0x80000000 | chainNumber` (ENSIP-11). The caller handles mainnet's 60 (SLIP-44),
 * because the services' name registry uses the formula for mainnet too.
 * @throws WalletError CAIP_INVALID unless the chain number is a whole number from 1 to 2³¹ − 1 (specification §5)
 */
export function toCoinType(chainNumber: number): number {
  if (!Number.isInteger(chainNumber) || chainNumber < 1 || chainNumber >= COIN_TYPE_CHAIN_ID_LIMIT)
    return invalid(String(chainNumber))
  return (0x80000000 | chainNumber) >>> 0 // bit operators are signed in JavaScript
}

/** SLIP-44 coin types of the namespaces that have one for all their chains. */
const coinTypes: Readonly<Partial<Record<Namespace, number>>> = { solana: 501, bip122: 0, polkadot: 354, cosmos: 118 }

/**
 * Coin type of a chain (CAIP-2 id), under which a registered name has its address on that chain.
 * @throws WalletError CAIP_INVALID for a text that is no chain id, an EVM chain number without coin type, and a namespace without one
 */
export function coinTypeOf(chainId: string): number {
  const { namespace, reference } = parseChainId(chainId)
  return namespace === 'eip155' ? toCoinType(Number(reference)) : (coinTypes[namespace] ?? invalid(chainId))
}

function readAccount(value: string): ChainAccount | undefined {
  const [namespace, reference, address = '', ...rest] = value.split(':')
  const chainId = `${namespace}:${reference}`
  if (!isNamespace(namespace) || !isChainId(chainId) || rest.length > 0 || !accountPart.test(address)) return undefined
  return { namespace, chainId, address }
}

function isOneCase(value: string): boolean {
  return value === value.toLowerCase() || value === value.toUpperCase()
}

function cut(value: string): string {
  return value.slice(0, 200)
}

function invalid(value: string): never {
  throw walletError('CAIP_INVALID', { details: { value: cut(value) } })
}
