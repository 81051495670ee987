// What a Polkadot wallet can do, and the `AccountsWallet` that is made of it.
import * as z from 'zod/mini'
import { hex } from '@scure/base'
import type { GrantedAccount } from '../../vocabulary/account.js'
import { walletError } from '../../vocabulary/errors.js'
import type { AccountsWallet } from '../accounts-connector.js'
import { malformed, parse } from '../foreign-calls.js'
import { keyTypeOf } from './account.js'
import { addressOn } from './ss58.js'
import { wrapBytes } from './wrap-bytes.js'

/** A Polkadot wallet. Both functions resolve with the wallet's answer, unchecked; it should have a `signature` in hex. */
export interface PolkadotSigner extends Pick<AccountsWallet, 'transport' | 'accounts' | 'onAccounts' | 'disconnect' | 'release'> {
  /** @param data hex with `0x`, wrapped in `<Bytes>` */
  signRaw(account: GrantedAccount, data: string): Promise<unknown>
  /** @param payload a `SignerPayloadJSON` of the account */
  signPayload(account: GrantedAccount, payload: Readonly<Record<string, unknown>>): Promise<unknown>
}

// 64 bytes, or 65 of an ecdsa key; those of a transaction begin with one that says the kind of key.
const answerSchema = z.object({
  signature: z.string().check(z.regex(/^(?:0x)?(?:[\da-f]{2}){64,66}$/i)),
  id: z.optional(z.union([z.number(), z.string().check(z.maxLength(128))])),
  signedTransaction: z.optional(z.string().check(z.maxLength(2_000_000), z.regex(/^0x[\da-f]*$/i))),
})
const messageParams = z.object({
  address: z.optional(z.string()),
  message: z.optional(z.string()),
  data: z.optional(z.string().check(z.regex(/^0x(?:[\da-f]{2})*$/i))),
})
const payloadParams = z.object({ address: z.optional(z.string()), transactionPayload: z.record(z.string(), z.unknown()) })

/** Makes the functions of a connector of a signer's. Answers `polkadot_signMessage` and `polkadot_signTransaction` (wire reference §6). */
export function toAccountsWallet(signer: PolkadotSigner): AccountsWallet {
  const signData = async (account: GrantedAccount, data: string) =>
    readAnswer(await signer.signRaw(account, hexOf(wrapBytes(hex.decode(data.slice(2)))))).signature
  return {
    ...signer,
    sign: async (account, message) => ({
      signature: await signData(account, hexOf(new TextEncoder().encode(message))),
      scheme: keyTypeOf(account.type),
    }),
    async request(chain, { method, params }, accounts) {
      const signerOf = (address: string | undefined): GrantedAccount => {
        if (accounts.length === 0) throw walletError('NOT_CONNECTED')
        const wanted = address === undefined ? undefined : addressOn(chain, address)
        // A session may have written its own for another chain.
        const account = address === undefined ? accounts[0] : accounts.find((each) => addressOn(chain, each.address) === wanted)
        if (!account) throw walletError('UNAUTHORIZED', { details: { account: address } })
        return account
      }
      const given = <T>(schema: z.ZodMiniType<T>): T => {
        const parsed = schema.safeParse(params)
        if (!parsed.success) throw walletError('INVALID_PARAMS', { details: { method } })
        return parsed.data
      }
      switch (method) {
        case 'polkadot_signMessage': {
          const {
            address,
            message,
            data = message === undefined ? undefined : hexOf(new TextEncoder().encode(message)),
          } = given(messageParams)
          if (data === undefined) throw walletError('INVALID_PARAMS', { details: { method } })
          return { signature: await signData(signerOf(address), data) }
        }
        case 'polkadot_signTransaction': {
          const { address, transactionPayload } = given(payloadParams)
          const account = signerOf(address)
          return readAnswer(await signer.signPayload(account, { ...transactionPayload, address: account.address }))
        }
        default:
          throw walletError('UNSUPPORTED_METHOD', { details: { method } })
      }
    },
  }
}

/** @throws WalletError WALLET_FAILED for an answer without a signature */
function readAnswer(answer: unknown): z.infer<typeof answerSchema> {
  const parsed = parse(answerSchema, answer)
  if (!parsed) throw malformed('it did not answer with a signature')
  return { ...parsed, signature: withPrefix(parsed.signature) }
}

const withPrefix = (text: string) => (text.startsWith('0x') ? text : `0x${text}`).toLowerCase()
const hexOf = (bytes: Uint8Array) => `0x${hex.encode(bytes)}`
