// A Bitcoin wallet behind a relay session: the methods of WalletConnect (wire reference §6), and answers of wrong shapes.
import { Transaction } from '@scure/btc-signer'
import { base64, hex } from '@scure/base'
import { Verifier } from 'bip322-js'
import { describe, expect, test } from 'vitest'
import type { ConnectorChange } from '../../../src/connectors/connector.js'
import { createSessionConnector } from '../../../src/connectors/bip122/index.js'
import { methods } from '../../../src/connectors/bip122/methods.js'
import { WalletError } from '../../../src/vocabulary/errors.js'
import { bitcoin, bitcoinTestnet } from '../../../src/vocabulary/non-evm-networks.js'
import { createBitcoinWallet, spendingOf } from '../../support/bitcoin-wallet.js'
import { createFakeSession } from '../../support/fake-session.js'
import { changedBytes, codeOf, wrongAnswers } from '../../support/hostile.js'
import { testRows } from '../../support/rows.js'

const chain = bitcoin.caipNetworkId
const wallet = createBitcoinWallet(3)
const receiver = createBitcoinWallet(9).payment
const txid = 'AB'.repeat(32)
const named = [
  { address: wallet.payment, publicKey: wallet.addresses[0]?.publicKey, path: "m/84'/0'/0'/0/0", intention: 'payment' },
  { address: wallet.ordinals, intention: 'ordinal' },
]
const answers: Readonly<Record<string, (params: never) => unknown>> = {
  signMessage: ({ address, message, protocol }: { address: string; message: string; protocol: 'ecdsa' | 'bip322' }) => ({
    address,
    signature: hex.encode(base64.decode(wallet.signMessage(address, message, protocol))),
  }),
  signPsbt: ({ psbt, signInputs, broadcast }: { psbt: string; signInputs: { index: number }[]; broadcast: boolean }) => {
    const indexes = signInputs.map(({ index }) => index)
    const signed = wallet.signPsbt(base64.decode(psbt), indexes, broadcast)
    return { psbt: base64.encode(signed.psbt), ...(broadcast ? { txid: signed.txid } : {}) }
  },
  sendTransfer: () => ({ txid }),
  getAccountAddresses: () => [...named, { address: createBitcoinWallet(3, true).payment, intention: 'payment' }],
}

async function open({
  allowed = methods,
  answer = ({ method, params }: { method: string; params?: unknown }): unknown => answers[method]?.(params as never), // each method has its own
} = {}) {
  const fake = createFakeSession('bip122', { [chain]: [wallet.payment, wallet.ordinals] }, allowed, answer)
  const connector = createSessionConnector(fake.session)
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  const shared = await connector.connect({ networks: [bitcoin, bitcoinTestnet], silent: true })
  return { ...fake, connector, changes, shared }
}
const accountOf = (address: string) => `${chain}:${address}` as const

test('its accounts are those of the session, without a question', async () => {
  const { shared, asked, connector } = await open()
  expect(connector).toMatchObject({ id: `relay:${'a'.repeat(64)}`, transport: 'relay', namespace: 'bip122' })
  expect(shared).toEqual({
    accounts: [
      { chain, address: wallet.payment, purpose: 'payment', type: 'p2wpkh' },
      { chain, address: wallet.ordinals, purpose: 'payment', type: 'p2tr' },
    ],
    chain,
    chains: [chain],
  })
  expect(asked).toEqual([])
})

describe('texts', () => {
  test.each([
    ['p2wpkh', wallet.payment, 'ecdsa'],
    ['p2tr', wallet.ordinals, 'bip322'],
  ])('of a %s account are asked for and verified', async (_, address, protocol) => {
    const { connector, asked } = await open()
    const { signature, scheme } = await connector.sign({ account: accountOf(address), message: 'Hello 👋' })
    expect(asked).toEqual([
      { chain, method: 'signMessage', params: { account: address, message: 'Hello 👋', address, protocol } },
    ])
    expect(scheme).toBe(protocol)
    expect(Verifier.verifySignature(address, 'Hello 👋', signature)).toBe(true)
    expect(Verifier.verifySignature(address, 'Hello 👌', signature)).toBe(false)
    const other = base64.encode(changedBytes(base64.decode(signature)))
    let isValid = false
    try {
      isValid = Verifier.verifySignature(address, 'Hello 👋', other)
    } catch {
      isValid = false // the library throws where no key has made the bytes
    }
    expect(isValid).toBe(false)
  })

  test('a signature in base64 counts as one in hex', async () => {
    const { connector } = await open({
      answer: ({ params }) => {
        const { address, message } = params as { address: string; message: string }
        return { address, signature: wallet.signMessage(address, message, 'ecdsa') }
      },
    })
    const { signature } = await connector.sign({ account: accountOf(wallet.payment), message: 'x' })
    expect(Verifier.verifySignature(wallet.payment, 'x', signature)).toBe(true)
  })

  test('by another account than the one that was asked for are refused', async () => {
    const { connector } = await open({
      answer: () => ({ address: receiver, signature: wallet.signMessage(wallet.payment, 'x', 'ecdsa') }),
    })
    expect(await codeOf(connector.sign({ account: accountOf(wallet.payment), message: 'x' }))).toBe('WALLET_FAILED')
  })
})

test('the calls of a page go to the wallet in its words', async () => {
  const { connector, asked } = await open()
  const ask = (method: string, params: object) => connector.request(chain, { method, params })
  const psbt = base64.encode(spendingOf(wallet))
  const signInputs = [{ address: wallet.payment, index: 0, sighashTypes: [1] }]
  const answer = (await ask('signPsbt', { account: wallet.payment, psbt, signInputs })) as { psbt: string }
  expect(Transaction.fromPSBT(base64.decode(answer.psbt)).getInput(0).partialSig).toHaveLength(1)
  expect(await ask('sendTransfer', { account: wallet.payment, recipientAddress: receiver, amount: '1000' })).toEqual({
    txid: txid.toLowerCase(),
  })
  expect(await ask('getAccountAddresses', { account: wallet.payment, intentions: ['payment'] })).toEqual(named)
  expect(asked).toEqual([
    { chain, method: 'signPsbt', params: { account: wallet.payment, psbt, signInputs, broadcast: false } },
    { chain, method: 'sendTransfer', params: { account: wallet.payment, recipientAddress: receiver, amount: '1000' } },
    { chain, method: 'getAccountAddresses', params: { account: wallet.payment, intentions: ['payment'] } },
  ])
})

test('a method that the session does not grant is not sent', async () => {
  const { connector, asked } = await open({ allowed: ['signMessage'] })
  const ask = (method: string, params: object) => codeOf(connector.request(chain, { method, params }))
  expect(await ask('signPsbt', { psbt: base64.encode(spendingOf(wallet)) })).toBe('UNSUPPORTED_METHOD')
  expect(await ask('sendTransfer', { recipientAddress: receiver, amount: '1000' })).toBe('UNSUPPORTED_METHOD')
  expect(await connector.request(chain, { method: 'getAccountAddresses', params: {} })).toHaveLength(2)
  expect(asked).toEqual([])
})

describe('an answer of a wrong shape', () => {
  // What a wallet throws by itself reaches a page as it is.
  const errorOf = (name: string) => (name === 'a proxy that throws' ? Error : WalletError)
  testRows(wrongAnswers)('%s: each call fails with a code', async (name, answer) => {
    const { connector } = await open({ answer: () => answer })
    expect(await codeOf(connector.sign({ account: accountOf(wallet.payment), message: 'x' }))).toBe('WALLET_FAILED')
    const asset = `${chain}/slip44:0` as const
    const transfer = { from: accountOf(wallet.payment), to: receiver, amount: 1_000n, asset }
    expect(await codeOf(connector.send(transfer))).toBe('WALLET_FAILED')
    const rest = { account: wallet.payment, psbt: base64.encode(spendingOf(wallet)) }
    for (const broadcast of [false, true])
      await expect(connector.request(chain, { method: 'signPsbt', params: { ...rest, broadcast } })).rejects.toBeInstanceOf(
        errorOf(name),
      )
  })

  testRows(wrongAnswers.filter(([name]) => name !== 'a list of nothing'))('%s: no addresses', async (name, answer) => {
    const { connector } = await open({ answer: () => answer })
    await expect(connector.request(chain, { method: 'getAccountAddresses', params: {} })).rejects.toBeInstanceOf(errorOf(name))
  })
})

test('events select among its accounts, and add none', async () => {
  const { emit, changes, connector, count } = await open()
  const orders = () => changes.map((change) => change.type === 'grant' && change.grant.accounts.map(({ address }) => address))
  emit({ name: 'accountsChanged', data: [`${chain}:${wallet.ordinals}`, `${chain}:${receiver}`], chain })
  emit({ name: 'bip122_addressesChanged', data: [{ address: wallet.payment }, null, { address: receiver }], chain })
  emit({ name: 'accountsChanged', data: 7, chain })
  emit({ name: 'accountsChanged', data: [wallet.ordinals], chain: 'eip155:1' })
  expect(orders()).toEqual([
    [wallet.ordinals, wallet.payment],
    [wallet.payment, wallet.ordinals],
  ])
  connector.release()
  expect(count()).toBe(0)
})

test('takes back its accounts, or ends', async () => {
  const { grant, changes, state, end } = await open()
  grant({ [chain]: [wallet.ordinals] })
  expect(changes.at(-1)).toMatchObject({ grant: { accounts: [{ address: wallet.ordinals }] } })
  end()
  expect(changes.at(-1)).toEqual({ type: 'disconnect' })
  expect(state.left).toEqual([])
  const other = await open()
  other.grant({})
  expect([other.state.left, other.changes.at(-1)]).toEqual([['bip122'], { type: 'grant', grant: { accounts: [], chain } }])
  await other.connector.disconnect()
  expect(other.state.closed).toBe(1)
})
