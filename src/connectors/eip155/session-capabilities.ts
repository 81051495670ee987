// What a wallet has said in its session of its capabilities (EIP-5792), in the properties of CAIP-25: then it need not be asked,
// and may be asleep. Texts in them are JSON, since the properties of a session are texts.
import * as z from 'zod/mini'
import type { ChainId } from '../../vocabulary/caip.js'
import type { SessionProperties } from '../connector.js'
import { parse } from '../foreign-calls.js'
import { toHexChain } from './codec.js'

/** Names of capabilities that stand among the other properties of a session, for all of its chains. */
const NAMES = ['atomic', 'paymasterService', 'auxiliaryFunds', 'flow-control', 'sessionKeys', 'assetDiscovery', 'permissions']
const TEXT_MAX_CHARACTERS = 65_536

const record = z.record(z.string(), z.unknown())

/**
 * The capabilities of `account` by chain (hex), as `wallet_getCapabilities` answers; `undefined` when the session says none for
 * these chains. What is said of an account on a chain counts before what is said of the chain, and that before what is said of
 * all.
 */
export function readCapabilities(
  { session, scoped }: SessionProperties,
  account: string,
  chains: readonly ChainId[],
): Readonly<Record<string, object>> | undefined {
  const own = recordOf(session)
  const forAll = pick(own, (name) => NAMES.includes(name))
  const byChain = recordOf(own['capabilities'])
  const scopes = recordOf(scoped)
  const found = chains.flatMap((chain) => {
    const hex = toHexChain(chain)
    const scope = recordOf(scopes[chain])
    const ofAccount = Object.entries(scope).find(([key]) => key.toLowerCase() === `${chain}:${account}`.toLowerCase())
    const capabilities = {
      ...forAll,
      ...pick(recordOf(byChain['0x0'])),
      ...pick(recordOf(byChain[hex] ?? byChain[chain])),
      ...pick(recordOf(scopes['eip155']), (name) => NAMES.includes(name)),
      ...pick(scope, (name) => NAMES.includes(name)),
      ...pick(recordOf(ofAccount?.[1])),
    }
    return Object.keys(capabilities).length > 0 ? [[hex, capabilities] as const] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** An object, or the object that a text holds as JSON; an empty one for anything else. */
function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return parse(record, typeof value === 'string' ? parseText(value) : value) ?? {}
}

function parseText(text: string): unknown {
  try {
    return text.length <= TEXT_MAX_CHARACTERS ? JSON.parse(text) : undefined
  } catch {
    return undefined // a text that is no JSON says nothing
  }
}

/** The entries that are capabilities: objects, by a name that `isName` allows. */
function pick(from: Readonly<Record<string, unknown>>, isName: (name: string) => boolean = () => true): Record<string, object> {
  return Object.fromEntries(
    Object.entries(from).flatMap(([name, value]) => {
      const capability = recordOf(value)
      return isName(name) && Object.keys(capability).length > 0 ? [[name, capability] as const] : []
    }),
  )
}
