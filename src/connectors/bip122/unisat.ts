// Wallets in the shape of Unisat's object: Unisat, Bitget, Binance, and OKX with its own differences
// (https://docs.unisat.io/dev/open-api-documentation/unisat-wallet).
import type { GrantedAccount } from '../../vocabulary/account.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import { call, has, listen, listOf, textAt } from '../foreign-calls.js'
import { peek } from '../peek.js'
import { networkName, toAccounts } from './address.js'
import { type BitcoinSigner, fromHex, hex, type Protocol, type PsbtRequest } from './signer.js'

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
  return {
    transport: 'injected',
    async accounts({ networks: configured, silent }) {
      networks = configured
      return granted(await ask(silent))
    },
    onAccounts(listener) {
      const tell = (addresses: readonly unknown[]) => {
        if (isSwitching) return
        granted(addresses).then(
          (accounts) => isSwitching || listener(accounts),
          () => undefined,
        )
      }
      const again = () => {
        ask(true).then(tell, () => undefined)
      }
      const stops = [
        listen(object, 'accountsChanged', (addresses) => tell(asList(addresses))),
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
    signMessage: (_account: GrantedAccount, message: string, protocol: Protocol) =>
      call(object, 'signMessage', message, protocol === 'bip322' ? 'bip322-simple' : 'ecdsa'),
    async signPsbt(_account: GrantedAccount, { psbt, inputs, broadcast }: PsbtRequest) {
      const options = { autoFinalized: broadcast, ...(inputs.length > 0 ? { toSignInputs: inputs } : {}) }
      const signed = await call(object, 'signPsbt', hex.encode(psbt), options)
      if (!broadcast) return { psbt: fromHex(signed) }
      const txid = await call(object, 'pushPsbt', signed)
      return { psbt: fromHex(signed), txid: typeof txid === 'string' ? txid : undefined }
    },
    async sendTransfer({ address }: GrantedAccount, to: string, amount: bigint) {
      if (has(object, 'sendBitcoin')) return call(object, 'sendBitcoin', to, Number(amount))
      return peek(await call(object, 'send', { from: address, to, value: Number(amount) / 1e8 }), 'txhash') // OKX: in bitcoins
    },
    disconnect: async () => (has(object, 'disconnect') ? call(object, 'disconnect') : undefined),
  }
}

/** Addresses in a list; Binance answers with one text. */
const asList = (value: unknown): readonly unknown[] => (typeof value === 'string' ? [value] : listOf(value))
