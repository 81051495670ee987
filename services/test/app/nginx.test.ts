// The nginx of the guide, run in front of a server: what it passes on, and that no query gets into its logs.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { findNginx } from '../../../scripts/lib/machine.mjs'

const configuration = readFileSync(new URL('../../nginx.conf', import.meta.url), 'utf8')
const program = findNginx()
const isLeftOut = program === undefined && process.env['WM_REQUIRE_ALL'] !== '1'
const TOKEN = 'eyJhbGciOiJFZERTQSJ9.of-a-relay-client'

describe.skipIf(isLeftOut)(`nginx${isLeftOut ? ' (skipped: it is not installed; Debian: apt install nginx-light)' : ''}`, () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'wm-nginx-'))
    mkdirSync(join(folder, 'tls'))
    for (const name of ['services', 'wallet']) {
      const files = ['-keyout', join(folder, `tls/${name}.key`), '-out', join(folder, `tls/${name}.crt`)]
      const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
      execFileSync('openssl', ['req', '-x509', ...key, '-subj', `/CN=${name}.example.org`, '-days', '2', ...files], {
        stdio: 'pipe',
      })
    }
    return () => rmSync(folder, { recursive: true, force: true })
  })

  const write = (changes: readonly (readonly [string, string])[]) => {
    let text = configuration
    for (const [from, to] of [
      ['/tmp/wallet-modal-nginx.pid', join(folder, 'pid')],
      ['/var/log/nginx', folder],
      ...changes,
    ] as const) {
      expect(text).toContain(from)
      text = text.replaceAll(from, to)
    }
    writeFileSync(join(folder, 'nginx.conf'), text)
  }

  test('takes the configuration as it is', () => {
    write([])
    execFileSync(program ?? 'nginx', ['-t', '-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'pipe' })
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
    const { port } = server.address() as { port: number }
    const [https, http, nobody] = [await freePort(), await freePort(), await freePort()]
    write([
      ['443 ssl', `127.0.0.1:${https} ssl`],
      ['listen 80 ', `listen 127.0.0.1:${http} `],
      ['127.0.0.1:8787', `127.0.0.1:${port}`],
      ['127.0.0.1:8788', `127.0.0.1:${nobody}`],
    ])
    const child = spawn(program ?? 'nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder, '-g', 'daemon off;'], {
      stdio: 'pipe',
    })
    onTestFinished(async () => {
      child.kill('SIGTERM')
      sockets.close()
      server.closeAllConnections()
      server.close()
      if (child.exitCode === null) await once(child, 'exit')
    })
    let complaint = ''
    child.stderr.on('data', (data: Buffer) => (complaint += data.toString()))
    const log = () => readFileSync(join(folder, 'access.log'), 'utf8')
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
    const isUp = async () => {
      if (child.exitCode !== null) throw new Error(complaint)
      return ask('services.example.org', path).then(
        () => true,
        () => false,
      )
    }
    while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 50))
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
    const all = `${log()}${readFileSync(join(folder, 'error.log'), 'utf8')}${complaint}`
    expect(all).not.toContain(TOKEN)
    expect(all).not.toContain('auth')
  })
})
