// The container of the services, made of exactly what its file names, as far as that goes without an engine: each stage in an empty folder, the commands run there,
// and the result run as the user of the image on a read-only file system.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { buildImage, containerfile, contextFiles, ignoreList, imageOf, parseContainerfile } from '../support/containerfile.js'
import { inRoot, missingRoot } from '../support/isolation.js'
import { connectClient, randomTopic } from '../support/relay-client.js'
import { runServices } from '../support/service-process.js'

const stages = parseContainerfile(containerfile)
const image = imageOf(stages)
const secret = '0123456789abcdef'.repeat(4)
const missing = missingRoot()
const poll = { interval: 200 }

let folder: string
let built: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wm-container-'))
  built = await buildImage(stages, contextFiles(ignoreList), folder)
  return () => {
    setFolderModes(folder, 0o755)
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The image with `env`, as an engine runs it with a read-only root and a tmpfs. Without the rights for that: as this user on a tree whose folders nobody may write. */
function runImage(command: readonly string[], env: Readonly<Record<string, string>>) {
  const [program, ...args] = command
  expect(program).toBe('node')
  const { user, workdir } = image
  const [entry = ''] = args
  if (!missing) return runServices({ ...image.env, ...env }, inRoot(built, { user, workdir, data: '/data' }), entry)
  const data = mkdtempSync(join(tmpdir(), 'wm-container-data-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const places = Object.fromEntries(['WM_DATA_DIR', 'WM_RECOVERY_DATA_DIR'].map((name) => [name, data]))
  setFolderModes(join(built, workdir), 0o555)
  return runServices({ ...image.env, ...places, ...env }, ['env', '-C', join(built, workdir)], entry)
}

function setFolderModes(path: string, mode: number): void {
  chmodSync(path, mode | 0o200)
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) setFolderModes(join(path, entry.name), mode)
  chmodSync(path, mode)
}

const how = missing ? ` (as this user, in folders without write permission: ${missing})` : ''

test(`serves people, the frame's page and the relay as a user without rights on a read-only file system${how}`, async () => {
  expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  const [port, framePort] = [await freePort(), await freePort()]
  const env = {
    WM_SERVICES_PORT: String(port),
    WM_FRAME_PORT: String(framePort),
    WM_FRAME_URL: 'https://wallet.example.org',
    WM_FRAME_RECOVERY: 'sealed-required',
    WM_SECRET_KEY: secret,
    SMTP_URL: 'smtp://127.0.0.1:9',
    WM_MAIL_FROM: 'Example <wallet@example.org>',
  }
  const services = runImage(image.command, env)
  const { relay, frame } = await services.ready
  expect(frame).toBe(env.WM_FRAME_URL)
  const url = `http://127.0.0.1:${port}`
  await expect.poll(async () => (await fetch(`${url}/ready`)).status, poll).toBe(200)
  expect(await (await fetch(`${url}/health`)).text()).toBe('ok')
  expect(await (await fetch(url)).text()).toContain('<html')
  const icon = ((await (await fetch(`${url}/getWallets?projectId=a`)).json()) as { data: { image_id: string }[] }).data[0]
    ?.image_id
  expect((await fetch(`${url}/getWalletImage/${icon}?projectId=a`)).status).toBe(200)

  const page = await fetch(`http://127.0.0.1:${framePort}/sdk?projectId=a`)
  expect(page.status).toBe(200)
  const scripts = [...(await page.text()).matchAll(/src="([^"]+\.js)"/g)].map(([, path = '']) => path)
  expect(scripts.length).toBeGreaterThan(0)
  for (const path of scripts) expect((await fetch(new URL(path, `http://127.0.0.1:${framePort}/sdk`))).status, path).toBe(200)

  const client = await connectClient(relay)
  expect(await client.publish(randomTopic(), 'hello')).toMatchObject({ result: true })

  const [, ...check] = image.healthCheck
  await promisify(execFile)(process.execPath, check, { env: { WM_SERVICES_PORT: String(port) } })
  await expect(promisify(execFile)(process.execPath, check, { env: { WM_SERVICES_PORT: '9' } })).rejects.toMatchObject({
    code: 1,
  })
  expect(await services.signal('SIGTERM')).toEqual({ code: 0, signal: null })
  expect(readdirSync(join(built, 'app')).sort()).toEqual(['node_modules', 'services'])
})

test(`is the recovery service by another command${how}`, async () => {
  const recovery = runImage(['node', 'services/dist/recovery-main.js'], {
    WM_RECOVERY_PORT: '0',
    WM_RECOVERY_KEY: secret,
    WM_RECOVERY_TOKEN: 'abcdefghijklmnopqrstuvwxyz',
    WM_RECOVERY_DATA_DIR: '/data/recovery',
  })
  const { url } = await recovery.ready
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect(await recovery.signal('SIGTERM')).toEqual({ code: 0, signal: null })
})
