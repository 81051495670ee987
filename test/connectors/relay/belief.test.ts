// What is believed of a wallet over the relay between two of its grants: its accounts stay, what it selects is an order upon them.
import { describe, expect, test } from 'vitest'
import { PEER_METHODS } from '../../../services/test/support/wallet-peer.js'
import { tellsGrant } from '../../support/calls.js'
import { bob, network, nextSession, sign, updateSession, useRelay } from '../../support/relay-page.js'

const { createPage, paired } = useRelay()
const on = (chain: number, ...addresses: string[]) => addresses.map((address) => `eip155:${chain}:${address}`)
/** Both chains grant these, and the wallet is on the development node's, or on `chain`. */
const tellsOn = (addresses: readonly string[], chain: 'eip155:31337' | 'eip155:137' = 'eip155:31337', others = addresses) =>
  tellsGrant({ 'eip155:31337': addresses, 'eip155:137': others }, chain, true)

async function withTwoAccounts() {
  const setUp = await paired({ chains: ['eip155:31337', 'eip155:137'] })
  const ada = setUp.wallet.address
  await updateSession(setUp.wallet, [...on(31337, ada, bob), ...on(137, ada, bob)])
  await expect.poll(() => setUp.changes.at(-1)).toEqual(tellsOn([ada, bob]))
  return { ...setUp, ada }
}

describe('selecting an account in the wallet', () => {
  test('puts it first and takes none away, so that the other can be selected again', async () => {
    const { wallet, changes, ada } = await withTwoAccounts()
    await wallet.emitAccounts('eip155:31337', [bob])
    await expect.poll(() => changes.at(-1)).toEqual(tellsOn([bob, ada]))
    await wallet.emitAccounts('eip155:31337', [ada])
    await expect.poll(() => changes.at(-1)).toEqual(tellsOn([ada, bob]))
  })

  test('holds on every chain of the session', async () => {
    const { wallet, connector, changes, ada } = await withTwoAccounts()
    await wallet.emitAccounts('eip155:31337', [bob])
    await expect.poll(() => changes.at(-1)).toEqual(tellsOn([bob, ada]))
    await connector.switchTo(network(137))
    await expect(connector.request('eip155:137', { method: 'eth_accounts' })).resolves.toEqual([bob, ada])
    expect(changes.at(-1)).toEqual(tellsOn([bob, ada], 'eip155:137'))
  })

  test('of one that was never granted changes nothing', async () => {
    const { wallet, connector, changes, ada } = await withTwoAccounts()
    const heard = changes.length
    await wallet.emitAccounts('eip155:31337', ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'])
    await wallet.emitAccounts('eip155:31337', [bob])
    await expect.poll(() => changes.slice(heard)).toEqual([tellsOn([bob, ada])])
    await expect(connector.request('eip155:31337', { method: 'eth_accounts' })).resolves.toEqual([bob, ada])
  })

  test('outlives an update of the session that still has it', async () => {
    const { wallet, connector, changes, ada } = await withTwoAccounts()
    await wallet.emitAccounts('eip155:31337', [bob])
    await expect.poll(() => changes.at(-1)).toEqual(tellsOn([bob, ada]))
    const carol = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    await updateSession(wallet, [...on(31337, ada, carol, bob), ...on(137, ada)])
    await expect.poll(() => changes.at(-1)).toEqual(tellsOn([bob, ada, carol], 'eip155:31337', [ada]))
    await expect(connector.request('eip155:137', { method: 'eth_accounts' })).resolves.toEqual([ada])
  })
})

describe('a session that is of no more use', () => {
  test('ends in the wallet too when the wallet tells of no accounts', async () => {
    const { wallet, changes, connector, session } = await paired()
    await wallet.emitAccounts('eip155:31337', [])
    await expect.poll(() => changes).toEqual([{ type: 'disconnect' }])
    await nextSession(wallet).toBe(0)
    await expect(sign(connector, 'x')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await expect(session.disconnect()).resolves.toBeUndefined()
  })
})

describe('methods', () => {
  test('that nobody proposed are refused, though the wallet has granted them', async () => {
    // attack 46
    const methods = [...PEER_METHODS, 'wallet_emptyAccount', 'acme_signAnything']
    const { wallet, connector } = await paired({ methods, answer: () => Promise.resolve('0x') })
    for (const method of ['wallet_emptyAccount', 'acme_signAnything'])
      await expect(connector.request('eip155:31337', { method, params: [] })).rejects.toMatchObject({ code: 4200 })
    expect(wallet.requests).toEqual([])
    await expect(connector.request('eip155:31337', { method: 'personal_sign', params: ['0x', bob] })).resolves.toBe('0x')
  })

  test('reads that a wallet has granted unasked go to the node all the same', async () => {
    // attack 46
    const { wallet, connector } = await paired({ methods: [...PEER_METHODS, 'eth_blockNumber'] }, createPage())
    await expect(connector.request('eip155:31337', { method: 'eth_blockNumber' })).resolves.toMatch(/^0x/)
    expect(wallet.requests).toEqual([])
  })
})

test('a session that the wallet ends before the page has taken it over is no connection', async () => {
  const { wallet, page, session, connector } = await paired()
  await wallet.disconnect()
  const attempt = () => connector.connect({ networks: page.networks }).then(() => 'connected', toCode)
  await expect.poll(attempt).toBe('WALLET_DISCONNECTED')
  await session.disconnect()
})

const toCode = (error: unknown) => (error as { code?: string }).code
