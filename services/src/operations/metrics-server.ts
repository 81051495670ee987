// The Prometheus metrics on a port of their own (`WM_METRICS_PORT`), for deployments whose main port is public.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cannotListen } from '../http/server.js'
import type { Metrics } from './metrics.js'

/** The listening server. `port` is the real one also where 0 was asked for. */
export interface MetricsServer {
  readonly port: number
  stop(): Promise<void>
}

/**
 * Serves `GET /metrics` on `host:port`; every other path is a 404. No authentication: the network must protect the port.
 * @throws ConfigError `WM_METRICS_PORT` when the port is in use or not permitted
 */
export async function listenForMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
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
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, { host, port }, 'WM_METRICS_PORT')))
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
