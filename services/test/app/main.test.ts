// The services as an operator runs them: a process, its one ready line, its end.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const tsx = createRequire(import.meta.url).resolve('tsx')
const started: ChildProcess[] = []
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')))

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', tsx, main], {
    env: { PATH: process.env['PATH'] ?? '', WM_SERVICES_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  return { child, errors: text(child.stderr), exit: once(child, 'exit') as Promise<[number | null, string | null]> }
}

test('says where it is in one line, answers, and ends with 0 on SIGTERM', async () => {
  const { child, errors, exit } = run({ WM_PROJECTS: '{"shop":{}}' })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  const [word, table] = chunk.toString().trim().split(/ (.*)/s)
  const { url, relay } = JSON.parse(table ?? '') as { url: string; relay: string }
  expect([word, relay]).toEqual(['services', url.replace('http:', 'ws:')])
  expect(await (await fetch(`${url}/ready`)).json()).toMatchObject({
    ready: true,
    checks: { database: 'answers', relay: 'answers' },
  })
  expect((await fetch(`${url}/getWallets`)).status).toBe(401)
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(await errors).toContain('"event":"stopping"')
}, 60_000)

test('the table at start says who answers what, and figures have a port of their own', async () => {
  const { child, errors, exit } = run({
    WM_METRICS_PORT: '0',
    WM_RPC_EIP155_1: 'http://127.0.0.1:9',
    WM_SECRET_KEY: '0123456789abcdef'.repeat(4),
  })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  const url = (JSON.parse(chunk.toString().trim().split(/ (.*)/s)[1] ?? '') as { url: string }).url
  const { providers } = (await (await fetch(`${url}/ready`)).json()) as { providers: unknown[] }
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  const log = await errors
  const entry = (event: string) =>
    log
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find((line) => line['event'] === event)
  const rows = entry('providers')?.['rows'] as string[]
  expect(rows).toHaveLength(providers.length)
  expect(rows.join('\n')).toMatch(/^database +memory: gone at the end +answered here$/m)
  expect(rows.join('\n')).toMatch(/^rpc eip155:1 +nodes +asked elsewhere$/m)
  expect(rows.join('\n')).toMatch(/^analytics +none +off$/m)
  expect(entry('metrics')?.['port']).toEqual(expect.any(Number))
  expect(log).not.toContain('0123456789abcdef')
}, 60_000)

test('a wrong setting ends it at once with the name of the variable and nothing else', async () => {
  const { errors, exit } = run({ WM_DEV: '1', WM_SERVICES_HOST: '0.0.0.0' })
  expect(await exit).toEqual([1, null])
  expect(await errors).toBe('WM_DEV: refused with WM_SERVICES_HOST=0.0.0.0: it would let strangers rule your devnet\n')
}, 60_000)

test('a port that is taken ends it too, with all its parts; the first one ends with 0 on SIGINT', async () => {
  const first = run({})
  const [chunk] = (await once(first.child.stdout, 'data')) as [Buffer]
  const port = new URL((JSON.parse(chunk.toString().trim().split(/ (.*)/s)[1] ?? '') as { url: string }).url).port
  const second = run({ WM_SERVICES_PORT: port })
  expect(await second.exit).toEqual([1, null])
  expect(await second.errors).toContain('EADDRINUSE')
  first.child.kill('SIGINT')
  expect(await first.exit).toEqual([0, null])
}, 60_000)
