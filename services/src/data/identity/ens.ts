// Identities from the Ethereum name service: the primary name of an address, which counts only if it leads back to it (ENSIP-19), and
// its avatar record (ENSIP-12). Off-chain parts (EIP-3668) are fetched under guard, for any stranger's contract may name their urls.
import { BaseError, ContractFunctionRevertedError, createPublicClient, custom, type Address } from 'viem'
import { normalize } from 'viem/ens'
import type { Provider } from '../../upstream/providers.js'
import type { IdentityContext } from '../context.js'
import { BATCH_GATEWAY, followLookup, type AskUrl } from './gateways.js'
import type { IdentityAnswer, IdentityQuestion } from './source.js'

/** Where ENS has its universal resolver, on mainnet and its test nets alike. */
const ENS_UNIVERSAL_RESOLVER: Address = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
/** JSON-RPC codes with which nodes say that the call itself failed. */
const REVERTED: readonly number[] = [3, -32_000, -32_015]

/** EIP-3668 wants an end to lookups that answer with lookups. Name and picture take two calls, and two more for each lookup of theirs. */
const STEPS_MAX = { calls: 16, lookups: 8 }

/** The chain of ENS and its universal resolver. */
export interface EnsChain {
  readonly chainId: string
  readonly universalResolver: Address
}

/**
 * The chain of the settings, else the devnet, whose node may stand in for mainnet's as well, else mainnet; undefined when none of them is
 * served.
 */
export function ensChain({ data, chains }: IdentityContext): EnsChain | undefined {
  const { ens } = data.adapters
  const chainId = ens?.chainId ?? [...Object.keys(data.universalResolvers), 'eip155:1'].find((id) => chains.has(id))
  if (chainId === undefined || !chains.has(chainId)) return undefined
  const known = data.universalResolvers[chainId] ?? ENS_UNIVERSAL_RESOLVER
  return { chainId, universalResolver: ens?.universalResolver ?? known }
}

type Steps = Record<keyof typeof STEPS_MAX, number>

/** The provider `ens`. */
export function ensIdentities(
  ctx: IdentityContext,
  { chainId, universalResolver }: EnsChain,
  askUrl: AskUrl,
): Provider<IdentityQuestion, IdentityAnswer> {
  const { chain, request } = ctx.chains.client(chainId)
  /** The same nodes, but with off-chain look-ups: so many for one address, since a resolver may answer each with the next. */
  const clientFor = (signal: AbortSignal, steps: Steps) => {
    const assertLeft = (kind: keyof Steps) => {
      steps[kind] += 1
      if (signal.aborted || steps[kind] > STEPS_MAX[kind]) throw new Error(`more than ${STEPS_MAX[kind]} ${kind} for one name`)
    }
    return createPublicClient({
      chain,
      transport: custom(
        {
          request(call) {
            assertLeft('calls')
            return request(call)
          },
        },
        { retryCount: 0 },
      ),
      ccipRead: {
        async request(lookup) {
          assertLeft('lookups')
          return followLookup(lookup, (url) => askUrl(url, signal))
        },
      },
    })
  }
  const at = { universalResolverAddress: universalResolver, gatewayUrls: [BATCH_GATEWAY] }
  return {
    name: 'ens',
    kind: 'adapter',
    supports: () => true,
    async ask(address, signal) {
      const steps: Steps = { calls: 0, lookups: 0 }
      const client = clientFor(signal, steps)
      try {
        const name = await orNone(client.getEnsName({ address, ...at }))
        // A name that is not written as clients write it could look like another's.
        if (name === null || !isNormal(name)) return undefined
        const uri = await orNone(client.getEnsText({ name, key: 'avatar', ...at }))
        return { name, avatar: uri ? { uri, owner: address } : undefined }
      } catch (error) {
        if (steps.calls > STEPS_MAX.calls) return undefined // the resolver is at fault, not the chain
        throw error
      }
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
