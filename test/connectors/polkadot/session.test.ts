// A Polkadot wallet behind a relay session: the methods of WalletConnect (wire reference §6), and answers of wrong shapes.
import { Keyring } from '@polkadot/keyring'
import { hexToU8a, stringToHex, stringToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { expect, test } from 'vitest'
import type { ConnectorChange } from '../../../src/connectors/connector.js'
import { createSessionConnector } from '../../../src/connectors/polkadot/index.js'
import { methods } from '../../../src/connectors/polkadot/methods.js'
import { WalletError } from '../../../src/vocabulary/errors.js'
import { kusama, polkadot } from '../../../src/vocabulary/non-evm-networks.js'
import { createFakeSession } from '../../support/fake-session.js'
import { changedBytes, codeOf, wrongAnswers } from '../../support/hostile.js'
import { testRows } from '../../support/rows.js'

const chain = polkadot.caipNetworkId
await cryptoWaitReady()
const keyring = new Keyring({ type: 'sr25519', ss58Format: 0 })
const alice = keyring.addFromUri('//Alice')
const bob = keyring.addFromUri('//Bob')
const generic = keyring.encodeAddress(alice.publicKey, 42)
const answers: Readonly<Record<string, (params: never) => unknown>> = {
  polkadot_signMessage: ({ address, data }: { address: string; data: string }) => ({
    signature: u8aToHex(keyring.getPair(address).sign(hexToU8a(data))),
  }),
  polkadot_signTransaction: ({ address }: { address: string }) => ({
    id: 1,
    signature: u8aToHex(keyring.getPair(address).sign('x', { withType: true })),
  }),
}

async function open({
  addresses = [alice.address, bob.address],
  allowed = methods,
  answer = ({ method, params }: { method: string; params?: unknown }): unknown => answers[method]?.(params as never), // each method has its own
} = {}) {
  const fake = createFakeSession('polkadot', { [chain]: addresses }, allowed, answer)
  const connector = createSessionConnector(fake.session)
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  const shared = await connector.connect({ networks: [polkadot, kusama], silent: true })
  return { ...fake, connector, changes, shared }
}
const account = `${chain}:${alice.address}` as const

test('texts are wrapped, asked for in hex, and verified', async () => {
  const { connector, asked, shared } = await open()
  expect(shared.accounts[0]).toEqual({
    chain,
    address: alice.address,
    type: 'sr25519',
    publicKey: Buffer.from(alice.publicKey).toString('hex'),
  })
  const { signature, scheme } = await connector.sign({ account, message: 'Hello 👋' })
  const data = stringToHex('<Bytes>Hello 👋</Bytes>')
  expect(asked).toEqual([
    { chain, method: 'polkadot_signMessage', params: { address: alice.address, message: data, data, type: 'bytes' } },
  ])
  expect(scheme).toBe('sr25519')
  const isValid = (text: string, bytes: Uint8Array) =>
    signatureVerify(u8aWrapBytes(stringToU8a(text)), bytes, alice.address).isValid
  const bytes = hexToU8a(signature)
  expect([isValid('Hello 👋', bytes), isValid('Hello 👌', bytes), isValid('Hello 👋', changedBytes(bytes))]).toEqual([
    true,
    false,
    false,
  ])
})

test('the calls of a page go to the wallet in its words, once wrapped', async () => {
  const { connector, asked } = await open()
  const ask = (method: string, params: object) => connector.request(chain, { method, params })
  const data = stringToHex('<Bytes>x</Bytes>')
  expect(await ask('polkadot_signMessage', { address: alice.address, data })).toEqual({
    signature: expect.stringMatching(/^0x[\da-f]{128}$/),
  })
  expect(await ask('polkadot_signTransaction', { address: bob.address, transactionPayload: { method: '0x00' } })).toEqual({
    id: 1,
    signature: expect.stringMatching(/^0x01[\da-f]{128}$/),
  })
  expect(asked).toEqual([
    { chain, method: 'polkadot_signMessage', params: { address: alice.address, message: data, data, type: 'bytes' } },
    {
      chain,
      method: 'polkadot_signTransaction',
      params: { address: bob.address, transactionPayload: { method: '0x00', address: bob.address } },
    },
  ])
  expect(await codeOf(ask('polkadot_signMessage', { address: alice.address, data: 'x' }))).toBe('INVALID_PARAMS')
  expect(await codeOf(ask('polkadot_signMessage', { address: alice.address }))).toBe('INVALID_PARAMS')
})

test('an account that the wallet wrote for any chain is found by the address of this one', async () => {
  const { connector, asked } = await open({ addresses: [generic] })
  for (const address of [generic, alice.address])
    await connector.request(chain, { method: 'polkadot_signMessage', params: { address, message: 'x' } })
  expect(asked.map(({ params }) => (params as { address: string }).address)).toEqual([generic, generic])
  const ask = (address: string) => connector.request(chain, { method: 'polkadot_signMessage', params: { address, message: 'x' } })
  expect(await codeOf(ask(bob.address))).toBe('UNAUTHORIZED')
  expect(await codeOf(ask('x'))).toBe('UNAUTHORIZED')
})

test('a method that the session does not grant is not sent', async () => {
  const { connector, asked } = await open({ allowed: ['polkadot_signMessage'] })
  const params = { transactionPayload: {} }
  expect(await codeOf(connector.request(chain, { method: 'polkadot_signTransaction', params }))).toBe('UNSUPPORTED_METHOD')
  expect(asked).toEqual([])
})

testRows(wrongAnswers)('an answer with %s: each call fails with a code', async (name, answer) => {
  const { connector } = await open({ answer: () => answer })
  expect(await codeOf(connector.sign({ account, message: 'x' }))).toBe('WALLET_FAILED')
  // What a wallet throws by itself reaches a page as it is.
  const error = name === 'a proxy that throws' ? Error : WalletError
  const ask = (method: string, params: object) => connector.request(chain, { method, params })
  await expect(ask('polkadot_signMessage', { message: 'x' })).rejects.toBeInstanceOf(error)
  await expect(ask('polkadot_signTransaction', { transactionPayload: {} })).rejects.toBeInstanceOf(error)
})

test('selects, takes back and ends', async () => {
  const { emit, grant, end, changes, state, connector, count } = await open()
  emit({ name: 'accountsChanged', data: [`${chain}:${bob.address}`], chain })
  expect(changes.at(-1)).toMatchObject({ grant: { accounts: [{ address: bob.address }, { address: alice.address }] } })
  grant({ [chain]: [alice.address] })
  expect(changes.at(-1)).toMatchObject({ grant: { accounts: [{ address: alice.address }] } })
  grant({})
  expect([changes.at(-1), state.left]).toEqual([{ type: 'grant', grant: { accounts: [], chain } }, ['polkadot']])
  end()
  connector.release()
  expect([count(), state.released]).toEqual([0, 1])
})
