// Cosmos in the sandbox wallets: one key on the Cosmos Hub and on Osmosis, and what a sign document holds in words.
import { Secp256k1Wallet, type StdSignDoc } from '@cosmjs/amino'
import { decodeTxRaw, DirectSecp256k1Wallet, Registry } from '@cosmjs/proto-signing'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import type { ChainId } from '../../../src/vocabulary/caip.js'
import { ProviderRpcError } from '../../../src/vocabulary/rpc-error.js'
import type { Description } from '../requests.js'
import { type Family, formatUnits, given, invalid, messageOf, notShared, party, unsupported } from './family.js'

const prefixes: Readonly<Record<string, string>> = { 'cosmoshub-4': 'cosmos', 'osmosis-1': 'osmo' }
const coins: Readonly<Record<string, string>> = { uatom: 'ATOM', uosmo: 'OSMO' }
/** Made of public words, so never worth a coin. */
const secret = () => sha256(new TextEncoder().encode('wallet-modal sandbox cosmos'))

const coin = z.object({ denom: z.string(), amount: z.string().check(z.regex(/^\d{1,40}$/)) })
const aminoDocument = z.looseObject({
  chain_id: z.string(),
  account_number: z.string(),
  sequence: z.string(),
  fee: z.looseObject({ gas: z.string(), amount: z.array(coin) }),
  msgs: z.array(z.object({ type: z.string(), value: z.unknown() })),
  memo: z.string(),
})
const aminoParams = z.object({ signerAddress: z.optional(z.string()), signDoc: aminoDocument })
const directParams = z.object({
  signerAddress: z.optional(z.string()),
  signDoc: z.object({
    chainId: z.string(),
    accountNumber: z.union([z.string().check(z.regex(/^\d{1,20}$/)), z.int().check(z.nonnegative())]),
    authInfoBytes: z.string(),
    bodyBytes: z.string(),
  }),
})
const textMessage = z.object({ signer: z.string(), data: z.string() })
const sendMessage = z.object({ from_address: z.string(), to_address: z.string(), amount: z.array(coin) })
const directSend = z.object({ fromAddress: z.string(), toAddress: z.string(), amount: z.array(coin) })

/** The account number and the number of the transaction are not for people; the rest of a message is. */
interface Message {
  readonly type: string
  readonly value: unknown
}

export function createCosmosFamily(): Family {
  const prefixOf = (chain: ChainId): string => {
    const prefix = prefixes[chain.slice('cosmos:'.length)]
    if (prefix === undefined) throw new ProviderRpcError(4902, `There is no chain info for ${chain}`)
    return prefix
  }
  const accountOn = async (chain: ChainId) => {
    const wallet = await Secp256k1Wallet.fromKey(secret(), prefixOf(chain))
    const [account] = await wallet.getAccounts()
    if (!account) throw new Error('cosmjs gave no account')
    return { wallet, address: account.address, publicKey: account.pubkey }
  }
  return {
    accounts: async (chain) =>
      [await accountOn(chain)].map(({ address, publicKey }) => ({ address, publicKey, type: 'secp256k1' })),
    async read(chain, method, params) {
      const { wallet, address, publicKey } = await accountOn(chain)
      const requireOwn = (signer = address) => {
        if (signer !== address) throw notShared()
      }
      switch (method) {
        case 'cosmos_getAccounts':
          return { answer: () => Promise.resolve([{ algo: 'secp256k1', address, pubkey: base64.encode(publicKey) }]) }
        case 'cosmos_signAmino': {
          const { signerAddress, signDoc } = given(aminoParams, params)
          requireOwn(signerAddress)
          const document = signDoc as StdSignDoc & typeof signDoc // `aminoDocument` has checked what cosmjs reads
          return {
            description: describeDocument(address, signDoc.msgs, { memo: signDoc.memo, fee: signDoc.fee.amount }),
            answer: () => wallet.signAmino(address, document),
          }
        }
        case 'cosmos_signDirect': {
          const { signerAddress, signDoc } = given(directParams, params)
          requireOwn(signerAddress)
          const [bodyBytes, authInfoBytes] = [readBase64(signDoc.bodyBytes), readBase64(signDoc.authInfoBytes)]
          const { messages, ...rest } = readTransaction(bodyBytes, authInfoBytes)
          return {
            description: describeDocument(address, messages, rest),
            answer: async () => {
              const direct = await DirectSecp256k1Wallet.fromKey(secret(), prefixOf(chain))
              const { signature } = await direct.signDirect(address, {
                chainId: signDoc.chainId,
                accountNumber: BigInt(signDoc.accountNumber),
                bodyBytes,
                authInfoBytes,
              })
              return { signature, signed: signDoc }
            },
          }
        }
        default:
          throw unsupported(method)
      }
    },
  }
}

function readBase64(text: string): Uint8Array {
  try {
    return base64.decode(text)
  } catch {
    throw invalid()
  }
}

/** The messages, memo and fee of a transaction; a message of a kind that the registry does not know stays base64. */
function readTransaction(bodyBytes: Uint8Array, authInfoBytes: Uint8Array) {
  const registry = new Registry()
  try {
    // As it is sent: two fields of bytes, and no signature yet.
    const { body, authInfo } = decodeTxRaw(Uint8Array.from([...field(1, bodyBytes), ...field(2, authInfoBytes)]))
    const messages: readonly Message[] = body.messages.map(({ typeUrl, value }) => ({
      type: typeUrl,
      value: registry.lookupType(typeUrl) ? registry.decode({ typeUrl, value }) : base64.encode(value),
    }))
    return { messages, memo: body.memo, fee: authInfo.fee?.amount ?? [] }
  } catch {
    throw invalid()
  }
}

/** A field of bytes in protobuf's encoding. */
function field(number: number, bytes: Uint8Array): readonly number[] {
  const length: number[] = []
  for (let rest = bytes.length; ; rest >>>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest)
    if (rest <= 127) return [(number << 3) | 2, ...length, ...bytes]
  }
}

const amountOf = (amounts: readonly z.infer<typeof coin>[]) =>
  amounts
    .map(({ denom, amount }) =>
      Object.hasOwn(coins, denom) ? formatUnits(BigInt(amount), 6, coins[denom] ?? '') : `${amount} ${denom.slice(0, 64)}`,
    )
    .join(', ') || 'nothing'

function describeDocument(
  signer: string,
  messages: readonly Message[],
  { memo, fee }: { readonly memo: string; readonly fee: readonly z.infer<typeof coin>[] },
): Description {
  const [first] = messages
  if (messages.length === 1 && first?.type === 'sign/MsgSignData') {
    const { data } = given(textMessage, first.value)
    return { title: 'Sign a message', verb: 'Sign', facts: [party('With', signer)], ...messageOf(readBase64(data)) }
  }
  const sends = messages.map(readSend)
  const shared = [{ label: 'Fee', value: amountOf(fee) }, ...(memo ? [{ label: 'Memo', value: memo.slice(0, 256) }] : [])]
  const [only] = sends
  if (only && sends.length === 1) {
    const facts = [{ label: 'Amount', value: only.amount }, party('From', only.from), party('To', only.to)]
    return { title: 'Send coins', verb: 'Sign', facts: [...facts, ...shared] }
  }
  return {
    title: 'Sign a transaction',
    verb: 'Sign',
    facts: [
      party('With', signer),
      ...messages.map(({ type }, index) => {
        const send = sends[index]
        return {
          label: `Message ${index + 1}`,
          value: send ? `Send ${send.amount} to ${send.to}` : type.slice(0, 128),
        }
      }),
      ...shared,
    ],
    text: JSON.stringify(messages, null, 2),
    warning: sends.every(Boolean) ? undefined : 'This wallet does not know what all messages do.',
  }
}

function readSend({ type, value }: Message) {
  if (type === 'cosmos-sdk/MsgSend') {
    const { from_address: from, to_address: to, amount } = given(sendMessage, value)
    return { from, to, amount: amountOf(amount) }
  }
  if (type === '/cosmos.bank.v1beta1.MsgSend') {
    const { fromAddress: from, toAddress: to, amount } = given(directSend, value)
    return { from, to, amount: amountOf(amount) }
  }
  return undefined
}
