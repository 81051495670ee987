import { expect, test } from 'vitest'
import { offerFor, settle } from '../../demo/wallet/proposal.js'

const namespace = (chains: string[]) => ({ chains, methods: [], events: [] })

test('offers the eip155 chains that were asked for, once each, and drops what is optional', () => {
  const offer = offerFor({
    requiredNamespaces: { eip155: namespace(['eip155:1']) },
    optionalNamespaces: { eip155: namespace(['eip155:1', 'eip155:31337']), solana: namespace(['solana:abc']) },
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
  expect(settle(['eip155:1', 'eip155:31337'], ['0xA'])['eip155']?.accounts).toEqual(['eip155:1:0xA', 'eip155:31337:0xA'])
})
