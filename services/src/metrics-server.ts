// The figures on a port of their own, for networks where the main one is open to everybody.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.js'

export interface FiguresServer {
  readonly port: number
  stop(): Promise<void>
}

/** Rejects when the port is taken. */
export async function listenForFigures(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<FiguresServer> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port, // a TCP server: never a pipe's name
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
