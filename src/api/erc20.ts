// What the nodes of an EVM chain say of an account and a token: balances, allowances, and whether an address is a contract. Asked before money moves, because
// what services say of balances may be old or wrong.
import * as z from 'zod/mini'
import { isWalletError, walletError } from '../vocabulary/errors.js'
import { callRpc, type RpcWorld } from './rpc.js'

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
/** A uint256 as a contract returns it; some return more words behind it. */
const word = z.string().check(z.regex(/^0x[0-9a-f]{64}/i))
const code = z.string().check(z.regex(/^0x[0-9a-f]*$/i))

/** Selector of `isApprovedForAll(address,address)` of collections. */
const IS_APPROVED_FOR_ALL = '0xe985e9c5'
/** Selector of `balanceOf(address)`. */
export const BALANCE_OF = '0x70a08231'
/** Selectors of ERC-20 `allowance(address,address)`, `symbol()` and `decimals()`. */
const [ALLOWANCE, SYMBOL, DECIMALS] = ['0xdd62ed3e', '0x95d89b41', '0x313ce567']
const DECIMALS_MAX = 255n
/** A symbol behind that many bytes of the answer is cut. */
const TEXT_BYTES_MAX = 320

/** Wei of an address. @throws WalletError MALFORMED_RESPONSE; further as `callRpc` */
export async function readCoins(world: RpcWorld, address: string): Promise<bigint> {
  return BigInt(read(quantity, await callRpc(world, 'eth_getBalance', [address, 'latest']), world))
}

/** Base units of a token. Addresses are plain. Errors as `readCoins`. */
export async function readTokenBalance(world: RpcWorld, token: string, owner: string): Promise<bigint> {
  return callToken(world, token, BALANCE_OF + argument(owner))
}

/** By how many decimals a token counts, as its contract says; it may be any number. Errors as `readCoins`. */
export async function readTokenDecimals(world: RpcWorld, token: string): Promise<bigint> {
  return callToken(world, token, DECIMALS)
}

/** How much of a token `spender` may take from `owner`, in base units. Errors as `readCoins`. */
export async function readTokenAllowance(
  world: RpcWorld,
  { token, owner, spender }: { readonly token: string; readonly owner: string; readonly spender: string },
): Promise<bigint> {
  return callToken(world, token, ALLOWANCE + argument(owner) + argument(spender))
}

/**
 * The symbol of a token, unchecked text of its contract, and its decimals. Errors as `readCoins`, also for a contract that says neither.
 */
export async function readTokenName(
  world: RpcWorld,
  token: string,
): Promise<{ readonly symbol: string; readonly decimals: number }> {
  const [symbol, decimals] = await Promise.all([readTokenText(world, token, SYMBOL), callToken(world, token, DECIMALS)])
  if (decimals > DECIMALS_MAX) throw walletError('MALFORMED_RESPONSE', { details: { chain: world.network.caipNetworkId } })
  return { symbol, decimals: Number(decimals) } // at most 255
}

/** What a method without arguments returns as text, unchecked. @param selector of the method. Errors as `readCoins`. */
export async function readTokenText(world: RpcWorld, token: string, selector: string): Promise<string> {
  return textOf(read(code, await callRpc(world, 'eth_call', [{ to: token, data: selector }, 'latest']), world))
}

/** A text as a contract returns it: `string`, or `bytes32` of older tokens. */
function textOf(hex: string): string {
  const bytes = Uint8Array.from(hex.slice(2, 2 + 2 * TEXT_BYTES_MAX).match(/../g) ?? [], (pair) => parseInt(pair, 16))
  const isString = bytes.length >= 64 && bytes.slice(0, 31).every((byte) => byte === 0)
  const length = isString ? Math.min(bytes[63] ?? 0, bytes.length - 64) : 32
  const text = isString ? bytes.slice(64, 64 + length) : bytes.slice(0, length)
  return new TextDecoder().decode(text).replace(/\0+$/, '')
}

/** Above zero when `spender` may take all collectibles of `owner` (ERC-721, ERC-1155). Errors as `readCoins`. */
export async function readOperator(
  world: RpcWorld,
  { token, owner, spender }: { readonly token: string; readonly owner: string; readonly spender: string },
): Promise<bigint> {
  return callToken(world, token, IS_APPROVED_FOR_ALL + argument(owner) + argument(spender))
}

/** Whether an address answers as a token or a collection does when it is asked for the balance of `owner`. Errors as `callRpc`, but for a refusal. */
export async function hasBalances(world: RpcWorld, address: string, owner: string): Promise<boolean> {
  return (await unlessRefused(readTokenBalance(world, address, owner))) !== undefined
}

/** What is read, or undefined where a contract has no such method, or refuses. Rejects when no node answers. */
export async function unlessRefused<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isWalletError(error, 'MALFORMED_RESPONSE')) return undefined
    if (isWalletError(error, 'RPC_ERROR') && error.details['rpcCode'] !== undefined) return undefined // it reverts
    throw error
  }
}

/** Whether an address is a contract. Errors as `readCoins`. */
export async function isContract(world: RpcWorld, address: string): Promise<boolean> {
  return read(code, await callRpc(world, 'eth_getCode', [address, 'latest']), world).length > 2
}

/** The first word that a contract returns to a call. @param data selector and arguments, hex. Errors as `readCoins`. */
export async function callToken(world: RpcWorld, to: string, data: string): Promise<bigint> {
  return BigInt(read(word, await callRpc(world, 'eth_call', [{ to, data }, 'latest']), world).slice(0, 66))
}

/** An address as an argument of a contract's function: 64 digits of hex. */
export function argument(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

function read<S extends z.core.$ZodType>(schema: S, answer: unknown, { network }: RpcWorld): z.output<S> {
  const parsed = z.safeParse(schema, answer)
  if (parsed.success) return parsed.data
  throw walletError('MALFORMED_RESPONSE', { details: { chain: network.caipNetworkId } })
}
