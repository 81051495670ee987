// Chain, account and asset ids (CAIP-2, CAIP-10, CAIP-19): types, parsers, address rules, coin type.
import { COIN_TYPE_CHAIN_ID_LIMIT } from './constants.js'
import { type Chain, type ChainId, type AccountId, type Namespace, isChainId, isNamespace, readChain } from './chain-id.js'
import { WalletError } from './errors.js'

export { isChainId, isNamespace, namespaces, type AccountId, type Chain, type ChainId, type Namespace } from './chain-id.js'

/** CAIP-19 asset id, such as `eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48`; a single token of a collection has a third `/…`. */
export type AssetId = `${ChainId}/${string}:${string}`

export interface ChainAccount {
  readonly namespace: Namespace
  readonly chainId: ChainId
  readonly address: string
}

export interface Asset {
  readonly chainId: ChainId
  /** `erc20`, `slip44`, `token` … */
  readonly assetNamespace: string
  readonly reference: string
  readonly tokenId?: string | undefined
}

const accountPart = /^[-.%a-zA-Z0-9]{1,128}$/
const assetPart = /^([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})(?:\/([-.%a-zA-Z0-9]{1,78}))?$/

/** Exactly three parts: a chain id and a non-empty address of CAIP-10's characters. Whether the address is one: `isAddress`. */
export function isAccountId(value: unknown): value is AccountId {
  return typeof value === 'string' && readAccount(value) !== undefined
}

/** @throws WalletError CAIP_INVALID */
export function parseChainId(value: string): Chain {
  return readChain(value) ?? invalid(value)
}

/** @throws WalletError CAIP_INVALID */
export function parseAccountId(value: string): ChainAccount {
  return readAccount(value) ?? invalid(value)
}

/** @throws WalletError CAIP_INVALID */
export function parseAssetId(value: string): Asset {
  const slash = value.indexOf('/')
  const chainId = value.slice(0, Math.max(slash, 0))
  const [, assetNamespace, reference, tokenId] = assetPart.exec(value.slice(slash + 1)) ?? []
  if (!isChainId(chainId) || !assetNamespace || !reference) return invalid(value)
  return { chainId, assetNamespace, reference, tokenId }
}

/** @throws WalletError CAIP_INVALID when the parts do not make a chain id */
export function formatChainId(namespace: string, reference: string | number): ChainId {
  const id = `${namespace}:${reference}`
  return isChainId(id) ? id : invalid(id)
}

/** @throws WalletError CAIP_INVALID when the parts do not make an account id */
export function formatAccountId(chainId: string, address: string): AccountId {
  const id = `${chainId}:${address}`
  return isAccountId(id) ? id : invalid(id)
}

/** @throws WalletError CAIP_INVALID when the parts do not make an asset id */
export function formatAssetId({ chainId, assetNamespace, reference, tokenId }: Asset): AssetId {
  const id: AssetId = `${chainId}/${assetNamespace}:${reference}${tokenId === undefined ? '' : `/${tokenId}`}`
  parseAssetId(id)
  return id
}

/** EVM address as forms take it: 40 hex digits, `0x` optional (specification §5). */
export function isEvmAddressLoose(value: string): boolean {
  return /^(?:0x)?[0-9a-fA-F]{40}$/.test(value)
}

const base58 = '[1-9A-HJ-NP-Za-km-z]'
const bech32 = '[02-9ac-hj-np-z]' // no 1, b, i, o (BIP-173)
const segwit = () => new RegExp(`^(?:bc|tb|bcrt)1(?:q(?:${bech32}{38}|${bech32}{58})|p${bech32}{58})$`) // made when asked, so that the first chunk does not carry it

/** Shapes only: no check sum is computed, the wallet or the node has the last word. A family without a shape takes what CAIP-10 allows. */
const addresses: Readonly<Partial<Record<Namespace, (value: string) => boolean>>> = {
  eip155: (value) => /^0x[0-9a-fA-F]{40}$/.test(value),
  solana: (value) => new RegExp(`^${base58}{32,44}$`).test(value),
  bip122: (value) =>
    new RegExp(`^[13mn2]${base58}{25,34}$`).test(value) || // P2PKH and P2SH; m, n, 2 on test networks
    (isOneCase(value) && segwit().test(value.toLowerCase())), // v0 by bech32, v1 (taproot) by bech32m
  polkadot: (value) => new RegExp(`^${base58}{46,49}$`).test(value), // SS58: prefix of 1 or 2 bytes, 32-byte key, 2-byte check sum
  cosmos: (value) => isOneCase(value) && new RegExp(`^[a-z]{1,20}1${bech32}{38}(?:${bech32}{20})?$`).test(value.toLowerCase()), // 20 or 32 bytes
}

/** Whether a text has the shape of an address of this ecosystem. */
export function isAddress(namespace: Namespace, value: unknown): value is string {
  return typeof value === 'string' && accountPart.test(value) && (addresses[namespace]?.(value) ?? true)
}

/** @throws WalletError ADDRESS_INVALID */
export function assertAddress(namespace: Namespace, value: unknown): string {
  if (!isAddress(namespace, value))
    throw new WalletError('ADDRESS_INVALID', { details: { namespace, value: cut(String(value)) } })
  return value
}

/**
 * SLIP-44 coin type of an EVM chain (ENSIP-11): 60 for mainnet is left to the caller, as the name registry takes `0x80000000 | id` for all.
 * @throws WalletError CAIP_INVALID unless the chain number is a whole number from 1 to 2³¹ − 1 (specification §5)
 */
export function toCoinType(chainNumber: number): number {
  if (!Number.isInteger(chainNumber) || chainNumber < 1 || chainNumber >= COIN_TYPE_CHAIN_ID_LIMIT)
    return invalid(String(chainNumber))
  return (0x80000000 | chainNumber) >>> 0 // bit operators are signed in JavaScript
}

/** SLIP-44 of the families that have one coin type for all their chains. */
const coinTypes: Readonly<Partial<Record<Namespace, number>>> = { solana: 501, bip122: 0, polkadot: 354, cosmos: 118 }

/**
 * Coin type of a chain (CAIP-2), as names keep their addresses.
 * @throws WalletError CAIP_INVALID what is no chain id, an EVM chain number that has no coin type, and a family without one
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
  throw new WalletError('CAIP_INVALID', { details: { value: cut(value) } })
}
