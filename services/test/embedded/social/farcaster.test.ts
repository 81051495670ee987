// Rows 43 and 44 of the threat table: Sign In With Farcaster, against the local relay and its registries.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSiweMessage } from 'viem/siwe'
import { expect, onTestFinished, test } from 'vitest'
import { farcasterPeople, type FarcasterPerson } from '../../../devnet/farcaster-relay/registry.js'
import { startFarcasterRelay, type FarcasterRelay } from '../../../devnet/farcaster-relay/relay.js'
import type { FarcasterSettings } from '../../../src/settings/social.js'
import { type Engine, engine } from '../../support/engines.js'
import { APP, newDevice, startFrame, type Device, type FrameOptions, type TestFrame } from '../support/frame.js'
import { openBrowser } from './browser.js'
import { doneOf } from './support.js'

const [ada, bo, cleo] = farcasterPeople as readonly [FarcasterPerson, FarcasterPerson, FarcasterPerson]

async function world(engine: Engine, changes: Partial<FarcasterSettings> = {}, options: Omit<FrameOptions, 'db'> = {}) {
  const relay = await startFarcasterRelay()
  const db = await engine.open()
  const config = { dev: true, social: { providers: {}, farcaster: { ...relay.settings, ...changes } } }
  const frame = await startFrame({ db, ...options, config })
  onTestFinished(async () => {
    await frame.stop()
    await relay.stop()
    await db.close()
  })
  return { relay, db, frame, config }
}

const start = (device: Device) => device.ask('/api/farcaster/start', { projectId: 'demo', appOrigin: APP })

/** Scans the code with the page that plays the Farcaster app. */
async function scan(url: string, index: number): Promise<string> {
  const browser = openBrowser()
  const page = await browser.open(url)
  return (await browser.submit(page, { person: String(index) })).text
}

type Fields = Parameters<typeof createSiweMessage>[0]

/** What an app sends that says something else than it was asked to. */
async function authenticate(
  relay: FarcasterRelay,
  frame: TestFrame,
  {
    url,
    person = ada,
    fields = {},
    edit = (message) => message,
    more = {},
  }: {
    url: string
    person?: FarcasterPerson
    fields?: Partial<Fields>
    edit?: (message: string) => string
    more?: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  const token = new URL(url).searchParams.get('channelToken') ?? ''
  const status = await fetch(`${relay.url}/v1/channel/status`, { headers: { authorization: `Bearer ${token}` } })
  const { nonce } = (await status.json()) as { nonce: string }
  const message = edit(
    createSiweMessage({
      domain: new URL(frame.url).host,
      address: person.account.address,
      statement: 'Farcaster Auth',
      uri: `${frame.url}/`,
      version: '1',
      chainId: 10,
      nonce,
      issuedAt: new Date(),
      resources: [`farcaster://fid/${person.fid}`],
      ...fields,
    }),
  )
  const sent = await fetch(`${relay.url}/v1/channel/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-farcaster-auth-relay-key': relay.appKey },
    body: JSON.stringify({
      message,
      signature: await person.account.signMessage({ message }),
      fid: person.fid,
      username: person.username,
      bio: '',
      displayName: person.displayName,
      pfpUrl: '',
      ...more,
    }),
  })
  expect(sent.status).toBe(201)
}

const refused = { state: 'failed', reason: 'refused' }

test('a person scans the code, signs, and the device that waits gets a session', async () => {
  const { frame, db } = await world(engine)
  const device = await newDevice(frame)
  const { attempt, url, expiresAt } = await start(device)
  expect(expiresAt - Date.now()).toBeLessThanOrEqual(5 * 60_000)
  const waiting = device.ask('/api/farcaster/wait', { attempt })
  expect(await scan(url, 0)).toContain('You have signed in')
  const { user, session } = doneOf(await waiting)
  expect(user).toMatchObject({ provider: 'farcaster', userName: '!101', email: null })
  device.token = session.token
  expect((await device.ask('/api/user', {})).userId).toBe(user.userId)
  expect(await db.query('select issuer, subject, method from embedded_identities')).toEqual([
    { issuer: 'https://farcaster.xyz', subject: '101', method: 'custody' },
  ])
  expect(await device.ask('/api/farcaster/wait', { attempt })).toEqual({ state: 'failed', reason: 'expired' })
})

test('an auth address signs as well, and stands with the identity', async () => {
  const { frame, db } = await world(engine)
  const device = await newDevice(frame)
  const { attempt, url } = await start(device)
  await scan(url, 1)
  expect(doneOf(await device.ask('/api/farcaster/wait', { attempt })).user.userName).toBe('!102')
  expect(await db.query('select subject, method from embedded_identities')).toEqual([{ subject: '102', method: 'authAddress' }])
})

test('two instances wait for one login: one of them hands out the session', async () => {
  const { frame, db, config } = await world(engine)
  const other = await startFrame({ db, settings: { url: frame.url }, config })
  try {
    const device = await newDevice(frame)
    const { attempt, url } = await start(device)
    const there = newDeviceAt(other.url, device)
    const waiting = [device.ask('/api/farcaster/wait', { attempt }), there({ attempt })]
    await scan(url, 0)
    const states = (await Promise.all(waiting)).map(({ state }) => state)
    expect(states.filter((state) => state === 'done')).toHaveLength(1)
  } finally {
    await other.stop()
  }
})

/** The same device at another instance, which is known by the same origin. */
function newDeviceAt(url: string, device: Device) {
  const path = '/api/farcaster/wait'
  return async (body: { attempt: string }) => {
    const proof = await device.proof(path)
    const { htu } = JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString()) as { htu: string }
    const headers = { 'content-type': 'application/json', origin: new URL(htu).origin, dpop: proof }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as Awaited<ReturnType<typeof device.ask<'/api/farcaster/wait'>>>
  }
}

// attack 43
test('other domain, nonce, chain, statement, ids, times', async () => {
  const { frame, relay, db } = await world(engine)
  const device = await newDevice(frame)
  const lies: Readonly<Record<string, Partial<Parameters<typeof authenticate>[2]>>> = {
    'another domain': { fields: { domain: 'evil.example' } },
    'a domain that begins like ours': { edit: (message) => message.replace(' wants you', '.evil.example wants you') },
    'another nonce': { fields: { nonce: 'a'.repeat(32) } },
    'chain id 1': { fields: { chainId: 1 } },
    'another statement': { fields: { statement: 'I give everything away' } },
    'two ids': { fields: { resources: ['farcaster://fid/101', 'farcaster://fid/102'] } },
    'one id twice': { fields: { resources: ['farcaster://fid/101', 'farcaster://fid/101'] } },
    'no id': { fields: { resources: ['https://example.org/'] } },
    'an id that is no number': { fields: { resources: ['farcaster://fid/0x65'] } },
    'id zero': { fields: { resources: ['farcaster://fid/0'] } },
    'an id of somebody else': { person: cleo },
    'an id that nobody has': { fields: { resources: ['farcaster://fid/999'] } },
    'the custody key of another id': { fields: { resources: ['farcaster://fid/102'] } },
    'an auth address of another id': { person: bo, fields: { resources: ['farcaster://fid/101'] } },
    expired: { fields: { expirationTime: new Date(Date.now() - 1000) } },
    'not yet': { fields: { notBefore: new Date(Date.now() + 60_000) } },
    'two nonces': { edit: (message) => message.replace('\nIssued At', '\nNonce: aaaaaaaaaaaa\nIssued At') },
    'signed by somebody else': { more: { signature: await bo.account.signMessage({ message: 'hello' }) } },
    'no signature': { more: { signature: 'none' } },
    'no message': { more: { message: '' } },
    'a very long message': { edit: (message) => `${message}\n- https://example.org/${'a'.repeat(5000)}` },
  }
  const outcomes: Record<string, unknown> = {}
  for (const [name, lie] of Object.entries(lies)) {
    const { attempt, url } = await start(device)
    await authenticate(relay, frame, { url, ...lie })
    outcomes[name] = await device.ask('/api/farcaster/wait', { attempt })
  }
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(lies).map((name) => [name, refused])))
  expect(await db.query('select 1 from embedded_users')).toEqual([])
})

// attack 43
test('a message is good for one login', async () => {
  const { frame, relay } = await world(engine)
  const device = await newDevice(frame)
  const first = await start(device)
  let message = ''
  await authenticate(relay, frame, { url: first.url, edit: (text) => (message = text) })
  doneOf(await device.ask('/api/farcaster/wait', { attempt: first.attempt }))
  const second = await start(device)
  await authenticate(relay, frame, { url: second.url, edit: () => message })
  expect(await device.ask('/api/farcaster/wait', { attempt: second.attempt })).toEqual(refused)
})

// attack 43
test('names of the relay are not believed', async () => {
  const { frame, relay, db } = await world(engine)
  const device = await newDevice(frame)
  const { attempt, url } = await start(device)
  await authenticate(relay, frame, { url, more: { fid: 1, username: 'somebody.famous', displayName: '<b>Famous</b>' } })
  expect(doneOf(await device.ask('/api/farcaster/wait', { attempt })).user.userName).toBe('!101')
  expect(JSON.stringify(await db.query('select * from embedded_identities'))).not.toMatch(/famous/i)
})

// attack 43
test('two nodes must agree', async () => {
  const liar = createServer((request, response) => {
    void (async () => {
      let text = ''
      for await (const part of request) text += String(part)
      const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: [{ data: string; to?: string }] }
      // Says that everybody owns id 101, and that every signature is a contract's.
      const owns = `0x${(101).toString(16).padStart(64, '0')}`
      const isOwner = method === 'eth_call' && params[0].data.length === 2 + 8 + 64
      const isSignature = method === 'eth_call' && params[0].to === undefined
      const result = method === 'eth_chainId' ? '0xa' : isSignature ? '0x01' : isOwner ? owns : `0x${'0'.repeat(128)}`
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })()
  })
  await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void liar.close())
  const lies = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`
  const truth = await startFarcasterRelay()
  onTestFinished(() => truth.stop())
  for (const rpcUrls of [
    [lies, truth.settings.rpcUrls[0] ?? ''],
    [truth.settings.rpcUrls[0] ?? '', lies],
  ]) {
    const { frame, relay } = await world(engine, { rpcUrls })
    const device = await newDevice(frame)
    const claimed = await start(device)
    await scan(claimed.url, 2)
    expect(await device.ask('/api/farcaster/wait', { attempt: claimed.attempt })).toEqual(refused)
    // Names Ada, who owns the id, and is signed by nobody.
    const forged = await start(device)
    await authenticate(relay, frame, { url: forged.url, more: { signature: `0x${'11'.repeat(80)}` } })
    expect(await device.ask('/api/farcaster/wait', { attempt: forged.attempt })).toEqual(refused)
  }
  // That one alone would be believed: what stands between is the second.
  const { frame, relay } = await world(engine, { rpcUrls: [lies] })
  const device = await newDevice(frame)
  const { attempt, url } = await start(device)
  await authenticate(relay, frame, { url, more: { signature: `0x${'11'.repeat(80)}` } })
  expect((await device.ask('/api/farcaster/wait', { attempt })).state).toBe('done')
})

// attack 44
test('an expired channel', async () => {
  const clock = { ms: Date.now() }
  const { frame } = await world(engine, {}, { now: () => clock.ms })
  const device = await newDevice(frame, { now: () => clock.ms })
  const { attempt, url } = await start(device)
  clock.ms += 5 * 60_000
  await scan(url, 0)
  expect(await device.ask('/api/farcaster/wait', { attempt })).toEqual({ state: 'failed', reason: 'expired' })
})

// attack 44
test('a relay that is down, at the start and while the frame waits; another try works', async () => {
  const down = await world(engine, { relayUrl: 'http://127.0.0.1:9' })
  const early = await newDevice(down.frame)
  expect(await early.call('/api/farcaster/start', { projectId: 'demo', appOrigin: APP })).toMatchObject({
    status: 503,
    field: 'provider',
  })
  const { frame, relay } = await world(engine)
  const device = await newDevice(frame)
  const { attempt } = await start(device)
  await relay.stop()
  expect(await device.ask('/api/farcaster/wait', { attempt })).toEqual({ state: 'failed', reason: 'provider' })
})

// attack 44
test('nodes that do not answer, or are of another chain, are no refusal', async () => {
  const { frame } = await world(engine, { rpcUrls: ['http://127.0.0.1:9'] })
  const device = await newDevice(frame)
  const { attempt, url } = await start(device)
  await scan(url, 0)
  expect(await device.ask('/api/farcaster/wait', { attempt })).toEqual({ state: 'failed', reason: 'provider' })
})

test('only the device that started learns the end; the channel’s token stands nowhere in the clear', async () => {
  const { frame, db } = await world(engine)
  const [device, stranger] = [await newDevice(frame), await newDevice(frame)]
  const { attempt, url } = await start(device)
  const token = new URL(url).searchParams.get('channelToken') ?? '?'
  expect(JSON.stringify(await db.query('select * from embedded_attempts'))).not.toContain(token)
  await scan(url, 0)
  expect(await stranger.call('/api/farcaster/wait', { attempt })).toMatchObject({ status: 410, field: 'attempt' })
  doneOf(await device.ask('/api/farcaster/wait', { attempt }))
})

test('a relay that answers with another nonce or a strange address is not used', async () => {
  const answers: readonly object[] = [
    { channelToken: 'token', url: 'https://farcaster.xyz/~/siwf', nonce: 'another' },
    { channelToken: 'token', url: 'javascript:alert(1)', nonce: '$nonce' },
    { channelToken: 'token', url: 'http://evil.example/', nonce: '$nonce' },
    { channelToken: '', url: 'https://farcaster.xyz/~/siwf', nonce: '$nonce' },
  ]
  let answer: object = {}
  const strange = createServer((request, response) => {
    void (async () => {
      let text = ''
      for await (const part of request) text += String(part)
      const { nonce } = JSON.parse(text) as { nonce: string }
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(answer).replace('$nonce', nonce))
    })()
  })
  await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void strange.close())
  const { frame } = await world(engine, { relayUrl: `http://127.0.0.1:${(strange.address() as AddressInfo).port}` })
  const device = await newDevice(frame)
  for (answer of answers)
    expect(await device.call('/api/farcaster/start', { projectId: 'demo', appOrigin: APP })).toMatchObject({ status: 503 })
})
