// The funded accounts of the EVM devnet. Their mnemonic is the one every Ethereum development tool uses: public, so never worth a coin.
import { pbkdf2Sync } from 'node:crypto'
import { bytesToHex } from 'viem'
import { HDKey, privateKeyToAddress } from 'viem/accounts'

export const MNEMONIC = 'test test test test test test test test test test test junk'
const ACCOUNT_COUNT = 10

export interface DevnetAccount {
  readonly address: `0x${string}`
  readonly privateKey: `0x${string}`
}

let parent: HDKey | undefined
/** `m/44'/60'/0'/0`. The seed (BIP-39, "From mnemonic to seed") by the platform: in JavaScript, and once for each account, it cost a second of a start. */
const parentOfAll = () =>
  (parent ??= HDKey.fromMasterSeed(pbkdf2Sync(MNEMONIC, 'mnemonic', 2048, 64, 'sha512')).derive("m/44'/60'/0'/0"))

/** The first `count` accounts (BIP-44 path `m/44'/60'/0'/0/i`), each with 10 000 ETH at the first block. */
export function devnetAccounts(count = ACCOUNT_COUNT): readonly DevnetAccount[] {
  return Array.from({ length: count }, (_, index) => {
    const privateKey = bytesToHex(parentOfAll().deriveChild(index).privateKey ?? new Uint8Array())
    return { address: privateKeyToAddress(privateKey), privateKey }
  })
}
