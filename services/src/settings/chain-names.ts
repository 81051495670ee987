// How the operator calls chains that the frame has no name of: their own, and those of a devnet. A page that embeds the frame has no say in it.
import * as z from 'zod'
import { networksByName } from '../../../src/vocabulary/networks.js'
import { ConfigError } from './config-error.js'
import { parseJson } from './json-text.js'

/** Letters that no other letters look like, and few signs. */
const schema = z.record(
  z.string(),
  z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 .()-]{0,31}$/, 'up to 32 letters, digits, spaces and .()- are needed'),
)

/** What is left of a name for somebody who looks at it quickly. */
const seen = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Variables of names of chains. */
export const chainNameVariables = { WM_CHAIN_NAMES: z.string().optional() }

/** CAIP-2 id → name. */
export type ChainNames = Readonly<Record<string, string>>

/**
 * @param text of the variable
 * @param chains that have nodes
 * @throws ConfigError for a chain without nodes, and for one that is called as a network that everybody knows, or as another one of these
 */
export function chainNamesOf(
  text: string | undefined,
  chains: Readonly<Record<string, unknown>>,
  played: ChainNames,
): ChainNames {
  if (text === undefined) return played
  const variable = 'WM_CHAIN_NAMES'
  const parsed = schema.safeParse(parseJson(variable, text))
  if (!parsed.success) throw new ConfigError(variable, parsed.error.issues[0]?.message ?? 'invalid')
  const names = { ...played, ...parsed.data }
  const taken = new Map<string, string>(
    Object.values(networksByName).map(({ caipNetworkId, name }) => [seen(name), caipNetworkId]),
  )
  const known = new Set(taken.values())
  for (const [chain, name] of Object.entries(names)) {
    if (!Object.hasOwn(chains, chain))
      throw new ConfigError(variable, `${chain}: needs nodes of this chain (WM_RPC_… or WM_CHAINS)`)
    if (known.has(chain)) throw new ConfigError(variable, `${chain}: has a name already`)
    if (taken.has(seen(name))) throw new ConfigError(variable, `${chain}: is called as ${taken.get(seen(name)) ?? ''}`)
    taken.set(seen(name), chain)
  }
  return names
}
