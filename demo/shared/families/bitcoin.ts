// Bitcoin in the sandbox wallets: one address for payments, one for ordinals, and what a PSBT spends in words.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { Address, CompactSize, NETWORK, OutScript, p2tr, p2wpkh, RawTx, RawWitness, Script, Transaction } from '@scure/btc-signer'
import * as z from 'zod/mini'
import { bitcoin } from '../../../src/vocabulary/non-evm-networks.js'
import { type Description, RpcRefusal } from '../requests.js'
import { type Family, formatUnits, given, invalid, messageOf, notShared, party, unsupported } from './family.js'

const encoder = new TextEncoder()
const sha256d = (bytes: Uint8Array) => sha256(sha256(bytes))
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

interface Key {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly purpose: 'payment' | 'ordinals'
  readonly type: 'p2wpkh' | 'p2tr'
  readonly secret: Uint8Array
  readonly script: Uint8Array
}

function createKeys(): readonly [Key, Key] {
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
  const keyFor = (address: string | undefined): Key => {
    const plain = address?.split(':').at(-1)
    const key = plain === undefined ? keys[0] : keys.find((each) => each.address === plain)
    if (!key) throw notShared()
    return key
  }
  return {
    accounts(chain) {
      if (chain !== bitcoin.caipNetworkId) throw new RpcRefusal(4902, 'This wallet knows Bitcoin’s main network only')
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
          if (isOld && key.type === 'p2tr') throw new RpcRefusal(-32_602, 'This address signs by BIP-322 only')
          return {
            description: {
              title: 'Sign a message',
              verb: 'Sign',
              facts: [party('With', key.address)],
              ...messageOf(encoder.encode(message)),
            },
            answer: () => {
              const signature = isOld ? signOld(key, message) : signGeneric(key, message)
              return Promise.resolve({ address: key.address, signature: hex.encode(signature) })
            },
          }
        }
        case 'signPsbt': {
          const { psbt, account, signInputs, broadcast = false } = given(psbtParams, params)
          if (broadcast) throw new RpcRefusal(4200, 'This sandbox wallet signs, and sends nothing')
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
                  throw new RpcRefusal(-32_602, `Input ${index} cannot be signed with this key: ${String(cause)}`)
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
const allInputs = (transaction: Transaction, keys: readonly Key[]) =>
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

/** BIP-137: a recoverable signature, whose header says that the address is native SegWit. */
function signOld({ secret }: Key, message: string): Uint8Array {
  const text = encoder.encode(message)
  const magic = encoder.encode('\u0018Bitcoin Signed Message:\n')
  const digest = sha256d(Uint8Array.from([...magic, ...CompactSize.encode(BigInt(text.length)), ...text]))
  const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
  return Uint8Array.from([39 + recovery, ...rest])
}

/** BIP-322, simple: the witness of a transaction that spends one which holds the message. */
function signGeneric({ secret, script, publicKey, type }: Key, message: string): Uint8Array {
  const tag = sha256(encoder.encode('BIP0322-signed-message'))
  const digest = sha256(Uint8Array.from([...tag, ...tag, ...encoder.encode(message)]))
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32), index: 0xffff_ffff, finalScriptSig: Script.encode(['OP_0', digest]), sequence: 0 }],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  })
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({
    txid: sha256d(toSpend).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(type === 'p2tr' ? { tapInternalKey: publicKey } : {}),
  })
  toSign.addOutput({ script: Script.encode(['RETURN']), amount: 0n })
  toSign.signIdx(secret, 0)
  toSign.finalizeIdx(0)
  return RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])
}
