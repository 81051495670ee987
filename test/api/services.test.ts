// What is special about names, on-ramps and sessions, beyond what every call has in common.
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { nameMessage, registerName } from '../../src/api/name-writes.js'
import { getIdentity } from '../../src/api/identity.js'
import { addressOfName, getName, getNamesOf, type NameRecord } from '../../src/api/names.js'
import {
  builtInOptions,
  createOnrampUrl,
  getOnrampOptions,
  getOnrampProviders,
  getOnrampQuote,
  onrampQuoteBodySchema,
  presetAmount,
} from '../../src/api/onramp.js'
import { getSmartSessionContext, getSmartSessions, revokeSmartSession, revokeText } from '../../src/api/smart-sessions.js'
import { answerOf, chainId, pci, requestOf } from './case.js'
import { json, serve, testApi } from './server.js'
import { user, wire } from './wire.js'

const account = `eip155:31337:${user}`

describe('names', () => {
  test('[] means that nobody has the name', async () => {
    const { api, stop } = await wire([])
    expect(await getName(api, { name: 'ada.example.id', chainId })).toBeUndefined()
    await stop()
  })

  test('a name cannot leave its place in the path', async () => {
    const { api, asked, stop } = await wire([])
    await getName(api, { name: '../x?y#z', chainId })
    expect(asked()[0]?.url.pathname).toBe('/v1/profile/account/..%2Fx%3Fy%23z')
    await stop()
  })

  test('the address is that of the chain by its coin type, else that of Ethereum', () => {
    const record = (addresses: NameRecord['addresses']) => ({ ...(answerOf('name') as NameRecord), addresses }) // our own file
    const both = record({ 60: { address: '0xa' }, 2147483658: { address: '0xb' } })
    expect(addressOfName(both, 'eip155:10')).toBe('0xb')
    expect(addressOfName(both, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBe('0xa')
    expect(addressOfName(record({}), 'eip155:1')).toBeUndefined()
    expect(() => addressOfName(both, 'eip155:2147483648')).toThrow(expect.objectContaining({ code: 'CAIP_INVALID' }))
  })

  test('the texts to sign count in whole seconds, keys in their order', () => {
    expect(nameMessage({ name: 'ada.example.id' }, 1767323045999)).toBe(
      '{"name":"ada.example.id","attributes":{},"timestamp":1767323045}',
    )
    expect(nameMessage({ name: 'ada.example.id', attributes: { bio: 'hi' } }, 1000)).toBe(
      '{"name":"ada.example.id","attributes":{"bio":"hi"},"timestamp":1}',
    )
    expect(nameMessage({ attributes: { bio: 'hi' } }, 1000)).toBe('{"attributes":{"bio":"hi"},"timestamp":1}')
    expect(nameMessage({ coinType: 60, address: '0xa' }, 1000)).toBe('{"coin_type":60,"address":"0xa","timestamp":1}')
  })

  const write = { chainId, coinType: 60, address: user, message: nameMessage({ name: 'ada.example.id' }, 1), signature: '0x00' }

  test('what is written is of the chain’s own coin type unless another is given', async () => {
    const { api, asked, stop } = await wire({ success: true })
    await registerName(api, { ...write, coinType: undefined })
    expect(asked().map(({ body }) => JSON.parse(body ?? 'null') as unknown)).toMatchObject([{ coin_type: 0x8000_0001 }])
    await stop()
  })

  test('a registration may be answered with its success, or with the record', async () => {
    for (const [answer, result] of [
      [{ success: true }, { success: true }],
      [{ success: false }, { success: false }],
      [answerOf('name'), { success: true, record: { name: 'ada.example.id' } }],
    ]) {
      const { api, stop } = await wire(answer)
      expect(await registerName(api, write)).toMatchObject(result as object)
      await stop()
    }
  })

  test('a refusal names the field and quotes the reason', async () => {
    const reasons = [{ field: 'timestamp', description: 'Timestamp is expired or in the future' }]
    const { api, stop } = await wire(undefined, { reply: (response) => json(response, { status: 'FAILED', reasons }, 400) })
    await expect(registerName(api, write)).rejects.toMatchObject({
      details: { status: 400, field: 'timestamp', reasons: 'timestamp: Timestamp is expired or in the future' },
    })
    await stop()
  })

  test('a registration whose answer was lost is not sent again', async () => {
    const { api, asked, stop } = await wire(undefined, { reply: (response) => response.destroy() })
    await expect(registerName(api, write)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    expect(asked()).toHaveLength(1)
    await stop()
  })
})

describe('on-ramp', () => {
  const order = { destinationWallets: [{ address: user }], partnerUserId: user }

  test('a page that is not on the web is malformed', async () => {
    for (const url of ['javascript:alert(1)', 'checkout/1', '']) {
      const { api, stop } = await wire({ url })
      await expect(createOnrampUrl(api, { chainId, order })).rejects.toMatchObject({
        code: 'MALFORMED_RESPONSE',
        details: { problem: 'url: a web address is needed' },
      })
      await stop()
    }
  })

  test('our own services name provider and order', async () => {
    const { api, stop } = await wire({ url: 'https://pay.example/1', provider: 'sandbox', orderId: 'o1' })
    const page = { url: 'https://pay.example/1', provider: 'sandbox', orderId: 'o1' }
    expect(await createOnrampUrl(api, { chainId, order })).toEqual(page)
    await stop()
  })

  test('a server that lists no providers has the one of the public server; any other failure is told', async () => {
    const missing = await wire(undefined, { reply: (response) => json(response, {}, 404) })
    expect(await getOnrampProviders(missing.api, { chainId })).toEqual(['coinbase'])
    await missing.stop()
    const refusing = await wire(undefined, { reply: (response) => json(response, {}, 403) })
    await expect(getOnrampProviders(refusing.api, { chainId })).rejects.toMatchObject({ code: 'HTTP_STATUS' })
    await refusing.stop()
  })

  test('a preset amount is a whole number', () => {
    const amounts = ['100', '100.00', '49.9', '0', '1e3', '9999999999']
    expect(amounts.map(presetAmount)).toEqual([100, 100, undefined, undefined, undefined, undefined])
  })

  test('when the services are gone, the options are built in and say so', async () => {
    const server = await serve(() => undefined)
    await server.stop()
    expect(await getOnrampOptions(testApi(server.url), { chainId })).toEqual({ ...builtInOptions, estimate: true })
  })

  test('what is built in is what the specification says, with real contracts', () => {
    const limits = [
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ]
    expect(builtInOptions.paymentCurrencies).toEqual(['USD', 'EUR'].map((id) => ({ id, payment_method_limits: limits })))
    expect(builtInOptions.purchaseCurrencies.map(({ name, symbol }) => [name, symbol])).toEqual([
      ['USD Coin', 'USDC'],
      ['Ether', 'ETH'],
    ])
    const networks = builtInOptions.purchaseCurrencies.flatMap((currency) => currency.networks)
    expect(new Set(networks.map(({ name, chain_id }) => `${name} ${chain_id}`))).toEqual(
      new Set(['ethereum-mainnet 1', 'polygon-mainnet 137']),
    )
    for (const { contract_address } of networks) if (contract_address) expect(getAddress(contract_address)).toBe(contract_address)
  })

  test('a price that nobody gave is never made up', async () => {
    const { api, stop } = await wire(undefined, { reply: (response) => json(response, {}, 404) })
    const request = onrampQuoteBodySchema.parse(requestOf('onramp-quote'))
    await expect(getOnrampQuote(api, { chainId, request })).rejects.toMatchObject({
      code: 'HTTP_STATUS',
      details: { status: 404 },
    })
    await stop()
  })
})

describe('sessions', () => {
  test('the text that ends one has its keys in one order', () => {
    expect(revokeText({ timestamp: 1767323045, address: account, pci })).toBe(
      `{"op":"revoke","pci":"${pci}","address":"${account}","timestamp":1767323045}`,
    )
  })

  test('a revocation without an answer’s body is one', async () => {
    const { api, asked, stop } = await wire(undefined, { reply: (response) => response.writeHead(200).end() })
    const revocation = { pci, signature: '0xab', timestamp: 1767323045 }
    expect(await revokeSmartSession(api, { account, revocation })).toEqual({ success: true })
    expect(JSON.parse(asked()[0]?.body ?? '')).toEqual(revocation)
    await stop()
  })

  test('one that is not active has no context', async () => {
    const { api, stop } = await wire({ context: null })
    expect(await getSmartSessionContext(api, { account, pci })).toBeUndefined()
    await stop()
  })

  test('an address without its chain is refused before anything is asked', async () => {
    const { api, asked, stop } = await wire({})
    await expect(getSmartSessions(api, { account: user })).rejects.toMatchObject({ code: 'CAIP_INVALID' })
    await expect(revokeSmartSession(api, { account: user, revocation: { pci } })).rejects.toMatchObject({ code: 'CAIP_INVALID' })
    expect(asked()).toHaveLength(0)
    await stop()
  })
})

describe('names that read like an address', () => {
  const record = answerOf('name') as NameRecord // our own file
  test('are shown nowhere, whatever the services say', async () => {
    for (const name of ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8.example.id', '0x7099.example.id', '0x7099…79c8.eth']) {
      const names = await wire([{ ...record, name }, record])
      expect(await getNamesOf(names.api, { address: user, chainId })).toEqual([record])
      await names.stop()
      const identity = await wire({ name, avatar: null, resolvedAt: null })
      expect(await getIdentity(identity.api, { address: user })).toEqual({ name: undefined, avatar: undefined })
      await identity.stop()
    }
  })

  test('a word that begins with 0x is a word', async () => {
    const { api, stop } = await wire({ name: '0xtypical.eth', avatar: null, resolvedAt: null })
    expect((await getIdentity(api, { address: user })).name).toBe('0xtypical.eth')
    await stop()
  })
})
