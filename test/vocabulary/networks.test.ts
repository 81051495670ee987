import * as viemChains from 'viem/chains'
import { expect, test } from 'vitest'
import { isChainId, parseChainId } from '../../src/vocabulary/caip.js'
import { parseConfig } from '../../src/config/check.js'
import { EVM_NETWORKS_COUNT, SOLANA_NETWORKS_COUNT } from '../../src/vocabulary/constants.js'
import * as table from '../../src/vocabulary/networks.js'
import { isWebUrl } from '../../src/vocabulary/image-url.js'
import { testRows } from '../support/rows.js'

const { networksByName, ...networks } = table
const all = Object.entries(networks)
const of = (namespace: string) => all.filter(([, network]) => network.chainNamespace === namespace)

test('there are as many as the specification says', () => {
  expect(of('eip155')).toHaveLength(EVM_NETWORKS_COUNT)
  expect(of('solana')).toHaveLength(SOLANA_NETWORKS_COUNT)
})

test('each can be named in text', () => {
  expect(networksByName).toEqual(networks)
})

test('each of the twelve EVM chains has its testnet', () => {
  expect(of('eip155').filter(([, network]) => network.testnet)).toHaveLength(EVM_NETWORKS_COUNT / 2)
})

test('all of them together are a config, so no id stands twice', () => {
  expect(parseConfig({ networks: all.map(([, network]) => network) }).namespaces).toEqual([
    'eip155',
    'solana',
    'bip122',
    'polkadot',
    'cosmos',
  ])
})

testRows(all)('%s has a CAIP-2 id of its namespace and reference', (_, network) => {
  expect(parseChainId(network.caipNetworkId)).toEqual({ namespace: network.chainNamespace, reference: String(network.id) })
  expect((network.deprecatedCaipNetworkIds ?? []).filter((id) => !isChainId(id))).toEqual([])
})

testRows(all)('%s has nodes and an explorer, over https', (_, network) => {
  expect(network.rpcUrls.default.http).not.toHaveLength(0)
  const urls = [...network.rpcUrls.default.http, network.blockExplorers?.default.url ?? '']
  expect(urls.filter((url) => !isWebUrl(url) || !url.startsWith('https://'))).toEqual([])
  expect(network.blockExplorers?.default.url).not.toMatch(/\/$/)
})

testRows(of('eip155'))('%s agrees with viem on what cannot be a matter of taste', (name, network) => {
  const known = Object.entries(viemChains).find(([key]) => key === name)?.[1] as viemChains.Chain | undefined
  expect(network).toMatchObject({ id: known?.id, nativeCurrency: { symbol: known?.nativeCurrency.symbol, decimals: 18 } })
  expect(network.testnet ?? false).toBe(known?.testnet ?? false)
})

test('Solana clusters are known by the ids of their genesis, mainnet and devnet also by their former ones', () => {
  expect(
    of('solana').map(([, { caipNetworkId, deprecatedCaipNetworkIds }]) => [caipNetworkId, deprecatedCaipNetworkIds?.[0]]),
  ).toEqual(
    expect.arrayContaining([
      ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
      ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'],
      ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', undefined],
    ]),
  )
})
