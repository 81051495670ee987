// Chain RPC over WebSocket, through the real services to a real node.
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { DEVNET } from '../../src/settings/config.js'
import { useSeededDevnet } from '../support/devnet.js'
import { checkEach } from '../../../test/support/rows.js'
import { startServices, type ServicesOptions, type TestServices } from '../support/services.js'

const devnet = useSeededDevnet({ past: false })
let services: TestServices
beforeAll(async () => void (services = await startServices({ evmUrl: devnet().url, chains: { 'eip155:10': [devnet().url] } })))
afterAll(() => services.stop())

const opened: WebSocket[] = []
const started: TestServices[] = []
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate()
  for (const each of started.splice(0)) await each.stop()
})

type Message = ReturnType<typeof JSON.parse>

/** A client's socket: what it heard, and how it ended. */
async function connect(path: string, { from = services, origin }: { from?: TestServices; origin?: string } = {}) {
  const socket = new WebSocket(`${from.relayUrl}${path}`, origin === undefined ? {} : { origin })
  opened.push(socket)
  const heard: Message[] = []
  const waiting: ((message: Message) => void)[] = []
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString())
    const next = waiting.shift()
    if (next) next(message)
    else heard.push(message)
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const status = await new Promise<number>((resolve, reject) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_, response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    socket.once('error', reject)
  })
  const next = (): Promise<Message> => {
    const message = heard.shift()
    return message === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(message)
  }
  const ask = (message: unknown): Promise<Message> => {
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    return next()
  }
  return { status, ask, next, closed, socket }
}

const start = async (options: ServicesOptions) => {
  const made = await startServices(options)
  started.push(made)
  return made
}
const call = (method: string, params: readonly unknown[] = [], id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const path = `/ws?chainId=${DEVNET}&projectId=p1`

const noticeOf = (result: string) =>
  `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"0x1","result":${result}}}`
/** Notices of 250 kB, numbered. */
const longNotices = (count: number) =>
  Array.from({ length: count }, (_, at) => noticeOf(JSON.stringify(`${at} `.padEnd(250_000))))

/** A client of a node that answers its first call with these frames. */
async function connectToTalkingNode({
  frames,
  limits,
}: {
  frames: readonly string[]
  limits?: NonNullable<ServicesOptions['limits']>
}) {
  const node = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => node.close())
  await new Promise((resolve) => node.once('listening', resolve))
  const url = `ws://127.0.0.1:${(node.address() as AddressInfo).port}`
  const from = await start({
    chains: { 'eip155:1': [devnet().url] },
    config: { sockets: { 'eip155:1': [url] } },
    ...(limits && { limits }),
  })
  node.on('connection', (peer) =>
    peer.once('message', () => {
      for (const frame of frames) peer.send(frame)
    }),
  )
  const client = await connect('/ws?chainId=eip155:1', { from })
  return { ...client, held: () => from.parts!.memory.stats().bytes.rpc }
}

describe('the RPC socket', () => {
  test('at each of its paths answers calls and batches, and tells what happens on the chain', () =>
    checkEach(['/ws', '/v1', '/v1/'], 'at %s answers calls and batches, and tells what happens on the chain', async (at) => {
      const { status, ask, next } = await connect(path.replace('/ws', at))
      expect(status).toBe(101)
      expect(await ask(call('eth_chainId', [], 'a'))).toEqual({ jsonrpc: '2.0', id: 'a', result: '0x7a69' })
      const batch = await ask([call('eth_chainId', [], 1), call('net_version', [], 2)])
      expect(batch.map(({ id, result }: Message) => [id, result])).toEqual([[1, '0x7a69'], [2, '31337']]) // oxfmt-ignore
      const { result: subscription } = await ask(call('eth_subscribe', ['newHeads']))
      await devnet().reader.mine({ blocks: 1 })
      expect(await next()).toMatchObject({ method: 'eth_subscription', params: { subscription } })
      expect(await ask(call('eth_unsubscribe', [subscription]))).toMatchObject({ result: true })
    }))

  test('has at most fifty subscriptions, those that ended and those that failed apart', async () => {
    const { ask } = await connect(path)
    const subscribe = (count: number) => Array.from({ length: count }, (_, id) => call('eth_subscribe', ['newHeads'], id))
    const refused = { error: { code: -32_005, message: 'A socket has at most 50 subscriptions' } }
    expect(await ask(subscribe(51))).toEqual(Array(51).fill(expect.objectContaining(refused)))
    expect(await ask(call('eth_subscribe', ['nothing']))).toHaveProperty('error')
    const first = await ask(subscribe(50))
    expect(first.filter(({ result }: Message) => typeof result === 'string')).toHaveLength(50)
    expect(await ask(call('eth_subscribe', ['newHeads']))).toMatchObject(refused)
    expect(await ask(call('eth_unsubscribe', [first[0].result]))).toMatchObject({ result: true })
    expect(await ask(call('eth_subscribe', ['newHeads']))).toHaveProperty('result')
    await ask(call('eth_unsubscribe', [first[0].result])) // ends nothing
    expect(await ask(call('eth_subscribe', ['newHeads']))).toMatchObject(refused)
  })

  test('sends nothing to the node of a frame in which a call is refused', async () => {
    const { ask } = await connect(path)
    const code = (answer: Message) => answer.error?.code as number
    expect(code(await ask(call('personal_unlockAccount')))).toBe(-32_601)
    expect(code(await ask('no json'))).toBe(-32_700)
    expect(code(await ask({ method: 'eth_chainId' }))).toBe(-32_600)
    expect(code(await ask([]))).toBe(-32_600)
    expect((await ask([call('eth_chainId', [], 1), call('admin_peers', [], 2)])).map(code)).toEqual([-32_600, -32_601])
    expect(code(await ask(Array.from({ length: 101 }, (_, id) => call('eth_chainId', [], id))))).toBe(-32_600)
  })

  test('is refused before it opens, in the way of every route', async () => {
    const projects = { shop: { origins: ['https://shop.example'], analytics: false } }
    const from = await start({ evmUrl: devnet().url, projects })
    const status = async (at: string, origin?: string) => (await connect(at, { from, ...(origin && { origin }) })).status
    const shop = path.replace('projectId=p1', 'projectId=shop')
    expect(await status(path)).toBe(401)
    expect(await status(shop, 'https://evil.example')).toBe(403)
    expect(await status(shop, 'https://shop.example')).toBe(101)
    expect(await status(shop.replace(DEVNET, 'eip155:999'))).toBe(400)
    expect((await connect('/ws?chainId=eip155:10')).status).toBe(410) // a node that only takes HTTP
    expect((await connect('/nothing')).status).toBe(404)
  })

  test('counts calls, and sockets of an address', async () => {
    const from = await start({ evmUrl: devnet().url, limits: { tokens: 30, refillPerSecond: 0.001 } })
    const { ask } = await connect(path, { from })
    const hundred = Array.from({ length: 100 }, (_, id) => call('eth_chainId', [], id))
    expect((await ask(hundred))[99]).toMatchObject({ id: 99, result: '0x7a69' })
    expect((await ask(hundred))[0]).toMatchObject({ error: { code: -32_005 } })
    const statuses = await Promise.all(Array.from({ length: 21 }, async () => (await connect(path, { from })).status))
    expect([...new Set(statuses)].sort()).toEqual([101, 429])
  })

  test('counts frames that are refused, too', async () => {
    // Twenty calls of 0.2 tokens, and a rest that is less than one: 4 alone would leave the last call to rounding.
    const from = await start({ evmUrl: devnet().url, limits: { tokens: 4.1, refillPerSecond: 0.001 } })
    const { ask } = await connect(path, { from })
    const forbidden = Array.from({ length: 17 }, (_, id) => call('admin_peers', [], id))
    expect((await ask(forbidden))[0]).toMatchObject({ error: { code: -32_601 } })
    expect(await ask('no json')).toMatchObject({ error: { code: -32_700 } })
    expect(await ask([])).toMatchObject({ error: { code: -32_600 } })
    expect(await ask(call('admin_peers'))).toMatchObject({ id: 1, error: { code: -32_601 } })
    expect(await ask('no json')).toMatchObject({ id: null, error: { code: -32_005 } })
    expect(await ask([])).toMatchObject({ id: null, error: { code: -32_005 } })
    expect(await ask([call('admin_peers', [], 7)])).toMatchObject([{ id: 7, error: { code: -32_005 } }])
  })

  test('hears no more of a client that does not read what is refused, until it reads', async () => {
    const from = await start({ evmUrl: devnet().url, limits: { tokens: 1_000_000, refillPerSecond: 1 } })
    const { socket, next } = await connect(path, { from })
    const forbidden = Array.from({ length: 100 }, (_, id) => call('x', [], String(id).padStart(128, 'i')))
    const frame = JSON.stringify(forbidden)
    const held = () => from.parts!.memory.stats()
    let most = 0
    socket.pause()
    const frames = 1000
    const sent = Array.from({ length: frames }, () => new Promise((resolve) => socket.send(frame, resolve)))
    await expect.poll(() => (most = Math.max(most, held().bytes.rpc))).toBeGreaterThan(512 * 1024)
    socket.resume()
    for (let count = 0; count < frames; count += 1) {
      expect(await next()).toHaveLength(100)
      most = Math.max(most, held().bytes.rpc)
    }
    await Promise.all(sent)
    expect(most).toBeLessThan(2 * 1024 * 1024)
    expect(held().closed.rpc).toBe(0)
  })

  test('stops reading a node for a client that does not read, and gives it all once it reads', async () => {
    const { socket, next, held } = await connectToTalkingNode({
      frames: longNotices(60),
      limits: { tokens: 1_000, refillPerSecond: 1 },
    })
    socket.pause()
    socket.send(JSON.stringify(call('eth_chainId')))
    await expect.poll(held).toBeGreaterThan(512 * 1024)
    let most = 0
    socket.resume()
    for (let at = 0; at < 60; at += 1) {
      most = Math.max(most, held())
      expect(parseInt((await next()).params.result)).toBe(at)
    }
    expect(most).toBeLessThan(3 * 1024 * 1024)
  })

  test('reads no more of a node than its client can pay for', async () => {
    const { next, socket } = await connectToTalkingNode({
      frames: longNotices(60),
      limits: { tokens: 5, refillPerSecond: 0.001 },
    })
    socket.send(JSON.stringify(call('eth_chainId')))
    for (let at = 0; at < 6; at += 1) expect(parseInt((await next()).params.result)).toBe(at)
    // Each refusal follows what the node had sent and the client was to be told by then.
    const others: Message[] = []
    for (let count = 0; count < 20; count += 1) {
      socket.send(JSON.stringify(call('eth_chainId')))
      for (let message = await next(); others.push(message) && !message.error;) message = await next()
    }
    expect(others.filter(({ error }) => error?.code === -32_005)).toHaveLength(20)
    expect(others.length).toBeLessThan(23)
  })

  test('a notice that is nested too deep to be passed on ends its socket at most, and nothing else', async () => {
    const deep = noticeOf(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    const { closed, next, socket } = await connectToTalkingNode({ frames: [deep] })
    socket.send(JSON.stringify(call('eth_chainId')))
    // Newer engines write what older ones cannot.
    const end = await Promise.race([closed, next().then(({ method }) => method as string)])
    expect([1014, 'eth_subscription']).toContain(end)
  })

  test('ends for a client whose message has more fragments than any client makes, or that pings without end', async () => {
    const from = await start({ evmUrl: devnet().url, limits: { tokens: 10, refillPerSecond: 0.001 } })
    const fragments = await connect(path, { from })
    for (let count = 0; count < 200; count += 1) fragments.socket.send('x', { fin: false })
    expect(await fragments.closed).toBe(1008)
    const pings = await connect(path, { from })
    for (let count = 0; count < 60; count += 1) pings.socket.ping()
    expect(await pings.closed).toBe(1013)
  })

  test('ends with the node, with the services, and with what is no text', async () => {
    const node = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await new Promise((resolve) => node.once('listening', resolve))
    const url = `ws://127.0.0.1:${(node.address() as AddressInfo).port}`
    const from = await start({
      chains: { 'eip155:1': [devnet().url] },
      config: { sockets: { 'eip155:1': ['ws://127.0.0.1:9', url] } },
    })
    const at = '/ws?chainId=eip155:1'
    node.on('connection', (socket) => socket.on('message', () => socket.close()))
    const first = await connect(at, { from })
    first.socket.send(JSON.stringify(call('eth_chainId')))
    expect(await first.closed).toBe(1014)
    const binary = await connect(at, { from })
    binary.socket.send(Buffer.from([1]), { binary: true })
    expect(await binary.closed).toBe(1003)
    const last = await connect(at, { from })
    await from.parts?.stop()
    expect(await last.closed).toBe(1001)
    node.close()
  })
})

test('the chains with a socket are said', async () => {
  const answer = await fetch(`${services.url}/v1/supported-chains`)
  expect(await answer.json()).toEqual({ http: expect.arrayContaining([DEVNET, 'eip155:10']) as string[], ws: [DEVNET] })
})
