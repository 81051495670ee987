// EIP-712 data, read strictly (row 65): every type is known and used, every value fits its type, and nothing is signed that was not read.
import { refuse, type TypedData } from './types.js'
import { onlyKeys, readAddress, readHex, readList, readQuantity, readRecord } from './values.js'

const TEXT_MAX = 131_072
const TYPES_MAX = 64
const FIELDS_MAX = 64
const DEPTH_MAX = 16
/** Values in all; more than anybody reads. */
const VALUES_MAX = 2_000

const identifier = /^[A-Za-z_$][\w$]{0,63}$/
const fieldType = /^([A-Za-z_$][\w$]{0,63})((?:\[\d{0,4}\]){0,4})$/
const atomic =
  /^(?:u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)|bytes(?:[1-9]|[12]\d|3[0-2])?|address|bool|string)$/
const reserved = /^(?:u?int|bytes)\d*$|^(?:address|bool|string|u?fixed.*)$/

/** The fields of a domain, in the order of the standard. */
const domainTypes: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

type Fields = TypedData['types'][string]

/** Reads the data of `eth_signTypedData_v4`, as text or as object. @throws ApprovalError */
export function readTypedData(value: unknown): TypedData {
  const record = readRecord(typeof value === 'string' ? parse(value) : value, 'The typed data')
  onlyKeys(record, ['types', 'domain', 'primaryType', 'message'], 'The typed data')
  const types = readTypes(record['types'])
  const domainRecord = readRecord(record['domain'], 'domain')
  const domainFields = readDomainFields(types, domainRecord)
  const { primaryType } = record
  if (typeof primaryType !== 'string' || !Object.hasOwn(types, primaryType) || primaryType === 'EIP712Domain')
    return refuse('primaryType is not one of the types')
  assertUsed(types, primaryType)
  const all = { ...types, EIP712Domain: domainFields }
  const counter = { values: 0 }
  const domain = readStruct(all, 'EIP712Domain', domainRecord, 0, counter)
  const message = readStruct(all, primaryType, record['message'], 0, counter)
  return { types: all, domain, primaryType, message }
}

function parse(text: string): unknown {
  if (text.length > TEXT_MAX) return refuse('The typed data are longer than 128 KiB')
  try {
    return JSON.parse(text)
  } catch {
    return refuse('The typed data are no JSON')
  }
}

function readTypes(value: unknown): Record<string, Fields> {
  const record = readRecord(value, 'types')
  const names = Object.keys(record)
  if (names.length > TYPES_MAX) refuse('There are too many types')
  const types: Record<string, Fields> = {}
  for (const name of names) {
    if (!identifier.test(name) || reserved.test(name)) refuse(`The type ${name.slice(0, 40)} has no valid name`)
    types[name] = readFields(name, record[name])
  }
  for (const { type } of Object.values(types).flat()) {
    const [, base = ''] = fieldType.exec(type) ?? []
    if (!atomic.test(base) && (!Object.hasOwn(types, base) || base === 'EIP712Domain'))
      refuse(`The type ${type.slice(0, 40)} is not known`)
  }
  return types
}

function readFields(name: string, value: unknown): Fields {
  const fields = readList(value, `The type ${name}`).map((field) => {
    const record = readRecord(field, `A field of ${name}`)
    onlyKeys(record, ['name', 'type'], `A field of ${name}`)
    const { name: fieldName, type } = record
    if (typeof fieldName !== 'string' || !identifier.test(fieldName)) return refuse(`A field of ${name} has no valid name`)
    if (['__proto__', 'constructor', 'prototype'].includes(fieldName))
      return refuse(`A field of ${name} has the name ${fieldName}`)
    if (typeof type !== 'string' || !fieldType.test(type)) return refuse(`A field of ${name} has no valid type`)
    return { name: fieldName, type }
  })
  if (fields.length > FIELDS_MAX) refuse(`The type ${name} has too many fields`)
  if (new Set(fields.map((field) => field.name)).size !== fields.length) refuse(`The type ${name} has a field twice`)
  return fields
}

/** The domain's type says what is signed of it: it must say all that is there, in types that everybody knows. */
function readDomainFields(types: Record<string, Fields>, domain: Readonly<Record<string, unknown>>): Fields {
  onlyKeys(domain, Object.keys(domainTypes), 'domain')
  const present = Object.keys(domainTypes).filter((name) => domain[name] !== undefined)
  const own = Object.hasOwn(types, 'EIP712Domain') ? types['EIP712Domain'] : undefined
  if (!own) return present.map((name) => ({ name, type: domainTypes[name] ?? '' }))
  const isRight = own.every(
    ({ name, type }) => Object.hasOwn(domainTypes, name) && domainTypes[name] === type && present.includes(name),
  )
  if (!isRight || own.length !== present.length) return refuse('EIP712Domain is not the type of the domain')
  return own
}

/** Two primary types: what cannot be reached from the one that is named is not signed, and must not be shown as if it were. */
function assertUsed(types: Record<string, Fields>, primaryType: string): void {
  const reached = new Set<string>(['EIP712Domain'])
  const visit = (name: string): void => {
    if (reached.has(name) || !Object.hasOwn(types, name)) return
    reached.add(name)
    for (const { type } of types[name] ?? []) visit(fieldType.exec(type)?.[1] ?? '')
  }
  visit(primaryType)
  const other = Object.keys(types).find((name) => !reached.has(name))
  if (other !== undefined) refuse(`The type ${other} does not belong to ${primaryType}`)
}

function readStruct(
  types: TypedData['types'],
  name: string,
  value: unknown,
  depth: number,
  counter: { values: number },
): Readonly<Record<string, unknown>> {
  if (depth > DEPTH_MAX) return refuse('The typed data are nested too deep')
  const record = readRecord(value, name)
  const fields = types[name] ?? []
  onlyKeys(
    record,
    fields.map((field) => field.name),
    name,
  )
  const struct: Record<string, unknown> = {}
  for (const field of fields)
    struct[field.name] = readValue(types, field.type, record[field.name], `${name}.${field.name}`, depth, counter)
  return struct
}

function readValue(
  types: TypedData['types'],
  type: string,
  value: unknown,
  what: string,
  depth: number,
  counter: { values: number },
): unknown {
  if (++counter.values > VALUES_MAX) return refuse('The typed data have too many values')
  if (depth > DEPTH_MAX) return refuse('The typed data are nested too deep')
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array) {
    const [, item = '', length] = array
    const list = readList(value, what)
    if (length && list.length !== Number(length)) return refuse(`${what} has not ${length} items`)
    return list.map((entry) => readValue(types, item, entry, what, depth + 1, counter))
  }
  if (Object.hasOwn(types, type)) return readStruct(types, type, value, depth + 1, counter)
  return readAtomic(type, value, what)
}

function readAtomic(type: string, value: unknown, what: string): unknown {
  if (type === 'address') return readAddress(value, what)
  if (type === 'bool') return typeof value === 'boolean' ? value : refuse(`${what} is neither true nor false`)
  if (type === 'string') return typeof value === 'string' ? value : refuse(`${what} is no text`)
  if (type.startsWith('bytes')) {
    const bytes = readHex(value, what)
    if (type !== 'bytes' && bytes.length !== 2 + 2 * Number(type.slice(5)))
      return refuse(`${what} has not ${type.slice(5)} bytes`)
    return bytes
  }
  const bits = BigInt(type.replace(/\D/g, ''))
  const number = readInteger(value, what)
  const [least, most] = type.startsWith('u') ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n]
  return number >= least && number <= most ? number : refuse(`${what} does not fit ${type}`)
}

function readInteger(value: unknown, what: string): bigint {
  if (typeof value === 'string' && /^(?:0|-?[1-9]\d{0,77})$/.test(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value < 0) return BigInt(value)
  if (typeof value === 'bigint') return value
  return readQuantity(value, what)
}
