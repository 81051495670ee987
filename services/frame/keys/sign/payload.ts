// What the keys may be used for. Each kind is hashed here, from what it says: no digest comes in from outside.
import * as z from 'zod/mini'
import type { Bytes } from '../bytes.js'

type Hex = `0x${string}`

/** A copy: what was checked cannot be changed afterwards by whoever shares its memory. */
export const bytesSchema = (least: number, most: number) =>
  z.pipe(
    z.custom<Uint8Array>(
      (value) =>
        ArrayBuffer.isView(value) &&
        Object.prototype.toString.call(value) === '[object Uint8Array]' &&
        value.byteLength >= least &&
        value.byteLength <= most,
    ),
    z.transform((value): Bytes => new Uint8Array(value)),
  )
const hexOf = (pattern: RegExp) => z.custom<Hex>((value) => typeof value === 'string' && pattern.test(value))
const address = hexOf(/^0x[0-9a-fA-F]{40}$/)
const word = hexOf(/^0x[0-9a-fA-F]{64}$/)
const data = hexOf(/^0x(?:[0-9a-fA-F]{2}){0,131072}$/)
const uint = (bits: bigint) => z.bigint().check(z.gte(0n), z.lt(1n << bits))
const wholeNumber = z.int().check(z.gte(0))
/** As JSON often has it. */
const writtenNumber = z.pipe(
  z.string().check(z.regex(/^(?:0x[0-9a-fA-F]{1,64}|\d{1,77})$/)),
  z.transform((written: string) => BigInt(written)),
)
/** Zero would be every chain. */
const chainId = z.int().check(z.gte(1))
const accessList = z
  .array(z.strictObject({ address, storageKeys: z.array(word).check(z.maxLength(1000)) }))
  .check(z.maxLength(1000))

const common = {
  chainId,
  nonce: wholeNumber,
  gas: uint(64n),
  /** `null`: the transaction makes a contract. */
  to: z.nullable(address),
  value: uint(256n),
  data,
}
const fees = { maxFeePerGas: uint(256n), maxPriorityFeePerGas: uint(256n) }
const authorization = z.strictObject({
  chainId,
  address,
  nonce: wholeNumber,
  r: word,
  s: word,
  yParity: z.union([z.literal(0), z.literal(1)]),
})
/** EIP-155, EIP-2930, EIP-1559, EIP-7702. */
const evmTransactionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('legacy'), ...common, gasPrice: uint(256n) }),
  z.strictObject({ type: z.literal('eip2930'), ...common, gasPrice: uint(256n), accessList }),
  z.strictObject({ type: z.literal('eip1559'), ...common, ...fees, accessList: z.optional(accessList) }),
  z.strictObject({
    type: z.literal('eip7702'),
    ...common,
    to: address,
    ...fees,
    accessList: z.optional(accessList),
    authorizationList: z.array(authorization).check(z.minLength(1), z.maxLength(16)),
  }),
])
export type EvmTransaction = z.infer<typeof evmTransactionSchema>

const gas = uint(128n)
const userOperationSchema = z.strictObject({
  sender: address,
  nonce: uint(256n),
  /** `0x7702`: the account is this one, with the code of `authorization`. */
  factory: z.optional(hexOf(/^0x(?:[0-9a-fA-F]{40}|7702)$/)),
  factoryData: z.optional(data),
  callData: data,
  callGasLimit: gas,
  verificationGasLimit: gas,
  preVerificationGas: uint(256n),
  maxFeePerGas: gas,
  maxPriorityFeePerGas: gas,
  paymaster: z.optional(address),
  paymasterVerificationGasLimit: z.optional(gas),
  paymasterPostOpGasLimit: z.optional(gas),
  paymasterData: z.optional(data),
  authorization: z.optional(z.strictObject({ address, chainId, nonce: wholeNumber })),
})

/** Of another name than a property that every object has. */
const typeName = z.string().check(z.regex(/^(?!(?:__proto__|constructor|prototype)$)[A-Za-z_$][\w$]{0,99}$/))
const fields = z
  .array(z.strictObject({ name: typeName, type: z.string().check(z.regex(/^[A-Za-z_$][\w$]*(?:\[\d*\])*$/), z.maxLength(120)) }))
  .check(z.maxLength(200))
const typedDataSchema = z.strictObject({
  types: z.record(typeName, fields),
  primaryType: typeName,
  domain: z.strictObject({
    name: z.optional(z.string()),
    version: z.optional(z.string()),
    chainId: z.optional(z.union([uint(256n), wholeNumber, writtenNumber])),
    verifyingContract: z.optional(address),
    salt: z.optional(word),
  }),
  message: z.record(z.string(), z.unknown()),
})

/** Half a letter would be signed as another one than is shown. */
const text = z.string().check(z.maxLength(131_072), z.regex(/^\P{Surrogate}*$/u))

export const signPayloadSchema = z.discriminatedUnion('type', [
  /** Text, or bytes as they are. Answer: signature of 65 bytes in hex, as of all EVM kinds but transactions. */
  z.strictObject({ type: z.literal('eip191'), message: z.union([text, bytesSchema(0, 131_072)]) }),
  z.strictObject({ type: z.literal('eip712'), typedData: typedDataSchema }),
  /** Answer: the signed transaction in hex. One that delegates (EIP-7702) needs `allowDelegation`. */
  z.strictObject({
    type: z.literal('evmTransaction'),
    transaction: evmTransactionSchema,
    allowDelegation: z.optional(z.literal(true)),
  }),
  /** EIP-7702: hands the account to the code at `address`. Refused without `allowDelegation`. */
  z.strictObject({
    type: z.literal('authorization'),
    chainId,
    address,
    nonce: wholeNumber,
    allowDelegation: z.optional(z.literal(true)),
  }),
  z.strictObject({
    type: z.literal('userOperationHash'),
    chainId,
    entryPointVersion: z.enum(['0.7', '0.8']),
    /** What the account's contract checks: the hash itself, or the hash as a message of EIP-191. */
    as: z.enum(['hash', 'eip191']),
    userOperation: userOperationSchema,
  }),
  /** Answer: 64 bytes. Refused when it could be a transaction. */
  z.strictObject({ type: z.literal('solanaMessage'), message: bytesSchema(1, 65_535) }),
  /** As it is sent, with places for signatures. Answer: the same with ours in its place. */
  z.strictObject({ type: z.literal('solanaTransaction'), transaction: bytesSchema(1, 1232) }),
  /** BIP-322, simple. Answer: base64. */
  z.strictObject({ type: z.literal('bip322'), message: text }),
  z.strictObject({
    type: z.literal('psbt'),
    psbt: bytesSchema(1, 262_144),
    /** Default: every input that is ours. */
    inputs: z.optional(z.array(wholeNumber).check(z.minLength(1), z.maxLength(1000))),
    /** `psbt`: with our signatures; `transaction`: whole, as it is sent. */
    answer: z.enum(['psbt', 'transaction']),
  }),
])
export type SignPayload = z.infer<typeof signPayloadSchema>
export type SignPayloadInput = z.input<typeof signPayloadSchema>
