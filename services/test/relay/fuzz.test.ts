// Thousands of wrong frames: each gives an error or a close code, and the relay lives on. The seed is printed with a failure.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseFrame } from '../../src/relay/frames.js'
import { calls } from '../../src/relay/calls.js'
import { startRelay, type StartedRelay } from '../support/relay.js'
import { connectClient, createIdentity, createToken, randomTopic } from '../support/relay-client.js'

const SEED = Number(process.env['WM_FUZZ_SEED'] ?? randomBytes(4).readUInt32LE())
const ROUNDS = 4_000

/** mulberry32: small, good enough, and repeatable. */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  const pick = <T>(list: readonly T[]) => list[int(list.length)] as T // never called with an empty list
  return { int, pick }
}

const { int, pick } = createRandom(SEED)
const HARD = ['\u0000', '\ud800', '"', '\\', '}', '{', '[', ']', '1e400', '-0', '𐍈', '__proto__', 'null', ',']

function value(depth: number): unknown {
  const kinds = [
    () => pick(HARD),
    () => int(2 ** 31) - 2 ** 30,
    () => pick([null, true, false, '', 1e308, -1, 0.1, Number.MAX_SAFE_INTEGER]),
    () => randomTopic(),
    () => 'x'.repeat(int(2_000)),
    () => Array.from({ length: int(4) }, () => (depth > 0 ? value(depth - 1) : 0)),
    () => Object.fromEntries(Array.from({ length: int(5) }, () => [pick(keys), depth > 0 ? value(depth - 1) : 0])),
  ]
  return pick(kinds)()
}

const keys = [
  'id',
  'topic',
  'topics',
  'message',
  'messages',
  'ttl',
  'tag',
  'attestation',
  'subscriptions',
  'jsonrpc',
  'method',
  'params',
  '__proto__',
  'constructor',
]
const methods = [...Object.keys(calls), 'toString', '__proto__', '', 'irn_subscription', 'waku_publish']

function plausibleCall(): string {
  const topic = randomTopic()
  const params = {
    topic,
    topics: [topic],
    message: 'm',
    ttl: 60,
    tag: 1,
    id: 'x',
    pairingTopic: topic,
    sessionTopic: topic,
    sessionProposal: 'p',
  }
  const changed = { ...params, [pick(keys)]: value(3) }
  return JSON.stringify({ id: int(2 ** 50), jsonrpc: '2.0', method: pick(methods), params: pick([changed, value(3), undefined]) })
}

function mutate(text: string): string {
  const at = int(text.length + 1)
  const cut = int(6)
  return pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + pick(HARD) + text.slice(at + cut),
    () => text.slice(at) + text.slice(0, at),
    () => text.repeat(2),
    () => '['.repeat(int(20_000)) + text,
  ])()
}

const frame = () =>
  pick([
    plausibleCall,
    () => mutate(plausibleCall()),
    () => JSON.stringify(value(4)),
    () => randomBytes(int(64)).toString('latin1'),
  ])()

let relay: StartedRelay
const errors: string[] = []
const rejections: unknown[] = []
const onRejection = (reason: unknown) => rejections.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', onRejection)
  const note = (message: string, fields: object = {}) => void errors.push(`${message} ${JSON.stringify(fields)}`)
  const ignore = () => undefined
  relay = await startRelay({
    config: { limits: { throttleMessages: Number.MAX_SAFE_INTEGER } },
    log: { debug: ignore, info: ignore, warn: note, error: note },
  })
})
afterAll(async () => {
  process.off('unhandledRejection', onRejection)
  await relay.stop()
})

test(`parsing never throws, and finds an id in every call (seed ${SEED})`, () => {
  for (let round = 0; round < 20_000; round += 1) {
    const text = frame()
    const parsed = parseFrame(text)
    if (parsed.kind !== 'request') continue
    // An id that a double can hold must be the one JSON.parse sees.
    const seen = (JSON.parse(text) as { id: unknown }).id
    expect(JSON.parse(parsed.id), text).toEqual(seen)
  }
})

test(`${ROUNDS} wrong frames give as many answers (seed ${SEED})`, async () => {
  const client = await connectClient(relay.url)
  let open = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = frame()
    // What looks like the answer to a push gets none, rightly.
    if (parseFrame(text).kind === 'reply') continue
    client.send(text)
    open += 1
    if (open < 50) continue
    for (; open > 0; open -= 1) await expectAnswer(client.nextFrame())
  }
  for (; open > 0; open -= 1) await expectAnswer(client.nextFrame())
  expect(client.socket.readyState).toBe(client.socket.OPEN)
  expect(errors).toEqual([])
  expect(rejections).toEqual([])
  await client.close()
}, 60_000)

async function expectAnswer(frame: Promise<string>): Promise<void> {
  const answer = JSON.parse(await frame) as { result?: unknown; error?: { code: number } }
  if (answer.result === undefined) expect([-32700, -32600, -32601, -32602, -32005]).toContain(answer.error?.code)
}

test(`garbage below WebSocket closes the socket, not the relay (seed ${SEED})`, async () => {
  for (let round = 0; round < 200; round += 1) {
    await new Promise<void>((resolve) => {
      const socket = connect(relay.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.once('close', () => resolve())
      socket.once('data', () => socket.end(randomBytes(1 + int(200))))
      const handshake =
        'host: r\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
      const target = pick([
        `/?auth=${createToken(createIdentity())}`,
        `/?auth=${randomBytes(8).toString('hex')}&useOnCloseEvent=true`,
        '/?%',
        '/relay?auth[]=1',
      ])
      socket.write(`GET ${target} HTTP/1.1\r\n${handshake}`)
    })
  }
  const client = await connectClient(relay.url)
  await client.settled()
  await client.close()
  expect(rejections).toEqual([])
})
