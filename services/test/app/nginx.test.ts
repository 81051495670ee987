// The nginx of the guide, run in front of a server: what it passes on, and that no query gets into its logs.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { checkNginx, createNginxFolder, missingNginx, startNginx } from '../support/nginx.js'

const TOKEN = 'eyJhbGciOiJFZERTQSJ9.of-a-relay-client'

describe.skipIf(missingNginx)(`nginx${missingNginx ? ` (skipped: ${missingNginx})` : ''}`, () => {
  test('takes the configuration as it is', () => {
    const nginx = createNginxFolder()
    nginx.write()
    checkNginx(nginx)
  })

  test('passes requests and sockets of both names on with the address of the caller, and logs no query, also when nobody answers', async () => {
    const seen: IncomingMessage[] = []
    const server = createServer((incoming, outgoing) => {
      seen.push(incoming)
      outgoing.end(incoming.headers.host)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', (socket, incoming) => {
      seen.push(incoming)
      socket.send('hello')
    })
    onTestFinished(() => {
      sockets.close()
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as { port: number }
    const place = createNginxFolder()
    const { https, http, until, complaint } = await startNginx(place, { services: port, frame: await freePort() })
    const log = () => readFileSync(join(place.folder, 'access.log'), 'utf8')
    const ask = (host: string, path: string) =>
      new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
        const headers = { host, referer: `https://shop.example/?auth=${TOKEN}`, 'x-forwarded-for': '203.0.113.9' }
        request({ port: https, host: '127.0.0.1', path, servername: host, rejectUnauthorized: false, headers }, (response) => {
          let text = ''
          response.on('data', (data: Buffer) => (text += data.toString()))
          response.on('end', () => resolve({ status: response.statusCode, text }))
        })
          .on('error', reject)
          .end()
      })

    const path = `/v1/ask?auth=${TOKEN}`
    await until(() => ask('services.example.org', path))
    expect(await ask('services.example.org', path)).toEqual({ status: 200, text: 'services.example.org' })
    expect(seen[0]?.headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1')
    expect(seen[0]?.url).toBe(path)
    expect((await ask('wallet.example.org', path)).status).toBe(502)
    await expect(ask('other.example.org', path)).rejects.toThrow()
    // The types of `ws` leave out what it hands on to `tls.connect`.
    const tls = { servername: 'services.example.org', rejectUnauthorized: false }
    const socket = new WebSocket(`wss://127.0.0.1:${https}/?auth=${TOKEN}`, { ...tls, headers: { host: tls.servername } })
    expect(String((await once(socket, 'message'))[0])).toBe('hello')
    socket.close()
    await once(socket, 'close')
    const moved = await fetch(`http://127.0.0.1:${http}${path}`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `https://127.0.0.1${path}`])

    await expect.poll(log).toMatch(/GET \/ 101 /)
    await expect.poll(log).toMatch(/GET \/v1\/ask 301 /)
    expect(log()).toMatch(/127\.0\.0\.1 \[\S+\] GET \/v1\/ask 200 /)
    expect(log()).toMatch(/GET \/v1\/ask 502 /)
    const all = `${log()}${readFileSync(join(place.folder, 'error.log'), 'utf8')}${complaint()}`
    expect(all).not.toContain(TOKEN)
    expect(all).not.toContain('auth')
  })
})
