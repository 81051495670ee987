// An asset that an account holds: a chain's own coin or a token, with its balance.
import { type AssetId, type ChainId, type Namespace, parseChainId } from './caip.js'

/** SLIP-44 coin types by namespace, for the ids of coins; EVM chains have that of Ethereum. Other ecosystems have none here. */
const coinTypes: Readonly<Partial<Record<Namespace, number>>> = { eip155: 60, solana: 501, bip122: 0, polkadot: 354, cosmos: 118 }
/** The kind of token ids by namespace (CAIP-19). */
const tokenKinds = { eip155: 'erc20', solana: 'token' } as const

/** One asset, and how much of it the account has. Names and symbols come from strangers; here they are one visible line (`displayName`). */
export interface Asset {
  /** CAIP-19. */
  readonly id: AssetId
  readonly chainId: ChainId
  /** Plain address of the token's contract or mint; undefined for a chain's own coin. */
  readonly contract: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Safe for `<img src>`. */
  readonly icon: string | undefined
  /** Base units; undefined while unknown, which is not zero. */
  readonly amount: bigint | undefined
  /** Of one whole unit, in US dollars; undefined where no source has one. */
  readonly price: number | undefined
}

/** An asset of an EVM chain, its contract typed as viem types addresses. */
export interface EvmAsset extends Asset {
  readonly contract: `0x${string}` | undefined
}

/** The CAIP-19 id of a chain's own coin. @throws WalletError CAIP_INVALID */
export function coinId(chainId: ChainId): AssetId {
  const coinType = coinTypes[parseChainId(chainId).namespace]
  return coinType === undefined ? `${chainId}/native:coin` : `${chainId}/slip44:${coinType}`
}

/** The CAIP-19 id of a token by its plain address; undefined in namespaces whose tokens are not sent. @throws WalletError CAIP_INVALID */
export function tokenId(chainId: ChainId, contract: string): AssetId | undefined {
  const { namespace } = parseChainId(chainId)
  const kind = namespace in tokenKinds ? tokenKinds[namespace as keyof typeof tokenKinds] : undefined
  return kind && `${chainId}/${kind}:${contract}`
}
