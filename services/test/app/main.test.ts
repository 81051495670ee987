// The services as an operator runs them: a process, its one ready line, its end. Few processes, since each takes seconds to start.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectDb } from '../../src/db/connect.js'
import { useCompiledServices } from '../support/compiled.js'
import { fillFolder } from '../support/embedded.js'
import { runServices } from '../support/service-process.js'

useCompiledServices()

test('says where it is in one line, who answers what, and ends with 0 on SIGTERM; a second one on its port ends with all its parts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wm-main-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await fillFolder(join(folder, 'db')) // making a database takes most of a start
  const secret = '0123456789abcdef'.repeat(4)
  const services = runServices({
    WM_PROJECTS: '{"shop":{}}',
    WM_METRICS_PORT: '0',
    WM_RPC_EIP155_1: 'http://127.0.0.1:9',
    WM_SECRET_KEY: secret,
    WM_DATA_DIR: join(folder, 'db'),
  })
  const { url, relay } = await services.ready
  expect(relay).toBe(url.replace('http:', 'ws:'))

  const answer = (await (await fetch(`${url}/ready`)).json()) as { providers: unknown[] }
  expect(answer).toMatchObject({ ready: true, checks: { database: 'answers', relay: 'answers' } })
  expect((await fetch(`${url}/getWallets`)).status).toBe(401)
  expect((await fetch(`${url}/metrics`)).status).toBe(404)

  const { rows } = (await services.entry('providers')) as { rows: string[] }
  expect(rows).toHaveLength(answer.providers.length)
  expect(rows.join('\n')).toMatch(/^database +folder +answered here$/m)
  expect(rows.join('\n')).toMatch(/^rate limits +this process +answered here$/m)
  expect(rows.join('\n')).toMatch(/^rpc eip155:1 +nodes +asked elsewhere$/m)
  expect(rows.join('\n')).toMatch(/^analytics +none +off$/m)
  expect((await services.entry('metrics'))['port']).toEqual(expect.any(Number))

  await fillFolder(join(folder, 'second'))
  const second = runServices({ WM_SERVICES_PORT: new URL(url).port, WM_DATA_DIR: join(folder, 'second') })
  expect(await second.exit).toEqual({ code: 1, signal: null })
  expect(second.lines.join('\n')).toContain('EADDRINUSE')
  expect((await fetch(`${url}/health`)).status).toBe(200)

  expect(await services.signal('SIGTERM')).toEqual({ code: 0, signal: null })
  const log = services.lines.join('\n')
  expect(log).toContain('"event":"stopping"')
  expect(log).not.toContain('0123456789abcdef')
})

test('a signal during the start ends it with 0, and nothing is said to be ready', async () => {
  const services = runServices({})
  await services.entry('starting')
  expect(await services.signal('SIGINT')).toEqual({ code: 0, signal: null })
  await expect(services.ready).rejects.toThrow('ended with 0')
})

test('a wrong setting ends it at once with the name of the variable and nothing else', async () => {
  const services = runServices({ WM_DEV: '1', WM_SERVICES_HOST: '0.0.0.0' })
  expect(await services.exit).toEqual({ code: 1, signal: null })
  expect(services.lines).toEqual(['WM_DEV: refused with WM_SERVICES_HOST=0.0.0.0: it would let strangers rule your devnet'])
})

test('a database that a newer program has used ends it in one line that names the migrations, and stays as it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wm-main-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dataFolder = join(folder, 'db')
  await fillFolder(dataFolder)
  const newer = await connectDb({ dataFolder })
  await newer.query("insert into migrations values (9001, 'of next year', 0)")
  await newer.close()
  const services = runServices({ WM_DATA_DIR: dataFolder, WM_LOG: 'error' })
  expect(await services.exit).toEqual({ code: 1, signal: null })
  expect(services.lines).toEqual([expect.stringMatching(/^WM_DATA_DIR: refused \(database_newer\): .*: 9001 of next year\. /)])
})

test('a wrong data file ends it before a database is opened, and says the key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wm-main-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'data.json'), '{"names":{"zoned":"x"}}')
  const services = runServices({
    WM_DATA_FILE: join(folder, 'data.json'),
    WM_DATA_DIR: join(folder, 'db'),
    WM_LOG: 'error',
  })
  expect(await services.exit).toEqual({ code: 1, signal: null })
  expect(services.lines).toEqual([expect.stringMatching(/^WM_DATA_FILE: names\.zoned: /)])
  expect(existsSync(join(folder, 'db'))).toBe(false)
})
