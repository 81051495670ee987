// The embedded wallet as a developer and an operator start it: the urls of the ready line, the recovery service beside and as a process of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectDb } from '../../src/db/connect.js'
import { recoverySteps } from '../../src/recovery/tables.js'
import { useCompiledServices } from '../support/compiled.js'
import { recoveryMain, runServices } from '../support/service-process.js'
import { APP, newDevice } from '../embedded/support/frame.js'

const key = 'fedcba9876543210'.repeat(4)
const token = 'abcdefghijklmnopqrstuvwxyz'

useCompiledServices()

test('in development one command starts frame, API and mailbox, with its page and the pages of links', async () => {
  const services = runServices({ WM_DEV: '1', WM_LOG: 'error' })
  const { url, frame = '', mailbox = '' } = await services.ready
  expect(mailbox).toBe(`${url}/dev/mailbox`)
  expect(new URL(frame).port).not.toBe(new URL(url).port)
  const device = await newDevice({ url: frame })
  const start = { projectId: 'demo', appOrigin: APP, email: 'ada@example.org', purpose: 'login' as const }
  expect((await device.ask('/api/email/start', start)).action).toBe('VERIFY_DEVICE')
  const list = (await (await fetch(`${mailbox}.json`)).json()) as { mails: { text: string }[] }
  const link = /^http\S+device#\S+$/m.exec(list.mails[0]?.text ?? '')?.[0] ?? ''
  expect(link.startsWith(`${frame}/device#`)).toBe(true)
  for (const page of [mailbox, link]) {
    const response = await fetch(page)
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
    const parts = [...(await response.text()).matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect((await fetch(new URL(part, page))).status, part).toBe(200)
  }
  expect(await services.signal('SIGTERM')).toEqual({ code: 0, signal: null })
})

test('the recovery service is a process of its own, keeps its key, and refuses a newer database and the key of the services', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wm-recovery-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = {
    WM_RECOVERY_PORT: '0',
    WM_RECOVERY_KEY: key,
    WM_RECOVERY_TOKEN: token,
    WM_RECOVERY_DATA_DIR: join(folder, 'db'),
  }
  const seen: string[] = []
  for (let run = 0; run < 2; run++) {
    const recovery = runServices(env, [], recoveryMain)
    const { url } = await recovery.ready
    const services = runServices({ WM_DEV: '1', WM_LOG: 'error', WM_RECOVERY_URL: url, WM_RECOVERY_TOKEN: token })
    await services.ready
    const asked = await fetch(`${url}/recovery/publicKey`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: '{}',
    })
    seen.push(((await asked.json()) as { publicKey: string }).publicKey)
    await services.signal('SIGTERM')
    expect(await recovery.signal('SIGTERM')).toEqual({ code: 0, signal: null })
  }
  expect(seen[0]).toMatch(/^[\w-]{87}$/)
  expect(seen[1]).toBe(seen[0])

  const newer = await connectDb({ dataFolder: env.WM_RECOVERY_DATA_DIR, steps: recoverySteps })
  await newer.query("insert into migrations values (9001, 'of next year', 0)")
  await newer.close()
  const older = runServices(env, [], recoveryMain)
  expect((await older.exit).code).toBe(1)
  expect(older.lines).toEqual([
    expect.stringMatching(/^WM_RECOVERY_DATA_DIR: refused \(database_newer\): .*: 9001 of next year\. /),
  ])

  const wrong = runServices({ ...env, WM_SECRET_KEY: '0123456789abcdef'.repeat(4) }, [], recoveryMain)
  expect((await wrong.exit).code).toBe(1)
  expect(wrong.lines.join('\n')).toMatch(/^WM_SECRET_KEY: refused here/)
})

// attack 84
test('a start without a mail server ends with the name of the setting', async () => {
  const services = runServices({
    WM_FRAME_PORT: '0',
    WM_FRAME_URL: 'https://wallet.example.org',
    WM_SECRET_KEY: '0123456789abcdef'.repeat(4),
  })
  expect((await services.exit).code).toBe(1)
  expect(services.lines.join('\n')).toMatch(/^SMTP_URL: /)
})
