// What a Cosmos wallet can do, and the `AccountsWallet` that is made of it.
import * as z from 'zod/mini'
import { base64, hex } from '@scure/base'
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { ChainId } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import type { AccountsWallet } from '../accounts-connector.js'
import { malformed, parse } from '../foreign-calls.js'

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
  /** Asks for the accounts on a chain with their keys, unchecked, where the granted ones do not have them. */
  accountsOn?(chain: ChainId): Promise<unknown>
}

const short = z.string().check(z.maxLength(1_024))
const base64Text = z.string().check(z.refine(isBase64))
const signatureSchema = z.object({ pub_key: z.object({ type: short, value: short }), signature: short })
const signedSchema = z.object({ signature: signatureSchema, signed: z.optional(z.unknown()) })
const accountsSchema = z.array(z.object({ algo: short, address: short, pubkey: short }))
const directSchema = z.object({
  chainId: z.string(),
  accountNumber: z.union([z.string().check(z.regex(/^\d{1,20}$/)), z.int().check(z.nonnegative())]),
  authInfoBytes: base64Text,
  bodyBytes: base64Text,
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
        ? parse(signatureSchema, await signer.signArbitrary(account, message))
        : parse(signedSchema, await signer.signAmino(account, textDocument(account.address, message)))?.signature
      const publicKey = answer && hexOf(answer.pub_key.value)
      if (!publicKey || hexOf(answer.signature)?.length !== 128) throw malformed('it did not answer with a signature')
      if (publicKey !== (account.publicKey ?? publicKey)) throw malformed('it signed with another account')
      return { signature: answer.signature, publicKey, scheme: answer.pub_key.type }
    },
    async request(chain, { method, params }, accounts) {
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
        const parsed = parse(signedSchema, answer)
        if (!parsed) throw malformed('it did not answer with a signature')
        return parsed
      }
      switch (method) {
        case 'cosmos_getAccounts':
          if (signer.accountsOn) {
            const answer = parse(accountsSchema, await signer.accountsOn(chain))
            if (!answer) throw malformed('it did not answer with accounts')
            return answer.filter(({ address }) => accounts.some((each) => each.address === address))
          }
          return accounts.map(({ address, type = 'secp256k1', publicKey = '' }) => ({
            algo: type,
            address,
            pubkey: base64.encode(hex.decode(publicKey)),
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

function isBase64(text: string): boolean {
  return hexOf(text) !== undefined
}

/** Lower-case hex of a text in base64; `undefined` when it is none. */
function hexOf(text: string): string | undefined {
  try {
    return hex.encode(base64.decode(text))
  } catch {
    return undefined
  }
}
