// Symbols and decimals of the tokens in permissions, as their contracts say them on the chain: a limit is read with them, and never with what a page or a
// service says.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { ChainId } from '../../vocabulary/caip.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import type { Core } from '../core.js'
import { createNetworks } from '../networks/networks.js'
import { rpcWorld } from '../networks/reads.js'

/** A token as its contract calls it. The symbol is one visible line. */
export interface TokenName {
  readonly symbol: string
  readonly decimals: number
}

/** The tokens that views have asked about. */
export interface TokenNames {
  /** By `idOf`. `unknown`: its contract did not say it. Absent: not asked, or no answer yet. */
  readonly $names: ReadableAtom<ReadonlyMap<string, TokenName | 'unknown'>>
  /** Asks about those that are not known yet. Failures are asked about again with the next call. */
  ask(chainId: ChainId, tokens: readonly string[]): void
}

/** The key of a token in `TokenNames.$names`. */
export const idOf = (chainId: ChainId, token: string): string => `${chainId} ${token.toLowerCase()}`

/** A part. */
export function createTokenNames(core: Core): TokenNames {
  const $names = atom<ReadonlyMap<string, TokenName | 'unknown'>>(new Map())
  const asked = new Set<string>()
  const set = (id: string, name: TokenName | 'unknown') => $names.set(new Map($names.get()).set(id, name))

  async function read(chainId: ChainId, token: string): Promise<TokenName | 'unknown'> {
    const network = core.use(createNetworks).find(chainId)
    if (!network) return 'unknown'
    const { readTokenName } = await import('../../api/erc20.js').catch(unreachable)
    const { symbol, decimals } = await readTokenName({ ...rpcWorld(core, network), signal: core.signal }, token)
    const name = visibleName(symbol)
    return name === undefined ? 'unknown' : { symbol: name, decimals }
  }
  return {
    $names: readonlyType($names),
    ask(chainId, tokens) {
      for (const token of tokens) {
        const id = idOf(chainId, token)
        const known = $names.get().get(id)
        if (asked.has(id) || (known !== undefined && known !== 'unknown')) continue
        asked.add(id)
        read(chainId, token)
          .then(
            (name) => set(id, name),
            () => set(id, 'unknown'),
          )
          .finally(() => asked.delete(id))
      }
    },
  }
}
