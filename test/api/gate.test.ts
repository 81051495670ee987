import { expect, test } from 'vitest'
import { getSupportedChains } from '../../src/api/chains.js'
import { getBalances } from '../../src/api/balances.js'
import { assertSupported, isSupported, supportedChains } from '../../src/api/gate.js'
import { getHistory } from '../../src/api/history.js'
import { getNfts } from '../../src/api/nfts.js'
import { json, serve, testApi } from './server.js'
import { wire } from './wire.js'

const chains = { http: ['eip155:1'], ws: [] }

test('the list is asked for once, also by many at a time', async () => {
  const { api, gates, stop } = await wire({}, { chains })
  const all = await Promise.all(['eip155:1', 'eip155:2', 'eip155:1'].map((chainId) => isSupported(api, chainId)))
  expect(all).toEqual([true, false, true])
  expect(await isSupported(api, 'eip155:1', new AbortController().signal)).toBe(true)
  expect(gates()).toBe(1)
  await stop()
})

test('two Api objects do not share it', async () => {
  const { api, gates, stop } = await wire({}, { chains })
  await isSupported(api, 'eip155:1')
  await isSupported({ ...api }, 'eip155:1')
  expect(gates()).toBe(2)
  await stop()
})

test('an empty list is asked for again', async () => {
  const { api, gates, stop } = await wire({}, { chains: { http: [], ws: [] } })
  expect(await isSupported(api, 'eip155:1')).toBe(false)
  expect(await isSupported(api, 'eip155:1')).toBe(false)
  expect(gates()).toBe(2)
  await stop()
})

test('while it cannot be had, nothing is served; and then it is', async () => {
  let isUp = false
  const server = await serve((response) => (isUp ? json(response, chains) : json(response, {}, 404)))
  const api = testApi(server.url)
  expect(await isSupported(api, 'eip155:1')).toBe(false)
  await expect(supportedChains(api)).rejects.toMatchObject({ code: 'HTTP_STATUS' })
  isUp = true
  expect(await isSupported(api, 'eip155:1')).toBe(true)
  await server.stop()
})

test('without the list nobody says that an account is empty', async () => {
  const server = await serve((response) => json(response, {}, 404))
  const api = testApi(server.url)
  const about = { address: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', account: 'x', chainId: 'eip155:1' }
  for (const ask of [getHistory, getNfts, getBalances])
    await expect(ask(api, about)).rejects.toMatchObject({ code: 'HTTP_STATUS', details: { status: 404 } })
  await server.stop()
})

test('a malformed list serves nothing', async () => {
  const { api, stop } = await wire({}, { chains: { http: ['ethereum'], ws: [] } })
  expect(await isSupported(api, 'ethereum')).toBe(false)
  await stop()
})

test('who leaves takes the answer away from nobody', async () => {
  const leaving = new AbortController()
  let release = () => {}
  const server = await serve((response) => {
    release = () => json(response, chains)
    leaving.abort('left')
  })
  const api = testApi(server.url)
  const left = isSupported(api, 'eip155:1', leaving.signal)
  const stays = isSupported(api, 'eip155:1')
  await expect(left).rejects.toMatchObject({ code: 'ABORTED', cause: 'left' })
  release()
  expect(await stays).toBe(true)
  expect(server.asked).toHaveLength(1)
  await server.stop()
})

test('who has left asks nothing', async () => {
  const { api, gates, stop } = await wire({}, { chains })
  await expect(isSupported(api, 'eip155:1', AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' })
  expect(gates()).toBe(0)
  await stop()
})

test('a wrong set-up is said, not taken for an empty chain', async () => {
  await expect(isSupported(testApi(undefined), 'eip155:1')).rejects.toMatchObject({ code: 'NO_SERVICES' })
  await expect(isSupported(testApi('ftp://x'), 'eip155:1')).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
})

test('the refusal has the code that was asked for, and names the chain', async () => {
  const { api, stop } = await wire({}, { chains })
  await expect(assertSupported(api, 'eip155:1', 'SWAPS_NOT_SUPPORTED')).resolves.toBeUndefined()
  await expect(assertSupported(api, 'eip155:5', 'SWAPS_NOT_SUPPORTED')).rejects.toMatchObject({
    code: 'SWAPS_NOT_SUPPORTED',
    message: 'Network not supported for Swaps',
    details: { chain: 'eip155:5' },
  })
  await expect(assertSupported(api, 'eip155:5', 'GAS_PRICE_NOT_SUPPORTED')).rejects.toThrow('Network not supported for Gas Price')
  await expect(assertSupported(api, 'eip155:5', 'BALANCE_UNAVAILABLE')).rejects.toThrow('Token Balance Unavailable')
  await stop()
})

test('the list itself carries the labels of a GET', async () => {
  const server = await serve((response) => json(response, chains))
  expect(await getSupportedChains(testApi(server.url))).toEqual(chains)
  expect(server.asked[0]?.url.search).toBe('?st=wm&sv=html-test-0.1.0&projectId=shop')
  await server.stop()
})
