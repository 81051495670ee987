// Identities from the Ethereum name service: the primary name of an address, which counts only if it leads back to it (ENSIP-19), and
// its avatar record (ENSIP-12). Off-chain parts (EIP-3668) are fetched under guard, for any stranger's contract may name their urls.
import { BaseError, ContractFunctionRevertedError, createPublicClient, custom, isHex, type Address, type Hex } from 'viem'
import { normalize } from 'viem/ens'
import { DEVNET } from '../../config.js'
import { UNIVERSAL_RESOLVER } from '../../devnet/manifest.js'
import type { GuardedFetch } from '../../guarded-fetch.js'
import type { Provider } from '../../providers.js'
import type { DataContext } from '../context.js'
import type { IdentityAnswer, IdentityQuestion } from './source.js'

/** Where ENS has its universal resolver, on mainnet and its test nets alike. */
const ENS_UNIVERSAL_RESOLVER: Address = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const BATCH_GATEWAY = 'x-batch-gateway:true'
/** JSON-RPC codes with which nodes say that the call itself failed. */
const REVERTED: readonly number[] = [3, -32_000, -32_015]

export interface EnsChain {
  readonly chainId: string
  readonly universalResolver: Address
}

/**
 * The chain of the settings, else the devnet, whose node may stand in for mainnet's as well, else mainnet; undefined when none of them is
 * served.
 */
export function ensChain({ data, chains }: DataContext): EnsChain | undefined {
  const { ens } = data.adapters
  const chainId = ens?.chainId ?? [DEVNET, 'eip155:1'].find((id) => chains.has(id))
  if (chainId === undefined || !chains.has(chainId)) return undefined
  const known = chainId === DEVNET ? UNIVERSAL_RESOLVER : ENS_UNIVERSAL_RESOLVER
  return { chainId, universalResolver: ens?.universalResolver ?? known }
}

export function ensIdentities(
  ctx: DataContext,
  { chainId, universalResolver }: EnsChain,
  fetch: GuardedFetch,
): Provider<IdentityQuestion, IdentityAnswer> {
  const { chain, request } = ctx.chains.client(chainId)
  // The same nodes, but with off-chain look-ups.
  const client = createPublicClient({
    chain,
    transport: custom({ request }, { retryCount: 0 }),
    ccipRead: { request: (lookup) => followLookup(fetch, lookup) },
  })
  const at = { universalResolverAddress: universalResolver, gatewayUrls: [BATCH_GATEWAY] }
  return {
    name: 'ens',
    kind: 'adapter',
    supports: () => true,
    async ask(address) {
      const name = await orNone(client.getEnsName({ address, ...at }))
      // A name that is not written as clients write it could look like another's.
      if (name === null || !isNormal(name)) return undefined
      const uri = await orNone(client.getEnsText({ name, key: 'avatar', ...at }))
      return { name, avatar: uri ? { uri, owner: address } : undefined }
    },
  }
}

/** Null when the chain answered that there is none; rejects when it did not answer. */
async function orNone(answer: Promise<string | null>): Promise<string | null> {
  try {
    return await answer
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const isOne = (cause: unknown) =>
    cause instanceof ContractFunctionRevertedError || REVERTED.includes(Number((cause as { code?: unknown }).code))
  return error.walk(isOne) !== null
}

function isNormal(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

interface Lookup {
  readonly data: Hex
  readonly sender: Address
  readonly urls: readonly string[]
}

/** Only by GET: a POST would let a contract send what it likes to whom it likes. */
async function followLookup(fetch: GuardedFetch, { data, sender, urls }: Lookup): Promise<Hex> {
  for (const url of urls.filter((each) => each.includes('{data}')).slice(0, 4)) {
    const answer = await fetch(url.replace('{sender}', sender.toLowerCase()).replace('{data}', data)).catch(() => undefined)
    const found = answer && readAnswer(answer.bytes.toString('utf8'))
    if (found !== undefined) return found
  }
  throw new Error('no gateway of this name answered')
}

function readAnswer(text: string): Hex | undefined {
  try {
    const { data } = JSON.parse(text) as { data?: unknown } // a stranger's: checked in the next line
    return isHex(data) ? data : undefined
  } catch {
    return undefined
  }
}
