// What a browser gives a frame, as far as tests need it: a table that tabs share, a channel between them, and a `fetch` that answers as it is told.
import { createApi, type ApiOptions } from '../../../frame/api.js'
import { loadDevice } from '../../../frame/device.js'
import { createLock } from '../../../frame/locks.js'
import type { TabChannel } from '../../../frame/session.js'
import { createStore, type Table } from '../../../frame/store.js'

export const ORIGIN = 'https://wallet.example'
export const APP = 'https://app.example'

/** A table in memory, cloned in and out as IndexedDB does. */
export function memoryTable(): Table & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>()
  return {
    values,
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, value),
    delete: async (key) => void values.delete(key),
    keys: async () => [...values.keys()],
  }
}

/** Channels of tabs: what one says, all others hear. */
export function tabChannels(): () => TabChannel {
  const listeners = new Map<object, Set<(event: MessageEvent) => void>>()
  return () => {
    const own = new Set<(event: MessageEvent) => void>()
    const channel: TabChannel = {
      postMessage(message) {
        const data: unknown = structuredClone(message)
        for (const [other, heard] of listeners)
          if (other !== channel) for (const listener of heard) listener(new MessageEvent('message', { data }))
      },
      addEventListener: (_, listener) => void own.add(listener),
      close: () => void listeners.delete(channel),
    }
    listeners.set(channel, own)
    return channel
  }
}

export interface Sent {
  readonly path: string
  readonly body: Record<string, unknown>
  readonly headers: Headers
  readonly init: RequestInit
}

export type Answer = (sent: Sent) => Response | Promise<Response>

/** A `fetch` that answers by path, and remembers what it was sent. */
export function fakeFetch(answers: Record<string, Answer>) {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
    const one = { path: pathname, body, headers: new Headers(init.headers), init }
    sent.push(one)
    init.signal?.throwIfAborted()
    const answer = answers[pathname]
    if (!answer) throw new TypeError(`nothing answers ${pathname}`)
    return answer(one)
  }
  return { fetch, sent, to: (path: string) => sent.filter((one) => one.path === path) }
}

export const ok = (body: unknown, headers: Record<string, string> = {}) => Response.json(body, { headers })

/** As the services refuse. */
export const refusal = (status: number, field: string, headers: Record<string, string> = {}) =>
  Response.json(
    { status: 'FAILED', reasons: [{ field, description: 'A text of the server that no page may see' }] },
    { status, headers },
  )

/** A tab's own parts over what tabs share. */
export async function openTab(
  shared: { readonly table: Table; readonly lock?: ReturnType<typeof createLock> },
  options: Pick<ApiOptions, 'fetch'> & Partial<ApiOptions>,
) {
  const store = createStore(async () => shared.table)
  const lock = shared.lock ?? createLock(undefined)
  const device = await loadDevice(store, lock)
  const api = createApi({ origin: ORIGIN, now: Date.now, ...options, device })
  return { store, lock, device, api }
}

let numbered = 0
/** A session as the services give it. */
export function sessionOf(over: Record<string, unknown> = {}) {
  numbered += 1
  return {
    token: `token-${numbered}`,
    expiresAt: Date.now() + 15 * 60_000,
    refreshToken: `refresh-${numbered}`,
    refreshExpiresAt: Date.now() + 30 * 86_400_000,
    isNewDevice: false,
    ...over,
  }
}

export const USER_ID = 'user-0123456789abcdef'
