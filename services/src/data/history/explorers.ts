// The block explorers of the chains that have one: asked for as much as they can tell at once, and left alone for a while after failing.
import type { IndexContext } from '../context.js'
import type { Found, Range } from './chain-reader.js'
import { CutList, readExplorer } from './explorer.js'
import { signalAfter } from '../../timeout.js'

/** Time limit of one question. */
const EXPLORER_MS = 4000
/** For this long after a failure the nodes are asked instead. */
export const EXPLORER_REST_MS = 60_000
/** A list that is cut is asked for in parts of this size of the whole, again and again. */
const PART = 8

/** Blocks of one account. */
export interface DeepQuestion {
  readonly account: string
  readonly range: Range
  readonly signal: AbortSignal
}

/** The explorers of all chains. */
export interface Explorers {
  /** Whether the chain has one that did not fail lately. */
  isAvailable(chainId: string): boolean
  /** What is in the upper end of the range, down to `from`. Undefined: it failed, and is not available for a while. */
  read(chainId: string, question: DeepQuestion): Promise<(Found & { readonly from: number }) | undefined>
}

/** The explorers of the data file. */
export function createExplorers(ctx: IndexContext): Explorers {
  const restUntil = new Map<string, number>()
  const settingsOf = (chainId: string) => ctx.data.chains[chainId]?.explorer
  return {
    isAvailable: (chainId) => settingsOf(chainId) !== undefined && (restUntil.get(chainId) ?? 0) <= ctx.now(),
    async read(chainId, { account, range, signal }) {
      const explorer = settingsOf(chainId)
      if (!explorer) return undefined
      for (let { from } = range; ; from = range.to - Math.floor((range.to - from) / PART)) {
        const limit = signalAfter(EXPLORER_MS, signal)
        const question = { account, chainId, range: { ...range, from }, signal: limit }
        try {
          return { ...(await readExplorer(ctx.fetch, explorer, question)), from }
        } catch (error) {
          if (error instanceof CutList && from < range.to) continue
          restUntil.set(chainId, ctx.now() + EXPLORER_REST_MS)
          ctx.log.warn('explorer failed', { chain: chainId, error })
          return undefined
        }
      }
    },
  }
}
