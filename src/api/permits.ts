// Permits (EIP-2612): a signature lets a contract take a token, and no transaction is sent for it. Nobody is believed about what is signed: the domain
// (EIP-712) is the one by which the token itself checks signatures, and the token says whether it takes one before it is used.
import { keccak256 } from 'viem/utils'
import { parseChainId } from '../vocabulary/caip.js'
import type { Hex } from '../vocabulary/eip1193.js'
import { argument, callToken, isContract, readTokenText, unlessRefused } from './erc20.js'
import { callRpc, type RpcWorld } from './rpc.js'

/** Selectors of `name()`, `version()`, `DOMAIN_SEPARATOR()`, `PERMIT_TYPEHASH()` and `nonces(address)`. */
const [NAME, VERSION, DOMAIN_SEPARATOR, TYPE_HASH, NONCES] = [
  '0x06fdde03',
  '0x54fd4d50',
  '0x3644e515',
  '0x30adf81f',
  '0x7ecebe00',
]
/** Selector of `permit(address,address,uint256,uint256,uint8,bytes32,bytes32)`. */
const PERMIT = '0xd505accf'
/** Versions that tokens sign with which do not tell theirs: OpenZeppelin's, and the second of USDC. */
const VERSIONS = ['1', '2']

const fields = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const
const domainFields = {
  name: { name: 'name', type: 'string' },
  version: { name: 'version', type: 'string' },
  chainId: { name: 'chainId', type: 'uint256' },
  verifyingContract: { name: 'verifyingContract', type: 'address' },
} as const

const hashOf = (text: string): Hex => keccak256(new TextEncoder().encode(text))
const typeOf = (name: string, members: readonly { readonly name: string; readonly type: string }[]): Hex =>
  hashOf(`${name}(${members.map((member) => `${member.type} ${member.name}`).join()})`)

/** What signatures for a token are bound to (EIP-712). `version` is absent for tokens without one. */
export interface PermitDomain {
  readonly name: string
  readonly version?: string | undefined
  readonly chainId: number
  readonly verifyingContract: Hex
}

/** With what an owner signs the next permit of a token. */
export interface PermitToken {
  readonly domain: PermitDomain
  /** How many permits of the owner the token has taken. */
  readonly nonce: bigint
}

/** What a permit allows. Addresses are plain. */
export interface Permit {
  readonly owner: string
  readonly spender: string
  /** Base units. */
  readonly value: bigint
  /** Unix ms, until when the token takes it; it counts whole seconds. */
  readonly deadline: number
}

/**
 * With what `owner` signs a permit of `token`. Undefined: no permit, because the token takes none, has another kind of them (DAI), or checks signatures by a
 * domain that cannot be found out; or the owner is a contract, which signs in other ways.
 * @throws WalletError as `callRpc`
 */
export async function readPermitToken(world: RpcWorld, token: string, owner: string): Promise<PermitToken | undefined> {
  const ask = <T>(reading: Promise<T>) => unlessRefused(reading)
  const [hasCode, separator, nonce, type, name, version] = await Promise.all([
    isContract(world, owner),
    ask(callToken(world, token, DOMAIN_SEPARATOR)),
    ask(callToken(world, token, NONCES + argument(owner))),
    ask(callToken(world, token, TYPE_HASH)),
    ask(readTokenText(world, token, NAME)),
    ask(readTokenText(world, token, VERSION)),
  ])
  if (hasCode || separator === undefined || nonce === undefined || name === undefined) return undefined
  if (type !== undefined && type !== BigInt(typeOf('Permit', fields))) return undefined
  const chainId = Number(parseChainId(world.network.caipNetworkId).reference)
  const found = [...new Set([...(version === undefined ? [] : [version]), ...VERSIONS]), undefined]
    .map((each): PermitDomain => ({ name, version: each, chainId, verifyingContract: token as Hex }))
    .find((domain) => BigInt(separatorOf(domain)) === separator)
  return found && { domain: found, nonce }
}

/** A number as an argument of a contract's function: 64 digits of hex. */
const word = (value: bigint | number): string => value.toString(16).padStart(64, '0')

/** The hash of a domain (EIP-712 `hashStruct`). */
function separatorOf({ name, version, chainId, verifyingContract }: PermitDomain): Hex {
  const hashes = [typeOf('EIP712Domain', domainTypes(version)), hashOf(name)]
  if (version !== undefined) hashes.push(hashOf(version))
  return keccak256(`0x${hashes.map((hash) => hash.slice(2)).join('')}${word(chainId)}${argument(verifyingContract)}`)
}

function domainTypes(version: string | undefined) {
  const { name, chainId, verifyingContract } = domainFields
  return version === undefined ? [name, chainId, verifyingContract] : Object.values(domainFields)
}

const secondsOf = (ms: number): bigint => BigInt(ms) / 1000n

/** The second parameter of `eth_signTypedData_v4` for a permit: JSON. */
export function permitText({ domain, nonce }: PermitToken, { owner, spender, value, deadline }: Permit): string {
  return JSON.stringify({
    types: { EIP712Domain: domainTypes(domain.version), Permit: fields },
    primaryType: 'Permit',
    domain,
    message: { owner, spender, value: String(value), nonce: String(nonce), deadline: String(secondsOf(deadline)) },
  })
}

/**
 * The arguments of the call `permit`, ABI-encoded: owner, spender, value, deadline, v, r, s. Undefined for what is no signature of an account's own key, such as
 * those of contracts (EIP-1271).
 * @param signature hex, as the wallet has answered: r, s and v, where v is 27, 28, 0 or 1; or r and s with v in the first bit of s (EIP-2098)
 */
export function encodePermit({ owner, spender, value, deadline }: Permit, signature: unknown): Hex | undefined {
  const [, r, s = '', v] =
    (typeof signature === 'string' && /^0x([\da-f]{64})([\da-f]{64})(1b|1c|00|01)?$/i.exec(signature)) || []
  if (r === undefined) return undefined
  const top = BigInt(`0x${s}`) >> 255n
  const parity = v === undefined ? Number(top) : parseInt(v, 16) % 27
  const low = v === undefined ? BigInt(`0x${s}`) - (top << 255n) : BigInt(`0x${s}`)
  return `0x${argument(owner)}${argument(spender)}${[value, secondsOf(deadline), 27 + parity].map(word).join('')}${r.toLowerCase()}${word(low)}`
}

/**
 * Whether the token would take the permit now: the signature is the owner's, and it is neither used nor too late.
 * @param permit of `encodePermit`
 * @throws WalletError as `callRpc`
 */
export async function isPermitGood(
  world: RpcWorld,
  { token, permit }: { readonly token: string; readonly permit: Hex },
): Promise<boolean> {
  const call = { to: token, data: PERMIT + permit.slice(2) }
  return (await unlessRefused(callRpc(world, 'eth_call', [call, 'latest']))) !== undefined
}
