// The chain on which the frame works, one for each family and one of all that is active. Kept, so that a reload stays where it was.
import * as z from 'zod/mini'
import { FrameError } from '../../src/frame/frame-error.js'
import { readFrameChain } from '../../src/frame/rpc-policy.js'
import { CHAIN_INVALID_CODE } from '../../src/vocabulary/constants.js'
import type { FrameStore } from './store.js'

/** Families of which the wallet has an account. */
const families = ['eip155', 'solana', 'bip122'] as const
export type Family = (typeof families)[number]

export interface Chains {
  /** CAIP-2 ids that the services have nodes of. */
  readonly known: readonly string[]
  /** CAIP-2 id. */
  active(): Promise<string>
  /** The chain of a family; undefined when the services have none of it. */
  of(family: Family): Promise<string | undefined>
  /** @param chain as a page names it @throws FrameError UNSUPPORTED_CHAIN */
  use(chain: string | number): Promise<string>
  /** The chain a request means; default: the active one. @throws FrameError UNSUPPORTED_CHAIN */
  resolve(chain: string | number | undefined): Promise<string>
}

const keptSchema = z.object({ active: z.string(), byFamily: z.record(z.string(), z.string()) })
type State = z.infer<typeof keptSchema>

/** @param first the chain that the page names in the frame's url */
export function createChains(store: FrameStore, configured: readonly string[], first: string | undefined): Chains {
  const known = configured.filter((chainId) => families.some((family) => chainId.startsWith(`${family}:`)))
  let state: Promise<State> | undefined

  async function load(): Promise<State> {
    const found = keptSchema.safeParse(await store.get('chain'))
    const kept = found.success ? found.data : { active: '', byFamily: {} }
    const byFamily: Record<string, string> = {}
    for (const family of families) {
      const candidates = [kept.byFamily[family], ...known]
      const chosen = candidates.find((chainId) => chainId?.startsWith(`${family}:`) && known.includes(chainId))
      if (chosen !== undefined) byFamily[family] = chosen
    }
    const asked = first === undefined ? undefined : readOrNothing(first)
    const active = [kept.active, asked, byFamily['eip155'], ...known].find((chainId) => chainId && known.includes(chainId))
    if (active === undefined) throw unsupported()
    return { active, byFamily: { ...byFamily, [familyOf(active)]: active } }
  }
  const current = () => (state ??= load())

  const resolve: Chains['resolve'] = async (chain) => {
    if (chain === undefined) return (await current()).active
    const chainId = readFrameChain(chain)
    if (!known.includes(chainId)) throw unsupported()
    return chainId
  }

  return {
    known,
    resolve,
    active: async () => (await current()).active,
    of: async (family) => (await current()).byFamily[family],
    async use(chain) {
      const chainId = await resolve(chain)
      const { byFamily } = await current()
      const next = { active: chainId, byFamily: { ...byFamily, [familyOf(chainId)]: chainId } }
      state = Promise.resolve(next)
      await store.set('chain', next)
      return chainId
    },
  }
}

export function familyOf(chainId: string): Family {
  return families.find((family) => chainId.startsWith(`${family}:`)) ?? 'eip155'
}

/** As public clients take it: a number on EVM, the CAIP-2 id elsewhere. */
export function wireChain(chainId: string): number | string {
  return chainId.startsWith('eip155:') ? Number(chainId.slice('eip155:'.length)) : chainId
}

function readOrNothing(chain: string): string | undefined {
  try {
    return readFrameChain(chain)
  } catch {
    return undefined
  }
}

function unsupported(): FrameError {
  return new FrameError('UNSUPPORTED_CHAIN', 'Unsupported chain', { rpcCode: CHAIN_INVALID_CODE })
}
