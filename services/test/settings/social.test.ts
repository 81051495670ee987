// The settings of social logins, and what a start refuses. Row 84: each refusal names its setting.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/settings/config.js'
import { secretsOf } from '../../src/settings/secrets.js'
import { checkEach } from '../../../test/support/rows.js'

const production = {
  WM_FRAME_PORT: '8788',
  WM_FRAME_URL: 'https://wallet.example.org',
  WM_FRAME_RECOVERY: 'sealed-required',
  WM_SECRET_KEY: '0123456789abcdef'.repeat(4),
  SMTP_URL: 'smtps://user:password@mail.example.org',
  WM_MAIL_FROM: 'Example <wallet@example.org>',
}
const pem = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const google = { clientId: 'one', clientSecret: 'a secret of google' }
const apple = { clientId: 'two', teamId: 'TEAM', keyId: 'KEY', privateKey: pem('P-256') }
const read = (social: unknown, env: Readonly<Record<string, string>> = production) =>
  readConfig({ ...env, WM_SOCIAL: JSON.stringify(social) })

test('off without an entry; a provider without one is not offered', () => {
  expect(readConfig(production).social).toBeUndefined()
  expect(Object.keys(read({ google, apple }).social?.providers ?? {})).toEqual(['google', 'apple'])
})

test('from a file, with secrets from the environment, which stay out of the log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'social-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'social.json')
  writeFileSync(file, JSON.stringify({ github: { clientId: 'three', clientSecret: 'env:GITHUB_SECRET' }, apple }))
  const env = { ...production, WM_SOCIAL_FILE: file, GITHUB_SECRET: 'a secret of github' }
  const config = readConfig(env)
  expect(config.social?.providers.github).toEqual({ clientId: 'three', clientSecret: 'a secret of github' })
  expect(config.social?.variables).toEqual(['GITHUB_SECRET'])
  const secrets = secretsOf(config, { chains: {}, solana: {}, ledgers: {} })
  expect(secrets).toContain('a secret of github')
  expect(secrets).toContain(apple.privateKey)
  expect(() => readConfig({ ...env, GITHUB_SECRET: '' })).toThrow('WM_SOCIAL_FILE: github.clientSecret: GITHUB_SECRET is not set')
})

test('Farcaster takes the nodes of Optimism', () => {
  const env = { ...production, WM_RPC_EIP155_10: 'https://optimism.example' }
  expect(read({ farcaster: {} }, env).social?.farcaster).toEqual({
    relayUrl: 'https://relay.farcaster.xyz',
    rpcUrls: ['https://optimism.example'],
  })
  expect(read({ farcaster: { rpcUrls: ['https://one.example'] } }).social?.farcaster?.rpcUrls).toEqual(['https://one.example'])
})

// attack 84
describe('a start is refused', () => {
  test('with the reason', () =>
    checkEach(
      [
        ['without a secret', { google: { clientId: 'one' } }, 'WM_SOCIAL: google.clientSecret: needed'],
        ['with an empty secret', { google: { ...google, clientSecret: '' } }, 'WM_SOCIAL: google.clientSecret'],
        ['with a text as Apple’s secret', { apple: google }, 'WM_SOCIAL: apple.teamId'],
        ['with a key of another curve', { apple: { ...apple, privateKey: pem('P-384') } }, 'WM_SOCIAL: apple.privateKey'],
        ['with a key that is none', { apple: { ...apple, privateKey: 'key' } }, 'WM_SOCIAL: apple.privateKey'],
        ['with an unknown provider', { myspace: google }, 'WM_SOCIAL: myspace'],
        ['with an unknown key', { google: { ...google, scope: 'all' } }, 'WM_SOCIAL: google.scope'],
        ['with http off the loopback', { google: { ...google, issuer: 'http://idp.example' } }, 'WM_SOCIAL: google.issuer'],
        ['with another scheme', { google: { ...google, issuer: 'javascript:alert(1)' } }, 'WM_SOCIAL: google.issuer'],
        [
          'with a password',
          { google: { ...google, tokenEndpoint: 'https://a:b@idp.example' } },
          'WM_SOCIAL: google.tokenEndpoint',
        ],
        [
          'with a provider of the loopback',
          { x: { ...google, tokenEndpoint: 'http://127.0.0.1:1' } },
          'WM_SOCIAL: x.tokenEndpoint',
        ],
        ['with a relay in the clear', { farcaster: { relayUrl: 'http://relay.example' } }, 'WM_SOCIAL: farcaster.relayUrl'],
        ['without nodes of Optimism', { farcaster: {} }, 'WM_SOCIAL: farcaster'],
      ],
      '%s',
      (_, social, message) => {
        expect(() => read(social)).toThrow(ConfigError)
        expect(() => read(social)).toThrow(message)
      },
    ))

  test('with both variables, no JSON, a missing file, or without the embedded wallet', () => {
    const fails = (env: Readonly<Record<string, string>>) => expect(() => readConfig({ ...production, ...env }))
    fails({ WM_SOCIAL: '{}', WM_SOCIAL_FILE: '/nowhere' }).toThrow('WM_SOCIAL: set either')
    fails({ WM_SOCIAL: '{' }).toThrow('WM_SOCIAL: not JSON')
    fails({ WM_SOCIAL_FILE: '/nowhere/social.json' }).toThrow('WM_SOCIAL_FILE: the file cannot be read')
    expect(() => readConfig({ WM_SOCIAL: JSON.stringify({ google }) })).toThrow('WM_FRAME_PORT: needed with WM_SOCIAL')
  })

  test('development takes a provider of the loopback, and no other in the clear', () => {
    const local = { google: { ...google, issuer: 'http://127.0.0.1:9000/google' } }
    expect(read(local, { WM_DEV: '1' }).social?.providers.google).toMatchObject(local.google)
    expect(() => read({ google: { ...google, issuer: 'http://idp.example' } }, { WM_DEV: '1' })).toThrow('google.issuer')
  })
})
