// A real HTTP server on a free loopback port that answers as a test tells it to, and remembers what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Api } from '../../src/api/http.js'

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface TestServer {
  readonly url: string
  readonly asked: Asked[]
  stop(): Promise<void>
}

export type Reply = (response: ServerResponse, asked: Asked, count: number) => void

export async function serve(reply: Reply): Promise<TestServer> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const entry = {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://test'),
        headers: request.headers,
        body,
      }
      asked.push(entry)
      reply(response, entry, asked.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server: never a pipe's name
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, asked, stop }
}

export function json(response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export function testApi(services: string | undefined, more: Partial<Api> = {}): Api {
  return { fetch: globalThis.fetch, services, projectId: 'shop', sdk: { type: 'wm', version: 'html-test-0.1.0' }, ...more }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer) // no encoding is set: chunks are buffers
  return Buffer.concat(parts).toString('utf8')
}
