// The Polkadot connector with the injection and the keyring of Polkadot's own libraries.
import { stringToU8a, u8aWrapBytes } from '@polkadot/util'
import { signatureVerify } from '@polkadot/util-crypto'
import { describe, expect, test, vi } from 'vitest'
import { createConnector } from '../../../src/connectors/polkadot/index.js'
import { discover } from '../../../src/connectors/polkadot/discover.js'
import type { ConnectorChange, FoundWallet } from '../../../src/connectors/connector.js'
import { accountIdOf } from '../../../src/vocabulary/account.js'
import { kusama, polkadot, westend } from '../../../src/vocabulary/non-evm-networks.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { plainWindow } from '../../support/plain-window.js'
import { injectPolkadotWallet } from '../../support/polkadot-wallet.js'

const networks = [polkadot, kusama]
const moonbeam = toNetwork({
  ...polkadot,
  id: 'fe58ea77779b7abda7da4ec526d14db9',
  caipNetworkId: 'polkadot:fe58ea77779b7abda7da4ec526d14db9',
})
const world = { read: () => Promise.reject(new Error('no nodes')) }

function look(window: Window) {
  const life = new AbortController()
  const reports: (readonly FoundWallet[])[] = []
  discover(window, (found) => reports.push(found), life.signal)
  return { reports, stop: () => life.abort(), last: () => reports.at(-1) ?? [] }
}

async function open(name?: string) {
  const window = plainWindow()
  const extension = await injectPolkadotWallet(window, name)
  const { last, stop } = look(window)
  stop()
  const [found] = last()
  if (!found) throw new Error('no wallet was found')
  const connector = createConnector(found, world)
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  return { ...extension, connector, found, changes }
}

test('is found by the name of its key, once', async () => {
  const { found } = await open()
  expect(found.wallet).toEqual({
    id: 'injected:polkadot-js',
    uid: 'polkadot injected:polkadot-js',
    namespace: 'polkadot',
    name: 'Polkadot.js',
    source: 'injected',
  })
  expect((await open('acme')).found.wallet.name).toBe('acme')
})

describe('connected', () => {
  test('its accounts are written for each chain, with key type, key and name; ethereum-style ones only where they exist', async () => {
    const { connector, keyring } = await open()
    const [alice, bob, charlie, dave] = keyring.getPairs()
    const grant = await connector.connect({ networks })
    expect(grant.chains).toEqual(networks.map(({ caipNetworkId }) => caipNetworkId))
    expect(grant.accounts.slice(0, 3)).toEqual([
      {
        chain: polkadot.caipNetworkId,
        address: keyring.encodeAddress(alice?.publicKey ?? '', 0),
        type: 'sr25519',
        publicKey: Buffer.from(alice?.publicKey ?? '').toString('hex'),
        label: 'Alice',
      },
      expect.objectContaining({ address: keyring.encodeAddress(bob?.address ?? '', 0), type: 'ed25519', label: 'Bob' }),
      {
        chain: polkadot.caipNetworkId,
        address: keyring.encodeAddress(charlie?.address ?? '', 0),
        type: 'ecdsa',
        label: 'Charlie',
      },
    ])
    const evm = await connector.connect({ networks: [moonbeam] })
    expect(evm.accounts).toEqual([{ chain: moonbeam.caipNetworkId, address: dave?.address, type: 'ethereum', label: 'Dave' }])
  })

  test('an account that was made for one chain is on that one alone', async () => {
    const { connector, state } = await open()
    state.pairs[0]?.setMeta({ genesisHash: `0x${kusama.id}cb4bb77209cec0c6` })
    const { accounts } = await connector.connect({ networks })
    expect(accounts.filter(({ label }) => label === 'Alice').map(({ chain }) => chain)).toEqual([kusama.caipNetworkId])
  })

  test('signs texts between <Bytes>, with every kind of key, as the library verifies', async () => {
    const { connector } = await open()
    const { accounts } = await connector.connect({ networks: [westend] })
    const message = 'westend.example wants you to sign in'
    for (const account of accounts) {
      const { signature, scheme } = await connector.sign({ account: accountIdOf(account), message })
      expect(scheme).toBe(account.type)
      const verified = (text: string) => signatureVerify(u8aWrapBytes(stringToU8a(text)), signature, account.address).isValid
      expect([verified(message), verified(`${message}.`)]).toEqual([true, false])
    }
    expect(accounts.map(({ type }) => type)).toEqual(['sr25519', 'ed25519', 'ecdsa'])
    const [first] = accounts
    const answer = await connector.request(westend.caipNetworkId, {
      method: 'polkadot_signMessage',
      params: { address: first?.address, message },
    })
    expect(answer).toEqual({ signature: expect.stringMatching(/^0x[\da-f]{128}$/) })
  })

  test('passes payloads on, and refuses what it cannot', async () => {
    const { connector } = await open()
    const { accounts } = await connector.connect({ networks })
    const ask = (method: string, params: object) => connector.request(polkadot.caipNetworkId, { method, params })
    const address = accounts[0]?.address
    expect(await ask('polkadot_signTransaction', { address, transactionPayload: { method: '0x00' } })).toMatchObject({
      signature: expect.stringMatching(/^0x/),
    })
    await expect(ask('polkadot_signTransaction', { address })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    await expect(ask('polkadot_signMessage', { address: accounts.at(-1)?.address.slice(1), message: 'x' })).rejects.toMatchObject(
      { code: 'UNAUTHORIZED' },
    )
    await expect(ask('eth_sign', {})).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    await expect(
      connector.send({
        from: `${polkadot.caipNetworkId}:${address}`,
        to: 'x',
        amount: 1n,
        asset: `${polkadot.caipNetworkId}/slip44:354`,
      }),
    ).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
  })

  test('hears of other accounts, and no more after the end', async () => {
    const { connector, changes, setPairs, keyring, subscribers } = await open()
    await connector.connect({ networks: [westend] })
    const [, bob] = keyring.getPairs()
    setPairs(bob ? [bob] : [])
    expect(changes).toEqual([
      {
        type: 'grant',
        grant: {
          accounts: [expect.objectContaining({ label: 'Bob' })],
          chain: westend.caipNetworkId,
          chains: [westend.caipNetworkId],
        },
      },
    ])
    setPairs([])
    expect(changes.at(-1)).toEqual({ type: 'disconnect' })
    await connector.disconnect()
    expect(subscribers.size).toBe(0)
  })

  test('says that the person refused', async () => {
    const { connector, state } = await open()
    state.approve = () => {
      throw new Error('Cancelled')
    }
    await expect(connector.connect({ networks })).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
})

describe('hostile pages', () => {
  test('objects that throw are left out, and late ones are found', async () => {
    vi.useFakeTimers()
    try {
      const injectedWeb3: Record<string, unknown> = {
        dead: null,
        odd: 7,
        '\u202Eevil': { enable: () => undefined },
        get thrower() {
          throw new Error('boom')
        },
      }
      const { reports, stop } = look(plainWindow({ injectedWeb3 }))
      expect(reports.at(-1)?.map(({ wallet }) => wallet.name)).toEqual(['evil'])
      injectedWeb3['talisman'] = { enable: () => undefined }
      vi.advanceTimersByTime(1_000)
      expect(reports.at(-1)?.map(({ wallet }) => wallet.name)).toEqual(['evil', 'Talisman'])
      stop()
      injectedWeb3['late'] = { enable: () => undefined }
      vi.advanceTimersByTime(10_000)
      expect(reports).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })
})
