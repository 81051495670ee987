// Solana's wire format: reads transactions, legacy and version 0, and writes legacy ones.
import { fromBase58, toBase58 } from '../../src/base58.js'
import type { Signer } from './keys.js'

const KEYS_MAX = 256

export interface Meta {
  readonly address: string
  readonly signer?: boolean
  readonly writable?: boolean
}

export interface Instruction {
  readonly program: string
  readonly accounts: readonly Meta[]
  readonly input: Uint8Array
}

export interface CompiledInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly input: Uint8Array
}

export interface Lookup {
  readonly table: string
  readonly writable: readonly number[]
  readonly readonly: readonly number[]
}

export interface Message {
  readonly version: 'legacy' | 0
  readonly header: readonly [signers: number, readonlySigners: number, readonlyOthers: number]
  readonly keys: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly CompiledInstruction[]
  readonly lookups: readonly Lookup[]
}

export interface Transaction {
  readonly signatures: readonly Uint8Array[]
  readonly message: Message
  /** What is signed. */
  readonly messageBytes: Uint8Array
}

/** @throws Error when the bytes are no transaction. */
export function readTransaction(bytes: Uint8Array): Transaction {
  const source = reader(bytes)
  const signatures = source.list(() => source.bytes(64))
  const messageBytes = bytes.subarray(source.position())
  return { signatures, messageBytes, message: readMessage(messageBytes) }
}

/** @throws Error when the bytes are no message. */
export function readMessage(bytes: Uint8Array): Message {
  const source = reader(bytes)
  const versioned = (bytes[0] ?? 0) >= 128
  if (versioned && source.byte() !== 128) throw new Error('unknown version of a transaction')
  const header = [source.byte(), source.byte(), source.byte()] as const
  const keys = source.list(() => toBase58(source.bytes(32)))
  const blockhash = toBase58(source.bytes(32))
  const indexes = () => source.list(() => source.byte())
  const instructions = source.list(() => ({
    programIdIndex: source.byte(),
    accounts: indexes(),
    input: Uint8Array.from(source.list(() => source.byte())),
  }))
  const lookups = versioned
    ? source.list(() => ({ table: toBase58(source.bytes(32)), writable: indexes(), readonly: indexes() }))
    : []
  if (!source.done()) throw new Error('bytes after the end')
  const message: Message = { version: versioned ? 0 : 'legacy', header, keys, blockhash, instructions, lookups }
  if (!isSound(message)) throw new Error('indexes that lead nowhere')
  return message
}

/** Whether every index leads to a key; what executes it is entitled to believe so. */
function isSound({ header, keys, instructions, lookups }: Message): boolean {
  const [signers, readonlySigners, readonlyOthers] = header
  const looked = lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0)
  return (
    readonlySigners < signers &&
    signers + readonlyOthers <= keys.length &&
    keys.length + looked <= KEYS_MAX &&
    new Set(keys).size === keys.length &&
    instructions.every(
      ({ programIdIndex, accounts }) =>
        programIdIndex > 0 && programIdIndex < keys.length && accounts.every((index) => index < keys.length + looked),
    )
  )
}

function reader(bytes: Uint8Array) {
  let at = 0
  const byte = (): number => {
    const value = bytes[at++]
    if (value === undefined) throw new Error('the bytes end too soon')
    return value
  }
  const length = (): number => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const part = byte()
      value |= (part & 127) << shift
      // One way to write each length: litesvm ends the process over any other.
      if (part < 128 && ((part === 0 && shift > 0) || value > 65_535)) break
      if (part < 128) return value
    }
    throw new Error('a malformed length')
  }
  return {
    byte,
    bytes(count: number) {
      if (at + count > bytes.length) throw new Error('the bytes end too soon')
      return bytes.slice(at, (at += count))
    },
    list: <T>(read: () => T): T[] => Array.from({ length: length() }, read),
    position: () => at,
    done: () => at === bytes.length,
  }
}

/** A signed legacy transaction. The first signer pays. */
export function writeTransaction(
  instructions: readonly Instruction[],
  signers: readonly Signer[],
  blockhash: string,
): Uint8Array {
  const roles = new Map<string, { signer: boolean; writable: boolean }>()
  const add = ({ address, signer = false, writable = false }: Meta) => {
    const known = roles.get(address)
    roles.set(address, { signer: signer || (known?.signer ?? false), writable: writable || (known?.writable ?? false) })
  }
  for (const [index, { address }] of signers.entries()) add({ address, signer: true, writable: index === 0 })
  for (const { accounts } of instructions) accounts.forEach(add)
  for (const { program } of instructions) add({ address: program })
  const order = [...roles].sort(([, a], [, b]) => rank(a) - rank(b))
  const keys = order.map(([address]) => address)
  const count = (wanted: (role: { signer: boolean; writable: boolean }) => boolean) =>
    order.filter(([, role]) => wanted(role)).length
  const message = Uint8Array.from([
    count(({ signer }) => signer),
    count(({ signer, writable }) => signer && !writable),
    count(({ signer, writable }) => !signer && !writable),
    ...compact(keys.length),
    ...keys.flatMap((key) => [...fromBase58(key)]),
    ...fromBase58(blockhash),
    ...compact(instructions.length),
    ...instructions.flatMap(({ program, accounts, input }) => [
      keys.indexOf(program),
      ...compact(accounts.length),
      ...accounts.map(({ address }) => keys.indexOf(address)),
      ...compact(input.length),
      ...input,
    ]),
  ])
  const signatures = keys.flatMap((key) => [...(signers.find(({ address }) => address === key)?.sign(message) ?? [])])
  return Uint8Array.from([...compact(signatures.length / 64), ...signatures, ...message])
}

const rank = ({ signer, writable }: { signer: boolean; writable: boolean }) => (signer ? 0 : 2) + (writable ? 0 : 1)

function compact(length: number): number[] {
  return length < 128 ? [length] : [(length & 127) | 128, ...compact(length >> 7)]
}
