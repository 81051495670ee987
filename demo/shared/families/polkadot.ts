// Polkadot in the sandbox wallets: the key that all test chains call Alice, and what an extrinsic's payload says in words.
import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import * as z from 'zod/mini'
import { encode, addressOn, decode } from '../../../src/connectors/polkadot/ss58.js'
import type { ChainId } from '../../../src/vocabulary/caip.js'
import { chainName } from '../chain.js'
import { type Description, RpcRefusal } from '../requests.js'
import { type Family, formatUnits, given, messageOf, notShared, party, unsupported } from './family.js'

/** `//Alice`, printed in every Substrate tutorial. */
const ALICE = 'e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a'
const GENERIC_PREFIX = 42
/** Longer payloads are signed by their hash (Polkadot specification, "Extrinsics"). */
const PAYLOAD_MAX_BYTES = 256

const hexText = z.string().check(z.regex(/^0x(?:[\da-f]{2})*$/i))
const quantity = z.union([z.string().check(z.regex(/^(?:0x[\da-f]{1,64}|\d{1,40})$/i)), z.int().check(z.nonnegative())])
const messageParams = z.object({
  address: z.optional(z.string()),
  message: z.optional(z.string()),
  data: z.optional(hexText),
})
const payload = z.object({
  address: z.string(),
  method: hexText,
  genesisHash: hexText,
  blockHash: hexText,
  era: hexText,
  nonce: quantity,
  specVersion: quantity,
  transactionVersion: quantity,
  tip: z.optional(quantity),
  mode: z.optional(z.int()),
  metadataHash: z.nullish(hexText),
  assetId: z.nullish(z.unknown()),
  signedExtensions: z.optional(z.array(z.string())),
})
const payloadParams = z.object({ address: z.optional(z.string()), transactionPayload: payload })
type Payload = z.infer<typeof payload>

export function createPolkadotFamily(): Family {
  const secret = secretFromSeed(hex.decode(ALICE))
  const publicKey = getPublicKey(secret)
  const generic = encode({ prefix: GENERIC_PREFIX, publicKey })
  const signWith = (bytes: Uint8Array) => sign(secret, bytes)
  const requireOwn = (address = generic) => {
    if (decode(address)?.publicKey.join() !== publicKey.join()) throw notShared()
  }
  return {
    accounts: (chain) => Promise.resolve([{ address: addressOn(chain, generic) ?? generic, publicKey, type: 'sr25519' }]),
    async read(chain, method, params) {
      switch (method) {
        case 'polkadot_signMessage': {
          const { address, message, data } = given(messageParams, params)
          requireOwn(address)
          const bytes = data === undefined ? new TextEncoder().encode(message) : hex.decode(data.slice(2).toLowerCase())
          const inner = withoutWrap(bytes)
          return {
            description: {
              title: 'Sign a message',
              verb: 'Sign',
              facts: [party('With', address ?? generic)],
              ...messageOf(inner),
            },
            answer: () => Promise.resolve({ id: 1, signature: `0x${hex.encode(signWith(wrap(inner)))}` }),
          }
        }
        case 'polkadot_signTransaction': {
          const { address, transactionPayload } = given(payloadParams, params)
          requireOwn(address ?? transactionPayload.address)
          requireOwn(transactionPayload.address)
          const bytes = encodePayload(transactionPayload)
          return {
            description: describePayload(chain, transactionPayload),
            // 01: the key is of sr25519 (`MultiSignature`)
            answer: () =>
              Promise.resolve({
                id: 1,
                signature: `0x01${hex.encode(signWith(bytes.length > PAYLOAD_MAX_BYTES ? blake2b(bytes, { dkLen: 32 }) : bytes))}`,
              }),
          }
        }
        default:
          throw unsupported(method)
      }
    },
  }
}

const [OPEN, CLOSE] = ['<Bytes>', '</Bytes>'].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array] // two texts
const isWrapped = (bytes: Uint8Array) =>
  bytes.length >= OPEN.length + CLOSE.length &&
  bytes.slice(0, OPEN.length).join() === OPEN.join() &&
  bytes.slice(-CLOSE.length).join() === CLOSE.join()
const withoutWrap = (bytes: Uint8Array) => (isWrapped(bytes) ? bytes.slice(OPEN.length, -CLOSE.length) : bytes)
/** A text between these can be no transaction. */
const wrap = (bytes: Uint8Array) => Uint8Array.from([...OPEN, ...bytes, ...CLOSE])

function describePayload(
  chain: ChainId,
  { address, method, nonce, tip = 0, era, genesisHash, specVersion }: Payload,
): Description {
  const call = hex.decode(method.slice(2).toLowerCase())
  const isThisChain = `polkadot:${genesisHash.slice(2, 34)}`.toLowerCase() === chain
  return {
    title: 'Sign an extrinsic',
    verb: 'Sign',
    facts: [
      { label: 'Call', value: `pallet ${call[0] ?? '?'}, call ${call[1] ?? '?'}, ${Math.max(0, call.length - 2)} bytes` },
      party('From', address),
      { label: 'Tip', value: formatUnits(BigInt(tip), 10, 'DOT') },
      { label: 'Number', value: String(BigInt(nonce)) },
      { label: 'Valid', value: era === '0x00' ? 'for ever' : 'for some minutes' },
      { label: 'Runtime', value: String(BigInt(specVersion)) },
    ],
    text: method,
    warning: isThisChain
      ? 'This wallet does not know what the call does: only the chain’s metadata says so.'
      : `This is for another chain than ${chainName(chain)}.`,
  }
}

const little = (value: bigint, bytes: number) =>
  Uint8Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))

/** SCALE's compact integers. */
function compact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return little(value << 2n, 1)
  if (value < 1n << 14n) return little((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return little((value << 2n) | 2n, 4)
  const length = Math.ceil(value.toString(16).length / 2)
  return Uint8Array.from([((length - 4) << 2) | 3, ...little(value, length)])
}

const bytesOf = (text: string) => hex.decode(text.slice(2).toLowerCase())
const none = new Uint8Array()
type Part = (payload: Payload) => Uint8Array
/** What the extensions of a runtime add to what is signed: with the call, and after it. */
const extensions: Readonly<Record<string, readonly [extra: Part, additional: Part]>> = {
  CheckNonZeroSender: [() => none, () => none],
  CheckWeight: [() => none, () => none],
  PrevalidateAttests: [() => none, () => none],
  StorageWeightReclaim: [() => none, () => none],
  CheckSpecVersion: [() => none, ({ specVersion }) => little(BigInt(specVersion), 4)],
  CheckTxVersion: [() => none, ({ transactionVersion }) => little(BigInt(transactionVersion), 4)],
  CheckGenesis: [() => none, ({ genesisHash }) => bytesOf(genesisHash)],
  CheckMortality: [({ era }) => bytesOf(era), ({ blockHash }) => bytesOf(blockHash)],
  CheckNonce: [({ nonce }) => compact(BigInt(nonce)), () => none],
  ChargeTransactionPayment: [({ tip = 0 }) => compact(BigInt(tip)), () => none],
  CheckMetadataHash: [
    ({ mode = 0 }) => Uint8Array.of(mode),
    ({ metadataHash }) => (metadataHash ? Uint8Array.from([1, ...bytesOf(metadataHash)]) : Uint8Array.of(0)),
  ],
}
const usual = [
  'CheckNonZeroSender',
  'CheckSpecVersion',
  'CheckTxVersion',
  'CheckGenesis',
  'CheckMortality',
  'CheckNonce',
  'CheckWeight',
  'ChargeTransactionPayment',
]

/** What is signed of an extrinsic. @throws RpcRefusal 4200 for a runtime with an extension that this wallet does not know */
function encodePayload(given: Payload): Uint8Array {
  const parts = (given.signedExtensions ?? usual).map((name) => {
    const part = Object.hasOwn(extensions, name) ? extensions[name] : undefined
    if (!part) throw new RpcRefusal(4200, `This wallet does not know the extension ${name}`)
    return part
  })
  return Uint8Array.from([
    ...bytesOf(given.method),
    ...parts.flatMap(([extra]) => [...extra(given)]),
    ...parts.flatMap(([, additional]) => [...additional(given)]),
  ])
}
