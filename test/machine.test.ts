// What is found on a machine, and what is done where something is missing.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hasAnvil } from '../scripts/lib/anvil.mjs'
import { needsDevnet } from '../scripts/lib/devnet-tests.mjs'
import { findBrowser, findHeadlessShell, findPostgres } from '../scripts/lib/machine.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders: string[] = []
const machine = (...paths: string[]) => {
  const at = mkdtempSync(join(tmpdir(), 'wm-machine-'))
  folders.push(at)
  for (const path of paths) {
    mkdirSync(dirname(join(at, path)), { recursive: true })
    writeFileSync(join(at, path), '')
  }
  return at
}
afterEach(() => {
  vi.unstubAllEnvs()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('P6: found on this machine', () => {
  test.each([
    '/usr/bin/microsoft-edge',
    '/usr/bin/brave-browser',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    '/Applications/Brave Browser.app/Contents/MacOS/Brave Browser',
    '/opt/homebrew/bin/chromium',
  ])('P6: the browser %s', (path) => {
    vi.stubEnv('WM_CHROMIUM', '')
    const at = machine(path)
    expect(findBrowser(at)).toBe(at + path)
    expect(findBrowser(machine())).toBeUndefined()
  })

  test('P6: a Chromium without windows, unless another browser is asked for', () => {
    vi.stubEnv('WM_CHROMIUM', '')
    vi.stubEnv('WM_HEADLESS_SHELL', '')
    const at = machine('/usr/bin/chromium', '/usr/bin/chromium-headless-shell')
    expect(findBrowser(at)).toBe(`${at}/usr/bin/chromium`)
    expect(findHeadlessShell(at)).toBe(`${at}/usr/bin/chromium-headless-shell`)
    const whole = machine('/usr/bin/chromium')
    expect(findHeadlessShell(whole)).toBe(`${whole}/usr/bin/chromium`)
    vi.stubEnv('WM_CHROMIUM', `${whole}/usr/bin/chromium`)
    expect(findHeadlessShell(at)).toBe(`${whole}/usr/bin/chromium`)
    expect(findHeadlessShell(machine())).toBe(`${whole}/usr/bin/chromium`)
  })

  test('P6: Postgres.app, in its newest version', () => {
    const versions = '/Applications/Postgres.app/Contents/Versions'
    const at = machine(
      ...['9.6', '16'].flatMap((version) => ['initdb', 'postgres'].map((name) => `${versions}/${version}/bin/${name}`)),
    )
    expect(findPostgres(at)).toBe(`${at}${versions}/16/bin`)
    expect(findPostgres(machine())).toBeUndefined()
  })

  test('P6: an anvil on the PATH', () => {
    const at = machine('/bin/anvil')
    expect(hasAnvil({ PATH: join(at, 'bin') })).toBe(true)
  })
})

test('P6: the files that need the EVM devnet are told from what they import', () => {
  expect(needsDevnet(join(root, 'services/test/devnet/evm.test.ts'))).toBe(true)
  expect(needsDevnet(join(root, 'test/connectors/relay/pairing.test.ts'))).toBe(true)
  expect(needsDevnet(join(root, 'test/vocabulary/amount.test.ts'))).toBe(false)
})

test('P6: WM_INSTALL=0 keeps every command from installing, and says what is missing', () => {
  const code = `import { ensureBrowser } from ${JSON.stringify(new URL('../scripts/prepare.mjs', import.meta.url).href)}; ensureBrowser('/nowhere')`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, WM_INSTALL: '0', WM_CHROMIUM: '' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/No Chromium was found.*WM_INSTALL=0/)
  expect(stderr).not.toMatch(/installing|downloading/)
})
