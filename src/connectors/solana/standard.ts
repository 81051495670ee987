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
import type { SignInAnswer } from './requests.js'
import type { SolanaSigner } from './signer.js'

/** @param wallet the registered object */
export function createStandardSigner(wallet: unknown): SolanaSigner {
  let networks: readonly Network[] = []
  let tell: ((accounts: readonly GrantedAccount[]) => void) | undefined
  const granted = (accounts: readonly StandardAccount[]): readonly GrantedAccount[] =>
    accounts.flatMap(({ address, chains, label }) => {
      if (readAddress(address) === undefined) return []
      const account = { address, publicKey: publicKeyOf(address), ...(label ? { label } : {}) }
      return onNetworks(networks, chains.length > 0 ? chains : chainsOf(wallet), account)
    })
  /**
   * The wallet's own object of an account: it may have been replaced since. A wallet may have one per cluster.
   * @throws WalletError UNAUTHORIZED
   */
  const objectOf = ({ address, chain }: GrantedAccount): unknown => {
    const all = readAccounts(peek(wallet, 'accounts')).filter((each) => each.address === address)
    const found = all.find(({ chains }) => chains.includes(clusterOf(chain))) ?? all[0]
    if (!found) throw walletError('UNAUTHORIZED', { details: { account: address } })
    return found.object
  }
  const signMessage = async (account: GrantedAccount, message: Uint8Array) => {
    const input = { account: objectOf(account), message: Uint8Array.from(message) }
    const [answer] = listOf(await callFeature(wallet, 'solana:signMessage', input))
    const signed = bytesOf(peek(answer, 'signedMessage')) ?? message
    if (signed.join() !== message.join()) throw malformed('it signed another text than it was given')
    return requireBytes(answer, 'signature', 'a signature')
  }
  const signIn = async (input: object): Promise<SignInAnswer> => {
    const answer = await callFeature(wallet, 'solana:signIn', input)
    const accounts = granted(readAccounts(peek(wallet, 'accounts')))
    if (accounts.length > 0) tell?.(accounts) // the person may have shared one with this very answer
    return { answer, accounts }
  }
  const inputOf = (account: GrantedAccount, transaction: Uint8Array) => ({
    account: objectOf(account),
    transaction: Uint8Array.from(transaction),
    chain: clusterOf(account.chain),
  })
  const signTransactions = async (account: GrantedAccount, transactions: readonly Uint8Array[]) => {
    const inputs = transactions.map((each) => inputOf(account, each))
    const answers = listOf(await callFeature(wallet, 'solana:signTransaction', ...inputs))
    return answers.map((answer) => requireBytes(answer, 'signedTransaction', 'a signed transaction'))
  }
  const signAndSend = async (account: GrantedAccount, transaction: Uint8Array, options: object) => {
    const input = { ...inputOf(account, transaction), options }
    const [answer] = listOf(await callFeature(wallet, 'solana:signAndSendTransaction', input))
    return requireBytes(answer, 'signature', 'a signature')
  }
  return {
    transport: 'injected',
    get versions() {
      return ['solana:signTransaction', 'solana:signAndSendTransaction'].flatMap((feature) =>
        listOf(peek(featureOf(wallet, feature), 'supportedTransactionVersions')),
      )
    },
    async accounts({ networks: configured, silent }) {
      networks = configured
      return granted(await connectStandard(wallet, 'standard:connect', silent ? { silent } : {}))
    },
    onAccounts(listener) {
      tell = listener
      const stop = onStandardChange(wallet, (accounts) => listener(granted(accounts)))
      return () => {
        tell = undefined
        stop()
      }
    },
    get signMessage() {
      return hasFeature(wallet, 'solana:signMessage') ? signMessage : undefined
    },
    get signIn() {
      return hasFeature(wallet, 'solana:signIn') ? signIn : undefined
    },
    get signTransactions() {
      return hasFeature(wallet, 'solana:signTransaction') ? signTransactions : undefined
    },
    get signAndSend() {
      return hasFeature(wallet, 'solana:signAndSendTransaction') ? signAndSend : undefined
    },
    disconnect: () => callFeature(wallet, 'standard:disconnect'),
  }
}
