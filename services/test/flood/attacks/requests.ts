// Attacks over HTTP: bodies in pieces, requests that do not end, answers that are not read, batches of heavy calls.
import { request } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'
import type { Attack, Tools } from './attack.js'

/** Requests of one address at once. */
const BODIES = 50
const BODY_BYTES = 1024 * 1024 - 1024
/** Calls of a batch that one address can pay for at once. */
const CALLS = 100
const BATCHES = 10

/** Head of a POST with a body in chunks. */
const head = (path: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${more}transfer-encoding: chunked\r\n\r\n`

/** All paths that take a POST, as the services list them. */
async function postPaths({ port, addresses }: Tools): Promise<readonly string[]> {
  const text = await new Promise<string>((resolve, reject) => {
    const options = { port, path: '/openapi.json', host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false }
    request({ ...options, headers: { host: 'localhost' }, localAddress: addresses[0] }, (response) => {
      let all = ''
      response.on('data', (part: Buffer) => (all += part.toString()))
      response.on('end', () => resolve(all))
    })
      .on('error', reject)
      .end()
  })
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths)
    .filter(([, methods]) => 'post' in methods)
    .map(
      ([path]) => `${path.replaceAll(/\{\w+\}/g, '0xd8da6bf26964af9d7eed9e03e53415d37aa96045')}?projectId=test&chainId=eip155:1`,
    )
}

/** Bodies in chunks of one byte, to all routes that take one; half of them do not end. */
export const tinyChunks: Attack = async (tools) => {
  const paths = await postPaths(tools)
  tools.count('routes', paths.length)
  const chunk = '1\r\n \r\n'.repeat(4096)
  await tools.keep(BODIES, async (address, index) => {
    const socket = await tools.openTls(address)
    if (!socket) return
    socket.on('data', () => socket.destroy())
    socket.write(head(paths[Math.floor(Math.random() * paths.length)] ?? ''))
    let sent = 0
    await tools.whileOpen(socket, 20, () => {
      if (sent < BODY_BYTES) socket.write(chunk)
      else if (index % 2 === 0) socket.write('0\r\n\r\n')
      sent += 4096
    })
    tools.count('bodies')
  })
}

/** Bodies of a megabyte, whole, to all routes. */
export const largeBodies: Attack = async (tools) => {
  const paths = await postPaths(tools)
  const body = `[${'{"a":[1,2,3]},'.repeat(BODY_BYTES / 16)}1]`
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  await tools.keep(BODIES, async (address) => {
    const socket = await tools.openTls(address)
    if (!socket) return
    socket.on('data', () => socket.destroy())
    socket.write(head(paths[Math.floor(Math.random() * paths.length)] ?? '') + chunk)
    await tools.whileOpen(socket, 100, () => undefined)
    tools.count('bodies')
  })
}

/** Requests whose headers arrive a byte a second, TLS connections that stop in the middle, and headers of many kilobytes. */
export const slowHeaders: Attack = async (tools) => {
  const slow = tools.keep(200, async (address) => {
    const socket = await tools.openTls(address)
    const text = `GET /health HTTP/1.1\r\nhost: localhost\r\nx-a: ${'x'.repeat(10_000)}`
    let at = 0
    if (socket) await tools.whileOpen(socket, 1000, () => void socket.write(text[(at += 1)] ?? 'x'))
  })
  const halfOpen = tools.keep(200, async (address) => {
    const socket = connectTcp({ host: '127.0.0.1', port: tools.port, localAddress: address })
    socket.on('error', () => undefined)
    socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]))
    while (!tools.isOver() && !socket.destroyed) await later(500)
    socket.destroy()
  })
  const large = tools.keep(20, async (address) => {
    const socket = await tools.openTls(address)
    if (!socket) return
    socket.on('data', () => socket.destroy())
    const one = (name: string) => `${name}: ${'x'.repeat(7_000)}\r\n`
    socket.write(`GET /health HTTP/1.1\r\nhost: localhost\r\n${one('x-a')}${one('x-b')}${one('x-c')}\r\n`)
    await tools.whileOpen(socket, 50, () => undefined)
    tools.count('large headers')
  })
  await Promise.all([slow, halfOpen, large])
}

/** Large answers and calls with answers of megabytes, asked for a hundred times on each connection and not read. */
export const unreadAnswers: Attack = (tools) =>
  tools.keep(100, async (address, index) => {
    const socket = await tools.openTls(address)
    if (!socket) return
    socket.pause()
    const path = ['/openapi.json', '/getWallets?projectId=test&entries=100', '/', '/metrics'][index % 4]
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(100))
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [{ fromBlock: 'latest' }] })
    socket.write(`${head('/v1?projectId=test&chainId=eip155:1')}${call.length.toString(16)}\r\n${call}\r\n0\r\n\r\n`)
    await tools.whileOpen(socket, 1000, () => undefined)
  })

/** Batches of a hundred calls, whose answers have up to 16 MiB, and single ones with 5 MB. Half of the callers do not read. */
export const heavyBatches: Attack = (tools) =>
  tools.keep(BATCHES, async (address, index) => {
    const socket = await tools.openTls(address)
    if (!socket) return
    if (index % 2 === 0) socket.pause()
    let bytes = 0
    socket.on('data', (part: Buffer) => (bytes += part.length))
    const call = (id: number) =>
      index % 5 < 3
        ? { jsonrpc: '2.0', id, method: 'eth_call', params: [{ to: `0x${'1'.repeat(40)}` }, 'latest'] }
        : { jsonrpc: '2.0', id, method: 'eth_getLogs', params: [{ fromBlock: 'latest' }] }
    const body = JSON.stringify(index % 5 === 3 ? call(1) : Array.from({ length: CALLS }, (_, id) => call(id)))
    socket.write(
      `${head('/v1?projectId=test&chainId=eip155:1', 'connection: close\r\n')}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    )
    const began = Date.now()
    await tools.whileOpen(socket, 100, () => {
      if (Date.now() - began > 10_000) socket.destroy()
    })
    tools.count('batches')
    if (bytes > 1e6) tools.count('large answers')
  })
