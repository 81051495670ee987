// What is signed of an extrinsic, made of the payload that a page hands to a wallet (`SignerPayloadJSON` of polkadot.js).
import * as z from 'zod/mini'
import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'
import { invalidParams } from './accounts-wallet.js'
import { ProviderRpcError } from '../../vocabulary/rpc-error.js'

/** Longer payloads are signed by their hash (Polkadot specification, "Extrinsics"). */
const PAYLOAD_MAX_BYTES = 256

const hexText = z.string().check(z.regex(/^0x(?:[\da-f]{2})*$/i))
const quantity = z.union([z.string().check(z.regex(/^(?:0x[\da-f]{1,64}|\d{1,40})$/i)), z.int().check(z.nonnegative())])
const payloadSchema = z.object({
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
/** A payload whose shape has been checked. */
export type PolkadotPayload = z.infer<typeof payloadSchema>
type Part = (payload: PolkadotPayload) => Uint8Array

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

/** @param text even hex with `0x`, as the schema has it */
const bytesOfHex = (text: string) => hex.decode(text.slice(2))
const none = new Uint8Array()
const nothing = () => none
/** What the extensions of a runtime add to what is signed: with the call, and after it. */
const extensions: Readonly<Record<string, readonly [extra: Part, additional: Part]>> = {
  CheckNonZeroSender: [nothing, nothing],
  CheckWeight: [nothing, nothing],
  PrevalidateAttests: [nothing, nothing],
  StorageWeightReclaim: [nothing, nothing],
  CheckSpecVersion: [nothing, ({ specVersion }) => little(BigInt(specVersion), 4)],
  CheckTxVersion: [nothing, ({ transactionVersion }) => little(BigInt(transactionVersion), 4)],
  CheckGenesis: [nothing, ({ genesisHash }) => bytesOfHex(genesisHash)],
  CheckMortality: [({ era }) => bytesOfHex(era), ({ blockHash }) => bytesOfHex(blockHash)],
  CheckNonce: [({ nonce }) => compact(BigInt(nonce)), nothing],
  ChargeTransactionPayment: [({ tip = 0 }) => compact(BigInt(tip)), nothing],
  CheckMetadataHash: [
    ({ mode = 0 }) => Uint8Array.of(mode),
    ({ metadataHash }) => (metadataHash ? Uint8Array.from([1, ...bytesOfHex(metadataHash)]) : Uint8Array.of(0)),
  ],
}
const usual = [
  ...['CheckNonZeroSender', 'CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality', 'CheckNonce'],
  ...['CheckWeight', 'ChargeTransactionPayment'],
]

/** @throws ProviderRpcError -32602 */
export function parsePayload(payload: unknown): PolkadotPayload {
  const { data } = payloadSchema.safeParse(payload)
  if (!data) throw invalidParams()
  return data
}

/** The bytes that are signed of an extrinsic. @throws ProviderRpcError 4200 for an extension that is not known here */
export function payloadBytes(data: PolkadotPayload): Uint8Array {
  const parts = (data.signedExtensions ?? usual).map((name) => {
    const part = Object.hasOwn(extensions, name) ? extensions[name] : undefined
    if (!part) throw new ProviderRpcError(4200, `This wallet does not know the extension ${name}`)
    return part
  })
  const bytes = Uint8Array.from([
    ...bytesOfHex(data.method),
    ...parts.flatMap(([extra]) => [...extra(data)]),
    ...parts.flatMap(([, additional]) => [...additional(data)]),
  ])
  return bytes.length > PAYLOAD_MAX_BYTES ? blake2b(bytes, { dkLen: 32 }) : bytes
}
