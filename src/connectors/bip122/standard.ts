// A Bitcoin wallet of the Wallet Standard as a `BitcoinSigner` (the `bitcoin:` features that Exodus drafted and others adopted).
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { ChainId } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import { listOf, textAt } from '../foreign-calls.js'
import { peek } from '../peek.js'
import {
  callFeature,
  connectStandard,
  hasFeature,
  onStandardChange,
  readAccounts,
  requireBytes,
  type StandardAccount,
} from '../wallet-standard/wallet.js'
import { networkName, readAddress, toAccounts } from './address.js'
import { base64, type BitcoinSigner, hex, type PsbtRequest } from './signer.js'

/** @param wallet the registered object */
export function createStandardSigner(wallet: unknown): BitcoinSigner {
  let networks: readonly Network[] = []
  /** The accounts that were last shared. */
  let shared: readonly StandardAccount[] = []
  /** What each address is for, as far as the wallet has said. */
  const purposes = new Map<string, string>()
  const granted = (accounts: readonly StandardAccount[]) => {
    shared = accounts
    const named = accounts.map(({ address, publicKey, label, object }) => ({
      address,
      label,
      publicKey: publicKey && hex.encode(publicKey),
      purpose: textAt(object, 'purpose') ?? purposes.get(address),
    }))
    // An address of a test network does not say of which one: its account does.
    const isOn = ({ chain, address }: GrantedAccount) =>
      accounts.some((each) => readAddress(each.address) === address && each.chains.includes(chainOf(chain)))
    return toAccounts(named, networks).filter(isOn)
  }
  /** @throws WalletError UNAUTHORIZED */
  const objectOf = (address: string): unknown => {
    const now = readAccounts(peek(wallet, 'accounts'))
    const found = (now.length > 0 ? now : shared).find((each) => readAddress(each.address) === address)
    if (!found) throw walletError('UNAUTHORIZED', { details: { account: address } })
    return found.object
  }
  return {
    transport: 'injected',
    async accounts({ networks: configured, silent }) {
      networks = configured
      const isStandard = hasFeature(wallet, 'standard:connect')
      // `bitcoin:connect` has no silent form; a wallet that has allowed the page shows its accounts.
      if (silent && !isStandard) return granted(readAccounts(peek(wallet, 'accounts')))
      const feature = hasFeature(wallet, 'bitcoin:connect') && !silent ? 'bitcoin:connect' : 'standard:connect'
      if (feature === 'standard:connect') return granted(await connectStandard(wallet, feature, silent ? { silent } : {}))
      const accounts = await connectStandard(wallet, feature, { purposes: PURPOSES })
      // They come in the order of the purposes; one address may serve both.
      if (accounts.length === PURPOSES.length)
        for (const [index, purpose] of PURPOSES.entries()) {
          const { address = '' } = accounts[index] ?? {}
          if (!purposes.has(address)) purposes.set(address, purpose)
        }
      return granted(accounts)
    },
    onAccounts: (listener) => onStandardChange(wallet, (accounts) => listener(granted(accounts))),
    ...(hasFeature(wallet, 'bitcoin:signMessage')
      ? {
          async signMessage({ address }: GrantedAccount, message: string) {
            const input = { account: objectOf(address), message: new TextEncoder().encode(message) }
            const [answer] = listOf(await callFeature(wallet, 'bitcoin:signMessage', input))
            return base64.encode(requireBytes(answer, 'signature', 'a signature'))
          },
        }
      : {}),
    ...(hasFeature(wallet, 'bitcoin:signTransaction')
      ? {
          async signPsbt(account: GrantedAccount, { psbt, inputs, broadcast }: PsbtRequest) {
            // It signs only what it is told.
            if (inputs.length === 0)
              throw walletError('INVALID_PARAMS', { details: { method: 'signPsbt', missing: 'signInputs' } })
            const inputsToSign = inputs.map(({ address, index, sighashTypes: [sighash] = [] }) => ({
              account: objectOf(address),
              signingIndexes: [index],
              ...(sighash ? { sigHash: sighashNames[sighash] } : {}), // 0, the default of taproot, has no name
            }))
            const input = { psbt: Uint8Array.from(psbt), inputsToSign }
            if (!broadcast) {
              const [answer] = listOf(await callFeature(wallet, 'bitcoin:signTransaction', input))
              return { psbt: requireBytes(answer, 'signedPsbt', 'a signed transaction') }
            }
            const chain = chainOf(account.chain)
            const [answer] = listOf(await callFeature(wallet, 'bitcoin:signAndSendTransaction', { ...input, chain }))
            return { txid: peek(answer, 'txId') }
          },
        }
      : {}),
    async disconnect() {
      for (const feature of ['bitcoin:disconnect', 'standard:disconnect'])
        if (hasFeature(wallet, feature)) return callFeature(wallet, feature)
      return undefined
    },
  }
}

/** The name of a network in the standard: `bitcoin:mainnet`, `bitcoin:testnet`, `bitcoin:regtest`. */
const chainOf = (chain: ChainId): `bitcoin:${string}` => `bitcoin:${networkName(chain)?.toLowerCase() ?? ''}`

const PURPOSES = ['payment', 'ordinals']
const sighashNames: Readonly<Record<number, string>> = {
  0x01: 'ALL',
  0x02: 'NONE',
  0x03: 'SINGLE',
  0x81: 'ALL|ANYONECANPAY',
  0x82: 'NONE|ANYONECANPAY',
  0x83: 'SINGLE|ANYONECANPAY',
}
