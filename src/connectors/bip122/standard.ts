// A Bitcoin wallet of the Wallet Standard as a `BitcoinSigner` (the `bitcoin:` features that Exodus drafted and others adopted).
import type { GrantedAccount } from '../../vocabulary/account.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import { listOf, malformed, textAt } from '../foreign-calls.js'
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
import { networkName, toAccounts } from './address.js'
import { base64, type BitcoinSigner, hex, type PsbtRequest } from './signer.js'

/** @param wallet the registered object */
export function createStandardSigner(wallet: unknown): BitcoinSigner {
  let networks: readonly Network[] = []
  const granted = (accounts: readonly StandardAccount[]) =>
    toAccounts(
      accounts.map(({ address, publicKey, label, object }) => ({
        address,
        label,
        publicKey: publicKey && hex.encode(publicKey),
        purpose: textAt(object, 'purpose'),
      })),
      networks,
    )
  /** @throws WalletError UNAUTHORIZED */
  const objectOf = (address: string): unknown => {
    const found = readAccounts(peek(wallet, 'accounts')).find((each) => each.address === address)
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
      const input = feature === 'bitcoin:connect' ? { purposes: ['payment', 'ordinals'] } : silent ? { silent } : {}
      return granted(await connectStandard(wallet, feature, input))
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
            const addresses = [...new Set(inputs.map(({ address }) => address))]
            const inputsToSign = addresses.map((address) => {
              const own = inputs.filter((input) => input.address === address)
              const [sighash] = own.flatMap(({ sighashTypes = [] }) => sighashTypes)
              return {
                account: objectOf(address),
                signingIndexes: own.map(({ index }) => index),
                ...(sighash === undefined ? {} : { sigHash: sighashName(sighash) }),
              }
            })
            const input = { psbt: Uint8Array.from(psbt), inputsToSign }
            if (!broadcast) {
              const [answer] = listOf(await callFeature(wallet, 'bitcoin:signTransaction', input))
              return { psbt: requireBytes(answer, 'signedPsbt', 'a signed transaction') }
            }
            const chain = chainOf(account)
            const [answer] = listOf(await callFeature(wallet, 'bitcoin:signAndSendTransaction', { ...input, chain }))
            const txid = textAt(answer, 'txId')
            if (!txid) throw malformed('it did not answer with a transaction id')
            return { txid }
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

/** The standard knows three networks by name. */
function chainOf({ chain }: GrantedAccount): string {
  const name = networkName(chain)
  return `bitcoin:${name === 'MAINNET' ? 'mainnet' : name === 'REGTEST' ? 'regtest' : 'testnet'}`
}

const sighashNames: Readonly<Record<number, string>> = {
  0x01: 'ALL',
  0x02: 'NONE',
  0x03: 'SINGLE',
  0x81: 'ALL|ANYONECANPAY',
  0x82: 'NONE|ANYONECANPAY',
  0x83: 'SINGLE|ANYONECANPAY',
}
const sighashName = (type: number) => sighashNames[type] ?? 'ALL'
