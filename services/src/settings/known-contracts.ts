// Contracts that the operator trusts, such as routers of exchanges: approvals of the embedded wallet call them by name, and do not warn of coins that are sent to them.
import * as z from 'zod'
import { ConfigError } from './config-error.js'
import { parseJsonBy, textOf } from './json-text.js'
import { contractAddress, evmChainId } from './smart-accounts.js'

/** Every frame loads the list. */
const CONTRACTS_MAX = 500
const NAME_MAX = 40

const schema = z
  .array(
    z.strictObject({
      chain: evmChainId,
      address: contractAddress,
      // What could hide or turn other characters has no place in a name that people trust.
      name: z
        .string()
        .max(NAME_MAX, `at most ${String(NAME_MAX)} characters are allowed`)
        .regex(/^[^\p{C}\p{M}\p{Z}]+(?: [^\p{C}\p{M}\p{Z}]+)*$/u, 'a name of one line, without invisible characters, is needed'),
    }),
  )
  .max(CONTRACTS_MAX, `at most ${String(CONTRACTS_MAX)} contracts are allowed`)

/** A contract that the operator trusts. */
export type KnownContractSetting = Readonly<z.output<typeof schema>[number]>

/** Variables of known contracts. */
export const knownContractVariables = {
  WM_KNOWN_CONTRACTS: z.string().optional(),
  WM_KNOWN_CONTRACTS_FILE: z.string().optional(),
}

interface Values {
  readonly WM_KNOWN_CONTRACTS?: string | undefined
  readonly WM_KNOWN_CONTRACTS_FILE?: string | undefined
}

/** The contracts; undefined where none are given. @param chains CAIP-2 id → nodes @throws ConfigError that names the variable and the key at fault */
export function knownContractsOf(
  values: Values,
  chains: Readonly<Record<string, readonly string[]>>,
): readonly KnownContractSetting[] | undefined {
  const found = textOf('WM_KNOWN_CONTRACTS', values.WM_KNOWN_CONTRACTS, values.WM_KNOWN_CONTRACTS_FILE)
  if (!found) return undefined
  const contracts = parseJsonBy(schema, found)
  const seen = new Set<string>()
  for (const [at, { chain, address }] of contracts.entries()) {
    const fault = (key: string, problem: string) => new ConfigError(found.variable, `${String(at)}.${key}: ${problem}`)
    // Of other chains nothing is ever approved: a typing error.
    if (chains[chain] === undefined) throw fault('chain', 'needs nodes of this chain (WM_RPC_… or WM_CHAINS)')
    if (seen.has(`${chain}:${address}`)) throw fault('address', 'stands in the list twice')
    seen.add(`${chain}:${address}`)
  }
  return contracts
}
