// The Cosmos connector with wallets of cosmjs behind an object in Keplr's shape.
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { describe, expect, test, vi } from 'vitest'
import { createAccountsConnector } from '../../../src/connectors/accounts-connector.js'
import { readAddress } from '../../../src/connectors/cosmos/address.js'
import { discover } from '../../../src/connectors/cosmos/discover.js'
import { createKeplrSigner } from '../../../src/connectors/cosmos/keplr.js'
import { toAccountsWallet } from '../../../src/connectors/cosmos/signer.js'
import type { ConnectorChange, FoundWallet, Signature } from '../../../src/connectors/connector.js'
import { accountIdOf } from '../../../src/vocabulary/account.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { cosmoshub, osmosis } from '../../../src/vocabulary/non-evm-networks.js'
import { plainWindow } from '../../support/plain-window.js'
import { createCosmosWallet, signedBytes } from '../../support/cosmos-wallet.js'
import { changedBytes } from '../../support/hostile.js'

const networks = [cosmoshub, osmosis]

/** @param lacking functions that the wallet does not have */
async function open(lacking: readonly string[] = []) {
  const window = plainWindow()
  const wallet = await createCosmosWallet(window)
  for (const name of lacking) Reflect.deleteProperty(wallet.keplr, name)
  const signer = createKeplrSigner({ keplr: wallet.keplr, changeEvent: 'keplr_keystorechange' }, window)
  const connector = createAccountsConnector('cosmos', toAccountsWallet(signer), { id: 'w', name: 'W' }, 'w')
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  return { ...wallet, window, connector, changes }
}

/** Whether a text's signature is that of the key, by ADR-36. */
async function verifies(address: string, text: string, { signature, publicKey = '' }: Signature): Promise<boolean> {
  const bytes = Secp256k1Signature.fromFixedLength(Buffer.from(signature, 'base64'))
  return Secp256k1.verifySignature(bytes, sha256(signedBytes(address, text)), Buffer.from(publicKey, 'hex'))
}

test('connects on all chains with one prompt, with addresses, keys and names', async () => {
  const { connector, state } = await open()
  const grant = await connector.connect({ networks, chain: 'cosmos:osmosis-1' })
  expect(grant).toMatchObject({ chain: 'cosmos:osmosis-1' })
  expect(grant.accounts).toEqual([
    expect.objectContaining({
      chain: 'cosmos:cosmoshub-4',
      address: expect.stringMatching(/^cosmos1/),
      type: 'secp256k1',
      label: 'Account 0',
    }),
    expect.objectContaining({
      chain: 'cosmos:osmosis-1',
      address: expect.stringMatching(/^osmo1/),
      publicKey: expect.stringMatching(/^0[23][\da-f]{64}$/),
    }),
  ])
  expect(state.calls).toEqual(['enable'])
})

describe('texts (ADR-36)', () => {
  test.each([['by signArbitrary'], ['by signAmino']])(
    '%s: an independent library verifies them, and no other text',
    async (way) => {
      const { connector } = await open(way === 'by signAmino' ? ['signArbitrary'] : [])
      const { accounts } = await connector.connect({ networks })
      for (const account of accounts) {
        const signature = await connector.sign({ account: accountIdOf(account), message: 'Hello <&> 👋' })
        expect(await verifies(account.address, 'Hello <&> 👋', signature)).toBe(true)
        expect(await verifies(account.address, 'Hello', signature)).toBe(false)
        const changed = Buffer.from(changedBytes(Buffer.from(signature.signature, 'base64'))).toString('base64')
        expect(await verifies(account.address, 'Hello <&> 👋', { ...signature, signature: changed })).toBe(false)
      }
    },
  )
})

test('answers calls of the page: accounts, amino and direct documents', async () => {
  const { connector } = await open()
  const { accounts } = await connector.connect({ networks })
  const chain = 'cosmos:cosmoshub-4'
  const [account] = accounts
  const ask = (method: string, params: object = {}) => connector.request(chain, { method, params })
  expect(await ask('cosmos_getAccounts')).toEqual([
    { algo: 'secp256k1', address: account?.address, pubkey: Buffer.from(account?.publicKey ?? '', 'hex').toString('base64') },
  ])
  const signDoc = {
    chain_id: 'cosmoshub-4',
    account_number: '1',
    sequence: '2',
    fee: { gas: '1', amount: [] },
    msgs: [],
    memo: 'm',
  }
  expect(await ask('cosmos_signAmino', { signerAddress: account?.address, signDoc })).toMatchObject({
    signed: signDoc,
    signature: { pub_key: {} },
  })
  const direct = { chainId: 'cosmoshub-4', accountNumber: '1', authInfoBytes: 'CgA=', bodyBytes: 'CgA=' }
  expect(await ask('cosmos_signDirect', { signDoc: direct })).toMatchObject({
    signed: direct,
    signature: { signature: expect.any(String) },
  })
  await expect(ask('cosmos_signDirect', { signDoc: {} })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  await expect(ask('cosmos_signAmino', { signerAddress: 'cosmos1x', signDoc })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(ask('other')).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
})

describe('chains that the wallet does not know', () => {
  const juno = toNetwork({
    ...cosmoshub,
    id: 'juno-1',
    caipNetworkId: 'cosmos:juno-1',
    chainInfo: { chainId: 'juno-1', bech32Config: { bech32PrefixAccAddr: 'juno' } },
  })
  test('are added, if the page says what the wallet needs', async () => {
    const { connector, state } = await open()
    const { accounts } = await connector.connect({ networks: [...networks, juno] })
    expect(accounts.map(({ chain }) => chain)).toEqual(['cosmos:cosmoshub-4', 'cosmos:osmosis-1', 'cosmos:juno-1'])
    expect(state.calls).toContain('suggest')
  })
  test('are left out otherwise; without any other the failure is said', async () => {
    const { chainInfo: _, ...bare } = juno
    const { connector } = await open()
    expect((await connector.connect({ networks: [...networks, bare] })).accounts).toHaveLength(2)
    const other = await open()
    await expect(other.connector.connect({ networks: [bare] })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })
})

test('hears that another key was selected, and no more after the end', async () => {
  const { connector, changes, select, enabled } = await open()
  const before = await connector.connect({ networks })
  select(1)
  await vi.waitFor(() => expect(changes).toHaveLength(1))
  const [change] = changes
  expect(change).toMatchObject({ type: 'grant', grant: { accounts: [{ label: 'Account 1' }, { label: 'Account 1' }] } })
  expect(change?.type === 'grant' && change.grant.accounts[0]?.address).not.toBe(before.accounts[0]?.address)
  await connector.disconnect()
  expect(enabled.size).toBe(0)
  select(0)
  await new Promise((resolve) => setTimeout(resolve))
  expect(changes).toHaveLength(1)
})

test('says that the person refused', async () => {
  const { connector, state } = await open()
  state.approve = () => {
    throw new Error('Request rejected')
  }
  await expect(connector.connect({ networks })).rejects.toMatchObject({ code: 'USER_REJECTED' })
})

describe('finding wallets', () => {
  const find = (globals: object) => {
    const reports: (readonly FoundWallet[])[] = []
    discover(plainWindow(globals), (found) => reports.push(found), new AbortController().signal)
    return (reports.at(-1) ?? []).map(({ wallet }) => `${wallet.id} ${wallet.name}`)
  }
  const keplr = () => ({ enable: () => undefined, getKey: () => undefined })
  const rejectsAtOnce = () => {
    throw new Error('boom')
  }
  test('at Keplr’s place by the name that it gives itself, as one harmless line', () => {
    expect(find({ keplr: { ...keplr(), name: 'Sand\u202Ebox\n<b>' } })).toEqual(['injected:keplr Sand box <b>'])
    expect(find({ keplr: { ...keplr(), name: 7 } })).toEqual(['injected:keplr Keplr'])
    const throwing = Object.defineProperty(keplr(), 'name', { get: rejectsAtOnce })
    expect(find({ keplr: throwing, leap: { ...keplr(), name: 'Other' } })).toEqual(['injected:leap Leap', 'injected:keplr Keplr'])
  })
  test('at their own places first: one at `keplr` too is listed once, by its own name', () => {
    const leap = keplr()
    expect(find({ leap, keplr: leap })).toEqual(['injected:leap Leap'])
    expect(find({ cosmostation: { providers: { keplr: keplr() } }, keplr: keplr() })).toEqual([
      'injected:cosmostation.providers.keplr Cosmostation',
      'injected:keplr Keplr',
    ])
  })
  test('objects that throw or lack what is needed are left out', () => {
    expect(
      find({
        get leap() {
          throw new Error('boom')
        },
        keplr: { enable: 1 },
        okxwallet: new Proxy(
          {},
          {
            get: () => {
              throw new Error('boom')
            },
          },
        ),
      }),
    ).toEqual([])
  })
})

test('addresses are bech32 of 20 or 32 bytes', () => {
  expect(readAddress('COSMOS1PKPTRE7FDKL6GFRZLESJJVHXHLC3R4GMMK8RS6')).toBe('cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6')
  for (const text of [
    '',
    'cosmos1',
    'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs7',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4x',
    '0x00',
    'a'.repeat(500),
  ])
    expect(readAddress(text), text).toBeUndefined()
})
