import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createChildren, parseReadyLine } from '../scripts/lib/children.mjs'
import { parseArguments, readPorts, settlePort } from '../scripts/lib/settings.mjs'

const root = new URL('..', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'wm-start-'))
afterAll(() => rmSync(folder, { recursive: true }))

const script = (name: string, code: string) => {
  const file = join(folder, name)
  writeFileSync(file, code)
  return pathToFileURL(file)
}
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const until = async (isTrue: () => boolean) => {
  for (let tries = 0; tries < 200 && !isTrue(); tries++) await new Promise((resolve) => setTimeout(resolve, 25))
}

test('the commands of the README load where nothing is installed yet: they are what installs it', () => {
  const fresh = mkdtempSync(join(tmpdir(), 'wm-fresh-'))
  try {
    for (const name of ['scripts', 'package.json']) cpSync(new URL(name, root), join(fresh, name), { recursive: true })
    const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: fresh, encoding: 'utf8', stdio: 'pipe' })
    expect(run('scripts/start.mjs', '--help')).toContain('Usage: npm start')
    const load = `for (const name of ['test', 'check']) console.log(name, typeof (await import('./scripts/' + name + '.mjs')))`
    expect(run('--input-type=module', '--eval', load)).toBe('test object\ncheck object\n')
  } finally {
    rmSync(fresh, { recursive: true })
  }
})

describe('settings', () => {
  test('reads arguments, and names one it does not know', () => {
    expect(parseArguments([])).toEqual({ build: true, help: false })
    expect(parseArguments(['--no-build'])).toEqual({ build: false, help: false })
    expect(() => parseArguments(['--port=1'])).toThrow('--port=1')
  })

  test('reads ports from the environment, and names a bad one', () => {
    expect(readPorts({})['WM_DAPP_PORT']).toEqual({ port: 5173, asked: false })
    expect(readPorts({ WM_EVM_PORT: '0' })['WM_EVM_PORT']).toEqual({ port: 0, asked: true })
    for (const text of ['70000', '-1', '80a', ' 80', '1e3'])
      expect(() => readPorts({ WM_WALLET_PORT: text })).toThrow('WM_WALLET_PORT')
  })

  test('a taken default gives way with a notice; a port that was asked for does not', async () => {
    const squatter = createServer()
    const port = await new Promise<number>((resolve) =>
      squatter.listen(0, '127.0.0.1', () => resolve((squatter.address() as { port: number }).port)),
    )
    const notices: string[] = []
    const say = (text: string) => void notices.push(text)
    expect(await settlePort('WM_DAPP_PORT', { port, asked: false }, say)).toBe(0)
    expect(notices).toEqual([expect.stringContaining(`port ${port} is taken`)])
    await expect(settlePort('WM_DAPP_PORT', { port, asked: true }, say)).rejects.toThrow(`WM_DAPP_PORT: port ${port}`)
    squatter.close()
  })
})

test('a ready line is the word and one object', () => {
  expect(parseReadyLine('services', 'services {"url":"http://127.0.0.1:1"}')).toEqual({ url: 'http://127.0.0.1:1' })
  for (const line of ['services', 'services {', 'services [1]', 'other {"url":""}', ' services {}']) {
    expect(parseReadyLine('services', line)).toBeUndefined()
  }
})

describe('children', () => {
  const output: string[] = []
  const deaths: string[] = []
  const make = () =>
    createChildren({
      cwd: folder,
      onOutput: (name: string, line: string) => void output.push(`${name}: ${line}`),
      onDeath: (_: string, reason: string) => void deaths.push(reason),
    })
  const children = make()
  afterEach(() => children.stop())

  test('are ready with their line, talk on, and all end on stop', async () => {
    const file = script(
      'good.mjs',
      `console.log('good ' + JSON.stringify({ pid: process.pid })); console.log('more'); setInterval(() => {}, 1000)`,
    )
    const { pid } = (await children.start({ name: 'good', file, env: {} })) as { pid: number }
    await until(() => output.length > 0)
    expect(output).toEqual(['good: more'])
    await children.stop()
    expect(isAlive(pid)).toBe(false)
    expect(deaths).toEqual([])
  })

  test('one that ends before it is ready tells why', async () => {
    const file = script('bad.mjs', `console.error('the port is taken'); process.exit(3)`)
    await expect(make().start({ name: 'bad', file, env: {} })).rejects.toThrow(
      /bad ended with code 3 before it was ready\nthe port is taken/,
    )
  })

  test('one that is never ready is given up', async () => {
    const file = script('slow.mjs', `setInterval(() => {}, 1000)`)
    const own = make()
    await expect(own.start({ name: 'slow', file, env: {}, timeoutMs: 300 })).rejects.toThrow('slow was not ready within 0.3 s')
    await own.stop()
  })

  test('one that dies later is reported', async () => {
    const file = script('mortal.mjs', `console.log('mortal {}'); setTimeout(() => process.exit(7), 50)`)
    await make().start({ name: 'mortal', file, env: {} })
    await until(() => deaths.length > 0)
    expect(deaths).toEqual(['mortal ended with code 7'])
  })

  test('one ends by itself when its parent is killed', async () => {
    const child = script(
      'orphan.mjs',
      `console.log('orphan ' + JSON.stringify({ pid: process.pid })); setInterval(() => {}, 1000)`,
    )
    const parent = script(
      'parent.mjs',
      `import { createChildren } from ${JSON.stringify(new URL('scripts/lib/children.mjs', root).href)}
       const children = createChildren({ cwd: ${JSON.stringify(folder)}, onOutput() {}, onDeath() {} })
       console.log((await children.start({ name: 'orphan', file: new URL(${JSON.stringify(child.href)}), env: {} })).pid)`,
    )
    const running: ChildProcess = spawn(process.execPath, [parent.pathname], { stdio: ['ignore', 'pipe', 'inherit'] })
    const pid = await new Promise<number>((resolve) =>
      running.stdout?.once('data', (text: Buffer) => resolve(Number(text.toString()))),
    )
    expect(isAlive(pid)).toBe(true)
    running.kill('SIGKILL')
    await until(() => !isAlive(pid))
    expect(isAlive(pid)).toBe(false)
  })
})
