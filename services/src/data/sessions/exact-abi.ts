// Decodes ABI data that is written in the one way in which encoders write it. Contracts read other spellings too, and not all alike: with dirty bits
// above an address or a number, offsets that overlap or lead elsewhere, bytes behind the end, what a contract does may differ from what is read here.
import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type AbiFunction,
  type AbiParameter,
  type Hex,
} from 'viem'

/** The arguments of a call of `item`; none for a function without any. @throws Error unless encoding them again gives `data`, byte for byte */
export function exactArguments(item: AbiFunction, data: Hex): readonly unknown[] {
  // viem says undefined for a function without arguments; its type does not.
  const args: readonly unknown[] | undefined = decodeFunctionData({ abi: [item], data }).args
  assertSame(encodeFunctionData({ abi: [item], args }), data)
  return args ?? []
}

/** The values of `types`. @throws Error unless encoding them again gives `data`, byte for byte */
export function exactParameters<const Types extends readonly AbiParameter[]>(types: Types, data: Hex) {
  const values = decodeAbiParameters(types, data)
  assertSame(encodeAbiParameters(types, values as Parameters<typeof encodeAbiParameters<Types>>[1]), data)
  return values
}

function assertSame(again: Hex, data: Hex): void {
  if (again !== data.toLowerCase()) throw new Error('not as an encoder writes it')
}
