// Which sites may know who is signed in. The services keep the list; what this page has learned of it counts while they are out of reach.
import * as z from 'zod/mini'
import { ApiError } from './api.js'
import type { FrameSession } from './session.js'
import type { FrameStore } from './store.js'

export interface Consents {
  /** Whether this user has let the site in. @throws what the session's call throws, unless the services are only out of reach */
  has(userId: string, origin: string): Promise<boolean>
  /** The user has let the site in. */
  give(userId: string, origin: string, signal: AbortSignal): Promise<void>
  /** What is known is forgotten. */
  forget(): Promise<void>
}

const keptSchema = z.array(z.string())

export function createConsents(session: FrameSession, store: FrameStore): Consents {
  /** Whose list this page has asked for. */
  const asked = new Map<string, Promise<readonly string[]>>()

  async function list(userId: string): Promise<readonly string[]> {
    try {
      const { consents } = await session.call('/api/consent/list', {})
      return await remember(userId, consents)
    } catch (error) {
      asked.delete(userId)
      if (!(error instanceof ApiError) || error.failure === 'refused') throw error
      const kept = keptSchema.safeParse(await store.get(`consents:${userId}`))
      return kept.success ? kept.data : []
    }
  }

  async function remember(userId: string, consents: readonly { readonly appOrigin: string }[]): Promise<readonly string[]> {
    const origins = consents.map(({ appOrigin }) => appOrigin)
    await store.set(`consents:${userId}`, origins)
    return origins
  }

  return {
    async has(userId, origin) {
      const known = asked.get(userId) ?? list(userId)
      asked.set(userId, known)
      return (await known).includes(origin)
    },
    async give(userId, origin, signal) {
      const { consents } = await session.call('/api/consent', { appOrigin: origin }, { signal })
      asked.set(userId, remember(userId, consents))
    },
    async forget() {
      asked.clear()
      await store.deleteAll('consents:')
    },
  }
}
