import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.js'
import { relayRules } from '../../src/relay-rules.js'
import { testConfig } from '../support/services.js'

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

test.each([
  [0, '10.0.0.1'],
  [1, '9.9.9.9'],
])('with %i trusted proxies a connection comes from %s', (trustedProxies, expected) => {
  const { clientIp } = relayRules(testConfig({ config: { trustedProxies } }))
  // The rule reads two fields of the request; a whole one needs a socket.
  const request = {
    headers: { 'x-forwarded-for': 'forged, 9.9.9.9' },
    socket: { remoteAddress: '10.0.0.1' },
  } as unknown as IncomingMessage
  expect(clientIp?.(request)).toBe(expected)
})

test('sockets per address and per client are settings; the rest stays as it is', () => {
  const settings = readConfig({ WM_RELAY_SOCKETS_PER_ADDRESS: '5000' })
  expect(relayRules(settings).limits).toEqual({ maxConnectionsPerIp: 5000 })
  expect(relayRules(readConfig({ WM_RELAY_SOCKETS_PER_CLIENT: '7' })).limits).toEqual({ maxConnectionsPerClient: 7 })
  expect(relayRules(testConfig()).limits).toEqual({})
})
