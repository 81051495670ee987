// What the nodes of an EVM chain say of an account and a token: balances, allowances, and whether an address is a contract. Asked before money moves, because
// what services say of balances may be old or wrong.
import * as z from 'zod/mini'
import { walletError } from '../vocabulary/errors.js'
import { callRpc, type RpcWorld } from './rpc.js'

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
/** A uint256 as a contract returns it; some return more words behind it. */
const word = z.string().check(z.regex(/^0x[0-9a-f]{64}/i))
const code = z.string().check(z.regex(/^0x[0-9a-f]*$/i))

/** Selectors of ERC-20 `balanceOf(address)`, `allowance(address,address)` and `decimals()`. */
const [BALANCE_OF, ALLOWANCE, DECIMALS] = ['0x70a08231', '0xdd62ed3e', '0x313ce567']

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

/** Whether an address is a contract. Errors as `readCoins`. */
export async function isContract(world: RpcWorld, address: string): Promise<boolean> {
  return read(code, await callRpc(world, 'eth_getCode', [address, 'latest']), world).length > 2
}

async function callToken(world: RpcWorld, to: string, data: string): Promise<bigint> {
  return BigInt(read(word, await callRpc(world, 'eth_call', [{ to, data }, 'latest']), world).slice(0, 66))
}

/** An address as an argument of a contract's function. */
function argument(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

function read<S extends z.core.$ZodType>(schema: S, answer: unknown, { network }: RpcWorld): z.output<S> {
  const parsed = z.safeParse(schema, answer)
  if (parsed.success) return parsed.data
  throw walletError('MALFORMED_RESPONSE', { details: { chain: network.caipNetworkId } })
}
