// What a reader of balances finds: so much of one asset. Prices come later, for all chains at once.
import { formatUnits } from '../../../../src/vocabulary/amount.js'
import { NATIVE_SOLANA_ADDRESS } from '../../../../src/api/native.js'
import { NATIVE } from '../assets/ids.js'
import type { Asset } from '../assets/metadata.js'
import type { Pictures } from '../assets/pictures.js'

/** An amount of one asset. */
export interface Holding {
  readonly asset: Asset
  /** Base units. */
  readonly amount: bigint
}

/** As the wire has it: EVM coins have no address, Solana's a bare pseudo mint. An asset without a price has neither `value` nor `price`. */
export function toBalance({ asset, amount }: Holding, price: number | undefined, pictures: Pictures) {
  const { chainId, address, name, symbol, decimals } = asset
  const numeric = formatUnits(amount, decimals)
  const native = chainId.startsWith('solana:') ? { address: NATIVE_SOLANA_ADDRESS } : {}
  return {
    name,
    symbol,
    chainId,
    ...(address === NATIVE ? native : { address: `${chainId}:${address}` }),
    ...(price === undefined ? {} : { value: Number(numeric) * price, price }),
    quantity: { decimals: String(decimals), numeric },
    iconUrl: pictures(asset) ?? '',
  }
}
