// What a Bitcoin wallet can do, whatever its shape, and the `AccountsWallet` that is made of it.
import * as z from 'zod/mini'
import { base64, hex } from '@scure/base'
import type { GrantedAccount } from '../../vocabulary/account.js'
import { parseAssetId } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import type { AccountsWallet } from '../accounts-connector.js'
import { malformed, parse, textAt } from '../foreign-calls.js'
import { bytesOf } from '../wallet-standard/wallet.js'
import { decodeAddress, dustLimits, readAddress } from './address.js'

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
  /**
   * Resolves with the signed PSBT as the wallet writes it (base64, hex or bytes), and with the id of the transaction if it was
   * sent: both unchecked.
   */
  signPsbt?(account: GrantedAccount, request: PsbtRequest): Promise<{ readonly psbt?: unknown; readonly txid?: unknown }>
  /** @param amount satoshis. Resolves with the id of the transaction, unchecked. */
  sendTransfer?(account: GrantedAccount, to: string, amount: bigint): Promise<unknown>
  /**
   * The addresses that belong to an account, for a wallet that has more than it grants. Absent: the granted ones are all.
   * @param intentions `payment`, `ordinal`; absent: all
   */
  addressesOf?(account: GrantedAccount, intentions: readonly string[] | undefined): Promise<readonly NamedIntention[]>
}

/** An address as `getAccountAddresses` answers it. */
export interface NamedIntention {
  readonly address: string
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
  readonly intention?: 'payment' | 'ordinal' | undefined
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
    z.array(
      z.object({
        address: z.string(),
        index: z.int().check(z.nonnegative()),
        sighashTypes: z.optional(z.array(z.literal([0, 1, 2, 3, 0x81, 0x82, 0x83]))),
      }),
    ),
  ),
  broadcast: z.optional(z.boolean()),
})
const transferParams = z.object({
  recipientAddress: z.string(),
  amount: z.union([z.string().check(z.regex(/^-?\d{1,78}$/)), z.int()]),
  account: z.optional(z.string()),
})
const addressesParams = z.optional(z.object({ account: z.optional(z.string()), intentions: z.optional(z.array(z.string())) }))
const signatureText = z.string().check(z.maxLength(20_000))
const psbtText = z.string().check(z.maxLength(8_000_000))

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
    if (amount < dustLimits[receiver.type] || amount > SATOSHIS_MAX) throw walletError('AMOUNT_INVALID')
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
      // SLIP-44 has one number for Bitcoin, and one for the test networks of all chains.
      const isCoin = reference === '0' || (reference === '1' && decodeAddress(account.address)?.network !== 'main')
      if (assetNamespace !== 'slip44' || !isCoin || tokenId !== undefined)
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
          const { account: asked, intentions } = given(addressesParams) ?? {}
          if (signer.addressesOf) return signer.addressesOf(signerOf(asked), intentions)
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
          const inputs = signInputs.map((input) => ({ ...input, address: signerOf(input.address).address }))
          const bytes = readPsbt(psbt)
          if (!bytes) throw walletError('INVALID_PARAMS', { details: { method } })
          const by = signerOf(account ?? inputs[0]?.address)
          const answer = await signer.signPsbt(by, { psbt: bytes, inputs, broadcast })
          const signed = readPsbt(answer.psbt)
          if (!broadcast && !signed) throw malformed('it did not answer with a signed transaction')
          return {
            ...(signed ? { psbt: base64.encode(signed) } : {}),
            ...(broadcast ? { txid: readTxid(answer.txid) } : {}),
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
  const bytes = bytesOfText(parse(signatureText, value))
  if (!bytes || bytes.length < 64) throw malformed('it did not answer with a signature')
  return bytes
}

/** What every PSBT begins with (BIP-174): `psbt` and 0xff. */
const PSBT_MAGIC = '70736274ff'

/** The bytes of a PSBT, whether they are written in base64, in hex or as bytes; `undefined` for anything else. */
function readPsbt(value: unknown): Uint8Array | undefined {
  const bytes = bytesOf(value) ?? bytesOfText(parse(psbtText, value))
  return bytes && hex.encode(bytes.subarray(0, 5)) === PSBT_MAGIC ? bytes : undefined
}

/**
 * Checks that a wallet has signed with the account that it was asked for, where its answer says with which.
 * @throws WalletError WALLET_FAILED
 */
export function requireSigner(answer: unknown, { address }: GrantedAccount): void {
  const signedBy = textAt(answer, 'address')
  if (signedBy !== undefined && readAddress(signedBy) !== address) throw malformed('it signed with another account')
}

/** The id of a transaction: 32 bytes in hex. @throws WalletError WALLET_FAILED for anything else */
function readTxid(value: unknown): string {
  if (typeof value !== 'string' || !/^[\da-f]{64}$/i.test(value)) throw malformed('it did not answer with a transaction id')
  return value.toLowerCase()
}

/** Bytes of a text in hex, else in base64; `undefined` when it is neither. Base64 of a signature or PSBT does not look like hex. */
function bytesOfText(text = ''): Uint8Array | undefined {
  try {
    return /^[\da-f]+$/i.test(text) ? hex.decode(text.toLowerCase()) : base64.decode(text)
  } catch {
    return undefined
  }
}

export { base64, hex }
