import { expect, test } from 'vitest'
import { createLog, originOf } from '../../src/operations/log.js'

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
