// What a Bitcoin wallet can do, whatever its shape, and the `AccountsWallet` that is made of it.
import * as z from 'zod/mini'
import { base64, hex } from '@scure/base'
import type { GrantedAccount } from '../../vocabulary/account.js'
import { parseAssetId } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import type { AccountsWallet } from '../accounts-connector.js'
import { malformed } from '../foreign-calls.js'
import { decodeAddress } from './address.js'

/** How a text is signed: by a signature that recovers the key (BIP-137), or as an input of a transaction that is never sent (BIP-322). */
export type Protocol = 'ecdsa' | 'bip322'

/** An input of a PSBT that the wallet is to sign. */
export interface PsbtInput {
  readonly address: string
  readonly index: number
  readonly sighashTypes?: readonly number[] | undefined
}

/** What a wallet is asked to sign. */
export interface PsbtRequest {
  /** BIP-174. */
  readonly psbt: Uint8Array
  /** Empty: every input that the wallet can sign. */
  readonly inputs: readonly PsbtInput[]
  /** The wallet is to finalize and send it, too. */
  readonly broadcast: boolean
}

/** A Bitcoin wallet. What it cannot do is absent. */
export interface BitcoinSigner extends Pick<
  AccountsWallet,
  'transport' | 'accounts' | 'onAccounts' | 'switchTo' | 'disconnect' | 'release'
> {
  /** Resolves with the signature as the wallet writes it: base64 or hex, unchecked. */
  signMessage?(account: GrantedAccount, message: string, protocol: Protocol): Promise<unknown>
  /** Resolves with the signed PSBT, and with the id of the transaction if it was sent. */
  signPsbt?(
    account: GrantedAccount,
    request: PsbtRequest,
  ): Promise<{ readonly psbt?: Uint8Array | undefined; readonly txid?: string | undefined }>
  /** @param amount satoshis. Resolves with the id of the transaction, unchecked. */
  sendTransfer?(account: GrantedAccount, to: string, amount: bigint): Promise<unknown>
}

const SATOSHIS_MAX = 2_100_000_000_000_000n
const messageParams = z.object({
  message: z.string(),
  account: z.optional(z.string()),
  address: z.optional(z.string()),
  protocol: z.optional(z.enum(['ecdsa', 'bip322'])),
})
const psbtParams = z.object({
  psbt: z.string().check(z.maxLength(4_000_000)),
  account: z.optional(z.string()),
  signInputs: z.optional(
    z.array(z.object({ address: z.string(), index: z.int().check(z.nonnegative()), sighashTypes: z.optional(z.array(z.int())) })),
  ),
  broadcast: z.optional(z.boolean()),
})
const transferParams = z.object({
  recipientAddress: z.string(),
  amount: z.union([z.string().check(z.regex(/^\d{1,16}$/)), z.int().check(z.nonnegative())]),
  account: z.optional(z.string()),
})
const addressesParams = z.optional(z.object({ intentions: z.optional(z.array(z.string())) }))

/**
 * Makes the functions of a connector of a signer's. Answers `getAccountAddresses`, `signMessage`, `signPsbt` and `sendTransfer`
 * as WalletConnect has them (wire reference §6): signatures in hex, PSBTs in base64.
 */
export function toAccountsWallet(signer: BitcoinSigner): AccountsWallet {
  const unsupported = (method: string) => walletError('UNSUPPORTED_METHOD', { details: { method } })
  const signText = async (account: GrantedAccount, message: string, protocol = protocolOf(account)): Promise<Uint8Array> => {
    if (!signer.signMessage) throw unsupported('signMessage')
    return readSignature(await signer.signMessage(account, message, protocol))
  }
  const transfer = async (account: GrantedAccount, to: string, amount: bigint): Promise<string> => {
    const [from, receiver] = [decodeAddress(account.address), decodeAddress(to)]
    if (!receiver || receiver.network !== from?.network) throw walletError('ADDRESS_INVALID')
    if (amount <= 0n || amount > SATOSHIS_MAX) throw walletError('AMOUNT_INVALID')
    // Coins on an address for ordinals may carry one that is worth more than the coins.
    if (!signer.sendTransfer || account.purpose === 'ordinals') throw unsupported('sendTransfer')
    return readTxid(await signer.sendTransfer(account, to, amount))
  }
  return {
    ...signer,
    async sign(account, message) {
      const signature = await signText(account, message)
      return {
        signature: base64.encode(signature),
        scheme: signature.length === 65 ? 'ecdsa' : 'bip322',
        ...(account.publicKey ? { publicKey: account.publicKey } : {}),
      }
    },
    async send(account, { to, amount, asset }) {
      const { assetNamespace, reference, tokenId } = parseAssetId(asset)
      if (assetNamespace !== 'slip44' || !['0', '1'].includes(reference) || tokenId !== undefined)
        throw walletError('INVALID_PARAMS', { details: { asset } })
      return transfer(account, to, amount)
    },
    async request(_chain, { method, params }, accounts) {
      const signerOf = (address: string | undefined): GrantedAccount => {
        if (accounts.length === 0) throw walletError('NOT_CONNECTED')
        const plain = address?.split(':').at(-1)
        const account = plain === undefined ? accounts[0] : accounts.find((each) => each.address === plain)
        if (!account) throw walletError('UNAUTHORIZED', { details: { account: address } })
        return account
      }
      const given = <T>(schema: z.ZodMiniType<T>): T => {
        const parsed = schema.safeParse(params)
        if (!parsed.success) throw walletError('INVALID_PARAMS', { details: { method } })
        return parsed.data
      }
      switch (method) {
        case 'getAccountAddresses': {
          const { intentions } = given(addressesParams) ?? {}
          const intentionOf = ({ purpose }: GrantedAccount) => (purpose === 'ordinals' ? 'ordinal' : 'payment')
          return accounts
            .filter((account) => intentions?.includes(intentionOf(account)) ?? true)
            .map((account) => ({
              address: account.address,
              intention: intentionOf(account),
              ...(account.publicKey ? { publicKey: account.publicKey } : {}),
            }))
        }
        case 'signMessage': {
          const { message, account, address = account, protocol } = given(messageParams)
          const by = signerOf(address)
          return { address: by.address, signature: hex.encode(await signText(by, message, protocol)) }
        }
        case 'signPsbt': {
          const { psbt, account, signInputs = [], broadcast = false } = given(psbtParams)
          if (!signer.signPsbt) throw unsupported(method)
          for (const { address } of signInputs) signerOf(address)
          const bytes = fromBase64(psbt)
          if (!bytes) throw walletError('INVALID_PARAMS', { details: { method } })
          const signed = await signer.signPsbt(signerOf(account ?? signInputs[0]?.address), {
            psbt: bytes,
            inputs: signInputs,
            broadcast,
          })
          if (broadcast ? !signed.txid : !signed.psbt) throw malformed('it did not answer with a signed transaction')
          return {
            ...(signed.psbt ? { psbt: base64.encode(signed.psbt) } : {}),
            ...(signed.txid ? { txid: readTxid(signed.txid) } : {}),
          }
        }
        case 'sendTransfer': {
          const { recipientAddress, amount, account } = given(transferParams)
          return { txid: await transfer(signerOf(account), recipientAddress, BigInt(amount)) }
        }
        default:
          throw unsupported(method)
      }
    },
  }
}

/** Taproot keys sign only by BIP-322; the older way is what hardware wallets know for all others. */
const protocolOf = ({ type }: GrantedAccount): Protocol => (type === 'p2tr' ? 'bip322' : 'ecdsa')

/** The bytes of a signature in base64 or hex. @throws WalletError WALLET_FAILED for anything else */
function readSignature(value: unknown): Uint8Array {
  const text = typeof value === 'string' && value.length <= 20_000 ? value : ''
  const bytes = /^(?:[\da-f]{2})+$/i.test(text) ? hex.decode(text.toLowerCase()) : fromBase64(text)
  if (!bytes || bytes.length < 64) throw malformed('it did not answer with a signature')
  return bytes
}

/** The id of a transaction: 32 bytes in hex. @throws WalletError WALLET_FAILED for anything else */
function readTxid(value: unknown): string {
  if (typeof value !== 'string' || !/^[\da-f]{64}$/i.test(value)) throw malformed('it did not answer with a transaction id')
  return value.toLowerCase()
}

/** Bytes of a text in base64; `undefined` when it is none. */
export function fromBase64(text: unknown): Uint8Array | undefined {
  try {
    return typeof text === 'string' && text !== '' ? base64.decode(text) : undefined
  } catch {
    return undefined
  }
}

/** Bytes of a text in hex; `undefined` when it is none. */
export function fromHex(text: unknown): Uint8Array | undefined {
  return typeof text === 'string' && /^(?:[\da-f]{2})+$/i.test(text) ? hex.decode(text.toLowerCase()) : undefined
}

export { base64, hex }
