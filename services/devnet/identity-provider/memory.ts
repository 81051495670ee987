// What the identity provider remembers, until it stops.
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

/** A memory of its own for each provider that is played. */
export function createMemory(): AdapterFactory {
  const all = new Map<string, { readonly payload: AdapterPayload; readonly endsAt: number }>()
  return (model): Adapter => {
    const keyOf = (id: string) => `${model} ${id}`
    const find = (id: string) => {
      const found = all.get(keyOf(id))
      return found && found.endsAt > Date.now() ? found.payload : undefined
    }
    const findBy = (field: 'uid' | 'userCode', value: string) =>
      [...all].find(
        ([key, { payload, endsAt }]) => key.startsWith(`${model} `) && payload[field] === value && endsAt > Date.now(),
      )?.[1].payload
    return {
      upsert: (id, payload, seconds = Infinity) =>
        done(() => all.set(keyOf(id), { payload, endsAt: Date.now() + seconds * 1000 })),
      find: (id) => Promise.resolve(find(id)),
      findByUid: (uid) => Promise.resolve(findBy('uid', uid)),
      findByUserCode: (code) => Promise.resolve(findBy('userCode', code)),
      consume: (id) =>
        done(() => {
          const payload = find(id)
          if (payload) payload.consumed = Math.floor(Date.now() / 1000)
        }),
      destroy: (id) => done(() => all.delete(keyOf(id))),
      revokeByGrantId: (grant) =>
        done(() => {
          for (const [key, { payload }] of all) if (payload.grantId === grant) all.delete(key)
        }),
    }
  }
}

function done(work: () => unknown): Promise<void> {
  work()
  return Promise.resolve()
}
