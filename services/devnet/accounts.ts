// The funded accounts of the EVM devnet. Their mnemonic is the one every Ethereum development tool uses: public, so never worth a coin.
import { bytesToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'

export const MNEMONIC = 'test test test test test test test test test test test junk'
const ACCOUNT_COUNT = 10

export interface DevnetAccount {
  readonly address: `0x${string}`
  readonly privateKey: `0x${string}`
}

type HdKey = ReturnType<ReturnType<typeof mnemonicToAccount>['getHdKey']>
let parent: HdKey | undefined
/** What all accounts are children of. The seed of a mnemonic takes two thousand rounds of a hash, and so is worked out once. */
const parentOfAll = () => (parent ??= mnemonicToAccount(MNEMONIC, { path: "m/44'/60'/0'/0" }).getHdKey())

/** The first `count` accounts (BIP-44 path `m/44'/60'/0'/0/i`), each with 10 000 ETH at the first block. */
export function devnetAccounts(count = ACCOUNT_COUNT): readonly DevnetAccount[] {
  return Array.from({ length: count }, (_, index) => {
    const privateKey = bytesToHex(parentOfAll().deriveChild(index).privateKey ?? new Uint8Array())
    return { address: privateKeyToAddress(privateKey), privateKey }
  })
}
