// Puts the contracts, pools and names of the manifest on the chain. The order of the first list makes their addresses.
import { concat, encodeAbiParameters, labelhash, namehash, parseAbiParameters, type Hex } from 'viem'
import { providerAbi, registryAbi, resolverAbi, routerAbi, tokenAbi, wrappedAbi } from './abis.js'
import { devnetAccounts } from './accounts.js'
import { readArtifact } from './artifacts.js'
import { call, type Entry, type ChainWriter } from './chain-writer.js'
import { smartAccounts } from './smart-accounts.js'
import {
  COPPER,
  DEPLOYER,
  DEPLOYER_KEY,
  GATEWAY_SIGNER,
  GATEWAY_URL,
  GRAIN,
  NAME_REGISTRY,
  NAME_RESOLVER,
  NAMES_ZONE,
  OFFCHAIN_RESOLVER,
  OLD_DOLLAR,
  ONCHAIN_NAME,
  POOLS,
  POSTCARDS_BASE_URI,
  STABLE,
  V2_FACTORY,
  V2_ROUTER,
  V3_FACTORY,
  V3_POOLS,
  V3_PROVIDER,
  WRAPPED,
  type DevnetPool,
  type DevnetToken,
} from './manifest.js'

/** A deadline that never comes: what is signed must not follow the clock. */
export const NEVER = 2n ** 64n - 1n
const MAX = 2n ** 256n - 1n

export interface Gateway {
  /** With `{sender}` and `{data}` in it (EIP-3668). */
  readonly url?: string | undefined
  /** Address whose signature the resolver trusts. */
  readonly signer?: Hex | undefined
}

export async function deploy(writer: ChainWriter, at: number, gateway: Gateway): Promise<void> {
  await writer.block(at, contracts(gateway))
  await writer.block(at + 12, [...liquidity(), ...smartAccounts()]) // the first block is full
  await writer.block(at + 24, names())
}

function contracts({ url = GATEWAY_URL, signer = GATEWAY_SIGNER }: Gateway): readonly Entry[] {
  const token = ({ name, symbol, decimals }: DevnetToken) =>
    encodeAbiParameters(parseAbiParameters('string, string, uint256'), [name, symbol, BigInt(decimals)])
  const texts = (...values: readonly [string, string, string]) =>
    encodeAbiParameters(parseAbiParameters('string, string, string'), values)
  const addresses = (...values: readonly Hex[]) =>
    concat(values.map((value) => encodeAbiParameters([{ type: 'address' }], [value])))
  return [
    create('WrappedNative'),
    create('PermitToken', token(STABLE)),
    create('PermitToken', token(GRAIN)),
    create('Token', token(COPPER)),
    create('OldToken', token(OLD_DOLLAR)),
    create('ExchangeFactory'),
    create('ExchangeRouter', addresses(V2_FACTORY, WRAPPED.address)),
    create('Drawings', texts('Drawings', 'DRAW', 'A circle on a square.')),
    create('Postcards', texts('Postcards', 'POST', POSTCARDS_BASE_URI)),
    create('Editions'),
    create(
      'Drawings',
      texts('$5000 gift: visit claim-gift.example', 'CLAIM', 'Visit https://claim-gift.example to claim your reward.'),
    ),
    create('NameRegistry'),
    create('NameResolver', addresses(NAME_REGISTRY)),
    create('OffchainResolver', encodeAbiParameters(parseAbiParameters('string, address'), [url, signer])),
    create('UniversalResolver', addresses(NAME_REGISTRY)),
    create('RangeFactory'),
    create('RangeProvider', addresses(V3_FACTORY)),
    create('RangeQuoter', addresses(V3_FACTORY)),
    create('RangeRouter', addresses(V3_FACTORY, WRAPPED.address)),
  ]
}

function create(name: string, parameters: Hex = '0x'): Entry {
  return { from: DEPLOYER_KEY, input: concat([readArtifact(name).bytecode, parameters]) }
}

function liquidity(): readonly Entry[] {
  const pools: readonly DevnetPool[] = [...POOLS, ...V3_POOLS]
  const amounts = pools.flatMap(({ tokenA, amountA, tokenB, amountB }) => [
    { token: tokenA, amount: amountA },
    { token: tokenB, amount: amountB },
  ])
  const wrapped = amounts.reduce((sum, { token, amount }) => (token === WRAPPED ? sum + amount : sum), 0n)
  const tokens = [...new Set(amounts.map(({ token }) => token))]
  return [
    call(DEPLOYER_KEY, WRAPPED.address, wrappedAbi, 'deposit', [], wrapped),
    ...tokens.flatMap(({ address }) =>
      ([V2_ROUTER, V3_PROVIDER] as const).map((spender) => call(DEPLOYER_KEY, address, tokenAbi, 'approve', [spender, MAX])),
    ),
    ...amounts
      .filter(({ token }) => token !== WRAPPED)
      .map(({ token, amount }) => call(DEPLOYER_KEY, token.address, tokenAbi, 'mint', [DEPLOYER, amount])),
    ...POOLS.map(addLiquidity),
    ...V3_POOLS.map(provide),
  ]
}

/** A pool is created with it, which takes more gas than other calls. */
const POOL_GAS = 3_000_000n

function addLiquidity({ tokenA, amountA, tokenB, amountB }: DevnetPool): Entry {
  const args = [tokenA.address, tokenB.address, amountA, amountB, 0n, 0n, DEPLOYER, NEVER] as const
  return { ...call(DEPLOYER_KEY, V2_ROUTER, routerAbi, 'addLiquidity', args), gas: POOL_GAS }
}

function provide({ tokenA, amountA, tokenB, amountB, fee }: DevnetPool & { readonly fee: number }): Entry {
  const a = { token: tokenA.address, amount: amountA }
  const b = { token: tokenB.address, amount: amountB }
  const [first, second] = BigInt(a.token) < BigInt(b.token) ? [a, b] : [b, a]
  const price = squareRoot((second.amount << 192n) / first.amount)
  const args = [first.token, second.token, fee, price, first.amount, second.amount] as const
  return { ...call(DEPLOYER_KEY, V3_PROVIDER, providerAbi, 'provide', args), gas: POOL_GAS }
}

/** Whole, rounded down (Newton's method from above). */
function squareRoot(square: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2))
  for (;;) {
    const next = (root + square / root) / 2n
    if (next >= root) return root
    root = next
  }
}

function names(): readonly Entry[] {
  const first = devnetAccounts(1)[0]?.address ?? DEPLOYER
  const reverse = `${first.slice(2).toLowerCase()}.addr.reverse`
  const register = (name: string, resolver: Hex) => {
    const [label = '', ...parent] = name.split('.')
    const node = parent.length === 0 ? namehash('') : namehash(parent.join('.'))
    return call(DEPLOYER_KEY, NAME_REGISTRY, registryAbi, 'setSubnodeRecord', [node, labelhash(label), DEPLOYER, resolver, 0n])
  }
  const node = namehash(ONCHAIN_NAME)
  const avatar = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#386"/></svg>')}`
  return [
    ...['example', ONCHAIN_NAME.split('.').slice(1).join('.'), 'reverse'].map((name) => register(name, NONE)),
    register(NAMES_ZONE, OFFCHAIN_RESOLVER),
    // Primary names come from the gateway too, unless an address has a record on chain.
    register('addr.reverse', OFFCHAIN_RESOLVER),
    register(ONCHAIN_NAME, NAME_RESOLVER),
    register(reverse, NAME_RESOLVER),
    call(DEPLOYER_KEY, NAME_RESOLVER, resolverAbi, 'setAddr', [node, first]),
    call(DEPLOYER_KEY, NAME_RESOLVER, resolverAbi, 'setText', [node, 'avatar', avatar]),
    call(DEPLOYER_KEY, NAME_RESOLVER, resolverAbi, 'setName', [namehash(reverse), ONCHAIN_NAME]),
    ...[node, namehash(reverse)].map((owned) => call(DEPLOYER_KEY, NAME_REGISTRY, registryAbi, 'setOwner', [owned, first])),
  ]
}

const NONE = '0x0000000000000000000000000000000000000000'
