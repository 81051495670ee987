// Mails: what stands in them in each language, how they reach a real mail server, and what of them reaches a log.
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { mailLocaleOf, mailLocales, textsOf } from '../../src/embedded/mails/catalogue.js'
import { bySmtp, createPost } from '../../src/embedded/mails/post.js'
import { writeMail, type MailContent } from '../../src/embedded/mails/write.js'
import { createLog } from '../../src/operations/log.js'
import { engine } from '../support/engines.js'
import { checkEach } from '../../../test/support/rows.js'
import { APP, callLink, codeIn, frameOn, logIn, newDevice, otherThan, startFrame } from './support/frame.js'

const at = Date.UTC(2030, 4, 6, 7, 8)
const where = { app: 'https://shop.example', browser: 'Firefox · Linux', at }
const code = { kind: 'code', use: 'login', code: '012345', matchCode: '42', minutes: 5, ...where } as const
const contents: readonly MailContent[] = [
  { kind: 'device', link: 'https://wallet.example/device#abc', matchCode: '42', minutes: 10, ...where },
  ...(['login', 'recover', 'export', 'update-primary', 'update-secondary'] as const).map((use) => ({ ...code, use })),
  { kind: 'newDevice', ...where },
  ...(['stolen', 'exported', 'passkeyAdded', 'passkeyAsked'] as const).map((kind) => ({ kind, browser: where.browser, at })),
  { kind: 'recoveryHeld', link: 'https://wallet.example/cancel#abc', heldUntil: at + 86_400_000, browser: where.browser, at },
  { kind: 'recoveryReady', link: 'https://wallet.example/cancel#abc', heldUntil: at, browser: where.browser, at },
  {
    kind: 'changed',
    link: 'https://wallet.example/undo#abc',
    oldEmail: 'a@b.example',
    newEmail: 'c@d.example',
    browser: where.browser,
    at,
  },
]

/** A mail server on the loopback, with what it took. */
async function mailServer({ failures = 0 } = {}) {
  const taken: { readonly to: readonly string[]; readonly mail: Email }[] = []
  let left = failures
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (left-- > 0) return callback(Object.assign(new Error('later'), { responseCode: 451 }))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          taken.push({ to, mail })
          callback()
        })
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, taken }
}

// attack 25
test('every mail in every language says what, where and when, and loads nothing', () =>
  checkEach(mailLocales, 'every mail in %s says what, where and when, and loads nothing', (locale) => {
    for (const content of contents) {
      const { subject, text, html } = writeMail(content, locale)
      expect(subject + text + html, content.kind).not.toMatch(/\{\w+\}|undefined/)
      expect(subject).not.toMatch(/[\r\n]/)
      for (const body of [text, html]) {
        expect(body).toContain('Firefox · Linux')
        expect(body).toContain('2030')
        expect(body).toMatch(/07:08/)
        if (content.app) expect(body).toContain(content.app)
        if ('link' in content) expect(body).toContain(content.link)
        if ('code' in content) expect(body).toContain('012345')
      }
      expect(html).not.toMatch(/<(?:img|link|script|style|iframe|object)|url\(|src=|@import/i)
      expect(html).toContain(locale === 'ar' ? '<html lang="ar" dir="rtl">' : `<html lang="${locale}" dir="ltr">`)
      expect(html).toContain(textsOf(locale).browser)
    }
  }))

test('languages of mails are found by their tag', () => {
  expect(['de-AT', 'AR', 'fr', undefined, 'en-GB'].map(mailLocaleOf)).toEqual(['de', 'ar', 'en', 'en', 'en'])
})

test('what a caller wrote is text in a mail, and one line in its subject', () => {
  const app = 'https://<img src=x onerror=alert(1)>.example'
  const { html, subject } = writeMail({ ...code, app: `${app}\r\nBcc: x@example.org` }, 'en')
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img')
  expect(subject).not.toMatch(/[\r\n]/)
})

test('a real mail server gets text and HTML, for one recipient', async () => {
  const { url, taken } = await mailServer()
  const carrier = bySmtp(url)
  onTestFinished(() => carrier.close())
  const post = createPost({ from: 'Wallet <wallet@example.org>', carrier, log: createLog({ level: 'silent' }) })
  post.send('ada@example.org', 'ar', code)
  await post.settle()
  expect(taken).toHaveLength(1)
  const [{ to, mail } = { to: [], mail: undefined }] = taken
  expect(to).toEqual(['ada@example.org'])
  expect(mail?.from).toMatchObject({ address: 'wallet@example.org', name: 'Wallet' })
  expect(mail?.subject).toBe(writeMail(code, 'ar').subject)
  expect(mail?.text).toContain('012345')
  expect(mail?.html).toContain('dir="rtl"')
  expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
})

test('a mail that is refused is tried again, and the log has neither address nor code', async () => {
  const { url, taken } = await mailServer({ failures: 2 })
  const carrier = bySmtp(url)
  onTestFinished(() => carrier.close())
  const lines: string[] = []
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) })
  const post = createPost({ from: 'wallet@example.org', carrier, log, waitsMs: [1, 1, 1] })
  post.send('ada@example.org', 'en', code)
  await post.settle()
  expect(taken).toHaveLength(1)
  expect(lines).toHaveLength(2)
  expect(lines.join('\n')).not.toMatch(/ada|012345/)
  await post.stop()
  const gone = createPost({ from: 'wallet@example.org', carrier: bySmtp('smtp://127.0.0.1:1'), log, waitsMs: [1] })
  gone.send('ada@example.org', 'en', code)
  await gone.settle()
  expect(lines.filter((line) => line.includes('mail not sent'))).toHaveLength(4)
  expect(lines.join('\n')).not.toMatch(/ada|012345/)
})

// attack 85
test('after a login, a recovery and a change no code, token, half or address stands in the log', async () => {
  const lines: string[] = []
  const frame = await frameOn(engine, { onLog: (line) => lines.push(line) })
  const device = await newDevice(frame)
  const login = await logIn(frame, device)
  await frame.db.query('delete from embedded_uses')
  const { slots } = await device.ask('/api/slots/reserve', { kinds: ['device', 'code'] })
  const change = await device.ask('/api/email/change/start', { email: 'next@example.org' })
  const changeCode = codeIn((await frame.mails('ada@example.org'))[0])
  await device.call('/api/email/change/verify', { challenge: change.challenge, code: otherThan(changeCode) })
  await device.ask('/api/email/change/verify', { challenge: change.challenge, code: changeCode })
  await device.call('/api/session/identity', { appOrigin: 'https://other.example' })
  const { token: identity } = await device.ask('/api/session/identity', { appOrigin: APP })
  const renewed = await device.ask('/api/session/refresh', { refreshToken: login.session.refreshToken })
  await callLink(frame, '/api/device/look', { token: 'x'.repeat(43) })
  // Errors, too: the table is gone under a call's feet.
  await frame.db.query('alter table embedded_challenges rename to elsewhere')
  const failed = await (await newDevice(frame)).call('/api/email/verify', { challenge: 'A'.repeat(22), code: changeCode })
  await frame.db.query('alter table elsewhere rename to embedded_challenges')
  expect(failed.status).toBe(500)
  const mails = await frame.mails()
  const secrets = [
    ...mails.flatMap((mail) => [mail.to, codeIn(mail), /#(\S+)/.exec(mail.text)?.[1] ?? '']),
    login.session.token,
    login.session.refreshToken,
    renewed.token,
    renewed.refreshToken,
    identity,
    ...slots.map(({ serverHalf }) => serverHalf),
  ].filter((secret) => secret !== '')
  expect(secrets.length).toBeGreaterThan(12)
  const log = lines.join('\n')
  expect(log).toContain('request failed')
  for (const secret of secrets) expect(log).not.toContain(secret)
})

test('with a mail server there is no mailbox', async () => {
  const { url, taken } = await mailServer()
  const db = await engine.open()
  const frame = await startFrame({ db, settings: { smtpUrl: url } })
  onTestFinished(async () => {
    await frame.stop()
    await db.close()
  })
  const device = await newDevice(frame)
  await device.ask('/api/email/start', { projectId: 'demo', appOrigin: APP, email: 'ada@example.org', purpose: 'login' })
  await frame.parts.embedded?.post.settle()
  expect(taken.map(({ to }) => to)).toEqual([['ada@example.org']])
  for (const path of ['/dev/mailbox', '/dev/mailbox.json']) expect((await fetch(frame.servicesUrl + path)).status).toBe(404)
})

test('the mailbox of development keeps the last mails, and pages of other origins do not read them', async () => {
  const frame = await frameOn(engine)
  const device = await newDevice(frame)
  await device.ask('/api/email/start', { projectId: 'demo', appOrigin: APP, email: 'ada@example.org', purpose: 'login' })
  const [mail] = await frame.mails('ada@example.org')
  expect(mail).toMatchObject({ to: 'ada@example.org', from: 'Wallet <wallet@example.org>' })
  expect(await frame.mails('bob@example.org')).toEqual([])
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[])
    for (const path of ['/dev/mailbox.json', `/dev/mailbox/${mail?.id ?? ''}`])
      expect((await fetch(frame.servicesUrl + path, { headers })).status).toBe(403)
  const shown = await fetch(`${frame.servicesUrl}/dev/mailbox/${mail?.id ?? ''}`)
  expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  expect(await shown.text()).toBe(mail?.html)
})
