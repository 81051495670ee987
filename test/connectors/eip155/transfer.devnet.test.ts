// A transfer of the EVM connector, on a real node.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { type Anvil, startAnvil } from '../../support/anvil.js'
import { callsOn } from '../../support/calls.js'

const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let anvil: Anvil
beforeAll(async () => void (anvil = await startAnvil()))
afterAll(() => anvil.stop())

test('the native coin is transferred, as much as was asked', async () => {
  const rpcUrls = { 31337: anvil.url }
  const wallet = createMockWallet({ accounts: [anvil.accounts[0]!.privateKey], chains: [31337], rpcUrls })
  const connector = wallet.connector()
  const network = toNetwork({
    id: 31337,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
  })
  await connector.connect({ networks: [network] })
  const getBalance = async () =>
    BigInt(String(await connector.request('eip155:31337', { method: 'eth_getBalance', params: [receiver, 'latest'] })))
  const before = await getBalance()
  const hash = await callsOn('eip155:31337').send(connector, { to: receiver, amount: 123_456_789n })
  expect(hash).toMatch(/^0x[\da-f]{64}$/)
  await expect.poll(getBalance).toBe(before + 123_456_789n)
})
