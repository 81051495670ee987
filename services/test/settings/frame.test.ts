// The settings of the embedded wallet, and what a start refuses. Row 84: each refusal names its setting.
import { describe, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readSettings } from '../../src/compose.js'
import { readRecoverySettings, recoveryVariables } from '../../src/recovery/settings.js'
import { ConfigError, readConfig } from '../../src/settings/config.js'
import { checkEach } from '../../../test/support/rows.js'

const key = '0123456789abcdef'.repeat(4)
const token = 'abcdefghijklmnopqrstuvwxyz'
const production = {
  WM_FRAME_PORT: '8788',
  WM_FRAME_URL: 'https://wallet.example.org',
  WM_SECRET_KEY: key,
  SMTP_URL: 'smtps://user:password@mail.example.org',
  WM_MAIL_FROM: 'Example <wallet@example.org>',
  WM_RECOVERY_URL: 'https://recovery.internal.example.org',
  WM_RECOVERY_TOKEN: token,
}

test('it is off unless a port is named, and on beside the services’ port in development', () => {
  expect(readConfig({}).frame).toBeUndefined()
  expect(readConfig({ WM_SECRET_KEY: key, SMTP_URL: 'smtp://127.0.0.1' }).frame).toBeUndefined()
  expect(readConfig({ WM_DEV: '1' }).frame).toMatchObject({
    port: 8788,
    recovery: 'assisted',
    deviceCheck: true,
    allowLoopback: true,
  })
  expect(readConfig({ WM_DEV: '1', WM_SERVICES_PORT: '0' }).frame?.port).toBe(0)
  expect(readConfig({ WM_DEV: '1', WM_FRAME_DEVICE_CHECK: '0' }).frame?.deviceCheck).toBe(false)
})

test('in development the frame may have a name of its own below localhost, which browsers take for this machine', () => {
  const urlOf = (url: string) => readConfig({ WM_DEV: '1', WM_FRAME_URL: url }).frame?.url
  expect(urlOf('http://wallet.shop.localhost:8788')).toBe('http://wallet.shop.localhost:8788')
  for (const url of ['http://notlocalhost:8788', 'http://localhost.example.org:8788', 'http://wallet.example.org'])
    expect(() => urlOf(url)).toThrow(/^WM_FRAME_URL: refused/)
})

test('production has the strict limits, and pages of the loopback are no exception', () => {
  expect(readConfig(production).frame).toEqual({
    port: 8788,
    url: 'https://wallet.example.org',
    smtpUrl: production.SMTP_URL,
    mailFrom: production.WM_MAIL_FROM,
    recovery: 'assisted',
    approvalSurface: 'auto',
    deviceCheck: true,
    devOrigins: false,
    allowLoopback: false,
    recoveryPlace: { url: production.WM_RECOVERY_URL, token },
    secretKey: key,
    limits: { mailboxPerHour: 5, mailboxPerDay: 10, addressPerHour: 20, projectPerHour: 200, allPerTenMinutes: 2000 },
  })
  const { WM_RECOVERY_URL: _url, WM_RECOVERY_TOKEN: _token, ...rest } = production
  expect(readConfig({ ...rest, WM_FRAME_RECOVERY: 'sealed-required' }).frame).toMatchObject({ recovery: 'sealed-required' })
  expect(readConfig({ ...production, WM_FRAME_APPROVALS: 'iframe' }).frame).toMatchObject({ approvalSurface: 'iframe' })
  expect(() => readConfig({ ...production, WM_FRAME_APPROVALS: 'window' })).toThrow(/^WM_FRAME_APPROVALS: /)
})

// attack 84
describe('a start is refused', () => {
  const devKey = createHash('sha256').update('wallet-modal devnet').digest('hex')
  test('with the name of the setting that is wrong', () =>
    checkEach(
      [
        ['without a secret key', { WM_SECRET_KEY: '' }, 'WM_SECRET_KEY'],
        ['with the key of development', { WM_SECRET_KEY: devKey }, 'WM_SECRET_KEY'],
        ['with a weak key', { WM_SECRET_KEY: '0'.repeat(64) }, 'WM_SECRET_KEY'],
        ['without a public url', { WM_FRAME_URL: '' }, 'WM_FRAME_URL'],
        ['with http off the loopback', { WM_FRAME_URL: 'http://wallet.example.org' }, 'WM_FRAME_URL'],
        ['with a path', { WM_FRAME_URL: 'https://example.org/wallet' }, 'WM_FRAME_URL'],
        ['without a mail server', { SMTP_URL: '' }, 'SMTP_URL'],
        ['with mails in the clear', { SMTP_URL: 'smtp://mail.example.org?ignoreTLS=true' }, 'SMTP_URL'],
        ['without a sender', { WM_MAIL_FROM: '' }, 'WM_MAIL_FROM'],
        ['with a sender of two lines', { WM_MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'WM_MAIL_FROM'],
        ['without the check of devices', { WM_FRAME_DEVICE_CHECK: '0' }, 'WM_FRAME_DEVICE_CHECK'],
        ['without a recovery service', { WM_RECOVERY_URL: '' }, 'WM_RECOVERY_URL'],
        ['with a recovery service in the clear', { WM_RECOVERY_URL: 'http://recovery.example.org' }, 'WM_RECOVERY_URL'],
        ['without its token', { WM_RECOVERY_TOKEN: '' }, 'WM_RECOVERY_TOKEN'],
        ['with its key', { WM_RECOVERY_KEY: 'fedcba9876543210'.repeat(4) }, 'WM_RECOVERY_KEY'],
        ['with the mailbox of development in public', { WM_DEV: '1' }, 'WM_FRAME_URL'],
      ],
      '%s',
      (_, change, name) => {
        const read = () => readConfig({ ...production, ...change })
        expect(read).toThrow(ConfigError)
        expect(read).toThrow(new RegExp(`^${name}: `))
      },
    ))

  test('with an origin that is none, or too wide', () =>
    checkEach(
      ['*', 'https://*', '*.example.org', 'example.org', 'http://example.org', 'https://*.vercel.app', 'https://*.com'],
      'with the origin %s',
      (origin) => {
        const config = () =>
          readSettings(readConfig({ ...production, WM_PROJECTS: JSON.stringify({ shop: { origins: [origin] } }) }))
        expect(config).toThrow(/^WM_PROJECTS: /)
      },
    ))

  test('but not with a wildcard that the operator asked for', () => {
    const WM_PROJECTS = JSON.stringify({ shop: { origins: ['https://*.vercel.app'] } })
    expect(() => readSettings(readConfig({ ...production, WM_PROJECTS, WM_FRAME_DEV_ORIGINS: '1' }))).not.toThrow()
  })

  test('of the recovery service, too', () => {
    const own = { WM_RECOVERY_KEY: 'fedcba9876543210'.repeat(4), WM_RECOVERY_TOKEN: token }
    expect(readRecoverySettings(own)).toMatchObject({ host: '127.0.0.1', port: 8790 })
    for (const [change, name] of [
      [{ WM_RECOVERY_KEY: '' }, 'WM_RECOVERY_KEY'],
      [{ WM_RECOVERY_KEY: 'a'.repeat(64) }, 'WM_RECOVERY_KEY'],
      [{ WM_RECOVERY_TOKEN: 'short' }, 'WM_RECOVERY_TOKEN'],
      [{ WM_SECRET_KEY: key }, 'WM_SECRET_KEY'],
      [{ WM_RECOVERY_HOST: '0.0.0.0' }, 'WM_RECOVERY_DATA_DIR'],
    ] as const)
      expect(() => readRecoverySettings({ ...own, ...change })).toThrow(new RegExp(`^${name}: `))
  })
})

test('the manual names every setting of the recovery service', () => {
  const manual = readFileSync(new URL('../../../docs/self-hosting.md', import.meta.url), 'utf8')
  const [, section = ''] = manual.split('\n### The recovery service\n')
  const [text = ''] = section.split('\n## ')
  for (const name of recoveryVariables) expect(text).toContain(`\`${name}\``)
})
