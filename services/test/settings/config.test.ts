import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../src/compose.js'
import { readRecoverySettings } from '../../src/recovery/settings.js'
import { ConfigError, DEVNET, readConfig, unknownVariables } from '../../src/settings/config.js'
import { checkEach } from '../../../test/support/rows.js'

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'wm-config-'))))
afterAll(() => rmSync(folder, { recursive: true }))
function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('without any variable the services bind to the loopback and serve no chain and no vendor', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    dev: false,
    trustedProxies: 0,
    limits: { tokens: 100, refillPerSecond: 2 },
    chains: {},
    projects: {},
  })
})

test('what strangers may store is a setting, per kind and holder', () => {
  const { storage } = readConfig({ WM_STORAGE_MAIL_PER_ADDRESS: '1000', WM_STORAGE_NAMES_PER_CLIENT: '3' })
  expect(storage?.mail).toEqual({ client: 4 * 2 ** 20, address: 1000, project: 512 * 2 ** 20 })
  expect(storage?.names).toEqual({ client: 3, address: 20, project: 100_000 })
  expect(() => readConfig({ WM_STORAGE_MAIL_PER_CLIENT: '4 MiB' })).toThrow('WM_STORAGE_MAIL_PER_CLIENT')
})

/** Variables at the beginnings of the lines. */
function wrongVariables(read: () => unknown): readonly string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof ConfigError)
      return error.message
        .split('\n')
        .map((line) => line.split(':')[0] ?? '')
        .sort()
    throw error
  }
  return []
}

describe('all that is wrong is told at once, a line each', () => {
  const key = '0123456789abcdef'.repeat(4)

  test('of the services: values, files, chains, tables, combinations', () => {
    const five = {
      WM_SERVICES_PORT: 'http',
      WM_TRUST_PROXY: 'yes',
      WM_SECRET_KEY: 'short',
      WM_RPC_EIP155_1: 'node.example',
      WM_PROJECTS: '{"shop":{"origins":["not an origin"]}}',
    }
    expect(wrongVariables(() => readConfig(five))).toEqual(Object.keys(five).sort())
    const more = {
      WM_RPC_NOWHERE: 'https://node.example',
      WM_CHAINS: '{',
      WM_PROJECTS_FILE: join(folder, 'missing.json'),
      WM_RELAY_AUDIENCES: 'https://services.example.org',
      WM_ANALYTICS_EXPORT: 'otlp',
      DATABASE_URL: 'mysql://db.example',
    }
    const { WM_ANALYTICS_EXPORT, ...rest } = more
    expect(WM_ANALYTICS_EXPORT).toBe('otlp')
    expect(wrongVariables(() => readConfig(more))).toEqual([...Object.keys(rest), 'WM_ANALYTICS_EXPORT_URL'].sort())
  })

  test('of a table: every entry', () => {
    const table = JSON.stringify({ shop: { origins: ['not an origin', 'https://ok.example', 'nor this'] }, 'a b': {} })
    expect(() => readConfig({ WM_PROJECTS: table })).toThrow(/^(?:WM_PROJECTS: [^\n]+\n){2}WM_PROJECTS: [^\n]+$/)
  })

  test('of the embedded wallet: what it lacks, and what is refused', () => {
    expect(wrongVariables(() => readConfig({ WM_FRAME_PORT: '8788', WM_FRAME_DEVICE_CHECK: '0' }))).toEqual([
      'SMTP_URL',
      'WM_FRAME_DEVICE_CHECK',
      'WM_FRAME_URL',
      'WM_MAIL_FROM',
      'WM_RECOVERY_URL',
      'WM_SECRET_KEY',
    ])
    const wrong = {
      WM_FRAME_URL: 'http://wallet.example.org',
      SMTP_URL: 'smtp://mail.example.org?ignoreTLS=true',
      WM_RECOVERY_URL: 'http://recovery.example.org',
      WM_RECOVERY_KEY: key,
      WM_SOCIAL: '{"nobody":{}}',
      WM_SMART_ACCOUNTS: '[]',
      WM_KNOWN_CONTRACTS: '{}',
    }
    const right = { WM_FRAME_PORT: '8788', WM_MAIL_FROM: 'Example <wallet@example.org>', WM_SECRET_KEY: key }
    expect(wrongVariables(() => readConfig({ ...right, ...wrong }))).toEqual([...Object.keys(wrong), 'WM_RECOVERY_TOKEN'].sort())
  })

  test('and nothing that only follows from another fault', () => {
    const frame = { WM_FRAME_PORT: '8788', WM_FRAME_URL: 'http://wallet.shop.localhost' }
    expect(wrongVariables(() => readConfig({ WM_DEV: 'true', ...frame }))).toEqual(['WM_DEV'])
    const chain = JSON.stringify([{ chain: 'eip155:1', address: `0x${'1'.repeat(40)}`, name: 'Acme' }])
    const contracts = { WM_DEV: '1', WM_KNOWN_CONTRACTS: chain }
    expect(wrongVariables(() => readConfig({ ...contracts, WM_RPC_EIP155_1: 'nowhere' }))).toEqual(['WM_RPC_EIP155_1'])
    expect(wrongVariables(() => readConfig({ ...contracts, WM_CHAINS: '{' }))).toEqual(['WM_CHAINS'])
    expect(
      wrongVariables(() => readConfig({ WM_FRAME_PORT: 'x', WM_SOCIAL: '{"farcaster":{"rpcUrls":["https://a.example"]}}' })),
    ).toEqual(['WM_FRAME_PORT'])
  })

  test('of the recovery service', () => {
    const five = {
      WM_RECOVERY_HOST: '0.0.0.0',
      WM_RECOVERY_PORT: '-1',
      WM_RECOVERY_KEY: 'short',
      WM_SECRET_KEY: key,
      WM_LOG: 'loud',
    }
    expect(wrongVariables(() => readRecoverySettings(five))).toEqual([
      'WM_LOG',
      'WM_RECOVERY_DATA_DIR',
      'WM_RECOVERY_KEY',
      'WM_RECOVERY_PORT',
      'WM_RECOVERY_TOKEN',
      'WM_SECRET_KEY',
    ])
  })

  test('of the files that are read at the start', () => {
    const config = readConfig({
      WM_DATA_FILE: file('data.json', '{"names":{"zoned":"x"}}'),
      WM_WALLETS_FILE: file('wallets.json', '{'),
    })
    expect(wrongVariables(() => readSettings(config))).toEqual(['WM_DATA_FILE', 'WM_WALLETS_FILE'])
  })
})

test('an empty variable counts as absent', () => {
  expect(readConfig({ WM_SERVICES_PORT: '', DATABASE_URL: '', WM_EVM_URL: '' })).toMatchObject({ port: 8787, chains: {} })
})

test('development has room for many tabs, unless the operator says otherwise', () => {
  expect(readConfig({ WM_DEV: '1' }).limits).toEqual({ tokens: 10_000, refillPerSecond: 1000 })
  expect(readConfig({ WM_DEV: '1', WM_RATE_TOKENS: '5' }).limits).toEqual({ tokens: 5, refillPerSecond: 1000 })
  expect(readConfig({}).projectLimits).toEqual({ tokens: 20_000, refillPerSecond: 200 })
  const own = { WM_RATE_PROJECT_TOKENS: '5000', WM_RATE_REFILL_PER_S: '3' }
  expect(readConfig(own).projectLimits).toEqual({ tokens: 5000, refillPerSecond: 300 })
})

test('chains come from JSON, from single variables and from the devnet', () => {
  const config = readConfig({
    WM_CHAINS: '{"eip155:10":["https://op.example"],"eip155:1":["https://a.example"]}',
    WM_RPC_EIP155_1: 'https://b.example, https://c.example/key',
    WM_RPC_solana_5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp: 'https://sol.example',
    WM_RPC_COSMOS_cosmoshub_4: 'https://never.example',
    WM_EVM_URL: 'http://127.0.0.1:8545',
  })
  expect(config.chainNames).toEqual({ 'eip155:31337': 'Devnet' })
  expect(config.chains).toEqual({
    'eip155:10': ['https://op.example'],
    'eip155:1': ['https://b.example', 'https://c.example/key'],
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['https://sol.example'],
    'cosmos:cosmoshub_4': ['https://never.example'],
    [DEVNET]: ['http://127.0.0.1:8545'],
  })
})

test('files are read where they are named', () => {
  const config = readConfig({
    WM_CHAINS_FILE: file('chains.json', '{"eip155:1":["https://a.example"]}'),
    WM_PROJECTS_FILE: file('projects.json', '{"shop":{"origins":["https://*.shop.example"],"analytics":true},"blog":{}}'),
  })
  expect(config.chains).toEqual({ 'eip155:1': ['https://a.example'] })
  expect(config.projects).toEqual({
    shop: { origins: ['https://*.shop.example'], analytics: true },
    blog: { origins: [], analytics: false },
  })
})

test('origins of projects are kept as browsers write them', () => {
  const given = ['https://*.B\u00fccher.example', 'HTTPS://A.example:443/', 'http://a.example:8080', 'a.example', '*.a.example:08443', 'a.example:*', 'https://a.example:*', 'http://localhost:*', '[::1]:3000'] // oxfmt-ignore
  const { projects } = readConfig({ WM_PROJECTS: JSON.stringify({ shop: { origins: given } }) })
  expect(projects['shop']?.origins).toEqual(['https://*.xn--bcher-kva.example', 'https://a.example', 'http://a.example:8080', 'a.example', '*.a.example:8443', 'a.example', 'https://a.example:*', 'http://localhost:*', '[::1]:3000']) // oxfmt-ignore
})

test('audiences of the relay are a list of socket urls', () => {
  expect(readConfig({ WM_RELAY_AUDIENCES: 'wss://a.example, ws://b.example' }).relayAudiences).toEqual([
    'wss://a.example',
    'ws://b.example',
  ])
  expect(readConfig({}).relayAudiences).toBeUndefined()
})

describe('an error names its variable', () => {
  test('whatever is wrong with its value', () =>
    checkEach(
      [
        ['WM_SERVICES_PORT', { WM_SERVICES_PORT: 'http' }],
        ['WM_SERVICES_PORT', { WM_SERVICES_PORT: '65536' }],
        ['WM_SERVICES_PORT', { WM_SERVICES_PORT: '80.5' }],
        ['WM_PUBLIC_URL', { WM_PUBLIC_URL: 'ftp://a.example' }],
        ['WM_DEV', { WM_DEV: 'yes' }],
        ['WM_LOG', { WM_LOG: 'loud' }],
        ['WM_TRUST_PROXY', { WM_TRUST_PROXY: 'true' }],
        ['WM_TRUST_PROXY', { WM_TRUST_PROXY: '9' }],
        ['WM_RATE_TOKENS', { WM_RATE_TOKENS: '0' }],
        ['WM_RATE_TOKENS', { WM_RATE_TOKENS: '4' }],
        ['WM_RATE_REFILL_PER_S', { WM_RATE_REFILL_PER_S: '-1' }],
        ['WM_EVM_URL', { WM_EVM_URL: 'localhost:8545' }],
        ['DATABASE_URL', { DATABASE_URL: 'mysql://a.example/db' }],
        ['WM_RELAY_AUDIENCES', { WM_RELAY_AUDIENCES: 'https://a.example' }],
        ['WM_RELAY_SOCKETS_PER_ADDRESS', { WM_RELAY_SOCKETS_PER_ADDRESS: '0' }],
        ['WM_RELAY_SOCKETS_PER_CLIENT', { WM_RELAY_SOCKETS_PER_CLIENT: 'many' }],
        ['WM_RPC_MAINNET', { WM_RPC_MAINNET: 'https://a.example' }],
        ['WM_RPC_EIP155_one', { WM_RPC_EIP155_one: 'https://a.example' }],
        ['WM_RPC_EIP155_1', { WM_RPC_EIP155_1: 'a.example' }],
        ['WM_RPC_EIP155_1', { WM_RPC_EIP155_1: 'https://a.example,' }],
        ['WM_CHAINS', { WM_CHAINS: '{' }],
        ['WM_CHAINS', { WM_CHAINS: '{"mainnet":["https://a.example"]}' }],
        ['WM_CHAINS', { WM_CHAINS: '{"eip155:1":[]}' }],
        ['WM_CHAINS', { WM_CHAINS: '{"eip155:1":["wss://a.example"]}' }],
        ['WM_CHAINS_FILE', { WM_CHAINS_FILE: '/nonexistent/chains.json' }],
        ['WM_CHAINS', { WM_CHAINS: '{}', WM_CHAINS_FILE: '/nonexistent/chains.json' }],
        ['WM_PROJECTS', { WM_PROJECTS: '{"a b":{}}' }],
        ['WM_PROJECTS', { WM_PROJECTS: '{"shop":{"origins":["https://a.example/path"]}}' }],
        ...['*', '**', 'https://*', 'https://*.*.a.example', 'https://a.*.example', '*.com', 'https://a*.example', 'a.example;', 'https://a.example\uff1b', 'https://a.example, https://b.example', '\uff0a.a.example', 'https://xn--a.example', 'null', 'ftp://a.example', 'https://a.example.', 'https://0x7f.1', 'https://[::ffff:7f00:1]', 'https://a:b@a.example', ''].map((origin) => ['WM_PROJECTS', { WM_PROJECTS: JSON.stringify({ shop: { origins: ['https://fine.example', origin] } }) }] as const), // oxfmt-ignore
        ['WM_PROJECTS', { WM_PROJECTS: '{"shop":{"originz":[]}}' }],
      ],
      '%s in %j',
      (variable, env) => {
        expect(() => readConfig(env)).toThrow(ConfigError)
        expect(() => readConfig(env)).toThrow(new RegExp(`^${variable}: .{5,}`))
      },
    ))

  test('and says of a chain’s name what is wrong with it: no network is called as another one is', () => {
    const of = (names: unknown) => () =>
      readConfig({
        WM_RPC_EIP155_1: 'https://a.example',
        WM_RPC_EIP155_5: 'https://a.example',
        WM_RPC_EIP155_7: 'https://a.example',
        WM_CHAIN_NAMES: typeof names === 'string' ? names : JSON.stringify(names),
      })
    expect(of({ 'eip155:5': 'Acme (test)', 'eip155:7': 'Acme' })().chainNames).toEqual({
      'eip155:5': 'Acme (test)',
      'eip155:7': 'Acme',
    })
    for (const names of [
      '{',
      { 'eip155:5': '' },
      { 'eip155:5': 'x'.repeat(33) },
      // The letter of another alphabet, and one that turns the line round.
      { 'eip155:5': 'Еthereum' },
      { 'eip155:5': 'Acme\u202e' },
      { 'eip155:5': 'Acme\nNetwork' },
      { 'eip155:5': 'Ethereum' },
      { 'eip155:5': 'ETHEREUM.' },
      { 'eip155:5': 'Arbitrum-One' },
      { 'eip155:5': 'Acme', 'eip155:7': 'ac.me' },
      { 'eip155:1': 'Acme' },
      { 'eip155:9': 'Acme' },
      { 'eip155:5': 7 },
      ['Acme'],
    ])
      expect(of(names), JSON.stringify(names)).toThrow(/^WM_CHAIN_NAMES: .{5,}/)
  })

  test('and never quotes what may be a secret', () => {
    const secret = 'https://user:hunter2@a.example, ftp://x'
    expect(() => readConfig({ WM_RPC_EIP155_1: secret })).toThrow(expect.not.stringContaining('hunter2') as Error)
  })
})

describe('dangerous settings are refused', () => {
  test('development and a devnet on an address for others', () =>
    checkEach(['0.0.0.0', '::', '192.168.1.5', 'wallet.example.org'], 'development and a devnet on %s', (host) => {
      expect(() => readConfig({ WM_SERVICES_HOST: host, WM_DEV: '1' })).toThrow(/^WM_DEV: refused/)
      expect(() => readConfig({ WM_SERVICES_HOST: host, WM_EVM_URL: 'http://127.0.0.1:8545' })).toThrow(/^WM_EVM_URL: refused/)
      expect(readConfig({ WM_SERVICES_HOST: host }).host).toBe(host)
    }))
  test('and behind a proxy that shows them to others', () =>
    checkEach(['https://wallet.example.org', 'http://192.168.1.5:8787'], 'and behind a proxy that shows them as %s', (url) => {
      const env = { WM_PUBLIC_URL: url }
      expect(() => readConfig({ ...env, WM_DEV: '1' })).toThrow(/^WM_DEV: refused with WM_PUBLIC_URL=/)
      expect(() => readConfig({ ...env, WM_EVM_URL: 'http://127.0.0.1:8545' })).toThrow(
        /^WM_EVM_URL: refused with WM_PUBLIC_URL=/,
      )
      expect(readConfig(env).publicUrl).toBe(url)
    }))
  test('both are fine on the loopback', () => {
    expect(readConfig({ WM_SERVICES_HOST: 'localhost', WM_DEV: '1', WM_EVM_URL: 'http://127.0.0.1:8545' }).dev).toBe(true)
  })
  test('a node that is these services themselves', () => {
    expect(() => readConfig({ WM_SERVICES_PORT: '9000', WM_RPC_EIP155_1: 'http://localhost:9000/v1' })).toThrow(/points back/)
    expect(() => readConfig({ WM_PUBLIC_URL: 'https://s.example', WM_RPC_EIP155_1: 'https://s.example/v1' })).toThrow(
      /points back/,
    )
  })
})

describe('operations', () => {
  test('everything that opens a door is off', () => {
    const { secretKey, adminToken, metrics, analytics } = readConfig({})
    expect({ secretKey, adminToken, metrics, analytics }).toEqual({
      metrics: { onMain: false },
      analytics: { isOpen: false, retentionDays: 30, maxEvents: 5_000_000 },
    })
  })

  test('export has a kind and a url', () => {
    const env = {
      WM_ANALYTICS_EXPORT: 'otlp',
      WM_ANALYTICS_EXPORT_URL: 'https://collector.example/v1/logs',
      WM_ANALYTICS_EXPORT_AUTH: 'Bearer x',
    }
    expect(readConfig(env).analytics?.exporter).toEqual({
      kind: 'otlp',
      url: 'https://collector.example/v1/logs',
      authorization: 'Bearer x',
    })
  })

  test('a wrong value is refused by its name', () =>
    checkEach(
      [
        ['WM_SECRET_KEY', { WM_SECRET_KEY: 'short' }],
        ['WM_SECRET_KEY', { WM_SECRET_KEY: '0'.repeat(64) }],
        ['WM_ADMIN_TOKEN', { WM_ADMIN_TOKEN: 'admin' }],
        ['WM_ADMIN_TOKEN', { WM_ADMIN_TOKEN: 'passwordpasswordpassword' }],
        ['WM_ADMIN_TOKEN', { WM_ADMIN_TOKEN: 'with a space in it, and long' }],
        ['WM_METRICS_PORT', { WM_METRICS_PORT: '70000' }],
        ['WM_ANALYTICS_RETENTION_D', { WM_ANALYTICS_RETENTION_D: '0' }],
        ['WM_ANALYTICS_EXPORT', { WM_ANALYTICS_EXPORT: 'fax' }],
        ['WM_ANALYTICS_MAX_EVENTS', { WM_ANALYTICS_MAX_EVENTS: '10' }],
        [
          'WM_ANALYTICS_EXPORT_URL',
          { WM_ANALYTICS_EXPORT: 'webhook', WM_ANALYTICS_EXPORT_URL: 'https://user:password@collector.example/' },
        ],
        [
          'WM_ANALYTICS_EXPORT_AUTH',
          {
            WM_ANALYTICS_EXPORT: 'webhook',
            WM_ANALYTICS_EXPORT_URL: 'http://collector.example/',
            WM_ANALYTICS_EXPORT_AUTH: 'Bearer x',
          },
        ],
        ['WM_ANALYTICS_EXPORT', { WM_ANALYTICS_EXPORT_URL: 'https://collector.example' }],
        ['WM_ANALYTICS_EXPORT_URL', { WM_ANALYTICS_EXPORT: 'otlp' }],
        ['WM_ANALYTICS_EXPORT_URL', { WM_ANALYTICS_EXPORT: 'otlp', WM_ANALYTICS_EXPORT_URL: 'file:///etc/passwd' }],
      ],
      '%s is refused: %j',
      (variable, env) => {
        expect(() => readConfig(env)).toThrow(new RegExp(`^${variable}: `))
      },
    ))
})

test('a misspelt setting is found; those of chains, and those that the data file names, are none', () => {
  const env = { WM_ADMIN_TOKN: 'x', WM_LOG: 'info', WM_RPC_EIP155_1: 'https://a.example', WM_MY_KEY: 'k', HOME: '/' }
  expect(unknownVariables(env, ['WM_MY_KEY'])).toEqual(['WM_ADMIN_TOKN'])
})
