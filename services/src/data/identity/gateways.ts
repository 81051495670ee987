// Gateways of names whose records lie outside of the chain (EIP-3668). Any stranger's contract may name their urls: they are asked under guard, the
// own one without HTTP.
import { isHex, type Address, type Hex } from 'viem'
import type { GuardedFetch } from '../../upstream/guarded-fetch.js'
import { readGatewayUrl, type Gateway } from '../names/gateway.js'

/** By this url a contract asks its client to ask several gateways itself (ENSIP-21). */
export const BATCH_GATEWAY = 'x-batch-gateway:true'
/** Urls of one lookup that are tried, one after the other. */
const URLS_MAX = 4

/** What the contract sends its asker away with. */
export interface Lookup {
  readonly data: Hex
  readonly sender: Address
  readonly urls: readonly string[]
}

/** The answer at a gateway's url; undefined for one that is none. Rejects when nobody answers. */
export type AskUrl = (url: string, signal: AbortSignal) => Promise<Hex | undefined>

/** What `createAskUrl` needs. */
export interface AskUrlOptions {
  readonly fetch: GuardedFetch
  /** The gateway of these services, which is asked without HTTP. */
  readonly gateway: Gateway | undefined
  /** Urls under which these services are reached. */
  readonly bases: readonly string[]
}

/** Gateways of strangers are asked over https alone; a `data:` url asks nobody. */
export function createAskUrl({ fetch, gateway, bases }: AskUrlOptions): AskUrl {
  return async (url, signal) => {
    const own = readGatewayUrl(url, bases)
    if (own) return gateway?.(own.sender, own.data)
    if (!/^(?:https|data):/i.test(url)) return undefined
    return readAnswer((await fetch(url, { signal })).bytes.toString('utf8'))
  }
}

/** Only by GET: a POST would let a contract send what it likes to whom it likes. @throws Error when no gateway answers */
export async function followLookup({ data, sender, urls }: Lookup, ask: (url: string) => Promise<Hex | undefined>): Promise<Hex> {
  for (const url of urls.filter((each) => each.includes('{data}')).slice(0, URLS_MAX)) {
    const found = await ask(url.replace('{sender}', sender.toLowerCase()).replace('{data}', data)).catch(() => undefined)
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
