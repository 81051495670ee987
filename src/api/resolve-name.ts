// The address of a name: from the services' own registry, or from the Ethereum name service on its chain.
import * as z from 'zod/mini'
import { decodeAbiParameters, encodeFunctionData, getAddress, isAddress, toHex } from 'viem/utils'
import { namehash, normalize, packetToBytes } from 'viem/ens'
import { coinTypeOf, type ChainId } from '../vocabulary/caip.js'
import { isWalletError } from '../vocabulary/errors.js'
import type { Network } from '../vocabulary/network.js'
import type { CallOptions } from './data-api.js'
import type { Api } from './http.js'
import { addressOfName, getName } from './names.js'
import { askGateways, callbackOf, readLookup } from './offchain-lookup.js'
import { callRpc, isRevert, type RpcWorld } from './rpc.js'

/** Where ENS has its universal resolver, on mainnet and its test nets alike. */
const ENS_UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
/** SLIP-44 coin type of Ethereum. */
const ETHEREUM_COIN_TYPE = 60n
const NAME_MAX = 255
/** A contract may answer what gateways said with the next lookup: so often for one question. */
const LOOKUPS_MAX = 4

const bytes = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/i))
const resolveAbi = [
  {
    type: 'function',
    name: 'resolve',
    stateMutability: 'view',
    inputs: [
      { name: 'name', type: 'bytes' },
      { name: 'data', type: 'bytes' },
    ],
    outputs: [
      { name: 'answer', type: 'bytes' },
      { name: 'resolver', type: 'address' },
    ],
  },
] as const
const addrAbi = [
  { type: 'function', name: 'addr', stateMutability: 'view', inputs: [{ type: 'bytes32' }], outputs: [{ type: 'address' }] },
] as const
const addrOfCoinAbi = [
  {
    type: 'function',
    name: 'addr',
    stateMutability: 'view',
    inputs: [{ type: 'bytes32' }, { type: 'uint256' }],
    outputs: [{ type: 'bytes' }],
  },
] as const

/** Whether a text may be a name: it has a dot. */
export const isNameLike = (text: string): boolean => /[^\s.]\.[^\s.]/u.test(text) && text.length <= NAME_MAX

/**
 * A name as it is written everywhere (ENSIP-15). Undefined for texts that are none, such as names that mix scripts to look like another one, or have
 * invisible characters that are not simply left out.
 */
export function normalName(text: string): string | undefined {
  try {
    const name = normalize(text)
    return isNameLike(name) ? name : undefined
  } catch {
    return undefined
  }
}

/**
 * The network on which ENS is asked: Ethereum where the page has it, else one that has a universal resolver. Anybody may register any name on a test net,
 * so that those are asked for accounts on test nets only: the account's own before Ethereum, the first one after it.
 * @param own the network that the account is on
 */
export function ensNetwork(networks: readonly Network[], own: Network | undefined): Network | undefined {
  const all = networks.filter((network) => resolverOn(network) !== undefined)
  const main = all.find(({ caipNetworkId }) => caipNetworkId === 'eip155:1') ?? all.find(({ testnet }) => testnet !== true)
  if (own?.testnet !== true) return main
  return all.find(({ caipNetworkId }) => caipNetworkId === own.caipNetworkId) ?? main ?? all[0]
}

const resolverOn = ({ caipNetworkId, contracts }: Network): string | undefined =>
  contracts?.ensUniversalResolver?.address ?? (caipNetworkId === 'eip155:1' ? ENS_UNIVERSAL_RESOLVER : undefined)

/** Where a name is looked for. */
export interface NameSources extends CallOptions {
  /** The registry of the page's services; absent without services. */
  readonly api?: Api | undefined
  /** The nodes of the network of `ensNetwork`; absent where there is none. */
  readonly ens?: RpcWorld | undefined
}

/** What a name leads to. */
export interface ResolvedName {
  /** With its check sum. */
  readonly address: string
  /** The name has no address for the chain, and this is the one for Ethereum: whether its owner can use it on the chain is not said. */
  readonly isOfEthereum: boolean
}

/**
 * The address of a name for a chain: in ENS, else in the services' registry. Records that lie outside of the chain (EIP-3668) are fetched by the
 * services, because the visitor's browser would have to ask strangers, and checked by the name's contract on the nodes that are asked here.
 * @param name as `normalName` writes it
 * @returns undefined when it has none
 * @throws WalletError when neither could be asked
 */
export async function resolveName(
  name: string,
  chainId: ChainId,
  { api, ens, signal }: NameSources,
): Promise<ResolvedName | undefined> {
  let failure: Error | undefined
  const keep = (error: unknown) => {
    if (isWalletError(error, 'ABORTED')) throw error
    failure = error as Error // both throw nothing else
    return undefined
  }
  const inEns = ens && (await askEns(name, chainId, { ...ens, signal }, api).catch(keep))
  const found = inEns ?? (api && (await askRegistry(name, chainId, api, signal).catch(keep)))
  if (found === undefined && failure !== undefined) throw failure
  if (!found || !isAddress(found.address, { strict: false }) || BigInt(found.address) === 0n) return undefined
  return { ...found, address: getAddress(found.address) }
}

/** A name that is not one of the registry's is refused as a bad request. */
async function askRegistry(name: string, chainId: ChainId, api: Api, signal?: AbortSignal): Promise<ResolvedName | undefined> {
  try {
    const record = await getName(api, { name, chainId, signal })
    const address = record?.name === name ? addressOfName(record, chainId) : undefined
    if (!record || address === undefined) return undefined
    return { address, isOfEthereum: chainId !== 'eip155:1' && !(coinTypeOf(chainId) in record.addresses) }
  } catch (error) {
    if (isWalletError(error, 'HTTP_STATUS') && error.details['status'] === 400) return undefined
    throw error
  }
}

/** The address for the chain (ENSIP-11), else that for Ethereum, as ENS clients do. On the chain that ENS itself is asked on, that is the chain's own. */
async function askEns(name: string, chainId: ChainId, world: RpcWorld, api: Api | undefined): Promise<ResolvedName | undefined> {
  const node = namehash(name)
  const coinType = chainId === 'eip155:1' ? ETHEREUM_COIN_TYPE : coinTypeOrNone(chainId)
  if (coinType !== undefined && coinType !== ETHEREUM_COIN_TYPE) {
    const answer = await ask(name, encodeFunctionData({ abi: addrOfCoinAbi, args: [node, coinType] }), world, api)
    const [address] = (answer && decoded([{ type: 'bytes' }], answer)) ?? []
    if (typeof address === 'string' && address.length === 42) return { address, isOfEthereum: false }
  }
  const answer = await ask(name, encodeFunctionData({ abi: addrAbi, args: [node] }), world, api)
  const [address] = (answer && decoded([{ type: 'address' }], answer)) ?? []
  return typeof address === 'string' ? { address, isOfEthereum: chainId !== world.network.caipNetworkId } : undefined
}

function coinTypeOrNone(chainId: ChainId): bigint | undefined {
  try {
    return BigInt(coinTypeOf(chainId))
  } catch {
    return undefined // its number is too large for a coin type
  }
}

/** The answer of the name's resolver; undefined when it has none, or one outside of the chain that its contract does not take. */
async function ask(
  name: string,
  question: `0x${string}`,
  world: RpcWorld,
  api: Api | undefined,
): Promise<`0x${string}` | undefined> {
  const to = resolverOn(world.network)
  const data = encodeFunctionData({ abi: resolveAbi, args: [toHex(packetToBytes(name)), question] })
  const answer = to && (await callWithLookups({ to, data }, world, api))
  const hex = z.safeParse(bytes, answer)
  const [inner] = (hex.success && decoded(resolveAbi[0].outputs, hex.data as `0x${string}`)) || []
  return typeof inner === 'string' ? (inner as `0x${string}`) : undefined
}

/** The answer of a call; undefined when it fails. Gateways are asked for it up to four times, each time because the contract itself says so. */
async function callWithLookups(
  { to, data }: { readonly to: string; readonly data: `0x${string}` },
  world: RpcWorld,
  api: Api | undefined,
): Promise<unknown> {
  const chainId = world.network.caipNetworkId
  for (let count = 0, call = data; ; count++) {
    try {
      return await callRpc(world, 'eth_call', [{ to, data: call }, 'latest'])
    } catch (error) {
      if (!isRevert(error)) throw error
      const lookup = api && count < LOOKUPS_MAX ? readLookup(error, to) : undefined
      const found = api && lookup && (await askGateways(api, { chainId, to, data: call, signal: world.signal }))
      if (found === undefined || lookup === undefined) return undefined
      call = callbackOf(lookup, found)
    }
  }
}

/** The values; undefined when the bytes are something else. */
function decoded(types: readonly { readonly type: string }[], data: `0x${string}`): readonly unknown[] | undefined {
  try {
    return decodeAbiParameters(types as never, data)
  } catch {
    return undefined
  }
}
