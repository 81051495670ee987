// Bitcoin wallets of every shape, with real keys: connecting, signing texts and transactions, sending, changes, refusals.
import { Transaction } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { base64 } from '@scure/base'
import bitcoinMessage from 'bitcoinjs-message'
import { describe, expect, test, vi } from 'vitest'
import { createConnector } from '../../../src/connectors/bip122/index.js'
import type { BitcoinShape } from '../../../src/connectors/bip122/discover.js'
import type { ConnectorChange } from '../../../src/connectors/connector.js'
import { accountIdOf } from '../../../src/vocabulary/account.js'
import { bitcoin, bitcoinTestnet } from '../../../src/vocabulary/non-evm-networks.js'
import {
  type Approve,
  createBitcoinWallet,
  leatherShape,
  okxShape,
  satsConnectShape,
  spendingOf,
  standardShape,
  unisatShape,
} from '../../support/bitcoin-wallet.js'
import { changedBytes } from '../../support/hostile.js'

const chain = bitcoin.caipNetworkId
const world = { read: () => Promise.reject(new Error('no nodes')) }
const refuse =
  (code: number): Approve =>
  () => {
    throw Object.assign(new Error('refused'), { code })
  }
const open = (shape: BitcoinShape['shape'], object: unknown) =>
  createConnector(
    { wallet: { id: 'w', uid: 'w', namespace: 'bip122', name: 'W', source: 'injected' }, provider: { shape, object } },
    world,
  )
/** What a library says of a signature. It throws where the bytes are those of no key. */
function isValid(verify: () => boolean): boolean {
  try {
    return verify()
  } catch {
    return false
  }
}
const networks = [bitcoin, bitcoinTestnet]
const receiver = createBitcoinWallet(9).payment

describe.each([
  ['unisat', unisatShape, 1, 4001],
  ['sats-connect', satsConnectShape, 2, -32000],
  ['leather', leatherShape, 2, 4001],
  ['standard', standardShape, 2, 4001],
] as const)('a wallet in the shape of %s', (shape, make, count, refusal) => {
  const wallet = createBitcoinWallet(3)

  test('connects with its addresses, their purposes and keys', async () => {
    const grant = await open(shape, make(wallet).object).connect({ networks })
    expect(grant.chain).toBe(chain)
    expect(grant.accounts).toEqual(
      wallet.addresses
        .slice(0, count)
        .map(({ address, publicKey, purpose, type }) => expect.objectContaining({ chain, address, publicKey, purpose, type })),
    )
  })

  test('signs texts that an independent library verifies, and no other text', async () => {
    const connector = open(shape, make(wallet).object)
    const { accounts } = await connector.connect({ networks })
    for (const account of accounts) {
      const { signature, scheme } = await connector.sign({ account: accountIdOf(account), message: 'Hello 👋' })
      expect(Verifier.verifySignature(account.address, 'Hello 👋', signature)).toBe(true)
      expect(Verifier.verifySignature(account.address, 'Hello', signature)).toBe(false)
      const changed = base64.encode(changedBytes(base64.decode(signature)))
      expect(isValid(() => Verifier.verifySignature(account.address, 'Hello 👋', changed))).toBe(false)
      if (scheme === 'ecdsa') {
        const verify = (text: string, bytes: string) => isValid(() => bitcoinMessage.verify(text, account.address, bytes))
        expect([verify('Hello 👋', signature), verify('Hello 👌', signature), verify('Hello 👋', changed)]).toEqual([
          true,
          false,
          false,
        ])
      }
      expect(scheme).toBe(base64.decode(signature).length === 65 ? 'ecdsa' : 'bip322')
    }
    const [account] = accounts
    const answer = await connector.request(chain, { method: 'signMessage', params: { account: account?.address, message: 'x' } })
    expect(answer).toMatchObject({ address: account?.address, signature: expect.stringMatching(/^[\da-f]+$/) })
  })

  test('signs a PSBT in base64, the inputs that it is told, and sends it when it is told', async () => {
    const connector = open(shape, make(wallet).object)
    await connector.connect({ networks })
    const psbt = base64.encode(spendingOf(wallet))
    const ask = (params: object) => connector.request(chain, { method: 'signPsbt', params: { psbt, ...params } })
    const inputs = [{ address: wallet.payment, index: 0 }]
    const { psbt: signed } = (await ask({ signInputs: inputs })) as { psbt: string }
    const partial = Transaction.fromPSBT(base64.decode(signed))
    expect([partial.getInput(0).partialSig?.length, partial.getInput(1).tapKeySig]).toEqual([1, undefined])
    if (shape !== 'standard')
      expect(await ask({ broadcast: true })).toMatchObject({ txid: expect.stringMatching(/^[\da-f]{64}$/) })
    await expect(ask({ signInputs: [{ address: receiver, index: 0 }] })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(connector.request(chain, { method: 'signPsbt', params: { psbt: '!' } })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
  })

  test('sends satoshis to an address of the same network, if the shape can', async () => {
    const connector = open(shape, make(wallet).object)
    await connector.connect({ networks })
    const transfer = { from: `${chain}:${wallet.payment}`, to: receiver, amount: 12_345n, asset: `${chain}/slip44:0` } as const
    if (shape === 'standard') {
      await expect(connector.send(transfer)).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
      return
    }
    expect(await connector.send(transfer)).toBe('ab'.repeat(32))
    expect(wallet.sent.at(-1)).toEqual({ to: receiver, amount: 12_345n })
    await expect(connector.send({ ...transfer, to: createBitcoinWallet(9, true).payment })).rejects.toMatchObject({
      code: 'ADDRESS_INVALID',
    })
    await expect(connector.send({ ...transfer, amount: 0n })).rejects.toMatchObject({ code: 'AMOUNT_INVALID' })
    await expect(connector.send({ ...transfer, asset: `${chain}/token:x` })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    if (count === 2)
      await expect(connector.send({ ...transfer, from: `${chain}:${wallet.ordinals}` })).rejects.toMatchObject({
        code: 'UNSUPPORTED_METHOD',
      })
  })

  test('says that the person refused', async () => {
    await expect(open(shape, make(wallet, refuse(refusal)).object).connect({ networks })).rejects.toMatchObject({
      code: 'USER_REJECTED',
    })
  })
})

describe('Unisat’s shape', () => {
  test('goes to another network, and hears of other accounts and networks', async () => {
    const wallet = createBitcoinWallet(4)
    const test1 = createBitcoinWallet(4, true)
    const { object, state, events } = unisatShape(wallet)
    const connector = open('unisat', object)
    const changes: ConnectorChange[] = []
    connector.onChange((change) => changes.push(change))
    await connector.connect({ networks })
    const switching = connector.switchTo(bitcoinTestnet)
    state.address = test1.payment
    expect(await switching).toMatchObject({ chain: bitcoinTestnet.caipNetworkId, accounts: [{ address: test1.payment }] })
    expect(state.chain).toBe('BITCOIN_TESTNET')
    Object.assign(state, { chain: 'BITCOIN_MAINNET', address: wallet.ordinals })
    events.emit('accountsChanged', [wallet.ordinals])
    await vi.waitFor(() =>
      expect(changes.at(-1)).toMatchObject({ grant: { chain, accounts: [{ address: wallet.ordinals, type: 'p2tr' }] } }),
    )
    events.emit('accountsChanged', [])
    await vi.waitFor(() => expect(changes.at(-1)).toEqual({ type: 'disconnect' }))
    connector.release()
    expect(events.count()).toBe(0)
  })

  test('restores silently only where the page is allowed', async () => {
    const { object, state } = unisatShape(createBitcoinWallet(4), refuse(4001))
    const connector = open('unisat', object)
    await expect(connector.connect({ networks, silent: true })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    state.isAllowed = true
    expect(await connector.connect({ networks, silent: true })).toMatchObject({ chain })
  })

  test('of OKX, whose names differ', async () => {
    const wallet = createBitcoinWallet(5)
    const connector = open('unisat', okxShape(wallet).object)
    await connector.connect({ networks })
    const asset = `${chain}/slip44:0` as const
    expect(await connector.send({ from: `${chain}:${wallet.payment}`, to: receiver, amount: 1_001n, asset })).toBe(
      'ab'.repeat(32),
    )
    expect(wallet.sent).toEqual([{ to: receiver, amount: 1_001n }])
    await connector.disconnect()
  })
})

describe('the shape of sats-connect', () => {
  test('of a wallet from before wallet_connect', async () => {
    const { object } = satsConnectShape(createBitcoinWallet(6), undefined, ['wallet_connect', 'wallet_getAccount'])
    expect((await open('sats-connect', object).connect({ networks })).accounts).toHaveLength(2)
  })

  test('restores silently only where the page is allowed, hears of changes, and is told of the end', async () => {
    const wallet = createBitcoinWallet(6)
    const { object, state, events } = satsConnectShape(wallet)
    const connector = open('sats-connect', object)
    const changes: ConnectorChange[] = []
    connector.onChange((change) => changes.push(change))
    await expect(connector.connect({ networks, silent: true })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    state.isAllowed = true
    await connector.connect({ networks, silent: true })
    const other = createBitcoinWallet(7)
    events.emit('accountChange', { type: 'accountChange', addresses: other.addresses })
    expect(changes.at(-1)).toMatchObject({ grant: { accounts: [{ address: other.payment }, { address: other.ordinals }] } })
    await connector.disconnect()
    expect([state.isAllowed, events.count()]).toEqual([false, 0])
  })
})
