// The session of a browser with several tabs: refreshed once, ended in all.
import { afterEach, expect, test, vi } from 'vitest'
import { createLock } from '../../../frame/locks.js'
import { createSession, NotSignedIn, REMOTE_LIMIT_MS } from '../../../frame/session.js'
import { fakeFetch, memoryTable, ok, openTab, refusal, sessionOf, tabChannels, USER_ID, type Answer } from './support.js'

afterEach(() => void vi.useRealTimers())

const user = { userId: USER_ID, email: 'a@b.example', provider: 'email' }

/** Services with one family of refresh tokens, each good once. */
function services(over: Record<string, Answer> = {}) {
  let good = ''
  let live = ''
  const give = (over: Record<string, unknown> = {}) => {
    const session = sessionOf(over)
    good = session.refreshToken
    live = session.token
    return session
  }
  const fake = fakeFetch({
    '/api/session/refresh': ({ body }) => (body['refreshToken'] === good ? ok(give()) : refusal(401, 'session')),
    '/api/user': ({ headers }) => (headers.get('authorization') === `DPoP ${live}` ? ok(user) : refusal(401, 'session')),
    '/api/session/end': () => ok({}),
    ...over,
  })
  return { ...fake, give }
}

function browser() {
  const shared = { table: memoryTable(), lock: createLock(undefined) }
  const tabs = tabChannels()
  return {
    ...shared,
    async tab(fetch: typeof globalThis.fetch) {
      const { api, store } = await openTab(shared, { fetch })
      return createSession({ api, store, lock: shared.lock, tabs: tabs() })
    },
  }
}
const refreshes = ({ to }: Pick<ReturnType<typeof services>, 'to'>) => to('/api/session/refresh').length

test('nobody is signed in until somebody is', async () => {
  const session = await browser().tab(services().fetch)
  expect(await session.userId()).toBeUndefined()
  await expect(session.call('/api/user', {})).rejects.toMatchObject({ hasEnded: false })
})

test('a page that is opened again goes on with what was kept, and does not refresh', async () => {
  const { give, ...api } = services()
  const { tab } = browser()
  await (await tab(api.fetch)).begin(give(), USER_ID)
  const again = await tab(api.fetch)
  expect(await again.userId()).toBe(USER_ID)
  expect(await again.call('/api/user', {})).toMatchObject(user)
  expect(refreshes(api)).toBe(0)
})

test('a tab that was not told of the refresh of another takes over what that one has kept', async () => {
  const { give, ...api } = services()
  const shared = { table: memoryTable(), lock: createLock(undefined) }
  const deaf = async () => {
    const { api: calls, store } = await openTab(shared, { fetch: api.fetch })
    return createSession({ api: calls, store, lock: shared.lock })
  }
  const first = await deaf()
  await first.begin(give({ expiresAt: Date.now() }), USER_ID)
  const second = await deaf()
  await second.userId()
  await first.call('/api/user', {})
  expect(await second.call('/api/user', {})).toMatchObject(user)
  expect(refreshes(api)).toBe(1)
})

test('many calls at once refresh once', async () => {
  const { give, ...api } = services()
  const session = await browser().tab(api.fetch)
  await session.begin(give({ expiresAt: Date.now() }), USER_ID)
  await Promise.all(Array.from({ length: 8 }, () => session.call('/api/user', {})))
  expect(refreshes(api)).toBe(1)
})

test('two tabs whose token has run out use the refresh token once, not twice', async () => {
  // attack 37
  const { give, ...api } = services()
  const { tab } = browser()
  const [one, two] = [await tab(api.fetch), await tab(api.fetch)]
  await one.begin(give({ expiresAt: Date.now() }), USER_ID)
  await Promise.all([one.call('/api/user', {}), two.call('/api/user', {})])
  expect(refreshes(api)).toBe(1)
})

test('a token that the services no longer take is refreshed, and the call made again', async () => {
  const { give, ...api } = services()
  const session = await browser().tab(api.fetch)
  await session.begin({ ...give(), token: 'of yesterday' }, USER_ID)
  expect(await session.call('/api/user', {})).toMatchObject(user)
  expect(api.to('/api/user')).toHaveLength(2)
})

test('a refresh token that the services refuse ends the session, here and in the other tabs', async () => {
  // attack 37
  const api = services()
  const { tab, table } = browser()
  const [one, two] = [await tab(api.fetch), await tab(api.fetch)]
  const ended = vi.fn()
  two.onEnd(ended)
  await one.begin(sessionOf({ expiresAt: Date.now() }), USER_ID) // the services know another one
  await expect(one.call('/api/user', {})).rejects.toMatchObject({ hasEnded: true })
  expect(await one.userId()).toBeUndefined()
  expect(await two.userId()).toBeUndefined()
  expect(ended).toHaveBeenCalledOnce()
  expect(table.values.has('session')).toBe(false)
})

test('a session that is refused in spite of a fresh token has ended', async () => {
  const { give, ...api } = services({ '/api/user': () => refusal(401, 'session') })
  const session = await browser().tab(api.fetch)
  await session.begin(give(), USER_ID)
  await expect(session.call('/api/user', {})).rejects.toBeInstanceOf(NotSignedIn)
  expect(api.to('/api/user')).toHaveLength(2)
  expect(await session.userId()).toBeUndefined()
})

test('signing out in one tab ends the other at once', async () => {
  // attack 34
  const { give, ...api } = services()
  const { tab } = browser()
  const [one, two] = [await tab(api.fetch), await tab(api.fetch)]
  const ended = vi.fn()
  two.onEnd(ended)
  await one.begin(give(), USER_ID)
  expect(await two.userId()).toBe(USER_ID)
  await one.end()
  expect(ended).toHaveBeenCalledOnce()
  expect(await two.userId()).toBeUndefined()
  await expect(two.call('/api/user', {})).rejects.toBeInstanceOf(NotSignedIn)
  expect(api.to('/api/session/end')).toHaveLength(1)
})

test('signing out works without a network', async () => {
  // attack 80
  const { give, ...api } = services({ '/api/session/end': () => Promise.reject(new TypeError('offline')) })
  const { tab, table } = browser()
  const session = await tab(api.fetch)
  await session.begin(give(), USER_ID)
  await session.end()
  expect(await session.userId()).toBeUndefined()
  expect(table.values.has('session')).toBe(false)
})

test('signing out does not wait for services that never answer', async () => {
  const never: Answer = ({ init }) =>
    new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  const { give, ...api } = services({ '/api/session/end': never })
  const session = await browser().tab(api.fetch)
  await session.begin(give(), USER_ID)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ending = session.end()
  await vi.waitFor(() => expect(api.to('/api/session/end')).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(REMOTE_LIMIT_MS)
  await ending
})

test('a network that is away does not end the session', async () => {
  let isAway = true
  const base = services()
  const fetch: typeof globalThis.fetch = (input, init) =>
    isAway ? Promise.reject(new TypeError('offline')) : base.fetch(input, init)
  const session = await browser().tab(fetch)
  await session.begin(base.give({ expiresAt: Date.now() }), USER_ID)
  await expect(session.call('/api/user', {})).rejects.toMatchObject({ failure: 'offline' })
  isAway = false
  expect(await session.call('/api/user', {})).toMatchObject(user)
})

test('storage that is cleared in the middle of a session does not end it', async () => {
  // attack 31
  const { give, ...api } = services()
  const { tab, table } = browser()
  const session = await tab(api.fetch)
  await session.begin(give({ expiresAt: Date.now() }), USER_ID)
  table.values.clear()
  expect(await session.call('/api/user', {})).toMatchObject(user)
})

test('another person who signs in ends what the other tabs have open', async () => {
  const { give, ...api } = services()
  const { tab } = browser()
  const [one, two] = [await tab(api.fetch), await tab(api.fetch)]
  const ended = vi.fn()
  two.onEnd(ended)
  await one.begin(give(), USER_ID)
  await one.begin(give(), 'user-of-somebody-else')
  expect(ended).toHaveBeenCalledOnce()
  expect(await two.userId()).toBe('user-of-somebody-else')
})

test('what is kept and has another shape, or has run out, counts as nothing', async () => {
  const { tab, table } = browser()
  table.values.set('session', { userId: 5 })
  expect(await (await tab(services().fetch)).userId()).toBeUndefined()
  table.values.set('session', { userId: USER_ID, ...sessionOf({ refreshExpiresAt: Date.now() - 1 }) })
  expect(await (await tab(services().fetch)).userId()).toBeUndefined()
})
