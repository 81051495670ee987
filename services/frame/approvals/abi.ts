// Call data by known signatures. Only what encodes back to the same bytes counts as read: a contract may read other encodings in another way than we do.
import type { AbiParameter } from 'viem'
import { decodeAbiParameters, encodeAbiParameters } from 'viem/utils'
import type { Hex } from './types.js'

/** Parameters from a list of types, such as `address,(address,uint256)[]`. Tuples have no names, so they are read as lists. */
export function parametersOf(types: string): readonly AbiParameter[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= types.length; at++) {
    if (types[at] === '(') depth++
    else if (types[at] === ')') depth--
    else if (at === types.length || (types[at] === ',' && depth === 0)) {
      if (at > from) parts.push(types.slice(from, at))
      from = at + 1
    }
  }
  return parts.map((part) => {
    const tuple = /^\((.*)\)((?:\[\])*)$/.exec(part)
    return tuple ? { type: `tuple${tuple[2] ?? ''}`, components: parametersOf(tuple[1] ?? '') } : { type: part }
  })
}

/** The arguments, or undefined when the data are not exactly these types. */
export function decodeArguments(types: string, data: Hex): readonly unknown[] | undefined {
  const parameters = parametersOf(types)
  try {
    if (parameters.length === 0) return data === '0x' ? [] : undefined
    const values = decodeAbiParameters<readonly AbiParameter[]>(parameters, data)
    return encodeAbiParameters(parameters, values as unknown[]) === data ? values : undefined
  } catch {
    return undefined
  }
}

/** Call data of a method. */
export const encodeCall = (selector: Hex, types: string, values: readonly unknown[]): Hex =>
  `${selector}${encodeAbiParameters(parametersOf(types), values as unknown[]).slice(2)}`
