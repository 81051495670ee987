// The funded accounts of the EVM devnet. Their mnemonic is the one every Ethereum development tool uses: public, so never worth a coin.
import { mnemonicToAccount } from 'viem/accounts'

export const MNEMONIC = 'test test test test test test test test test test test junk'
const ACCOUNT_COUNT = 10

export interface DevnetAccount {
  readonly address: `0x${string}`
  readonly privateKey: `0x${string}`
}

/** The first `count` accounts (BIP-44 path `m/44'/60'/0'/0/i`), each with 10 000 ETH at the first block. */
export function devnetAccounts(count = ACCOUNT_COUNT): readonly DevnetAccount[] {
  return Array.from({ length: count }, (_, addressIndex) => {
    const account = mnemonicToAccount(MNEMONIC, { addressIndex })
    const bytes = account.getHdKey().privateKey ?? new Uint8Array()
    const privateKey = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return { address: account.address, privateKey: `0x${privateKey}` }
  })
}
