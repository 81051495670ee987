// Bitcoin in the sandbox wallets: one address for payments, one for ordinals, and what a PSBT spends in words.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { Address, NETWORK, OutScript, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import * as z from 'zod/mini'
import { type BitcoinKey, signEcdsa, signGeneric } from '../../../src/connectors/mock/bitcoin-signatures.js'
import { bitcoin } from '../../../src/vocabulary/non-evm-networks.js'
import { ProviderRpcError } from '../../../src/vocabulary/rpc-error.js'
import type { Description } from '../requests.js'
import { type Family, formatUnits, given, invalid, messageOf, notShared, party, unsupported } from './family.js'

const encoder = new TextEncoder()
/** Made of public words, so never worth a coin. */
const keyOf = (words: string) => sha256(encoder.encode(`wallet-modal sandbox ${words}`))

const messageParams = z.object({
  message: z.string(),
  account: z.optional(z.string()),
  address: z.optional(z.string()),
  protocol: z.optional(z.enum(['ecdsa', 'bip322'])),
})
const psbtParams = z.object({
  psbt: z.string(),
  account: z.optional(z.string()),
  signInputs: z.optional(z.array(z.object({ address: z.string(), index: z.int().check(z.nonnegative()) }))),
  broadcast: z.optional(z.boolean()),
})
const addressesParams = z.optional(z.object({ intentions: z.optional(z.array(z.string())) }))

function createKeys(): readonly [BitcoinKey, BitcoinKey] {
  const [payment, ordinals] = [keyOf('payment'), keyOf('ordinals')]
  const compressed = secp256k1.getPublicKey(payment, true)
  const schnorr = secp256k1.getPublicKey(ordinals, true).slice(1)
  const [segwit, taproot] = [p2wpkh(compressed), p2tr(schnorr)]
  return [
    {
      address: segwit.address ?? '',
      publicKey: compressed,
      purpose: 'payment',
      type: 'p2wpkh',
      secret: payment,
      script: segwit.script,
    },
    {
      address: taproot.address ?? '',
      publicKey: schnorr,
      purpose: 'ordinals',
      type: 'p2tr',
      secret: ordinals,
      script: taproot.script,
    },
  ]
}

export function createBitcoinFamily(): Family {
  const keys = createKeys()
  const keyFor = (address: string | undefined): BitcoinKey => {
    const plain = address?.split(':').at(-1)
    const key = plain === undefined ? keys[0] : keys.find((each) => each.address === plain)
    if (!key) throw notShared()
    return key
  }
  return {
    accounts(chain) {
      if (chain !== bitcoin.caipNetworkId) throw new ProviderRpcError(4902, 'This wallet knows Bitcoin’s main network only')
      return Promise.resolve(keys)
    },
    async read(_chain, method, params) {
      switch (method) {
        case 'getAccountAddresses': {
          const { intentions } = given(addressesParams, params) ?? {}
          const all = keys.map(({ address, publicKey, purpose }) => ({
            address,
            publicKey: hex.encode(publicKey),
            intention: purpose === 'ordinals' ? 'ordinal' : 'payment',
          }))
          return { answer: () => Promise.resolve(all.filter(({ intention }) => intentions?.includes(intention) ?? true)) }
        }
        case 'signMessage': {
          const { message, account, address = account, protocol } = given(messageParams, params)
          const key = keyFor(address)
          const isOld = (protocol ?? (key.type === 'p2tr' ? 'bip322' : 'ecdsa')) === 'ecdsa'
          if (isOld && key.type === 'p2tr') throw new ProviderRpcError(-32_602, 'This address signs by BIP-322 only')
          return {
            description: {
              title: 'Sign a message',
              verb: 'Sign',
              facts: [party('With', key.address)],
              ...messageOf(encoder.encode(message)),
            },
            answer: () => {
              const signature = isOld ? signEcdsa(key, message) : signGeneric(key, message)
              return Promise.resolve({ address: key.address, signature: hex.encode(signature) })
            },
          }
        }
        case 'signPsbt': {
          const { psbt, account, signInputs, broadcast = false } = given(psbtParams, params)
          if (broadcast) throw new ProviderRpcError(4200, 'This sandbox wallet signs, and sends nothing')
          keyFor(account)
          const transaction = readPsbt(psbt)
          const wanted = (signInputs ?? allInputs(transaction, keys)).map(({ address, index }) => ({
            key: keyFor(address),
            index,
          }))
          if (wanted.length === 0) throw notShared()
          return {
            description: describePsbt(
              transaction,
              keys.map(({ address }) => address),
            ),
            answer: () => {
              for (const { key, index } of wanted) {
                try {
                  transaction.signIdx(key.secret, index)
                } catch (cause) {
                  throw new ProviderRpcError(-32_602, `Input ${index} cannot be signed with this key: ${String(cause)}`)
                }
              }
              return Promise.resolve({ psbt: base64.encode(transaction.toPSBT()) })
            },
          }
        }
        default:
          throw unsupported(method)
      }
    },
  }
}

function readPsbt(text: string): Transaction {
  try {
    return Transaction.fromPSBT(base64.decode(text), { allowUnknownOutputs: true, allowUnknownInputs: true })
  } catch {
    throw invalid()
  }
}

interface Coin {
  readonly address: string | undefined
  readonly amount: bigint | undefined
}

function addressOf(script: Uint8Array | undefined): string | undefined {
  try {
    return script && Address(NETWORK).encode(OutScript.decode(script))
  } catch {
    return undefined // a script without an address, such as OP_RETURN
  }
}
const inputsOf = (transaction: Transaction): readonly Coin[] =>
  Array.from({ length: transaction.inputsLength }, (_, index) => {
    const { witnessUtxo, nonWitnessUtxo, index: output = 0 } = transaction.getInput(index)
    const coin = witnessUtxo ?? nonWitnessUtxo?.outputs[output]
    return { address: addressOf(coin?.script), amount: coin?.amount }
  })
const outputsOf = (transaction: Transaction): readonly Coin[] =>
  Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script, amount } = transaction.getOutput(index)
    return { address: addressOf(script), amount }
  })

/** The inputs that are coins of the wallet's own addresses. */
const allInputs = (transaction: Transaction, keys: readonly BitcoinKey[]) =>
  inputsOf(transaction).flatMap(({ address }, index) =>
    address !== undefined && keys.some((key) => key.address === address) ? [{ address, index }] : [],
  )

const btc = (amount: bigint) => formatUnits(amount, 8, 'BTC')
const sum = (coins: readonly Coin[]) =>
  coins.reduce<bigint | undefined>(
    (total, { amount }) => (total === undefined || amount === undefined ? undefined : total + amount),
    0n,
  )

function describePsbt(transaction: Transaction, own: readonly string[]): Description {
  const isOwn = ({ address }: Coin) => address !== undefined && own.includes(address)
  const [inputs, outputs] = [inputsOf(transaction), outputsOf(transaction)]
  const [spent, sent] = [sum(inputs), sum(outputs)]
  const fee = spent === undefined || sent === undefined || spent < sent ? undefined : spent - sent
  const mine = inputs.filter(isOwn)
  const others = inputs.filter((input) => !isOwn(input))
  const targets = outputs.filter((output) => !isOwn(output))
  const back = outputs.filter(isOwn)
  const amountOf = (coins: readonly Coin[]) => {
    const amount = sum(coins)
    return amount === undefined ? 'an amount that is not said' : btc(amount)
  }
  return {
    title: 'Sign a Bitcoin transaction',
    verb: 'Sign',
    facts: [
      { label: 'Spends of yours', value: `${amountOf(mine)} in ${coinCount(mine.length)}` },
      ...(others.length > 0 ? [{ label: 'Spends of others', value: `${amountOf(others)} in ${coinCount(others.length)}` }] : []),
      ...targets.flatMap((target, index) => {
        const number = targets.length > 1 ? ` ${index + 1}` : ''
        return [
          { label: `Pays${number}`, value: amountOf([target]) },
          target.address === undefined ? { label: `To${number}`, value: 'no address' } : party(`To${number}`, target.address),
        ]
      }),
      ...(back.length > 0 ? [{ label: 'Back to you', value: amountOf(back) }] : []),
      { label: 'Fee', value: fee === undefined ? 'not known' : btc(fee) },
    ],
    warning: fee === undefined ? 'It is not said what all inputs are worth, so the fee is not known.' : undefined,
  }
}
const coinCount = (count: number) => (count === 1 ? '1 coin' : `${count} coins`)
