import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.js'
import { DbUnavailableError } from '../../src/db/db.js'
import { reasonOf } from '../../src/operations/causes.js'
import { createLog, originOf } from '../../src/operations/log.js'
import { hideSecrets } from '../../src/settings/secrets.js'
import { testConfig } from '../support/services.js'

function logged(level: 'debug' | 'info' | 'warn' | 'error' | 'silent') {
  const lines: Record<string, unknown>[] = []
  const log = createLog({ level, write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>), now: () => 0 })
  return { log, lines }
}

test('a line is one JSON object with time, level and event', () => {
  const { log, lines } = logged('info')
  log.info('ready', { port: 8787, big: 1n, list: [1, 'a'] })
  expect(lines).toEqual([
    { time: '1970-01-01T00:00:00.000Z', level: 'info', event: 'ready', port: 8787, big: '1', list: [1, 'a'] },
  ])
})

test('quieter levels leave lines out', () => {
  const { log, lines } = logged('warn')
  log.debug('a')
  log.info('b')
  log.warn('c')
  log.error('d')
  expect(lines.map(({ event }) => event)).toEqual(['c', 'd'])
  const silent = logged('silent')
  silent.log.error('e')
  expect(silent.lines).toEqual([])
})

test('secrets do not get through, by name or inside a url', () => {
  const { log, lines } = logged('debug')
  log.error('failed', {
    apiKey: 's3cret',
    authorization: 'Basic s3cret',
    nested: { password: 's3cret' },
    url: 'https://node.example:8443/v2/s3cret?key=s3cret',
    database: 'at postgres://app:s3cret@db.example/wm it broke',
    error: new Error('fetch https://user:s3cret@node.example/s3cret failed'),
  })
  expect(JSON.stringify(lines)).not.toContain('s3cret')
  expect(lines[0]).toMatchObject({
    url: 'https://node.example:8443',
    error: { name: 'Error', message: 'fetch https://node.example failed' },
  })
})

describe('an error', () => {
  /** As the driver of Postgres makes them: https://www.postgresql.org/docs/current/protocol-error-fields.html */
  const ofPostgres = (message: string, fields: object) =>
    Object.assign(new Error(message), { name: 'error', severity: 'ERROR', ...fields })
  const full = ofPostgres('could not extend file "base/5/16400"', {
    code: '53100',
    detail: 'wrote only 4096 of 8192 bytes',
    cause: Object.assign(new Error('write failed on https://user:s3cret@disk.example/?key=s3cret'), { code: 'ENOSPC' }),
  })

  test('is written with all its causes, their codes and no stack', () => {
    const { log, lines } = logged('info')
    const error = new DbUnavailableError({ cause: full })
    hideSecrets(log, ['base/5/16400']).warn('job failed', { error })
    expect(lines[0]?.['error']).toEqual({
      name: 'DbUnavailableError',
      message: 'The database does not answer',
      causes: [
        {
          name: 'error',
          message: 'could not extend file "[hidden]"',
          code: '53100',
          severity: 'ERROR',
          detail: 'wrote only 4096 of 8192 bytes',
        },
        { name: 'Error', message: 'write failed on https://disk.example', code: 'ENOSPC' },
      ],
    })
  })

  test('of several causes has all of them, of a circle each one once, and of something thrown its text', () => {
    const refused = (address: string) => Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' })
    const all = Object.assign(new AggregateError([refused('::1:5432'), refused('127.0.0.1:5432')]), { code: 'ECONNREFUSED' })
    const circle = new Error('around')
    circle.cause = new Error('and around', { cause: circle })
    const { log, lines } = logged('info')
    log.warn('x', { all, circle })
    expect(lines[0]).toMatchObject({
      all: {
        code: 'ECONNREFUSED',
        causes: [{ message: 'connect ECONNREFUSED ::1:5432' }, { message: 'connect ECONNREFUSED 127.0.0.1:5432' }],
      },
      circle: { message: 'around', causes: [{ message: 'and around' }] },
    })
    expect(reasonOf(all)).toBe('(ECONNREFUSED) ← connect ECONNREFUSED ::1:5432 ← connect ECONNREFUSED 127.0.0.1:5432')
    expect(reasonOf(circle)).toBe('around ← and around')
    expect(reasonOf(full)).toMatch(
      /^could not extend file "base\/5\/16400" \(53100\) \[wrote only .*\] ← write failed .* \(ENOSPC\)$/,
    )
    expect(reasonOf('a text')).toBe('a text')
    expect(reasonOf({ password: 's3cret' })).not.toContain('s3cret')
  })

  test('quotes no values of rows: of Postgres only the details about the server', () => {
    const { log, lines } = logged('info')
    const detail = 'Key (email)=(somebody@example.org) already exists.'
    log.error('failed', {
      error: ofPostgres('duplicate key value violates unique constraint "users"', { code: '23505', detail }),
    })
    expect(JSON.stringify(lines)).not.toContain('somebody')
    expect(lines[0]?.['error']).toMatchObject({ code: '23505', severity: 'ERROR' })
  })

  test('keeps urls of any scheme to their origins', () => {
    const { log, lines } = logged('info')
    log.error('failed', {
      error: new Error('ws', { cause: new Error('redis://:s3cret@cache.example/0 and MQTT+ssl://u:s3cret@x.example') }),
    })
    expect(JSON.stringify(lines)).not.toContain('s3cret')
  })
})

describe('/ready', () => {
  test('has one line when it becomes unready, with the reason, and one when it is ready again', async () => {
    const { log, lines } = logged('info')
    let problem: Error | undefined = new DbUnavailableError({
      cause: Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
    })
    const checks = { database: () => (problem ? Promise.reject(problem) : Promise.resolve()), relay: async () => true }
    const app = createApp({ config: testConfig(), log, checks })
    const probe = async () =>
      (await app.request('/ready', {}, { incoming: { socket: { remoteAddress: '127.0.0.1' }, headers: {} } })).status
    expect([await probe(), await probe(), await probe()]).toEqual([503, 503, 503])
    problem = undefined
    expect([await probe(), await probe()]).toEqual([200, 200])
    expect(lines).toMatchObject([
      {
        level: 'warn',
        event: 'not ready',
        reasons: { database: 'The database does not answer ← no space left on device (ENOSPC)' },
      },
      { level: 'info', event: 'ready again', after: 'database' },
    ])
  })

  test('tells it as soon as another part fails, too, and nothing of a probe that a later one has overtaken', async () => {
    const { log, lines } = logged('info')
    const waiting: ((isUp: boolean) => void)[] = []
    const answers = { database: true, relay: true }
    const checks = {
      database: async () => answers.database,
      relay: () => new Promise((resolve) => void waiting.push(resolve)),
    }
    const app = createApp({ config: testConfig(), log, checks })
    const probe = () =>
      Promise.resolve(app.request('/ready', {}, { incoming: { socket: { remoteAddress: '127.0.0.1' }, headers: {} } }))
    const settle = async (probing: Promise<Response>, index: number, isUp: boolean) => {
      while (waiting.length <= index) await new Promise((resolve) => setImmediate(resolve))
      waiting[index]?.(isUp)
      return (await probing).status
    }
    const early = probe()
    while (waiting.length < 1) await new Promise((resolve) => setImmediate(resolve))
    answers.database = false
    expect(await settle(probe(), 1, true)).toBe(503)
    expect(await settle(early, 0, true)).toBe(200)
    expect(await settle(probe(), 2, false)).toBe(503)
    expect(lines.map(({ event, reasons }) => [event, Object.keys(reasons ?? {})])).toEqual([
      ['not ready', ['database']],
      ['not ready', ['database', 'relay']],
    ])
  })
})

test('nor do keys as code spells them, pairing uris and signed tokens; public keys do', () => {
  const { log, lines } = logged('debug')
  log.info('x', {
    gatewayKey: 's3cret',
    settings: { faucetKey: 's3cret', mnemonic: 's3cret' },
    detail: 'at wc:topic@2?relay-protocol=irn&symKey=s3cret and acme://wc?uri=wc%3Atopic%402%3FsymKey%3Ds3cret',
    token: 's3cret',
    note: 'auth eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJzM2NyZXQifQ.s3cret failed',
    publicKey: '0x04',
    monkey: 'seen',
  })
  expect(JSON.stringify(lines)).not.toContain('s3cret')
  expect(lines[0]).toMatchObject({ publicKey: '0x04', monkey: 'seen', note: 'auth [token] failed' })
})

test('a long text is cut', () => {
  const { log, lines } = logged('debug')
  log.info('x', { text: 'y'.repeat(10_000) })
  expect(String(lines[0]?.['text'])).toHaveLength(501)
  expect(originOf('https://[')).toBe('[url]')
})
