// What a resolver would say about the names kept here: addresses, texts, and the primary name of an address.
import {
  decodeFunctionData,
  encodeFunctionResult,
  getAddress,
  isHex,
  namehash,
  slice,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import type { NameRecord } from '../../../../src/api/names.js'
import { HttpError } from '../../http/errors.js'
import { addressBytes } from './address-bytes.js'
import { ETHEREUM, EVM_DEFAULT, isEvmCoinType } from './coin-types.js'
import { questionAbi } from './gateway-format.js'
import type { NameStore } from './store.js'

/** Questions in one multicall. */
const QUESTIONS_MAX = 50

/**
 * The ABI-encoded result for a question about `name`. Who is unknown has the zero value of everything, which is no error.
 * @throws HttpError 400 `data` for a question that resolvers do not answer
 */
export async function answerQuestion(store: NameStore, name: string, question: Hex): Promise<Hex> {
  const asked = decodeQuestion(question)
  if (asked.functionName === 'multicall') {
    const [questions] = asked.args
    if (questions.length > QUESTIONS_MAX) throw new HttpError(400, 'data', `At most ${QUESTIONS_MAX} questions at once`)
    const inner = questions.map((each) => {
      if (slice(each, 0, 4) === MULTICALL) throw new HttpError(400, 'data', 'Questions within questions are not answered')
      return answerQuestion(store, name, each)
    })
    return encodeFunctionResult({ abi: questionAbi, functionName: 'multicall', result: await Promise.all(inner) })
  }
  const isAbout = asked.args[0] === nodeOf(name)
  if (asked.functionName === 'name') {
    return encodeFunctionResult({ abi: questionAbi, functionName: 'name', result: isAbout ? await primaryName(store, name) : '' })
  }
  const record = isAbout ? (await store.find(name.toLowerCase()))?.record : undefined
  switch (asked.functionName) {
    case 'addr': {
      const [, coinType] = asked.args
      if (coinType === undefined) {
        const address = record && addressOn(record, ETHEREUM)
        return encodeFunctionResult({ abi: [addrAbi], result: address === undefined ? zeroAddress : getAddress(address) })
      }
      return encodeFunctionResult({ abi: [addrOfCoinAbi], result: bytesOf(record, coinType) })
    }
    case 'text':
      return encodeFunctionResult({ abi: questionAbi, functionName: 'text', result: textOf(record, asked.args[1]) })
    case 'contenthash':
      return encodeFunctionResult({ abi: questionAbi, functionName: 'contenthash', result: '0x' })
  }
}

const [addrAbi, addrOfCoinAbi] = questionAbi
const MULTICALL = '0xac9650d8'

function decodeQuestion(question: Hex) {
  try {
    return decodeFunctionData({ abi: questionAbi, data: question })
  } catch {
    throw new HttpError(400, 'data', 'Resolvers do not answer this question')
  }
}

/** Undefined: a name that cannot be hashed is nobody's. */
function nodeOf(name: string): Hex | undefined {
  try {
    return namehash(name)
  } catch {
    return undefined
  }
}

function bytesOf(record: NameRecord | undefined, coinType: bigint): Hex {
  const address = record && coinType < 2n ** 32n ? addressOn(record, Number(coinType)) : undefined
  return address === undefined ? '0x' : addressBytes(Number(coinType), address)
}

/** ENSIP-19: an EVM chain without an address of its own has the one for all of them. */
function addressOn({ addresses }: NameRecord, coinType: number): string | undefined {
  return (addresses[coinType] ?? (isEvmCoinType(coinType) ? addresses[EVM_DEFAULT] : undefined))?.address
}

/** ENSIP-5 calls `description` what the wire calls `bio`. */
function textOf(record: NameRecord | undefined, key: string): string {
  const attributes = new Map(Object.entries(record?.attributes ?? {}))
  return attributes.get(key) ?? (key === 'description' ? attributes.get('bio') : undefined) ?? ''
}

/** ENSIP-19: `{address}.addr.reverse`, `{address}.default.reverse`, or `{address}.{coin type in hex}.reverse`. */
const reverseName = /^([0-9a-f]{40})\.(addr|default|[0-9a-f]{1,8})\.reverse$/
const coinTypeOf = new Map([
  ['addr', ETHEREUM],
  ['default', EVM_DEFAULT],
])

async function primaryName(store: NameStore, name: string): Promise<string> {
  const [, digits, zone] = reverseName.exec(name.toLowerCase()) ?? []
  const address: Address | undefined = isHex(`0x${digits ?? '-'}`) ? getAddress(`0x${digits ?? ''}`) : undefined
  const coinType = coinTypeOf.get(zone ?? '') ?? Number.parseInt(zone ?? '', 16)
  if (address === undefined || !isEvmCoinType(coinType)) return ''
  const records = await store.ofAddress(address)
  return records.find((record) => addressOn(record, coinType) === address)?.name ?? ''
}
