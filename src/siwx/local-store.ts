// A store of sign-ins in this browser, for pages without a server of their own. It verifies what it keeps; nobody but the page itself can rely on it.
import * as z from 'zod/mini'
import type { Read } from '../connectors/connector.js'
import { NONCE_TTL_MS } from '../vocabulary/sign-in.js'
import { invalid } from './message.js'
import { randomHex } from './nonce.js'
import { holdsAt, isOf, type SignIn, type SiwxStore, toSignIn } from './sign-in.js'
import { verifySignIn } from './verify-sign-in.js'
import { parseJson, sentOf, SIGN_INS_MAX_COUNT, signInSchema } from './wire.js'

const NONCE_BYTES = 16

const storedSchema = z.array(z.unknown())

/** What `createLocalStore` is given. */
export interface LocalStoreOptions {
  /** Host of the page, with its port if that is not the usual one: what a text must be for. */
  readonly domain: string
  /** Under which the sign-ins are stored. Default `siwx`. */
  readonly key?: string | undefined
  /** Default: none; the sign-ins then live as long as the store. One that fails counts as none. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  /** Unix milliseconds. */
  readonly now?: (() => number) | undefined
  /** Sends a JSON-RPC call to the nodes of a chain. Without it contract wallets of eip155 are refused. */
  readonly read?: Read | undefined
}

/**
 * Keeps sign-ins in the browser, at most 16, and only those whose text and signature it has verified. It makes the nonces, each for one use within ten
 * minutes. A page cannot prove to anybody what stands in its storage: whoever needs that has a server (`createHttpStore`).
 */
export function createLocalStore({ domain, key = 'siwx', storage, now = Date.now, read }: LocalStoreOptions): SiwxStore {
  const nonces = new Map<string, number>() // each with the time at which it ends
  let memory: string | null = null
  /** What stood in the storage when `memory` could not be saved. Any other text is newer, and from another tab. */
  let unsaved: { readonly stored: string | null | undefined } | undefined

  function readAll(): readonly SignIn[] {
    const parsed = storedSchema.safeParse(parseJson(load() ?? ''))
    const all = parsed.success ? parsed.data.flatMap((entry) => readOne(entry)) : []
    return all.filter(({ data }) => holdsAt(data, now()))
  }

  /** Undefined: there is no storage, or site data are blocked. */
  const stored = (): string | null | undefined => {
    try {
      return storage?.getItem(key)
    } catch {
      return undefined
    }
  }

  function load(): string | null {
    const text = stored()
    if (text === undefined || text === unsaved?.stored) return memory
    unsaved = undefined
    return text
  }

  function write(all: readonly SignIn[]): void {
    memory = all.length > 0 ? JSON.stringify(all.map(sentOf)) : null
    try {
      if (memory === null) storage?.removeItem(key)
      else storage?.setItem(key, memory)
      unsaved = undefined
    } catch {
      unsaved = { stored: stored() } // full or blocked: the sign-ins live as long as the page
    }
  }

  /** @throws WalletError SIGN_IN_INVALID, and as `verifySignIn` */
  async function verify(signIns: readonly SignIn[]): Promise<void> {
    const asked = new Set(signIns.map(({ data }) => data.nonce))
    for (const nonce of asked) {
      const expiresAt = nonces.get(nonce) ?? 0
      nonces.delete(nonce)
      if (expiresAt <= now()) throw invalid('its nonce is not of this page, or was used before')
    }
    for (const { message: text, signature, publicKey, data } of signIns) {
      const expected = { domain, nonce: data.nonce, now: now() }
      await verifySignIn({ text, signature, publicKey, expected, read })
    }
  }

  const isReplaced = (old: SignIn, signIns: readonly SignIn[]) =>
    signIns.some(({ data }) => isOf(old, data.chainId, data.address))

  async function add(signIns: readonly SignIn[], keepsOthers: boolean): Promise<void> {
    await verify(signIns)
    const others = keepsOthers ? readAll().filter((old) => !isReplaced(old, signIns)) : []
    write([...others, ...signIns].slice(-SIGN_INS_MAX_COUNT)) // the oldest ones end first
  }

  return {
    getNonce() {
      const nonce = randomHex(NONCE_BYTES)
      for (const [old, expiresAt] of nonces) if (expiresAt <= now()) nonces.delete(old)
      nonces.set(nonce, now() + NONCE_TTL_MS)
      return Promise.resolve(nonce)
    },
    add: (...signIns) => add(signIns, true),
    list: (chainId, address) => Promise.resolve(readAll().filter((signIn) => isOf(signIn, chainId, address))),
    async set(all) {
      const known = readAll()
      const isKnown = ({ message, signature }: SignIn) =>
        known.some((old) => old.message === message && old.signature === signature)
      await verify(all.filter((signIn) => !isKnown(signIn)))
      write(all.slice(-SIGN_INS_MAX_COUNT))
    },
    delete: (chainId, address) => Promise.resolve(write(readAll().filter((signIn) => !isOf(signIn, chainId, address)))),
  }
}

/** A stored entry; none when another hand has changed it. */
function readOne(entry: unknown): readonly SignIn[] {
  const parsed = signInSchema.safeParse(entry)
  if (!parsed.success) return []
  try {
    return [toSignIn(parsed.data)]
  } catch {
    return []
  }
}
