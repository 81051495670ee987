// The trivial handlers that everything is compared with: `GET /<n>` of a bare `node:http` answers n bytes of JSON, a bare `ws` sends
// every frame back. Prints `bare {"url":…,"ws":…}`.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const bodies = new Map<number, Buffer>()

function bodyOf(bytes: number): Buffer {
  const made = bodies.get(bytes) ?? Buffer.from(JSON.stringify('x'.repeat(Math.max(0, bytes - 2))))
  bodies.set(bytes, made)
  return made
}

const server = createServer((request, response) => {
  const body = bodyOf(Number(request.url?.slice(1)) || 2)
  // A body is read to its end, as any handler must.
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('error', () => socket.terminate())
  socket.on('message', (raw, isBinary) => socket.send(raw, { binary: isBinary }))
})
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => {
  const { port } = server.address() as AddressInfo // TCP, so an address object
  console.log(`bare ${JSON.stringify({ url: `http://127.0.0.1:${port}`, ws: `ws://127.0.0.1:${port}` })}`)
})
process.once('SIGTERM', () => process.exit(0))
