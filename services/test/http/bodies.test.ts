// Bodies that are longer than they may be, or that end before they should.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { jsonBody } from '../../src/http/body.js'
import { startServices } from '../support/services.js'

async function start() {
  const lines: string[] = []
  // With a devnet there is a sandbox, whose checkout takes forms; nobody asks this one anything.
  const services = await startServices({
    evmUrl: 'http://127.0.0.1:9',
    config: { metrics: { onMain: true } },
    onLog: (line) => lines.push(line),
  })
  onTestFinished(() => services.stop())
  return { ...services, lines }
}

test('a form of the checkout that does not say its length is read no further than it may be', async () => {
  const { url, db } = await start()
  const id = `o_${'0'.repeat(40)}`
  await db!.query(
    `insert into onramp_orders (id, token, provider, account, address, chain_id, asset, symbol, decimals, amount, fiat_amount,
       fiat_currency, state, created_at, updated_at)
     values ($1, 'token', 'sandbox', '0x', '0x', 'eip155:31337', 'native', 'ETH', 18, '1', '1.00', 'USD', 'pending', 0, 0)`,
    [id],
  )
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      if (sent > 64 * 1_048_576) controller.close()
      else controller.enqueue(new Uint8Array(65_536).fill(120))
    },
  })
  const request = { method: 'POST', body, duplex: 'half' } as RequestInit // the types do not know `duplex` yet
  const response = await fetch(`${url}/onramp/checkout/${id}/confirm`, request)
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ status: 'FAILED', reasons: [{ field: 'body' }] })
  expect(sent).toBeLessThan(16 * 1_048_576)
})

test('a caller who leaves before its body is there is told of in the log, and is no error of ours', async () => {
  const { url, lines } = await start()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    'POST /v1/fungible/price?projectId=x HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"half":',
  )
  await expect.poll(async () => (await fetch(`${url}/health`)).status).toBe(200) // by then its head was read
  socket.destroy()
  await expect.poll(() => lines.join('\n')).toContain('"event":"request left"')
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).not.toContain('status="500"')
})

/** Sends a request by hand; resolves with all that came back when the connection ends. */
async function send(url: string, head: string, write: (say: (text: string) => Promise<void>) => Promise<void>): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let said = ''
  socket.on('data', (data: Buffer) => (said += data.toString()))
  socket.on('error', () => undefined)
  const ended = once(socket, 'close')
  await once(socket, 'connect')
  const say = (text: string) => new Promise<void>((resolve) => socket.write(text, () => resolve()))
  await say(`${head}\r\nhost: x\r\ncontent-type: application/json\r\n`)
  await write(say)
  await ended
  return said
}

const ASK = 'POST /v1/fungible/price?projectId=x HTTP/1.1'
const RPC = 'POST /v1?chainId=eip155:31337&projectId=x HTTP/1.1'

test('a body in more pieces than any network makes is refused, and its connection closed', async () => {
  const { url } = await start()
  const said = await send(url, ASK, async (say) => {
    await say('transfer-encoding: chunked\r\n\r\n')
    // Chunks of one byte, many in one packet.
    for (let count = 0; count < 20; count += 1) await say('1\r\n \r\n'.repeat(1_000))
  })
  expect(said).toMatch(/^HTTP\/1\.1 413 /)
  expect(said).toContain('more than 4096 pieces')
})

test('a body in many pieces is read whole', async () => {
  const { url } = await start()
  const text = JSON.stringify({ projectId: 'x', currency: 'usd', addresses: ['eip155:31337:native'] })
  const said = await send(url, ASK, async (say) => {
    await say('transfer-encoding: chunked\r\nconnection: close\r\n\r\n')
    for (const character of text) await say(`1\r\n${character}\r\n`)
    await say('0\r\n\r\n')
  })
  expect(said).toMatch(/^HTTP\/1\.1 (?!413)/)
  expect(said).not.toContain('"field":"body"')
})

test('a body that does not end is counted, and given back when its caller has left', async () => {
  const { url, parts } = await start()
  const held = () => parts!.memory.stats().bytes.request
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(`${RPC}\r\nhost: x\r\ncontent-length: 500000\r\n\r\n${' '.repeat(300_000)}`)
  await expect.poll(held).toBeGreaterThanOrEqual(300_000)
  socket.destroy()
  await expect.poll(held).toBe(0)
})

test('the largest body of an address is closed when the address holds too much', async () => {
  const services = await startServices({
    evmUrl: 'http://127.0.0.1:9',
    config: { memory: { address: 1_000_000, instance: 10_000_000 } },
  })
  onTestFinished(() => services.stop())
  const { hostname, port } = new URL(services.url)
  const open = async (bytes: number) => {
    const socket = connect(Number(port), hostname)
    const state = { isClosed: false }
    socket.on('error', () => undefined)
    socket.on('close', () => (state.isClosed = true))
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.write(`${RPC}\r\nhost: x\r\ncontent-length: 900000\r\n\r\n${' '.repeat(bytes)}`)
    return state
  }
  const { stats } = services.parts!.memory
  const large = await open(600_000)
  await expect.poll(() => stats().bytes.request).toBeGreaterThanOrEqual(600_000)
  const small = await open(500_000)
  await expect.poll(() => large.isClosed).toBe(true)
  expect(stats().closed.request).toBe(1)
  expect(small.isClosed).toBe(false)
})

test.each([
  ['32 levels', `${'['.repeat(32)}${']'.repeat(32)}`, undefined],
  ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, 'nested deeper'],
  ['33 levels, mixed', `${'{"a":['.repeat(16)}{}${']}'.repeat(16)}`, 'nested deeper'],
  ['33 levels of what is no JSON: they are counted before it is parsed', '['.repeat(33), 'nested deeper'],
  ['brackets in a text', `["${'['.repeat(40)}"]`, undefined],
  ['brackets behind a quote in a text', String.raw`["\"${'['.repeat(40)}\\"]`, undefined],
  ['levels behind a text that ends with a backslash', String.raw`["\\",${'['.repeat(32)}${']'.repeat(32)}]`, 'nested deeper'],
  ['many lists beside each other', `[${'[],'.repeat(1000)}[]]`, undefined],
  ['as many values as it may have', `[${'1,'.repeat(19_997)}1]`, undefined],
  ['one value more', `[${'1,'.repeat(19_999)}1]`, 'more than 20000 values'],
  ['too many empty objects', `[${'{},'.repeat(10_000)}{}]`, 'more than 20000 values'],
  ['commas and brackets in a text', `["${',['.repeat(20_000)}"]`, undefined],
])('a body with %s', async (_, body, refusal) => {
  const read = jsonBody(z.unknown()).read({ request: new Request('http://x', { method: 'POST', body }) })
  if (refusal === undefined) expect(await read).toEqual(JSON.parse(body))
  else {
    const status = refusal.includes('values') ? 413 : 400
    await expect(read).rejects.toMatchObject({ status, message: expect.stringContaining(refusal) })
  }
})

test.each([64 * 1024, 64 * 1024 + 1])('a body of %s characters, which may wait for its turn, is taken whole', async (length) => {
  const { url } = await start()
  const body = `"${'x'.repeat(length - 2)}"`
  const response = await fetch(`${url}/v1?projectId=x&chainId=eip155:31337`, { method: 'POST', body })
  expect(await response.json()).toMatchObject({ error: { code: -32_600 } })
})
