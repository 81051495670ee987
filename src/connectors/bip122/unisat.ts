// Wallets in the shape of Unisat's object: Unisat, Bitget, Binance, and OKX with its own differences
// (https://docs.unisat.io/dev/open-api-documentation/unisat-wallet).
import type { GrantedAccount } from '../../vocabulary/account.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import { call, has, latestOf, listen, listOf, textAt } from '../foreign-calls.js'
import { peek } from '../peek.js'
import { networkName, readAddress, toAccounts } from './address.js'
import { type BitcoinSigner, hex, type Protocol, type PsbtRequest } from './signer.js'

/** Names of networks from before `getChain`. */
const oldNames: Readonly<Record<string, string>> = {
  livenet: 'MAINNET',
  mainnet: 'MAINNET',
  testnet: 'TESTNET',
  signet: 'SIGNET',
}
const oldNameOf = (name: string) => (name === 'MAINNET' ? 'livenet' : name.toLowerCase())
const PREFIX = 'BITCOIN_'

/** @param object has `requestAccounts` or `connect` */
export function createUnisatSigner(object: unknown): BitcoinSigner {
  let networks: readonly Network[] = []
  /** What the wallet reports while it goes to another network may be of both; its answer afterwards counts. */
  let isSwitching = false
  /** The wallet has one account, on the network that it is on. */
  const granted = async (addresses: readonly unknown[]): Promise<readonly GrantedAccount[]> => {
    const [address] = addresses.filter((each) => typeof each === 'string')
    if (address === undefined) return []
    const [publicKey, on] = await Promise.all([
      call(object, 'getPublicKey').catch(() => undefined), // only verifiers want it
      networkOf().catch(() => undefined), // the address says whether it is a test network
    ])
    return toAccounts([{ address, publicKey: typeof publicKey === 'string' ? publicKey : undefined }], networks, on)
  }
  const networkOf = async (): Promise<string | undefined> => {
    if (has(object, 'getChain')) {
      const name = textAt(await call(object, 'getChain'), 'enum')
      return name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : name
    }
    const name = has(object, 'getNetwork') ? await call(object, 'getNetwork') : undefined
    return typeof name === 'string' ? oldNames[name] : undefined
  }
  const ask = async (silent: boolean): Promise<readonly unknown[]> => {
    if (silent) return asList(await call(object, 'getAccounts'))
    if (has(object, 'requestAccounts')) return asList(await call(object, 'requestAccounts'))
    return [textAt(await call(object, 'connect'), 'address')] // OKX
  }
  /** Its functions have no account: they use the one that is selected in the wallet. @throws WalletError UNAUTHORIZED for another */
  const requireSelected = async ({ address }: GrantedAccount): Promise<void> => {
    if (!has(object, 'getAccounts')) return
    const [selected] = await ask(true)
    if (typeof selected !== 'string' || readAddress(selected) !== address)
      throw walletError('UNAUTHORIZED', { details: { account: address } })
  }
  return {
    transport: 'injected',
    async accounts({ networks: configured, silent }) {
      networks = configured
      return granted(await ask(silent))
    },
    onAccounts(listener) {
      const tell = latestOf<readonly GrantedAccount[]>((accounts) => isSwitching || listener(accounts))
      // Asked for a public key, the wallet shows a prompt where the page is not allowed any more; asked for the accounts, it does
      // not (https://github.com/unisat-wallet/extension/issues/225).
      const again = () => {
        if (!isSwitching) tell(ask(true).then(granted))
      }
      const hear = (payload: unknown) => {
        const addresses = asList(payload)
        if (addresses.length > 0 && has(object, 'getAccounts')) again()
        else if (!isSwitching) tell(granted(addresses))
      }
      const stops = [
        listen(object, 'accountsChanged', hear),
        listen(object, 'accountChanged', (account) => hear(textAt(account, 'address') ?? account)), // OKX
        listen(object, 'networkChanged', again),
        listen(object, 'chainChanged', again),
        listen(object, 'disconnect', () => listener(undefined)),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    async switchTo({ caipNetworkId }) {
      const name = networkName(caipNetworkId)
      if (!name) throw walletError('CHAIN_NOT_SUPPORTED', { details: { chain: caipNetworkId } })
      isSwitching = true
      try {
        if (has(object, 'switchChain')) await call(object, 'switchChain', `${PREFIX}${name}`)
        else await call(object, 'switchNetwork', oldNameOf(name))
        return await granted(await ask(true))
      } finally {
        isSwitching = false
      }
    },
    async signMessage(account: GrantedAccount, message: string, protocol: Protocol) {
      await requireSelected(account)
      return call(object, 'signMessage', message, protocol === 'bip322' ? 'bip322-simple' : 'ecdsa')
    },
    async signPsbt(account: GrantedAccount, { psbt, inputs, broadcast }: PsbtRequest) {
      await requireSelected(account)
      const options = { autoFinalized: broadcast, ...(inputs.length > 0 ? { toSignInputs: inputs } : {}) }
      const signed = await call(object, 'signPsbt', hex.encode(psbt), options)
      return { psbt: signed, ...(broadcast ? { txid: await call(object, 'pushPsbt', signed) } : {}) }
    },
    async sendTransfer(account: GrantedAccount, to: string, amount: bigint) {
      await requireSelected(account)
      if (has(object, 'sendBitcoin')) return call(object, 'sendBitcoin', to, Number(amount))
      const digits = String(amount).padStart(9, '0')
      const value = `${digits.slice(0, -8)}.${digits.slice(-8)}` // OKX: bitcoins, as text
      return peek(await call(object, 'send', { from: account.address, to, value }), 'txhash')
    },
    disconnect: async () => (has(object, 'disconnect') ? call(object, 'disconnect') : undefined),
  }
}

/** Addresses in a list; Binance answers with one text. */
const asList = (value: unknown): readonly unknown[] => (typeof value === 'string' ? [value] : listOf(value))
