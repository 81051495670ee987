import { expect, test } from 'vitest'
import { offerFor, settle } from '../../demo/wallet/proposal.js'

const namespace = (chains: string[]) => ({ chains, methods: [], events: [] })

test('offers the chains that were asked for, once each, and drops what is optional', () => {
  const offer = offerFor({
    requiredNamespaces: { eip155: namespace(['eip155:1']) },
    optionalNamespaces: { eip155: namespace(['eip155:1', 'eip155:31337']), solana: namespace(['solana:abc']) }, // no id of Solana
  })
  expect(offer).toEqual({ possible: true, chains: ['eip155:1', 'eip155:31337'], dropped: ['solana:abc'] })
})

test('understands namespaces keyed by chain', () => {
  const offer = offerFor({ requiredNamespaces: {}, optionalNamespaces: { 'eip155:10': { methods: [], events: [] } } })
  expect(offer).toEqual({ possible: true, chains: ['eip155:10'], dropped: [] })
})

test('refuses when the site insists on another ecosystem, or asks for nothing known', () => {
  expect(offerFor({ requiredNamespaces: { solana: namespace(['solana:abc']) }, optionalNamespaces: {} })).toEqual({
    possible: false,
    missing: ['solana:abc'],
  })
  expect(offerFor({ requiredNamespaces: {}, optionalNamespaces: {} })).toMatchObject({ possible: false })
})

test('settles with an account on every chain', () => {
  expect(settle(['eip155:1', 'eip155:31337'], () => ['0xA'])['eip155']?.accounts).toEqual(['eip155:1:0xA', 'eip155:31337:0xA'])
})

test('offers five ecosystems in one session, each with its own accounts and methods', () => {
  const chains = [
    'eip155:31337',
    'solana:6ZNrcmeiXbJNUdYJ7wfaiuqfn3ANNeYc',
    'bip122:000000000019d6689c085ae165831e93',
    'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    'cosmos:cosmoshub-4',
  ]
  const others = ['bip122:000000000933ea01ad0ee984209779ba', 'cosmos:unknown-1', 'sui:mainnet']
  const offer = offerFor({
    requiredNamespaces: {},
    optionalNamespaces: Object.fromEntries([...chains, ...others].map((chain) => [chain, { methods: [], events: [] }])),
  })
  expect(offer).toEqual({ possible: true, chains, dropped: others })
  const namespaces = settle(chains, (chain) => [`of ${chain}`])
  expect(Object.keys(namespaces)).toEqual(['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'])
  expect(namespaces['cosmos']).toMatchObject({
    accounts: ['cosmos:cosmoshub-4:of cosmos:cosmoshub-4'],
    methods: ['cosmos_getAccounts', 'cosmos_signAmino', 'cosmos_signDirect'],
  })
  expect(namespaces['eip155']?.methods).toEqual(
    expect.arrayContaining([
      'eth_sendTransaction',
      'wallet_getCapabilities',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
    ]),
  )
})
