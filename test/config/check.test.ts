import { base, mainnet as viemMainnet } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../src/config/check.js'
import type { Config, ModalConfig } from '../../src/config/types.js'
import { isWalletError } from '../../src/vocabulary/errors.js'
import { bitcoin, mainnet, optimism, solana } from '../../src/vocabulary/networks.js'
import { checkKinds } from '../../src/config/check-kinds.js'
import { testRows } from '../support/rows.js'

/** As untyped code on a page would call it. */
const parse = (input: unknown) => parseConfig(input as ModalConfig)

function problem(input: unknown): { setting: unknown; problem: unknown } {
  try {
    parse(input)
  } catch (error) {
    if (isWalletError(error, 'CONFIG_INVALID')) return { setting: error.details['setting'], problem: error.details['problem'] }
    throw error
  }
  return expect.fail('was taken')
}

const network = {
  id: 5,
  name: 'Five',
  nativeCurrency: { name: 'F', symbol: 'F', decimals: 18 },
  rpcUrls: { default: { http: ['https://five.example'] } },
}

test('everything has a default', () => {
  expect(parseConfig({})).toEqual({
    projectId: '',
    id: 'default',
    services: {},
    networks: [mainnet],
    defaultNetwork: mainnet,
    rpcUrls: {},
    defaultAccountTypes: {},
    customWallets: [],
    connectors: [],
    featuredWalletIds: [],
    includeWalletIds: [],
    excludeWalletIds: [],
    allWallets: 'SHOW',
    features: {
      collapseWallets: false,
      connectMethodsOrder: ['email', 'social', 'wallet'],
      legalCheckbox: false,
      analytics: false,
    },
    theme: { mode: 'system', variables: {} },
    dialog: 'modal',
    preload: 'idle',
    messages: {},
    reconnect: true,
    enableNetworkSwitch: true,
    allowUnsupportedChain: false,
    preferUniversalLinks: false,
    debug: false,
    namespaces: ['eip155'],
  } satisfies Config)
})

describe('good settings', () => {
  const rows: [setting: string, input: ModalConfig, expected: Partial<Config>][] = [
    ['projectId', { projectId: 'shop_1.a-b' }, { projectId: 'shop_1.a-b' }],
    ['id', { id: 'second' }, { id: 'second' }],
    ['services, one url', { services: 'https://w.example.org' }, { services: { relay: 'wss://w.example.org/', wallets: 'https://w.example.org', rpc: 'https://w.example.org', data: 'https://w.example.org' } }],
    ['services, with slashes and a path', { services: 'http://127.0.0.1:8787/base//' }, { services: { relay: 'ws://127.0.0.1:8787/base/', wallets: 'http://127.0.0.1:8787/base', rpc: 'http://127.0.0.1:8787/base', data: 'http://127.0.0.1:8787/base' } }],
    ['services, one host alone', { services: { relay: 'wss://relay.example' } }, { services: { relay: 'wss://relay.example', wallets: undefined, rpc: undefined, data: undefined } }],
    ['services, url and one other', { services: { url: 'https://w.example', rpc: 'https://rpc.example' } }, { services: { relay: 'wss://w.example/', wallets: 'https://w.example', rpc: 'https://rpc.example', data: 'https://w.example' } }],
    ['metadata', { metadata: { name: 'Shop', url: 'https://shop.example', icons: ['https://shop.example/i.png'] } }, { metadata: { name: 'Shop', url: 'https://shop.example', icons: ['https://shop.example/i.png'] } }],
    ['networks', { networks: [optimism, solana, mainnet] }, { networks: [optimism, solana, mainnet], defaultNetwork: optimism, namespaces: ['eip155', 'solana'] }],
    ['defaultNetwork by id', { networks: [mainnet, optimism], defaultNetwork: 'eip155:10' }, { defaultNetwork: optimism }],
    ['defaultNetwork by network', { networks: [mainnet, bitcoin], defaultNetwork: bitcoin }, { defaultNetwork: bitcoin }],
    ['rpcUrls', { rpcUrls: { 'eip155:1': 'https://a.example', 'eip155:10': ['https://b.example', 'http://localhost:1'] } }, { rpcUrls: { 'eip155:1': 'https://a.example', 'eip155:10': ['https://b.example', 'http://localhost:1'] } }],
    ['customWallets', { customWallets: [{ id: 'a', name: 'Acme' }, { id: 'b', name: 'B', mobile_link: 'acme://', image_url: 'data:image/png;base64,AA==', rdns: null }] }, { customWallets: [{ id: 'a', name: 'Acme' }, { id: 'b', name: 'B', mobile_link: 'acme://', image_url: 'data:image/png;base64,AA==', rdns: null }] }],
    ['wallet ids', { featuredWalletIds: ['a'], includeWalletIds: ['b'], excludeWalletIds: ['c'] }, { featuredWalletIds: ['a'], includeWalletIds: ['b'], excludeWalletIds: ['c'] }],
    ['allWallets', { allWallets: 'ONLY_MOBILE' }, { allWallets: 'ONLY_MOBILE' }],
    ['features', { features: { collapseWallets: true, connectMethodsOrder: ['wallet'], legalCheckbox: true, analytics: true } }, { features: { collapseWallets: true, connectMethodsOrder: ['wallet'], legalCheckbox: true, analytics: true } }],
    ['slippage, a number', { features: { slippagePercent: 0.29 } }, { features: { ...parseConfig({}).features, slippagePercent: 0.29 } }],
    ['slippage, a text', { features: { slippagePercent: '2.50' } }, { features: { ...parseConfig({}).features, slippagePercent: 2.5 } }],
    ['legal urls', { termsUrl: 'https://shop.example/terms', privacyUrl: 'http://localhost/p' }, { termsUrl: 'https://shop.example/terms', privacyUrl: 'http://localhost/p' }],
    ['theme', { theme: { mode: 'dark', variables: { '--wm-color-accent': 'red' } } }, { theme: { mode: 'dark', variables: { '--wm-color-accent': 'red' } } }],
    ['dialog', { dialog: 'inline' }, { dialog: 'inline' }],
    ['locale', { locale: 'pt-BR' }, { locale: 'pt-BR' }],
    ['messages', { messages: { 'connect.heading': 'Hello' } }, { messages: { 'connect.heading': 'Hello' } }],
    ['switches', { reconnect: false, enableNetworkSwitch: false, allowUnsupportedChain: true, preferUniversalLinks: true, debug: true }, { reconnect: false, enableNetworkSwitch: false, allowUnsupportedChain: true, preferUniversalLinks: true, debug: true }],
    ['undefined everywhere', { services: undefined, networks: undefined, theme: { mode: undefined } }, { services: {}, networks: [mainnet] }],
  ] // oxfmt-ignore

  testRows(rows)('each setting is read: %s', (_, input, expected) => {
    const config = parseConfig(input)
    for (const [key, value] of Object.entries(expected)) expect(config[key as keyof Config]).toEqual(value)
  })

  test('viem chains are taken as they are, with everything they carry', () => {
    const config = parseConfig({ networks: [viemMainnet, base] })
    expect(config.networks[0]).toEqual({ ...viemMainnet, chainNamespace: 'eip155', caipNetworkId: 'eip155:1' })
    expect(config.networks[1]).toMatchObject({ id: 8453, caipNetworkId: 'eip155:8453' })
    expect(config.networks[1]).toHaveProperty('contracts.multicall3')
  })

  test('what the input holds later does not change the config', () => {
    const icons = ['https://a.example/1.png']
    const config = parseConfig({ metadata: { icons } })
    icons.push('javascript:alert(1)')
    expect(config.metadata?.icons).toHaveLength(1)
  })
})

describe('bad settings are named', () => {
  const rows: [setting: string, input: unknown][] = [
    ['config', null],
    ['config', 'text'],
    ['config', []],
    ['projectId', { projectId: 7 }],
    ['projectId', { projectId: 'a:b' }],
    ['projectId', { projectId: 'x'.repeat(65) }],
    ['id', { id: '' }],
    ['services', { services: 'example.org' }],
    ['services', { services: 'ftp://example.org' }],
    ['services', { services: 'javascript:alert(1)' }],
    ['services', { services: 5 }],
    ['services.relay', { services: { relay: 'https://relay.example' } }],
    ['services.wallets', { services: { wallets: 'wss://w.example' } }],
    ['services.data', { services: { data: 'ws://w.example' } }],
    ['services.rpc', { services: { rpc: '/rpc' } }],
    ['services.host', { services: { host: 'https://w.example' } }],
    ['metadata', { metadata: 'Shop' }],
    ['metadata.name', { metadata: { name: 'x'.repeat(257) } }],
    ['metadata.url', { metadata: { url: 'shop' } }],
    ['metadata.icons', { metadata: { icons: 'https://a.example/i.png' } }],
    ['metadata.icons.1', { metadata: { icons: ['https://a.example/i.png', 'data:text/html,<script>'] } }],
    ['networks', { networks: [] }],
    ['networks', { networks: mainnet }],
    ['networks.0', { networks: ['eip155:1'] }],
    ['networks.1', { networks: [mainnet, { ...viemMainnet }] }],
    ['networks.0.id', { networks: [{ ...network, id: 0 }] }],
    ['networks.0.id', { networks: [{ ...network, id: 1.5 }] }],
    ['networks.0.id', { networks: [{ ...network, id: 'abc' }] }],
    ['networks.0.id', { networks: [{ ...network, caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }] }],
    ['networks.0.name', { networks: [{ ...network, name: ' ' }] }],
    ['networks.0.name', { networks: [{ ...network, name: undefined }] }],
    ['networks.0.nativeCurrency.decimals', { networks: [{ ...network, nativeCurrency: { name: 'F', symbol: 'F', decimals: -1 } }] }],
    ['networks.0.nativeCurrency.symbol', { networks: [{ ...network, nativeCurrency: { name: 'F', decimals: 1 } }] }],
    ['networks.0.rpcUrls', { networks: [{ ...network, rpcUrls: undefined }] }],
    ['networks.0.rpcUrls.default', { networks: [{ ...network, rpcUrls: {} }] }],
    ['networks.0.rpcUrls.default.http.0', { networks: [{ ...network, rpcUrls: { default: { http: ['file:///etc/passwd'] } } }] }],
    ['networks.0.blockExplorers.default.url', { networks: [{ ...network, blockExplorers: { default: { name: 'X', url: 'javascript:alert(1)' } } }] }],
    ['networks.0.chainNamespace', { networks: [{ ...network, chainNamespace: 'sui' }] }],
    ['networks.0.testnet', { networks: [{ ...network, testnet: 'yes' }] }],
    ['networks.0.imageUrl', { networks: [{ ...network, imageUrl: 'data:text/html,x' }] }],
    ['defaultNetwork', { defaultNetwork: 'eip155:10' }],
    ['defaultNetwork', { defaultNetwork: 'ethereum' }],
    ['defaultNetwork', { networks: [mainnet], defaultNetwork: optimism }],
    ['rpcUrls.1', { rpcUrls: { 1: 'https://a.example' } }],
    ['rpcUrls.eip155:1', { rpcUrls: { 'eip155:1': 'ws://a.example' } }],
    ['rpcUrls.eip155:1', { rpcUrls: { 'eip155:1': [] } }],
    ['customWallets.0.id', { customWallets: [{ name: 'A' }] }],
    ['customWallets.0.name', { customWallets: [{ id: 'a', name: '' }] }],
    ['customWallets.1', { customWallets: [{ id: 'a', name: 'A' }, { id: 'a', name: 'B' }] }],
    ['customWallets.0.mobile_link', { customWallets: [{ id: 'a', name: 'A', mobile_link: 'javascript:alert(1)' }] }],
    ['customWallets.0.mobile_link', { customWallets: [{ id: 'a', name: 'A', mobile_link: '\u0001javascript:alert(1)' }] }],
    ['customWallets.0.mobile_link', { customWallets: [{ id: 'a', name: 'A', mobile_link: 'java\nscript:alert(1)' }] }],
    ['customWallets.0.desktop_link', { customWallets: [{ id: 'a', name: 'A', desktop_link: 'data:text/html,x' }] }],
    ['customWallets.0.webapp_link', { customWallets: [{ id: 'a', name: 'A', webapp_link: 'acme://' }] }],
    ['customWallets.0.homepage', { customWallets: [{ id: 'a', name: 'A', homepage: 'file:///a' }] }],
    ['customWallets.0.image_url', { customWallets: [{ id: 'a', name: 'A', image_url: 'data:text/html,x' }] }],
    ['featuredWalletIds', { featuredWalletIds: 'metamask' }],
    ['includeWalletIds.0', { includeWalletIds: [1] }],
    ['excludeWalletIds.0', { excludeWalletIds: [''] }],
    ['allWallets', { allWallets: 'show' }],
    ['features.legalCheckbox', { features: { legalCheckbox: 1 } }],
    ['features.socials', { features: { socials: 'google' } }],
    ['features.socials', { features: { socials: [] } }],
    ['features.socials.0', { features: { socials: ['myspace'] } }],
    ['features.socials.1', { features: { socials: ['google', 'google'] } }],
    ['features.connectMethodsOrder', { features: { connectMethodsOrder: [] } }],
    ['features.connectMethodsOrder.1', { features: { connectMethodsOrder: ['wallet', 'wallet'] } }],
    ['features.connectMethodsOrder.0', { features: { connectMethodsOrder: ['phone'] } }],
    ...[0, -1, 50.01, 100, 0.001, 1e-7, Number.NaN, Infinity, '', '1,5', ' 1', '1e1', '0x1', '٣', '0.00', true, null, [1]].map((slippagePercent): [string, unknown] => ['features.slippagePercent', { features: { slippagePercent } }]),
    ['termsUrl', { termsUrl: 'javascript:alert(1)' }],
    ['privacyUrl', { privacyUrl: 'privacy' }],
    ['theme.mode', { theme: { mode: 'auto' } }],
    ['theme.variables.color', { theme: { variables: { color: 'red' } } }],
    ['theme.variables.--wm-x', { theme: { variables: { '--wm-x': 5 } } }],
    ['dialog', { dialog: 'popup' }],
    ['locale', { locale: 'not a tag' }],
    ['messages.connect heading', { messages: { 'connect heading': 'x' } }],
    ['messages.a', { messages: { a: 1 } }],
    ['reconnect', { reconnect: 'false' }],
    ['enableNetworkSwitch', { enableNetworkSwitch: null }],
    ['allowUnsupportedChain', { allowUnsupportedChain: 0 }],
    ['preferUniversalLinks', { preferUniversalLinks: 'no' }],
    ['debug', { debug: 1 }],
  ] // oxfmt-ignore

  testRows(rows)('a wrong value of a setting is refused by its name: %s: %j', (setting, input) => {
    expect(problem(input)).toEqual({ setting, problem: expect.stringMatching(/\S/) })
  })

  testRows([
    ['projectID', 'unknown setting, did you mean projectId?'],
    ['network', 'unknown setting, did you mean networks?'],
    ['custom_wallets', 'unknown setting, did you mean customWallets?'],
    ['somethingElse', 'unknown setting'],
    ['constructor', 'unknown setting'],
  ])('a setting that does not exist is named, with the nearest: %s', (key, text) => {
    expect(problem({ [key]: 1 })).toEqual({ setting: key, problem: text })
  })

  test('an own field called __proto__ is no way in', () => {
    expect(problem(JSON.parse('{"__proto__": {"debug": true}}'))).toMatchObject({ setting: '__proto__' })
  })

  test('the message says it in one sentence', () => {
    expect(() => parse({ debug: 'yes' })).toThrow('Invalid setting debug: true or false is needed')
  })
})

test('a setting that is undefined is as one that is not there', () => {
  const given: ModalConfig = { services: undefined, debug: undefined, networks: undefined, locale: undefined }
  expect(() => checkKinds(given)).not.toThrow()
  expect(parseConfig(given)).toEqual(parseConfig({}))
  expect(() => checkKinds({ debug: null } as never)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }))
})
