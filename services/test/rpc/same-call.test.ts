// What a node reads is what was checked here, over HTTP and over WebSocket: it records the text of each request, as a node in another language would
// see it.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { serve, type TestServer } from '../../../test/api/server.js'
import { checkEach } from '../../../test/support/rows.js'
import { startServices, type TestServices } from '../support/services.js'

type Json = ReturnType<typeof JSON.parse>

const CHAIN = 'eip155:1'
const received: string[] = []
/** Writes what a node over WebSocket says to a frame. */
let reply: (frame: string) => readonly string[]
const echo = (text: string) => {
  const answers = [JSON.parse(text)].flat().map(({ id }: Json) => ({ jsonrpc: '2.0', id, result: '0x1' })) as Json[]
  return JSON.stringify(text.startsWith('[') ? answers : answers[0])
}

let http: TestServer
let sockets: WebSocketServer
let services: TestServices
beforeAll(async () => {
  http = await serve((response, { body }) => {
    received.push(body)
    response.setHeader('content-type', 'application/json').end(echo(body))
  })
  sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(sockets, 'listening')
  sockets.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => {
      received.push(data.toString())
      for (const text of reply(data.toString())) socket.send(text)
    }),
  )
  const node = `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`
  services = await startServices({ relay: true, chains: { [CHAIN]: [http.url] }, config: { sockets: { [CHAIN]: [node] } } })
})
afterAll(async () => {
  await services.stop()
  await http.stop()
  sockets.close()
})
beforeEach(() => {
  received.length = 0
  reply = (frame) => [echo(frame)]
})

async function connect() {
  const socket = new WebSocket(`${services.relayUrl}/ws?chainId=${CHAIN}&projectId=p1`)
  const frames: Json[] = []
  let wake = () => {}
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()))
    wake()
  })
  await once(socket, 'open')
  return {
    socket,
    async next(): Promise<Json> {
      while (frames.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return frames.shift()
    },
  }
}

const ways = {
  async http(text: string): Promise<Json> {
    const answer = await fetch(`${services.url}/v1?chainId=${CHAIN}`, { method: 'POST', body: text })
    return answer.json()
  },
  async websocket(text: string): Promise<Json> {
    const { socket, next } = await connect()
    socket.send(text)
    const answer = await next()
    socket.terminate()
    return answer
  },
}
const both = Object.entries(ways)

/** The members of a call, as text: names may stand in it twice. */
const call = (members: string) => `{"jsonrpc":"2.0",${members}}`
const params = (text: string) => call(`"id":7,"method":"eth_call","params":${text}`)
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('a node reads the call that was checked', () => {
  const dirty: [string, string][] = [
    ['a second method in another case', call('"id":7,"method":"eth_gasPrice","Method":"debug_setHead"')],
    ['a second method in capitals, before', call('"METHOD":"debug_setHead","id":7,"method":"eth_gasPrice"')],
    ['a method with a long s', call('"id":7,"method":"eth_gasPrice","method\u017f":"debug_setHead"')],
    ['other parameters in another case', call('"id":7,"method":"eth_gasPrice","params":[],"Params":["debug_setHead"]')],
    ['a method twice, the last one allowed', call('"id":7,"method":"debug_setHead","method":"eth_gasPrice"')],
    ['an unknown member', call('"id":7,"method":"eth_gasPrice","extra":"debug_setHead"')],
    ['a prototype', call('"id":7,"method":"eth_gasPrice","__proto__":{"method":"debug_setHead"}')],
  ]
  const rows = both.flatMap(([way, send]) =>
    dirty.flatMap(([name, text]): [string, () => Promise<Json>][] => [
      [`${way}: ${name}`, () => send(text)],
      [`${way}: ${name}, in a batch`, async () => (await send(`[${text},${text}]`))[1]],
    ]),
  )
  test('whatever else the text says', () =>
    checkEach(rows, '%s', async (_, send) => {
      received.length = 0
      expect(await send()).toMatchObject({ id: 7, result: '0x1' })
      expect(received).toHaveLength(1)
      expect(received[0]).not.toContain('debug_setHead')
      for (const sent of [JSON.parse(received[0] ?? '')].flat()) {
        expect(Object.keys(sent as object).sort()).toEqual(['id', 'jsonrpc', 'method', 'params'])
        expect(sent).toMatchObject({ method: 'eth_gasPrice', params: [] })
      }
    }))
})

describe('nothing is sent of a call that two parsers could read differently', () => {
  const refused: [string, string, number][] = [
    ['a method in capitals alone', call('"id":7,"METHOD":"eth_gasPrice"'), -32_600],
    ['a method twice, the last one forbidden', call('"id":7,"method":"eth_gasPrice","method":"debug_setHead"'), -32_601],
    ['an id beyond 2^53', call('"id":9007199254740993,"method":"eth_gasPrice"'), -32_600],
    ['an id with a fraction', call('"id":1.5,"method":"eth_gasPrice"'), -32_600],
    ['an id beyond a double', call('"id":1e999,"method":"eth_gasPrice"'), -32_600],
    ['an id with half a character', call(String.raw`"id":"\ud800","method":"eth_gasPrice"`), -32_600],
    ['an object as id', call('"id":{},"method":"eth_gasPrice"'), -32_600],
    ['names that differ in case', params('[{"to":"0x1","TO":"0x2"}]'), -32_602],
    ['names that differ in case, far inside', params('[[[{"a":[{"data":"0x1","Data":"0x2"}]}]]]'), -32_602],
    ['names that differ in a Kelvin sign', params('[{"fromBlock":"0x1","fromBloc\u212a":"0x2"}]'), -32_602],
    ['names that differ in a long s', params('[{"addresses":1,"addre\u017fses":2}]'), -32_602],
    ['a prototype', params('[{"__proto__":{"to":"0x1"}}]'), -32_602],
    ['a prototype of the parameters', params('{"__proto__":{"to":"0x1"}}'), -32_602],
    ['an integer beyond 2^53', params('[9007199254740993]'), -32_602],
    ['a negative integer beyond 2^53', params('[{"a":-9007199254740993}]'), -32_602],
    ['a number beyond a double', params('[1e999]'), -32_602],
    ['half a character', params(String.raw`["\ud83d"]`), -32_602],
    ['half a character in a name', params(String.raw`[{"\udc00":1}]`), -32_602],
  ]
  const rows = both.flatMap(([way, send]) =>
    refused.map(([name, text, code]): [string, () => Promise<Json>, number] => [`${way}: ${name}`, () => send(text), code]),
  )
  test('but it is refused with a code', () =>
    checkEach(rows, '%s', async (_, send, code) => {
      received.length = 0
      const answer = await send()
      expect(answer.error.code).toBe(code)
      expect(answer.id).toBe(code === -32_600 ? null : 7)
      expect(received).toEqual([])
    }))

  test('nor of one that is nested too deep', async () => {
    expect(await ways.websocket(params(deep(33)))).toMatchObject({ id: 7, error: { code: -32_602 } })
    expect(await ways.websocket(params(deep(10_000)))).toMatchObject({ id: 7, error: { code: -32_602 } })
    expect(await ways.http(params(deep(33)))).toMatchObject({ error: { code: -32_700 } })
    expect(received).toEqual([])
    expect(await ways.websocket(params(deep(32)))).toMatchObject({ id: 7, result: '0x1' })
  })
})

describe('over WebSocket, what a node says reaches', () => {
  const single = call('"id":"mine","method":"eth_gasPrice"')
  const own = (frame: string) => (JSON.parse(frame) as { id: number }).id

  test('the caller whose id it answers, once', async () => {
    reply = (frame) => [
      `{"jsonrpc":"2.0","id":${own(frame)},"result":"0x1","result":"0x2","Result":"0x3"}`,
      `{"jsonrpc":"2.0","id":${own(frame)},"result":"again"}`,
      '{"jsonrpc":"2.0","id":"mine","result":"not asked"}',
      '{"jsonrpc":"2.0","id":999,"result":"not asked"}',
      '{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"0x1","result":1}}',
    ]
    const { socket, next } = await connect()
    socket.send(single)
    expect(await next()).toEqual({ jsonrpc: '2.0', id: 'mine', result: '0x2' })
    expect(await next()).toEqual({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription: '0x1', result: 1 } })
    socket.terminate()
  })

  test('both of two calls with the same id', async () => {
    const { socket, next } = await connect()
    socket.send(single)
    socket.send(single)
    expect([await next(), await next()].map(({ id }) => id as string)).toEqual(['mine', 'mine'])
    expect(new Set(received.map(own)).size).toBe(2)
    socket.terminate()
  })

  test('a batch, with a refusal for what the node left out', async () => {
    reply = (frame) => [`[{"jsonrpc":"2.0","id":${(JSON.parse(frame) as { id: number }[])[1]?.id},"result":"0x1"}]`]
    const answers = await ways.websocket(`[${call('"id":1,"method":"eth_gasPrice"')},${call('"id":2,"method":"eth_chainId"')}]`)
    expect(answers).toMatchObject([{ id: 2, result: '0x1' }, { id: 1, error: { code: -32_603 } }]) // oxfmt-ignore
  })

  test('all who wait, when it is an error without an id', async () => {
    reply = () => ['{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch too large"}}']
    expect(await ways.websocket(`[${single},${single}]`)).toMatchObject([
      { id: 'mine', error: { code: -32_600 } },
      { id: 'mine' },
    ])
  })

  test('nobody when it is not JSON-RPC: the socket ends', () =>
    checkEach([['no json'], ['{"hello":"world"}'], ['null']], '%s', async (text) => {
      reply = () => [text]
      const { socket } = await connect()
      socket.send(single)
      const [code] = (await once(socket, 'close')) as [number]
      expect(code).toBe(1014)
    }))

  test('nobody who asks more than the node answers', async () => {
    reply = () => []
    const { socket, next } = await connect()
    const hundred = `[${Array.from({ length: 100 }, () => single).join()}]`
    for (let count = 0; count <= 10; count += 1) socket.send(hundred)
    expect(await next()).toHaveLength(100)
    await expect.poll(() => received.length).toBe(10)
    socket.terminate()
  })
})
