import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.js'
import { relayAudiences, relayRules } from '../../src/settings/relay-rules.js'
import { checkEach } from '../../../test/support/rows.js'
import { startServices, testConfig } from '../support/services.js'

const shop = { origins: ['https://*.shop.example'], analytics: false }

describe('which pages may use the relay', () => {
  test('without a table of projects: all', () => {
    const rules = relayRules(testConfig())
    expect(rules.knowsProject?.(undefined)).toBe(true)
    expect(rules.allowsOrigin?.('https://any.example', 'any')).toBe(true)
  })

  test('with a table: known projects, from their own origins', () => {
    const rules = relayRules(testConfig({ projects: { shop } }))
    expect([rules.knowsProject?.('shop'), rules.knowsProject?.('other'), rules.knowsProject?.(undefined)]).toEqual([
      true,
      false,
      false,
    ])
    expect(rules.knowsProject?.('constructor')).toBe(false)
    expect(rules.allowsOrigin?.('https://a.shop.example', 'shop')).toBe(true)
    expect(rules.allowsOrigin?.('https://evil.example', 'shop')).toBe(false)
    expect(rules.allowsOrigin?.(undefined, 'shop')).toBe(true) // a wallet app or a server
  })
})

test('a connection comes from the address that trusted proxies tell', () =>
  checkEach(
    [
      [0, '10.0.0.1'],
      [1, '9.9.9.9'],
    ],
    'with %i trusted proxies a connection comes from %s',
    (trustedProxies, expected) => {
      const { clientIp } = relayRules(testConfig({ config: { trustedProxies } }))
      // The rule reads two fields of the request; a whole one needs a socket.
      const request = {
        headers: { 'x-forwarded-for': 'forged, 9.9.9.9' },
        socket: { remoteAddress: '10.0.0.1' },
      } as unknown as IncomingMessage
      expect(clientIp?.(request)).toBe(expected)
    },
  ))

test('sockets per address and per client are settings; the rest stays as it is', () => {
  const settings = readConfig({ WM_RELAY_SOCKETS_PER_ADDRESS: '5000' })
  expect(relayRules(settings).limits).toEqual({ maxConnectionsPerIp: 5000 })
  expect(relayRules(readConfig({ WM_RELAY_SOCKETS_PER_CLIENT: '7' })).limits).toEqual({ maxConnectionsPerClient: 7 })
  expect(relayRules(testConfig()).limits).toEqual({})
})

test('tokens must be made for the public url, unless the settings name others', () => {
  const audiences = (env: Record<string, string>) => relayRules(readConfig(env)).audiences
  expect(audiences({ WM_PUBLIC_URL: 'https://wallet.example.org/' })).toEqual([
    'wss://wallet.example.org',
    'ws://wallet.example.org',
  ])
  expect(audiences({ WM_PUBLIC_URL: 'http://wallet.example.org:8080' })).toEqual([
    'wss://wallet.example.org:8080',
    'ws://wallet.example.org:8080',
  ])
  const both = { WM_PUBLIC_URL: 'https://wallet.example.org', WM_RELAY_AUDIENCES: 'wss://relay.example.org' }
  expect(audiences(both)).toEqual(['wss://relay.example.org'])
  expect([audiences({}), audiences({ WM_PUBLIC_URL: 'http://localhost:8787' })]).toEqual([undefined, undefined])
  expect(relayAudiences({})).toBeUndefined()
})

test('the start warns while tokens of any audience are taken', async () => {
  const warned = async (config: object) => {
    const lines: string[] = []
    const services = await startServices({ config, onLog: (line) => void lines.push(line) })
    await services.stop()
    return lines.filter((line) => line.includes('tokens that were made for others')).length
  }
  expect(await warned({})).toBe(1)
  expect(await warned({ publicUrl: 'https://wallet.example.org' })).toBe(0)
  expect(await warned({ relayAudiences: ['wss://relay.example.org'] })).toBe(0)
})
