// Rows 39 to 42 of the threat table: what must not end in a session, and what must not end in the session of somebody else.
import { expect, test } from 'vitest'
import { engine } from '../../support/engines.js'
import { logIn as logInByMail, newDevice } from '../support/frame.js'
import { openBrowser } from './browser.js'
import { hostileProvider, type Lies } from './hostile.js'
import { doneOf, logIn, logInAs, socialWorld, start, toProvider, type SocialWorld, type Started } from './support.js'

const outcomeOf = ({ device, attempt }: Started) => device.ask('/api/social/wait', { attempt })

/** The address with which the provider would send the person back. */
async function answerOf(started: Started, person = 'ada'): Promise<URL> {
  const { browser } = started
  const page = await toProvider(started)
  let at = page.url.href
  let response = await browser.ask(at, { method: 'POST', body: new URLSearchParams({ person }) })
  for (let hops = 0; hops < 5; hops += 1) {
    at = new URL(response.headers.get('location') ?? '', at).href
    if (at.includes('/oauth/callback/')) return new URL(at)
    response = await browser.ask(at)
  }
  throw new Error('the provider sent nobody back')
}
const isFailed = (url: URL) => url.pathname === '/oauth/end' && url.searchParams.get('as') === 'failed'

// attack 39
test('state missing, unknown, reused', async () => {
  const world = await socialWorld(engine)
  const started = await start(world, 'google')
  const answer = await answerOf(started)
  for (const state of [undefined, '', 'x', 'A'.repeat(43), 'A'.repeat(5000)]) {
    const changed = new URL(answer)
    changed.searchParams.delete('state')
    if (state !== undefined) changed.searchParams.set('state', state)
    expect(isFailed((await started.browser.open(changed.href)).url)).toBe(true)
  }
  // None of that ended the login that it did not belong to.
  expect((await started.browser.open(answer.href)).url.search).toContain('as=done')
  expect(isFailed((await started.browser.open(answer.href)).url)).toBe(true)
  doneOf(await outcomeOf(started))
  expect(isFailed((await started.browser.open(answer.href)).url)).toBe(true)
})

// attack 39
test('an answer in another browser, as a link that somebody sent: refused, and the attempt is dead', async () => {
  const world = await socialWorld(engine)
  const started = await start(world, 'google')
  const answer = await answerOf(started)
  expect(isFailed((await openBrowser().open(answer.href)).url)).toBe(true)
  expect(await outcomeOf(started)).toEqual({ state: 'failed', reason: 'refused' })
  expect(isFailed((await started.browser.open(answer.href)).url)).toBe(true)
})

// attack 39
test('a browser with the cookie of another login does not pass for it', async () => {
  const world = await socialWorld(engine)
  const [one, other] = [await start(world, 'google'), await start(world, 'google')]
  await toProvider(other)
  const answer = await answerOf(one)
  expect(isFailed((await other.browser.open(answer.href)).url)).toBe(true)
  expect(await outcomeOf(one)).toEqual({ state: 'failed', reason: 'refused' })
})

// attack 39
test('two cookies of one name are none', async () => {
  const world = await socialWorld(engine)
  const started = await start(world, 'google')
  const answer = await answerOf(started)
  const token = started.browser.cookies(world.origin).get('wm-login') ?? ''
  const response = await fetch(answer, {
    redirect: 'manual',
    headers: { cookie: `wm-login=${'A'.repeat(43)}; wm-login=${token}` },
  })
  expect(response.headers.get('location')).toContain('as=failed')
})

// attack 39
test('an answer at the place of another provider', async () => {
  const world = await socialWorld(engine)
  const started = await start(world, 'google')
  const answer = await answerOf(started)
  const mixed = answer.href.replace('/callback/google', '/callback/discord')
  expect(isFailed((await started.browser.open(mixed)).url)).toBe(true)
  expect(await outcomeOf(started)).toEqual({ state: 'failed', reason: 'refused' })
  expect(isFailed((await started.browser.open(answer.href)).url)).toBe(true)
})

// attack 39
test('the code of another provider, and of another login', async () => {
  const world = await socialWorld(engine)
  const browser = openBrowser()
  const victim = await start(world, 'google', { browser })
  const answer = await answerOf(victim)
  for (const provider of ['discord', 'google'] as const) {
    const own = await start(world, provider, { browser })
    const mixed = await answerOf(own, 'bo')
    mixed.searchParams.set('code', answer.searchParams.get('code') ?? '')
    expect(isFailed((await browser.open(mixed.href)).url)).toBe(true)
    expect(await outcomeOf(own)).toEqual({ state: 'failed', reason: 'refused' })
  }
})

// attack 39
test('access_denied alone is a cancelled login', async () => {
  const world = await socialWorld(engine)
  for (const provider of ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const) {
    const started = await start(world, provider)
    const end = await logInAs(started.browser, await toProvider(started), { cancel: '1' })
    expect(end.url.search).toBe('?as=cancelled&locale=en')
    expect(end.text).toContain('Login cancelled')
    expect(await outcomeOf(started)).toEqual({ state: 'failed', reason: 'cancelled' })
  }
  for (const error of ['server_error', 'interaction_required', 'consent_required', 'user_cancelled_authorize', '<b>bold</b>']) {
    const started = await start(world, 'google')
    const answer = await answerOf(started)
    answer.searchParams.delete('code')
    answer.searchParams.set('error', error)
    const end = await started.browser.open(answer.href)
    expect(isFailed(end.url)).toBe(true)
    expect(end.text).not.toContain(error)
    expect(await outcomeOf(started)).toEqual({ state: 'failed', reason: 'refused' })
  }
})

// attack 39
test('access_denied without the state, or from another issuer, cancels nothing', async () => {
  const world = await socialWorld(engine)
  const started = await start(world, 'google')
  const answer = await answerOf(started)
  const denied = new URL(`${world.origin}/oauth/callback/google?error=access_denied`)
  expect(isFailed((await started.browser.open(denied.href)).url)).toBe(true)
  expect(
    await started.device.ask('/api/social/wait', { attempt: (await start(world, 'x')).attempt }).catch(() => 'unknown'),
  ).toBe('unknown')
  answer.searchParams.delete('code')
  answer.searchParams.set('error', 'access_denied')
  answer.searchParams.set('iss', 'https://evil.example')
  await started.browser.open(answer.href)
  expect(await outcomeOf(started)).toEqual({ state: 'failed', reason: 'refused' })
})

/** A login at a provider of our own, whose answers lie. */
async function hostileLogin(world: SocialWorld, provider: Awaited<ReturnType<typeof hostileProvider>>, lies: Lies, iss?: string) {
  provider.lie(lies)
  const started = await start(world, 'google')
  const redirect = await started.browser.ask(started.uri)
  const asked = new URL(redirect.headers.get('location') ?? '', started.uri)
  provider.nonce = asked.searchParams.get('nonce') ?? ''
  const back = new URL(`${world.origin}/oauth/callback/google`)
  back.search = String(
    new URLSearchParams({ code: 'code', state: asked.searchParams.get('state') ?? '', iss: iss ?? provider.url }),
  )
  const end = await started.browser.open(back.href)
  return { asked, end, outcome: await outcomeOf(started) }
}
async function hostileWorld() {
  const provider = await hostileProvider()
  const settings = { clientId: 'wallet', clientSecret: 'a secret of the client', issuer: provider.url }
  return { provider, world: await socialWorld(engine, { config: { social: { providers: { google: settings } } } }) }
}

// attack 39
test('the same provider, telling the truth, logs in: PKCE S256, a nonce, and the exact address', async () => {
  const { provider, world } = await hostileWorld()
  const { asked, outcome } = await hostileLogin(world, provider, {})
  expect(doneOf(outcome).user.provider).toBe('google')
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `${world.origin}/oauth/callback/google`,
    nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
    state: expect.stringMatching(/^[\w-]{43}$/) as string,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
  })
  expect(provider.asked().get('code_verifier')).toMatch(/^[\w-]{43}$/)
  expect(provider.asked().get('redirect_uri')).toBe(`${world.origin}/oauth/callback/google`)
})

// attack 39
test('wrong iss, aud, nonce, signature, times', async () => {
  const { provider, world } = await hostileWorld()
  const now = Math.floor(Date.now() / 1000)
  const lies: Readonly<Record<string, Lies>> = {
    'another issuer': { claims: { iss: 'https://accounts.google.com' } },
    'another audience': { claims: { aud: 'another app' } },
    'a second audience without azp': { claims: { aud: ['wallet', 'another app'] } },
    'another nonce': { claims: { nonce: 'A'.repeat(43) } },
    'no nonce': { claims: { nonce: undefined } },
    'no subject': { claims: { sub: undefined } },
    'a subject that is no text': { claims: { sub: { toString: 'ada' } } },
    'an empty subject': { claims: { sub: '' } },
    expired: { claims: { exp: now - 120 } },
    'no end': { claims: { exp: undefined } },
    'a foreign key': { foreignKey: true },
    'no signature': { unsigned: true },
    'no id token': {
      answer: (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ access_token: 'access', token_type: 'bearer' })),
    },
    'a page': { answer: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>') },
    'a redirect': { answer: (response) => response.writeHead(302, { location: `${provider.url}/elsewhere` }).end() },
    'a refusal': {
      answer: (response) =>
        response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: 'invalid_grant' })),
    },
  }
  const outcomes: Record<string, unknown> = {}
  for (const [name, lie] of Object.entries(lies)) outcomes[name] = (await hostileLogin(world, provider, lie)).outcome
  const refused = { state: 'failed', reason: 'refused' }
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(lies).map((name) => [name, refused])))
  expect((await hostileLogin(world, provider, {}, 'https://accounts.google.com')).outcome).toEqual(refused)
  expect(await world.db.query('select 1 from embedded_users')).toEqual([])
})

// attack 39
test('an answer without iss, where the provider says that it always names itself', async () => {
  const { provider, world } = await hostileWorld()
  const started = await start(world, 'google')
  const redirect = await started.browser.ask(started.uri)
  const state = new URL(redirect.headers.get('location') ?? '').searchParams.get('state') ?? ''
  provider.lie({})
  const end = await started.browser.open(`${world.origin}/oauth/callback/google?code=code&state=${state}`)
  expect(isFailed(end.url)).toBe(true)
  expect(await outcomeOf(started)).toEqual({ state: 'failed', reason: 'refused' })
})

test('a provider that does not answer, or answers far too much, is no refusal', async () => {
  const { provider, world } = await hostileWorld()
  const broken: readonly Lies['answer'][] = [
    (response) => response.destroy(),
    (response) => response.writeHead(503).end(),
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('x'.repeat(600_000)),
  ]
  for (const answer of broken) {
    const { outcome, end } = await hostileLogin(world, provider, { ...(answer && { answer }) })
    expect(outcome).toEqual({ state: 'failed', reason: 'provider' })
    expect(isFailed(end.url)).toBe(true)
  }
})

test('a provider that gives a token, and then does not answer who has logged in, is no refusal', async () => {
  const world = await socialWorld(engine, {
    fetch: (input, init) =>
      new Request(input).url.endsWith('/user') ? Promise.reject(new TypeError('fetch failed')) : globalThis.fetch(input, init),
  })
  const { outcome } = await logIn(world, 'github', 'ada')
  expect(outcome).toEqual({ state: 'failed', reason: 'provider' })
})

// attack 40
test('a provider with COOP completes; nobody at the provider ends nothing, until the time is over', async () => {
  const clock = { ms: Date.now() }
  const world = await socialWorld(engine, { now: () => clock.ms })
  const now = () => clock.ms
  world.idp.setOpenerPolicy('same-origin')
  const device = await newDevice(world.frame, { now })
  const started = await start(world, 'google', { device })
  const page = await toProvider(started)
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  // A window that is closed tells nobody: the login waits, and a later window may still end it.
  const gone = new AbortController()
  const waiting = fetch(`${world.origin}/api/social/wait`, {
    method: 'POST',
    signal: gone.signal,
    headers: { 'content-type': 'application/json', origin: world.origin, dpop: await device.proof('/api/social/wait') },
    body: JSON.stringify({ attempt: started.attempt }),
  }).catch(() => 'left')
  gone.abort()
  expect(await waiting).toBe('left')
  expect((await logInAs(started.browser, await toProvider(started), { person: 'ada' })).url.search).toContain('as=done')
  doneOf(await outcomeOf(started))

  const late = await start(world, 'google', { device })
  const latePage = await toProvider(late)
  clock.ms += 10 * 60_000
  expect(await outcomeOf(late)).toEqual({ state: 'failed', reason: 'expired' })
  expect(isFailed((await logInAs(late.browser, latePage, { person: 'ada' })).url)).toBe(true)
  expect(isFailed((await late.browser.open(late.uri)).url)).toBe(true)
  expect(await outcomeOf(late)).toEqual({ state: 'failed', reason: 'expired' })
})

// attack 41
test('nobody is sent to an address that is no place of the web', async () => {
  const { provider, world } = await hostileWorld()
  for (const place of ['javascript:alert(1)', 'data:text/html,hi', 'http://evil.example/auth', 'file:///etc/passwd', '']) {
    provider.lie({ document: { authorization_endpoint: place } })
    const started = await start(world, 'google')
    const end = await started.browser.open(started.uri)
    expect(end.url.origin).toBe(world.origin)
    expect(isFailed(end.url)).toBe(true)
    expect(await outcomeOf(started)).toEqual({ state: 'failed', reason: 'provider' })
  }
  for (const attempt of ['javascript:alert(1)', '%2e%2e%2fapi', 'A'.repeat(22), '//evil.example'])
    expect((await openBrowser().open(`${world.origin}/oauth/start/${attempt}`)).url.origin).toBe(world.origin)
  for (const query of ['as=javascript:alert(1)', 'as=done&locale=%22%3E%3Cscript%3E', 'as=https://evil.example'])
    expect((await openBrowser().open(`${world.origin}/oauth/end?${query}`)).text).not.toMatch(/javascript:|"><script>|evil/)
})

// attack 42
test('one mail address by Google, by Discord and by mail is three users; an address that was not checked is not shown', async () => {
  const world = await socialWorld(engine)
  const byMail = await logInByMail(world.frame, await newDevice(world.frame), { email: 'ada@example.org' })
  const google = doneOf((await logIn(world, 'google', 'ada')).outcome)
  const discord = doneOf((await logIn(world, 'discord', 'ada')).outcome)
  expect(new Set([byMail.user.userId, google.user.userId, discord.user.userId]).size).toBe(3)
  expect([google.user.email, discord.user.email]).toEqual(['ada@example.org', 'ada@example.org'])
  for (const provider of ['google', 'github', 'discord'] as const)
    expect(doneOf((await logIn(world, provider, 'cleo')).outcome).user.email).toBeNull()
  // A login by mail finds its user by the mailbox, and a provider's word is no mailbox.
  expect(await world.db.query("select id from embedded_users where email = 'ada@example.org'")).toEqual([
    { id: byMail.user.userId },
  ])
})

test('one subject at two providers is two users', async () => {
  const world = await socialWorld(engine)
  const google = doneOf((await logIn(world, 'google', 'bo')).outcome)
  await world.db.query("update embedded_identities set subject = 'same', issuer = 'https://one.example'")
  const [row] = await world.db.query<{ user_id: string }>(
    `select user_id from embedded_identities where issuer = 'https://two.example' and subject = 'same'`,
  )
  expect(row).toBeUndefined()
  const other = doneOf((await logIn(world, 'google', 'bo')).outcome)
  expect(other.user.userId).not.toBe(google.user.userId)
})

test('the database holds neither state nor verifier, nonce, code or token', async () => {
  const world = await socialWorld(engine)
  const started = await start(world, 'google')
  const page = await toProvider(started)
  const asked = new URL(page.path.find((at) => at.includes('code_challenge')) ?? '')
  const rows = JSON.stringify(await world.db.query('select * from embedded_attempts'))
  for (const name of ['state', 'nonce', 'code_challenge']) expect(rows).not.toContain(asked.searchParams.get(name))
  expect(rows).not.toContain(started.browser.cookies(world.origin).get('wm-login'))
  await logInAs(started.browser, page, { person: 'ada' })
  const { session } = doneOf(await outcomeOf(started))
  const all = JSON.stringify([
    await world.db.query('select * from embedded_attempts'),
    await world.db.query('select * from embedded_sessions'),
    await world.db.query('select * from embedded_refreshes'),
  ])
  expect(all).not.toContain(session.token)
  expect(all).not.toContain(session.refreshToken)
})

test('the log holds neither a code nor a state nor what the provider wrote', async () => {
  const lines: string[] = []
  const world = await socialWorld(engine, { onLog: (line) => lines.push(line) })
  const started = await start(world, 'google')
  const answer = await answerOf(started)
  answer.searchParams.set('code', 'not-the-code-at-all')
  await started.browser.open(answer.href)
  expect(await outcomeOf(started)).toEqual({ state: 'failed', reason: 'refused' })
  const log = lines.join('\n')
  expect(log).toContain('social login failed')
  for (const secret of [
    'not-the-code-at-all',
    answer.searchParams.get('state') ?? '?',
    'clientSecret',
    started.attempt.slice(0, 8) + 'x',
  ])
    expect(log).not.toContain(secret)
})

test('starts are counted per address', async () => {
  const world = await socialWorld(engine, {
    settings: {
      limits: { mailboxPerHour: 5, mailboxPerDay: 10, addressPerHour: 1, projectPerHour: 200, allPerTenMinutes: 1000 },
    },
  })
  const device = await newDevice(world.frame)
  const ask = () => device.call('/api/social/start', { projectId: 'demo', appOrigin: 'http://localhost:5173', provider: 'x' })
  for (let count = 0; count < 10; count += 1) expect((await ask()).status).toBe(200)
  expect(await ask()).toMatchObject({ status: 429, field: 'rate_limited' })
})
