// What a Cosmos wallet can do, and the `AccountsWallet` that is made of it.
import * as z from 'zod/mini'
import { base64 } from '@scure/base'
import type { GrantedAccount } from '../../vocabulary/account.js'
import { walletError } from '../../vocabulary/errors.js'
import type { AccountsWallet } from '../accounts-connector.js'
import { malformed } from '../foreign-calls.js'

/** A signed document, as Cosmos wallets and WalletConnect answer: unchecked but for its signature. */
export type SignedDocument = z.infer<typeof signedSchema>

/** A Cosmos wallet. */
export interface CosmosSigner extends Pick<
  AccountsWallet,
  'transport' | 'accounts' | 'onAccounts' | 'switchTo' | 'disconnect' | 'release'
> {
  /** Signs a text by ADR-36, where the wallet has a function for it. Resolves with its answer, unchecked. Absent: `signAmino` signs it. */
  signArbitrary?(account: GrantedAccount, data: string): Promise<unknown>
  /** @param document a `StdSignDoc` (amino JSON) */
  signAmino(account: GrantedAccount, document: Readonly<Record<string, unknown>>): Promise<unknown>
  /** @param document a `SignDoc` as JSON: bytes in base64, the account number as text */
  signDirect(account: GrantedAccount, document: DirectDocument): Promise<unknown>
}

const signatureSchema = z.object({ pub_key: z.object({ type: z.string(), value: z.string() }), signature: z.string() })
const signedSchema = z.looseObject({ signature: signatureSchema, signed: z.optional(z.unknown()) })
const directSchema = z.object({
  chainId: z.string(),
  accountNumber: z.union([z.string(), z.number()]),
  authInfoBytes: z.string(),
  bodyBytes: z.string(),
})
/** A document to sign directly (SIGN_MODE_DIRECT) as JSON. */
export type DirectDocument = z.infer<typeof directSchema>
const aminoParams = z.object({ signerAddress: z.optional(z.string()), signDoc: z.record(z.string(), z.unknown()) })
const directParams = z.object({ signerAddress: z.optional(z.string()), signDoc: directSchema })

/** The document by which a text is signed (ADR-36). */
const textDocument = (signer: string, text: string) => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(new TextEncoder().encode(text)) } }],
  memo: '',
})

/**
 * Makes the functions of a connector of a signer's. Answers `cosmos_getAccounts`, `cosmos_signAmino` and `cosmos_signDirect`
 * (wire reference §6).
 */
export function toAccountsWallet(signer: CosmosSigner): AccountsWallet {
  return {
    ...signer,
    async sign(account, message) {
      const answer = signer.signArbitrary
        ? signatureSchema.safeParse(await signer.signArbitrary(account, message)).data
        : signedSchema.safeParse(await signer.signAmino(account, textDocument(account.address, message))).data?.signature
      const publicKey = answer && hexOf(answer.pub_key.value)
      if (!publicKey || hexOf(answer.signature)?.length !== 128) throw malformed('it did not answer with a signature')
      return { signature: answer.signature, publicKey, scheme: answer.pub_key.type }
    },
    async request(_chain, { method, params }, accounts) {
      const signerOf = (address: string | undefined): GrantedAccount => {
        if (accounts.length === 0) throw walletError('NOT_CONNECTED')
        const account = address === undefined ? accounts[0] : accounts.find((each) => each.address === address)
        if (!account) throw walletError('UNAUTHORIZED', { details: { account: address } })
        return account
      }
      const given = <T>(schema: z.ZodMiniType<T>): T => {
        const parsed = schema.safeParse(params)
        if (!parsed.success) throw walletError('INVALID_PARAMS', { details: { method } })
        return parsed.data
      }
      const signed = (answer: unknown): SignedDocument => {
        const parsed = signedSchema.safeParse(answer)
        if (!parsed.success) throw malformed('it did not answer with a signature')
        return parsed.data
      }
      switch (method) {
        case 'cosmos_getAccounts':
          return accounts.map(({ address, type = 'secp256k1', publicKey = '' }) => ({
            algo: type,
            address,
            pubkey: base64.encode(bytesOf(publicKey)),
          }))
        case 'cosmos_signAmino': {
          const { signerAddress, signDoc } = given(aminoParams)
          return signed(await signer.signAmino(signerOf(signerAddress), signDoc))
        }
        case 'cosmos_signDirect': {
          const { signerAddress, signDoc } = given(directParams)
          return signed(await signer.signDirect(signerOf(signerAddress), signDoc))
        }
        default:
          throw walletError('UNSUPPORTED_METHOD', { details: { method } })
      }
    },
  }
}

/** Lower-case hex of a text in base64; `undefined` when it is none. */
function hexOf(text: string): string | undefined {
  try {
    return Array.from(base64.decode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
