// What the description of one request gathers: warnings, tokens and names that were asked for, each once.
import { decodeArguments } from './abi.js'
import { visibleText } from './text.js'
import type { Approval, ApprovalChain, ApprovalContext, ApprovalRequest, Described, Hex, Value, Warning } from './types.js'
import { isSame, readHex } from './values.js'

/** More decimals than any token that means it. */
const DECIMALS_MAX = 36
const [SYMBOL, DECIMALS, SUPPLY, SUPPORTS_ERC721] = [
  '0x95d89b41',
  '0x313ce567',
  '0x18160ddd',
  `0x01ffc9a780ac58cd${'0'.repeat(56)}`,
]

/** What is known of a token. */
export interface Token {
  readonly symbol: string
  /** Undefined: it does not say, or says nonsense. */
  readonly decimals: number | undefined
  readonly isNft: boolean
  readonly isVerified: boolean
}

/** The description that is being made. */
export interface Scope {
  readonly request: ApprovalRequest
  readonly context: ApprovalContext
  readonly chain: ApprovalChain
  readonly signal: AbortSignal
  readonly warnings: Warning[]
  /** Describes the request, changed by the visitor, from the start. */
  again(describe: (scope: Scope) => Promise<Described>): Promise<Approval>
  warn(key: Warning['key'], level: Warning['level'], values?: Readonly<Record<string, string>>): void
  read(method: string, params: unknown): Promise<unknown>
  tokenOf(address: Hex): Promise<Token>
  /** Whether a contract is on the frame's own list. */
  isListed(address: Hex): boolean
  /** An address with its name. */
  who(address: string): Promise<Value>
  /** Base units of a token. */
  amountOf(token: Hex, amount: bigint): Promise<Value>
  /** Base units of the chain's coin. */
  coins(amount: bigint): Value
  hasCode(address: Hex): Promise<boolean | undefined>
  /** How much there is of a token; undefined where it does not say. */
  supplyOf(token: Hex): Promise<bigint | undefined>
}

export function createScope(
  request: ApprovalRequest,
  context: ApprovalContext,
  chain: ApprovalChain,
  signal: AbortSignal,
  again: Scope['again'],
): Scope {
  const warnings: Warning[] = []
  const { chainId, account } = request
  const once = <T>(ask: (address: Hex) => Promise<T>): ((address: Hex) => Promise<T>) => {
    const known = new Map<string, Promise<T>>()
    return (address) => {
      const key = address.toLowerCase()
      const answer = known.get(key) ?? ask(address)
      known.set(key, answer)
      return answer
    }
  }
  const read: Scope['read'] = (method, params) => context.read(chainId, { method, params }, signal)
  const call = async (to: Hex, data: string): Promise<Hex | undefined> => {
    try {
      return readHex(await read('eth_call', [{ to, data }, 'latest']), 'The answer')
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }
  const tokenOf = once(async (address): Promise<Token> => {
    const known = context.knownContract?.(chainId, address.toLowerCase())
    if (known && known.kind !== 'contract')
      return { symbol: known.symbol ?? known.name, decimals: known.decimals, isNft: false, isVerified: true }
    const [symbol, decimals] = await Promise.all([call(address, SYMBOL), call(address, DECIMALS)])
    const [name] = (symbol && decodeArguments('string', symbol)) || []
    const [places] = (decimals && decodeArguments('uint256', decimals)) || []
    const erc721 = places === undefined ? await call(address, SUPPORTS_ERC721) : undefined
    const isNft = erc721 !== undefined && decodeArguments('bool', erc721)?.[0] === true
    return {
      symbol: visibleText(typeof name === 'string' ? name : '', 16) || '?',
      decimals: typeof places === 'bigint' && places <= DECIMALS_MAX ? Number(places) : undefined,
      isNft,
      isVerified: false,
    }
  })
  const nameOf = once(async (address): Promise<string | undefined> => {
    const listed = context.knownContract?.(chainId, address.toLowerCase())?.name
    if (listed !== undefined) return visibleText(listed)
    const name = await context.nameOf?.(chainId, address, signal).catch(() => undefined)
    signal.throwIfAborted()
    if (name === undefined) return undefined
    const last = context.lastAddressOf?.(name)
    if (last !== undefined && !isSame(last, address)) warn('warn.nameChanged', 'danger', { name: visibleText(name) })
    return visibleText(name)
  })
  const warn: Scope['warn'] = (key, level, values) => {
    const isKnown = warnings.some((other) => other.key === key && JSON.stringify(other.values) === JSON.stringify(values))
    if (!isKnown) warnings.push(values ? { key, level, values } : { key, level })
  }
  return {
    request,
    context,
    chain,
    signal,
    warnings,
    again,
    warn,
    read,
    tokenOf,
    isListed: (address) => context.knownContract?.(chainId, address.toLowerCase()) !== undefined,
    async who(address) {
      if (isSame(address, account)) return { type: 'address', address, isSelf: true }
      const name = await nameOf(address as Hex)
      return name === undefined ? { type: 'address', address } : { type: 'address', address, name }
    },
    async amountOf(token, amount) {
      const { symbol, decimals, isVerified } = await tokenOf(token)
      if (decimals === undefined) warn('warn.noDecimals', 'note')
      const value = { type: 'amount', amount, decimals: decimals ?? 0, symbol } as const
      return isVerified ? value : { ...value, unverified: token }
    },
    coins: (amount) => ({ type: 'amount', amount, decimals: chain.decimals, symbol: chain.nativeSymbol }),
    supplyOf: once(async (token) => {
      const answer = await call(token, SUPPLY)
      const [supply] = (answer && decodeArguments('uint256', answer)) || []
      return typeof supply === 'bigint' && supply > 0n ? supply : undefined
    }),
    hasCode: once(async (address) => {
      try {
        return readHex(await read('eth_getCode', [address, 'latest']), 'The code') !== '0x'
      } catch {
        signal.throwIfAborted()
        return undefined
      }
    }),
  }
}
