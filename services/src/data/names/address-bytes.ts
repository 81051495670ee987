// Addresses of all coins that names have: how they are written, and as resolvers give them, the bytes behind the text (ENSIP-9).
import { bytesToHex, type Hex } from 'viem'
import { fromBase58 } from '../../base58.js'
import type { Chains } from '../../chain/chains.js'
import { HttpError } from '../../http/errors.js'
import { bitcoinScript } from './bitcoin-script.js'
import { BITCOIN, EVM_DEFAULT, isEvmCoinType, readChecksummed, readSigningChain, SOLANA } from './coin-types.js'

const SOLANA_BYTES = 32

/** `0x` for what has no such form. */
export function addressBytes(coinType: number, address: string): Hex {
  if (isEvmCoinType(coinType)) return address.toLowerCase() as Hex // stored as 0x and 40 hex digits
  const bytes = coinType === SOLANA ? solanaBytes(address) : coinType === BITCOIN ? bitcoinScript(address) : undefined
  return bytes ? bytesToHex(bytes) : '0x'
}

/** An address in the one spelling of its family. @throws HttpError 400 `coin_type` or `address` */
export function readCoinAddress(coinType: number, address: string, chains: Chains): string {
  if (coinType === SOLANA || coinType === BITCOIN) {
    if (addressBytes(coinType, address) === '0x') throw new HttpError(400, 'address', 'This is no address of this coin')
    return address
  }
  if (coinType !== EVM_DEFAULT) readSigningChain(coinType, chains)
  return readChecksummed(address)
}

/** Undefined for what is no key of Solana. */
function solanaBytes(address: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
  const bytes = fromBase58(address)
  return bytes.length === SOLANA_BYTES ? bytes : undefined
}
