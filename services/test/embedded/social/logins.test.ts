// Logins at the six providers, as people do them: a frame with its device's key, a window of the top level, and the local provider.
import { expect, test } from 'vitest'
import { engine } from '../../support/engines.js'
import { newDevice, startFrame } from '../support/frame.js'
import { openBrowser } from './browser.js'
import { doneOf, logIn, logInAs, socialWorld, start, toProvider } from './support.js'

test('each provider logs a person in, and says no more of them than it has checked', async () => {
  const world = await socialWorld(engine)
  const seen: Record<string, unknown> = {}
  for (const provider of ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const) {
    const { end, outcome } = await logIn(world, provider, 'ada')
    expect(end.url.pathname + end.url.search).toBe('/oauth/end?as=done&locale=en')
    expect(end.text).toContain('You are logged in')
    const { user, session } = doneOf(outcome)
    expect(session.isNewDevice).toBe(true)
    seen[provider] = [user.provider, user.userName, user.email]
  }
  expect(seen).toEqual({
    google: ['google', 'Ada Test', 'ada@example.org'],
    github: ['github', 'Ada Test', 'ada@example.org'],
    apple: ['apple', 'Ada Test', expect.stringMatching(/@privaterelay\.appleid\.example$/)],
    facebook: ['facebook', 'Ada Test', null],
    x: ['x', 'ada', null],
    discord: ['discord', 'Ada Test', 'ada@example.org'],
  })
  const rows = await world.db.query<{ users: number }>('select count(distinct user_id) as users from embedded_identities')
  expect(rows).toEqual([{ users: 6 }])
})

test('the session works with the key of its device alone', async () => {
  const world = await socialWorld(engine)
  const { outcome, started } = await logIn(world, 'google', 'ada')
  const { session, user } = doneOf(outcome)
  started.device.token = session.token
  expect((await started.device.ask('/api/user', {})).userId).toBe(user.userId)
  const thief = await newDevice(world.frame)
  thief.token = session.token
  expect((await thief.call('/api/user', {})).status).toBe(401)
})

test('a second login finds the same user, on another device too, and Apple’s name stays though it is told once', async () => {
  const world = await socialWorld(engine)
  const first = doneOf((await logIn(world, 'apple', 'ada')).outcome)
  const second = doneOf((await logIn(world, 'apple', 'ada')).outcome)
  expect(second.user).toMatchObject({ userId: first.user.userId, userName: 'Ada Test' })
  expect(second.session.isNewDevice).toBe(true)
  const [notice] = await world.frame.mails(first.user.email ?? '')
  expect(notice?.subject).toMatch(/new device/i)
})

test('two first logins of one account at once make one user', async () => {
  const world = await socialWorld(engine)
  const both = await Promise.all([start(world, 'google'), start(world, 'google')])
  for (const one of both) await logInAs(one.browser, await toProvider(one), { person: 'ada' })
  const users = await Promise.all(
    both.map(async ({ device, attempt }) => doneOf(await device.ask('/api/social/wait', { attempt })).user.userId),
  )
  expect(new Set(users).size).toBe(1)
  expect(await world.db.query('select 1 from embedded_users')).toHaveLength(1)
})

test('a long poll on one instance ends with the answer that another instance took', async () => {
  const world = await socialWorld(engine)
  // Behind one origin, as two instances behind a proxy are.
  const other = await startFrame({
    db: world.db,
    settings: { url: world.origin },
    config: { dev: true, social: { providers: world.idp.settings } },
  })
  try {
    const started = await start(world, 'discord')
    const page = await toProvider(started)
    const waiting = Promise.resolve(
      (await deviceAt(other.url, started.device)).ask('/api/social/wait', { attempt: started.attempt }),
    )
    await logInAs(started.browser, page, { person: 'bo' })
    expect(doneOf(await waiting).user).toMatchObject({ provider: 'discord', userName: 'Bo Test', email: null })
  } finally {
    await other.stop()
  }
})

/** The same device, calling another instance that is known by the same origin. */
async function deviceAt(url: string, device: Awaited<ReturnType<typeof newDevice>>) {
  return {
    async ask(path: '/api/social/wait', body: { attempt: string }) {
      const origin = new URL(await originOf(device, path)).origin
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, dpop: await device.proof(path) },
        body: JSON.stringify(body),
      })
      return (await response.json()) as Awaited<ReturnType<typeof device.ask<'/api/social/wait'>>>
    },
  }
}

async function originOf(device: Awaited<ReturnType<typeof newDevice>>, path: string): Promise<string> {
  const [, payload = ''] = (await device.proof(path)).split('.')
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { htu: string }).htu
}

test('only the device that started gets the session, once', async () => {
  const world = await socialWorld(engine)
  const started = await start(world, 'google')
  const stranger = await newDevice(world.frame)
  expect(await stranger.call('/api/social/wait', { attempt: started.attempt })).toMatchObject({ status: 410, field: 'attempt' })
  await logInAs(started.browser, await toProvider(started), { person: 'ada' })
  expect(await stranger.call('/api/social/wait', { attempt: started.attempt })).toMatchObject({ status: 410, field: 'attempt' })
  const both = await Promise.all([0, 1].map(() => started.device.ask('/api/social/wait', { attempt: started.attempt })))
  expect(both.map(({ state }) => state).sort()).toEqual(['done', 'failed'])
  expect(await started.device.ask('/api/social/wait', { attempt: started.attempt })).toEqual({
    state: 'failed',
    reason: 'expired',
  })
})

test('the way holds no secret: the app’s page sees an attempt, and the last address has neither code nor state', async () => {
  const world = await socialWorld(engine)
  const { end, started } = await logIn(world, 'google', 'ada')
  expect(started.uri).toBe(`${world.origin}/oauth/start/${started.attempt}`)
  expect(end.url.search).toBe('?as=done&locale=en')
  expect(end.text).not.toMatch(/ada|google|code|state/i)
  const policy = end.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(end.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(end.headers.get('referrer-policy')).toBe('no-referrer')
})

test('the page speaks the language of the app', async () => {
  const world = await socialWorld(engine)
  const { end } = await logIn(world, 'github', 'ada', { locale: 'de-AT' })
  expect(end.text).toContain('Sie sind angemeldet')
  const arabic = await logIn(world, 'github', 'ada', { locale: 'ar' })
  expect(arabic.end.text).toContain('lang="ar" dir="rtl"')
})

test('in a browser that the frame does not share cookies with, a person looks at the app’s name first', async () => {
  const world = await socialWorld(engine)
  const started = await start(world, 'google', { isCrossSite: true })
  const ask = await toProvider(started)
  expect(ask.url.href).toBe(started.uri)
  expect(ask.text).toContain('http://localhost:5173')
  expect(ask.headers.get('content-security-policy')).toContain("script-src 'none'")
  const go = new URL(/<a href="([^"]*)"/.exec(ask.text)?.[1]?.replaceAll('&#38;', '&') ?? '', ask.url).href
  // The link of that page works in that browser alone.
  expect((await openBrowser().open(go)).url.origin).toBe(world.origin)
  const end = await logInAs(started.browser, await started.browser.open(go), { person: 'ada' })
  expect(end.url.search).toContain('as=done')
  doneOf(await started.device.ask('/api/social/wait', { attempt: started.attempt }))
})

test('the frame is told which providers there are', async () => {
  const { frame } = await socialWorld(engine)
  const config = (await (await fetch(`${frame.url}/api/config?projectId=demo`)).json()) as { features: unknown }
  expect(config.features).toEqual({
    email: true,
    socials: ['google', 'github', 'apple', 'facebook', 'x', 'discord'],
    farcaster: false,
  })
})

test('without settings there are no social logins', async () => {
  const { frame } = await socialWorld(engine, { config: { social: undefined } })
  const device = await newDevice(frame)
  const body = { projectId: 'demo', appOrigin: 'http://localhost:5173', provider: 'google' } as const
  expect((await device.call('/api/social/start', body)).status).toBe(404)
})

test('a start needs a known origin and an offered provider', async () => {
  const world = await socialWorld(engine, { projects: { demo: { origins: ['https://app.example.org'], analytics: false } } })
  const device = await newDevice(world.frame)
  const ask = (appOrigin: string, projectId = 'demo') =>
    device.call('/api/social/start', { projectId, appOrigin, provider: 'google' })
  expect(await ask('https://evil.example.org')).toMatchObject({ status: 403, field: 'origin' })
  expect(await ask('https://app.example.org', 'other')).toMatchObject({ status: 403, field: 'project' })
  expect((await ask('https://app.example.org')).status).toBe(200)
})
