// A Solana wallet of the Wallet Standard as a `SolanaSigner` (https://github.com/anza-xyz/wallet-standard).
import type { GrantedAccount } from '../../vocabulary/account.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import { listOf, malformed } from '../foreign-calls.js'
import { peek } from '../peek.js'
import {
  bytesOf,
  callFeature,
  chainsOf,
  connectStandard,
  featureOf,
  hasFeature,
  onStandardChange,
  readAccounts,
  requireBytes,
  type StandardAccount,
} from '../wallet-standard/wallet.js'
import { clusterOf, onNetworks } from './chains.js'
import { publicKeyOf, readAddress } from './codec.js'
import type { SolanaSigner } from './signer.js'

/** @param wallet the registered object */
export function createStandardSigner(wallet: unknown): SolanaSigner {
  let networks: readonly Network[] = []
  const granted = (accounts: readonly StandardAccount[]): readonly GrantedAccount[] =>
    accounts.flatMap(({ address, chains, label }) => {
      if (readAddress(address) === undefined) return []
      const account = { address, publicKey: publicKeyOf(address), ...(label ? { label } : {}) }
      return onNetworks(networks, chains.length > 0 ? chains : chainsOf(wallet), account)
    })
  /** The wallet's own object of an account: it may have been replaced since. @throws WalletError UNAUTHORIZED */
  const objectOf = ({ address }: GrantedAccount): unknown => {
    const found = readAccounts(peek(wallet, 'accounts')).find((each) => each.address === address)
    if (!found) throw walletError('UNAUTHORIZED', { details: { account: address } })
    return found.object
  }
  const versions = ['solana:signTransaction', 'solana:signAndSendTransaction'].flatMap((feature) =>
    listOf(peek(featureOf(wallet, feature), 'supportedTransactionVersions')),
  )
  return {
    transport: 'injected',
    versions,
    async accounts({ networks: configured, silent }) {
      networks = configured
      return granted(await connectStandard(wallet, 'standard:connect', silent ? { silent } : {}))
    },
    onAccounts: (listener) => onStandardChange(wallet, (accounts) => listener(granted(accounts))),
    ...(hasFeature(wallet, 'solana:signMessage')
      ? {
          async signMessage(account: GrantedAccount, message: Uint8Array) {
            const [answer] = listOf(
              await callFeature(wallet, 'solana:signMessage', { account: objectOf(account), message: Uint8Array.from(message) }),
            )
            const signed = bytesOf(peek(answer, 'signedMessage')) ?? message
            if (signed.join() !== message.join()) throw malformed('it signed another text than it was given')
            return requireBytes(answer, 'signature', 'a signature')
          },
        }
      : {}),
    ...(hasFeature(wallet, 'solana:signTransaction')
      ? {
          async signTransactions(account: GrantedAccount, transactions: readonly Uint8Array[]) {
            const inputs = transactions.map((transaction) => ({
              account: objectOf(account),
              transaction: Uint8Array.from(transaction),
              chain: clusterOf(account.chain),
            }))
            const answers = listOf(await callFeature(wallet, 'solana:signTransaction', ...inputs))
            return answers.map((answer) => requireBytes(answer, 'signedTransaction', 'a signed transaction'))
          },
        }
      : {}),
    ...(hasFeature(wallet, 'solana:signAndSendTransaction')
      ? {
          async signAndSend(account: GrantedAccount, transaction: Uint8Array, options: object) {
            const input = {
              account: objectOf(account),
              transaction: Uint8Array.from(transaction),
              chain: clusterOf(account.chain),
              options,
            }
            const [answer] = listOf(await callFeature(wallet, 'solana:signAndSendTransaction', input))
            return requireBytes(answer, 'signature', 'a signature')
          },
        }
      : {}),
    disconnect: () => callFeature(wallet, 'standard:disconnect'),
  }
}
