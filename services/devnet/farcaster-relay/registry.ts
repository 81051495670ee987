// Who owns which Farcaster id here: a node that answers as one of Optimism would, for the two registries and nothing else. There is no chain behind it.
import { decodeFunctionData, encodeAbiParameters, encodeFunctionResult, isAddressEqual, type Address, type Hex } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { ID_REGISTRY, KEY_REGISTRY, OPTIMISM_ID, registryAbi } from '../../src/embedded/social/farcaster-verify.js'

/** Somebody on Farcaster. */
export interface FarcasterPerson {
  readonly fid: number
  readonly username: string
  readonly displayName: string
  readonly account: PrivateKeyAccount
  /** With which key this person signs. */
  readonly method: 'custody' | 'authAddress'
}

/** Everybody knows these keys. */
const key = (last: number): Hex => `0x${last.toString(16).padStart(64, '1')}`

export const farcasterPeople: readonly FarcasterPerson[] = [
  { fid: 101, username: 'ada', displayName: 'Ada Test', account: privateKeyToAccount(key(0x101)), method: 'custody' },
  { fid: 102, username: 'bo', displayName: 'Bo Test', account: privateKeyToAccount(key(0x102)), method: 'authAddress' },
  // Has no id of her own and claims Ada's.
  { fid: 101, username: 'ada', displayName: 'Cleo, who is not Ada', account: privateKeyToAccount(key(0x103)), method: 'custody' },
]

const owners = new Map<Address, bigint>([[farcasterPeople[0]?.account.address ?? '0x', 101n]])
const authKeys = [{ fid: 102n, key: keyOf(farcasterPeople[1]?.account.address ?? '0x') }]

function keyOf(address: Address): Hex {
  return encodeAbiParameters([{ type: 'address' }], [address])
}

/** The result of a JSON-RPC method; undefined: an error. */
export function askRegistry(method: unknown, parameters: unknown): unknown {
  if (method === 'eth_chainId') return `0x${OPTIMISM_ID.toString(16)}`
  const [call] = Array.isArray(parameters) ? (parameters as { to?: Address; data?: Hex }[]) : []
  if (method !== 'eth_call' || !call?.to || !call.data) return undefined
  try {
    const asked = decodeFunctionData({ abi: registryAbi, data: call.data })
    if (asked.functionName === 'idOf' && isAddressEqual(call.to, ID_REGISTRY))
      return encodeFunctionResult({ abi: registryAbi, functionName: 'idOf', result: owners.get(asked.args[0]) ?? 0n })
    if (asked.functionName === 'keyDataOf' && isAddressEqual(call.to, KEY_REGISTRY)) {
      const [fid, given] = asked.args
      const isKnown = authKeys.some((one) => one.fid === fid && one.key === given)
      const result = isKnown ? { state: 1, keyType: 2 } : { state: 0, keyType: 0 }
      return encodeFunctionResult({ abi: registryAbi, functionName: 'keyDataOf', result })
    }
  } catch {
    // A call of another contract.
  }
  return undefined
}
