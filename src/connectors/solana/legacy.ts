// A Solana wallet's object from before the Wallet Standard, as a `SolanaSigner`: it signs messages, and transactions through its
// `request` function. Only for wallets that have not registered themselves.
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { Network } from '../../vocabulary/network.js'
import { call, has, listen, textAt } from '../foreign-calls.js'
import { peek } from '../peek.js'
import { bytesOf, requireBytes } from '../wallet-standard/wallet.js'
import { base58, decodeSignature, publicKeyOf, readAddress } from './codec.js'
import { loadTransaction } from './load-transaction.js'
import type { SendOptions } from './requests.js'
import type { SolanaSigner } from './signer.js'

/** What `discover` hands to `createConnector` for such an object. */
export interface LegacyShape {
  /** The object that stands in the page when this is read. */
  readonly legacy: unknown
}

const shapes = new WeakSet<object>()

/** Marks a wallet's object as one of this kind. @param object gives it */
export function legacyShape(object: () => unknown): LegacyShape {
  const shape = {
    get legacy() {
      return object()
    },
  }
  shapes.add(shape)
  return shape
}

/** Whether what was found was marked by `legacyShape`; a wallet of the standard may have a property of any name. */
export const isLegacyShape = (found: unknown): found is LegacyShape =>
  typeof found === 'object' && found !== null && shapes.has(found)

/** @param object has `connect` and `signMessage` */
export function createLegacySigner({ legacy: object }: LegacyShape): SolanaSigner {
  let networks: readonly Network[] = []
  /** The object has one account, and no word about clusters. */
  const accountsOf = (key: unknown): readonly GrantedAccount[] => {
    const text = typeof key === 'string' ? key : addressIn(key)
    const address = text === undefined ? undefined : readAddress(text)
    if (address === undefined) return []
    return networks.map(({ caipNetworkId }) => ({ chain: caipNetworkId, address, publicKey: publicKeyOf(address) }))
  }
  const ask = async (method: string, params: object) =>
    decodeSignature(textAt(await call(object, 'request', { method, params }), 'signature'))
  return {
    transport: 'injected',
    versions: ['legacy', 0],
    async accounts({ networks: configured, silent }) {
      networks = configured
      try {
        const answer = await call(object, 'connect', silent ? { onlyIfTrusted: true } : {})
        return accountsOf(peek(answer, 'publicKey') ?? peek(object, 'publicKey'))
      } catch (error) {
        if (silent) return [] // `onlyIfTrusted` rejects when the wallet would have to ask
        throw error
      }
    },
    onAccounts(listener) {
      const stops = [
        listen(object, 'accountChanged', (key) => listener(accountsOf(key ?? peek(object, 'publicKey')))),
        listen(object, 'disconnect', () => listener(undefined)),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    async signMessage(_account, message) {
      return requireBytes(await call(object, 'signMessage', Uint8Array.from(message), 'utf8'), 'signature', 'a signature')
    },
    ...(has(object, 'request')
      ? {
          async signTransactions({ address }: GrantedAccount, transactions: readonly Uint8Array[]) {
            const { withSignature, messageOf } = await loadTransaction()
            const signed: Uint8Array[] = []
            for (const transaction of transactions) {
              const signature = await ask('signTransaction', { message: base58.encode(messageOf(transaction)) })
              signed.push(withSignature(transaction, address, signature))
            }
            return signed
          },
          signAndSend: (_account: GrantedAccount, transaction: Uint8Array, options: SendOptions) =>
            ask('signAndSendTransaction', { message: base58.encode(transaction), options }),
        }
      : {}),
    disconnect: () => call(object, 'disconnect'),
  }
}

/** The address in a `PublicKey` object of web3.js: its `toBytes`, or its `toString`. */
function addressIn(key: unknown): string | undefined {
  try {
    const bytes = bytesOf((key as { toBytes?: () => unknown } | null)?.toBytes?.())
    return bytes?.length === 32 ? base58.encode(bytes) : undefined
  } catch {
    return undefined
  }
}
