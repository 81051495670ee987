// What the mock wallets sign besides texts: transactions, judged by the libraries that pages make them with.
import { makeSignDoc, serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { makeAuthInfoBytes, makeSignBytes, Registry } from '@cosmjs/proto-signing'
import { ApiPromise, WsProvider } from '@polkadot/api'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { base58, base64, hex } from '@scure/base'
import { p2tr, p2wpkh, Transaction as BitcoinTransaction } from '@scure/btc-signer'
import { PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { GrantedAccount } from '../../../src/vocabulary/account.js'
import { bitcoin, bitcoinTestnet, cosmoshub, osmosis, polkadot, solana } from '../../../src/vocabulary/non-evm-networks.js'
import { codeOf } from '../../support/hostile.js'
import { plainWindow } from '../../support/plain-window.js'
import { base64Of, keypair, transferOf, verifies, versionedOf } from '../../support/solana-wallet.js'
import { found, pageWith } from './support.js'

beforeAll(() => cryptoWaitReady())
afterEach(() => void vi.unstubAllGlobals())

describe('solana', () => {
  const unsigned = (transaction: Transaction) => base64Of(transaction.serialize({ requireAllSignatures: false }))

  test('signs transactions of both versions as web3.js makes them', async () => {
    const { connector, connected } = await pageWith('solana')
    const { account } = await connected()
    const payer = new PublicKey(account.address)
    const ask = (transaction: string) =>
      connector.request(solana.caipNetworkId, { method: 'solana_signTransaction', params: { transaction } }) as Promise<{
        transaction: string
      }>
    const legacy = await ask(unsigned(transferOf(payer)))
    expect(Transaction.from(Buffer.from(legacy.transaction, 'base64')).verifySignatures()).toBe(true)
    const versioned = await ask(base64Of(versionedOf(payer).serialize()))
    const { message, signatures } = VersionedTransaction.deserialize(Buffer.from(versioned.transaction, 'base64'))
    const [signature = new Uint8Array()] = signatures
    expect(verifies(payer, message.serialize(), base58.encode(signature))).toBe(true)
    expect(await codeOf(ask(unsigned(transferOf(keypair(8).publicKey))))).toBe('INVALID_PARAMS')
  })

  test('serves the clusters that it is given', async () => {
    const { connect } = await pageWith('solana', { chains: ['solana:devnet'] })
    const { accounts } = await connect()
    expect(accounts.map(({ chain }) => chain)).toEqual(['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'])
  })
})

describe('bip122', () => {
  /** Spends one coin of each account. */
  function spendingOf(accounts: readonly GrantedAccount[]): BitcoinTransaction {
    const transaction = new BitcoinTransaction()
    for (const [index, { publicKey = '', type }] of accounts.entries()) {
      const key = hex.decode(publicKey)
      const { script } = type === 'p2tr' ? p2tr(key) : p2wpkh(key)
      const txid = hex.encode(new Uint8Array(32).fill(index + 1))
      const tap = type === 'p2tr' ? { tapInternalKey: key } : {}
      transaction.addInput({ txid, index: 0, witnessUtxo: { script, amount: 10_000n }, ...tap })
    }
    transaction.addOutputAddress(accounts[0]?.address ?? '', 15_000n)
    return transaction
  }

  test('signs coins of both addresses, or those that it is told, and sends nothing', async () => {
    const { connector, connected } = await pageWith('bip122')
    const { accounts } = await connected()
    expect(accounts.map(({ purpose, type }) => [purpose, type])).toEqual([
      ['payment', 'p2wpkh'],
      ['ordinals', 'p2tr'],
    ])
    const psbt = base64.encode(spendingOf(accounts).toPSBT())
    const ask = (params: object) =>
      connector.request(bitcoin.caipNetworkId, { method: 'signPsbt', params: { psbt, ...params } }) as Promise<{ psbt: string }>
    const both = BitcoinTransaction.fromPSBT(base64.decode((await ask({})).psbt))
    both.finalize()
    expect(both.isFinal).toBe(true)
    const one = BitcoinTransaction.fromPSBT(
      base64.decode((await ask({ signInputs: [{ address: accounts[1]?.address, index: 1 }] })).psbt),
    )
    expect([one.getInput(0).partialSig, one.getInput(1).tapKeySig?.length]).toEqual([undefined, 64])
    expect(await codeOf(ask({ broadcast: true }))).toBe('UNSUPPORTED_METHOD')
    const ofTheOther = ask({ signInputs: [{ address: accounts[1]?.address, index: 0 }] })
    await expect(ofTheOther).rejects.toMatchObject({ code: -32602 })
  })

  test('answers a transfer as the test says', async () => {
    const { connector, connected, wallet } = await pageWith('bip122')
    const { account } = await connected()
    const params = { recipientAddress: account.address, amount: 10_000 }
    const send = () => connector.request(bitcoin.caipNetworkId, { method: 'sendTransfer', params })
    expect(await codeOf(send())).toBe('UNSUPPORTED_METHOD')
    const txid = 'ab'.repeat(32)
    wallet.misbehave('sendTransfer', () => ({ txid }))
    expect(await send()).toEqual({ txid })
    expect(wallet.requests.at(-1)).toEqual({
      method: 'sendTransfer',
      params: { recipients: [{ address: account.address, amount: 10_000 }] },
    })
  })

  test('goes to another network by itself, and when the page asks', async () => {
    const { connector, connected, wallet, changes } = await pageWith('bip122')
    await connected()
    wallet.setChain('testnet')
    await vi.waitFor(() => expect(changes).toMatchObject([{ type: 'grant', grant: { chain: bitcoinTestnet.caipNetworkId } }]))
    expect(wallet.addresses.every((address) => address.startsWith('tb1'))).toBe(true)
    const { chain, accounts } = await connector.switchTo(bitcoin)
    expect(chain).toBe(bitcoin.caipNetworkId)
    expect(accounts.map(({ address }) => address)).toEqual(wallet.addresses)
    wallet.fail('wallet_changeNetwork', 'reject')
    expect(await codeOf(connector.switchTo(bitcoinTestnet))).toBe('USER_REJECTED')
  })
})

describe('polkadot', () => {
  test.each([
    ['short', '0x0503', {}],
    ['long', `0x0000${'ab'.repeat(300)}`, { tip: '0x0000000000000000000000e8d4a51000', nonce: '0x00010000' }],
    ['with a hash of the metadata', '0x0503', { metadataHash: `0x${'cd'.repeat(32)}`, mode: 1 }],
  ])('signs the payload of an extrinsic as polkadot.js encodes it: %s', async (_name, method, more) => {
    const { connector, connected, wallet } = await pageWith('polkadot')
    const { account } = await connected()
    // Only its types are used.
    const offline = new WsProvider('ws://127.0.0.1:1', false) as never // its optional properties are written in two ways
    const { registry } = new ApiPromise({ provider: offline, noInitWarn: true })
    const signedExtensions = [
      ...['CheckNonZeroSender', 'CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality', 'CheckNonce'],
      ...['CheckWeight', 'ChargeTransactionPayment', 'PrevalidateAttests', 'CheckMetadataHash'],
    ]
    registry.setSignedExtensions(signedExtensions)
    const transactionPayload = {
      address: account.address,
      method,
      genesisHash: `0x${polkadot.id}${'00'.repeat(16)}`,
      blockHash: `0x${'22'.repeat(32)}`,
      era: '0x4501',
      nonce: '0x00000005',
      specVersion: '0x000f4240',
      transactionVersion: '0x0000001a',
      tip: '0x00',
      version: 4,
      signedExtensions,
      mode: 0,
      metadataHash: null,
      ...more,
    }
    const ask = (payload: object) =>
      connector.request(polkadot.caipNetworkId, { method: 'polkadot_signTransaction', params: { transactionPayload: payload } })
    const { signature } = (await ask(transactionPayload)) as { signature: string }
    const encoded = registry.createType('ExtrinsicPayload', transactionPayload, { version: 4 }).toU8a({ method: true })
    const signed = encoded.length > 256 ? registry.hash(encoded) : encoded
    expect(signatureVerify(signed, signature, account.address).isValid).toBe(true)
    expect(wallet.addresses).toHaveLength(1)
    await expect(ask({ ...transactionPayload, signedExtensions: ['SkimCoins'] })).rejects.toMatchObject({ code: 4200 })
  })
})

describe('cosmos', () => {
  test('signs documents of both kinds as cosmjs makes them', async () => {
    const { connector, connected } = await pageWith('cosmos')
    const { account } = await connected()
    const key = hex.decode(account.publicKey ?? '')
    const ask = (method: string, signDoc: object) =>
      connector.request(cosmoshub.caipNetworkId, { method, params: { signDoc } }) as Promise<{
        signature: { signature: string }
      }>
    const isSigned = ({ signature }: Awaited<ReturnType<typeof ask>>, bytes: Uint8Array) =>
      Secp256k1.verifySignature(Secp256k1Signature.fromFixedLength(base64.decode(signature.signature)), sha256(bytes), key)

    const amount = [{ denom: 'uatom', amount: '1250000' }]
    const value = { from_address: account.address, to_address: account.address, amount }
    const fee = { gas: '200000', amount: [{ denom: 'uatom', amount: '5000' }] }
    const document = makeSignDoc([{ type: 'cosmos-sdk/MsgSend', value }], fee, 'cosmoshub-4', '<b>Tom & Jerry</b>', 7, 3)
    expect(isSigned(await ask('cosmos_signAmino', document), serializeSignDoc(document))).toBe(true)

    const bodyBytes = new Registry().encodeTxBody({
      messages: [
        {
          typeUrl: '/cosmos.bank.v1beta1.MsgSend',
          value: { fromAddress: account.address, toAddress: account.address, amount },
        },
      ],
      memo: 'hi',
    })
    const authInfoBytes = makeAuthInfoBytes([], fee.amount, 200_000, undefined, undefined)
    for (const accountNumber of [0n, 7n, 300n, 2n ** 40n]) {
      const direct = { chainId: 'cosmoshub-4', accountNumber: String(accountNumber) }
      const answer = await ask('cosmos_signDirect', {
        ...direct,
        bodyBytes: base64.encode(bodyBytes),
        authInfoBytes: base64.encode(authInfoBytes),
      })
      expect(isSigned(answer, makeSignBytes({ ...direct, accountNumber, bodyBytes, authInfoBytes }))).toBe(true)
    }
  })

  test('stands where the wallet of its name stands, and adds a chain that the page suggests', async () => {
    const window = plainWindow({ keplr: { own: true } })
    const leap = await pageWith('cosmos', { name: 'Leap' }, window)
    const okx = await pageWith('cosmos', { name: 'OKX Wallet' }, window)
    const keplr = await pageWith('cosmos', { name: 'Keplr' }, window)
    expect(found(window, 'cosmos').map(({ wallet: { id, name } }) => [id, name])).toEqual([
      ['injected:leap', 'Leap'],
      ['injected:okxwallet.keplr', 'OKX Wallet'],
      ['injected:keplr', 'Keplr'],
    ])
    for (const { wallet } of [leap, okx, keplr]) wallet.stop()
    expect([found(window, 'cosmos'), window]).toMatchObject([[], { keplr: { own: true } }])
    expect(window).not.toHaveProperty('okxwallet')

    const { connector, wallet } = await pageWith('cosmos', { chains: { 'cosmoshub-4': 'cosmos' } })
    await connector.connect({ networks: [cosmoshub] })
    const chainInfo = { chainId: 'osmosis-1', bech32Config: { bech32PrefixAccAddr: 'osmo' } }
    const { accounts } = await connector.switchTo({ ...osmosis, chainInfo })
    expect(accounts.map(({ address }) => address)).toEqual(wallet.addresses)
    expect(wallet.addresses.map((address) => address.slice(0, 5))).toEqual(['cosmo', 'osmo1'])
  })
})
