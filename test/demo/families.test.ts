// The ecosystems of the sandbox wallets: libraries of other people check the signatures, and the words say what is signed.
import { makeSignDoc, serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { makeAuthInfoBytes, makeSignBytes, Registry } from '@cosmjs/proto-signing'
import { ApiPromise, WsProvider } from '@polkadot/api'
import { u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { NETWORK, p2tr, p2wpkh, Transaction as BitcoinTransaction } from '@scure/btc-signer'
import { base64, hex } from '@scure/base'
import { PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import { Verifier } from 'bip322-js'
import bs58 from 'bs58'
import { beforeAll, describe, expect, test } from 'vitest'
import { peek } from '../../src/connectors/peek.js'
import { type Family, type FamilyName, familyMethods, loadFamily } from '../../demo/shared/families/family.js'
import { bitcoin, cosmoshub, polkadot } from '../../src/vocabulary/non-evm-networks.js'
import { SOLANA_CHAIN_ID } from '../../services/devnet/solana/manifest.js'
import { signedBytes, textDocument } from '../support/cosmos-wallet.js'
import { unsigned } from '../support/five-keys.js'
import { verifies } from '../support/solana-wallet.js'
import type { ChainId } from '../../src/vocabulary/caip.js'
import { testRows } from '../support/rows.js'

const text = 'example.org wants you to sign in 👋\nas usual'
const chains: Readonly<Record<FamilyName, ChainId>> = {
  solana: SOLANA_CHAIN_ID,
  bip122: bitcoin.caipNetworkId,
  polkadot: polkadot.caipNetworkId,
  cosmos: cosmoshub.caipNetworkId,
}
/** A family, its first account, and what it says and answers of one request. */
async function open(name: FamilyName) {
  const family: Family = await loadFamily(name)
  const accounts = await family.accounts(chains[name])
  const ask = async (method: string, params: unknown) => {
    const question = await family.read(chains[name], method, params)
    return { words: question.description, answer: await question.answer() }
  }
  return { family, accounts, address: accounts[0]?.address ?? '', ask }
}

/** The text at a path of an answer. */
function textAt(answer: unknown, ...path: readonly string[]): string {
  const text = path.reduce<unknown>(peek, answer)
  if (typeof text !== 'string') throw new Error(`no text at ${path.join('.')}`)
  return text
}

testRows(Object.keys(familyMethods) as FamilyName[])('%s refuses what it has not, and what it cannot read', async (name) => {
  const { family } = await open(name)
  await expect(family.read(chains[name], 'wallet_sweep', {})).rejects.toMatchObject({ code: 4200 })
  for (const method of familyMethods[name].filter((each) => !/get/i.test(each)))
    await expect(family.read(chains[name], method, { message: 7, transaction: 'AA==' })).rejects.toMatchObject({ code: -32_602 })
})

describe('solana', () => {
  test('signs a text that web3’s key verifies', async () => {
    const { address, ask } = await open('solana')
    const bytes = new TextEncoder().encode(text)
    const { words, answer } = await ask('solana_signMessage', { message: bs58.encode(bytes) })
    expect(words).toMatchObject({ title: 'Sign a message', text })
    expect(verifies(new PublicKey(address), bytes, textAt(answer, 'signature'))).toBe(true)
  })

  test('says how many lamports go to whom, and signs just that', async () => {
    const { address, ask } = await open('solana')
    const payer = new PublicKey(address)
    const transaction = new Transaction({ feePayer: payer, blockhash: PublicKey.default.toBase58(), lastValidBlockHeight: 1 })
    const to = new PublicKey(new Uint8Array(32).fill(9))
    transaction.add(SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: 1_500_000_001 }))
    const { words, answer } = await ask('solana_signTransaction', { transaction: unsigned(transaction) })
    expect(words).toMatchObject({ title: 'Send coins', warning: undefined })
    expect(words?.facts).toContainEqual({ label: 'Amount', value: '1.500000001 SOL' })
    expect(words?.facts).toContainEqual(expect.objectContaining({ label: 'To', long: to.toBase58() }))
    expect(words?.facts).toContainEqual({ label: 'Fee', value: '0.000005 SOL' })
    const signed = Transaction.from(Buffer.from(textAt(answer, 'transaction'), 'base64'))
    expect(signed.verifySignatures()).toBe(true)
  })

  test('warns of a program that it does not know, and refuses what another has to sign', async () => {
    const { address, ask } = await open('solana')
    const make = (payer: PublicKey) =>
      unsigned(
        new Transaction({ feePayer: payer, blockhash: PublicKey.default.toBase58(), lastValidBlockHeight: 1 }).add(
          new TransactionInstruction({ keys: [], programId: new PublicKey(new Uint8Array(32).fill(5)), data: Buffer.of(1) }),
        ),
      )
    const { words } = await ask('solana_signTransaction', { transaction: make(new PublicKey(address)) })
    expect(words?.warning).toContain('does not know')
    const other = make(new PublicKey(new Uint8Array(32).fill(8)))
    await expect(ask('solana_signTransaction', { transaction: other })).rejects.toMatchObject({ code: 4100 })
  })
})

describe('bip122', () => {
  test.each(['ecdsa', 'bip322'])('signs a text by %s', async (protocol) => {
    const { accounts, ask } = await open('bip122')
    for (const { address, purpose } of accounts) {
      if (protocol === 'ecdsa' && purpose === 'ordinals') continue
      const { words, answer } = await ask('signMessage', { message: text, address, protocol })
      expect(words).toMatchObject({ text })
      const signature = base64.encode(hex.decode(textAt(answer, 'signature')))
      expect(Verifier.verifySignature(address, text, signature)).toBe(true)
      expect(Verifier.verifySignature(address, `${text}.`, signature)).toBe(false)
    }
  })

  test('says what a PSBT spends, pays and leaves for the miners', async () => {
    const { accounts, address, ask } = await open('bip122')
    const transaction = new BitcoinTransaction()
    for (const [index, { publicKey, type }] of accounts.entries()) {
      const { script } = type === 'p2tr' ? p2tr(publicKey) : p2wpkh(publicKey)
      const txid = hex.encode(new Uint8Array(32).fill(index + 1))
      const tap = type === 'p2tr' ? { tapInternalKey: publicKey } : {}
      transaction.addInput({ txid, index: 0, witnessUtxo: { script, amount: 10_000n }, ...tap })
    }
    const receiver =
      p2wpkh(hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'), NETWORK).address ?? ''
    transaction.addOutputAddress(receiver, 12_000n)
    transaction.addOutputAddress(address, 7_000n)
    const { words, answer } = await ask('signPsbt', { psbt: base64.encode(transaction.toPSBT()) })
    expect(Object.fromEntries((words?.facts ?? []).map(({ label, value, long }) => [label, long ?? value]))).toEqual({
      'Spends of yours': '0.0002 BTC in 2 coins',
      Pays: '0.00012 BTC',
      To: receiver,
      'Back to you': '0.00007 BTC',
      Fee: '0.00001 BTC',
    })
    const signed = BitcoinTransaction.fromPSBT(base64.decode(textAt(answer, 'psbt')))
    signed.finalize()
    expect(signed.isFinal).toBe(true)
  })
})

describe('polkadot', () => {
  beforeAll(() => cryptoWaitReady())

  test('signs a text between its marks', async () => {
    const { address, ask } = await open('polkadot')
    const { words, answer } = await ask('polkadot_signMessage', { address, message: text })
    expect(words).toMatchObject({ text })
    expect(signatureVerify(u8aWrapBytes(text), textAt(answer, 'signature'), address).isValid).toBe(true)
  })

  test.each([
    ['short', '0x0503', {}],
    ['long', `0x0000${'ab'.repeat(300)}`, { tip: '0x0000000000000000000000e8d4a51000', nonce: '0x00010000' }],
    ['with a hash of the metadata', '0x0503', { metadataHash: `0x${'cd'.repeat(32)}`, mode: 1 }],
  ])('signs the payload of an extrinsic as polkadot.js encodes it: %s', async (_name, call, more) => {
    const { address, ask } = await open('polkadot')
    const genesisHash = `0x${polkadot.id}${'00'.repeat(16)}`
    // Only its types are used.
    const offline = new WsProvider('ws://127.0.0.1:1', false) as never // its optional properties are written in two ways
    const { registry } = new ApiPromise({ provider: offline, noInitWarn: true })
    const signedExtensions = [
      ...['CheckNonZeroSender', 'CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality', 'CheckNonce'],
      ...['CheckWeight', 'ChargeTransactionPayment', 'PrevalidateAttests', 'CheckMetadataHash'],
    ]
    registry.setSignedExtensions(signedExtensions)
    const payload = {
      address,
      method: call,
      genesisHash,
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
    const { words, answer } = await ask('polkadot_signTransaction', {
      address,
      transactionPayload: payload,
    })
    expect(words?.title).toBe('Sign an extrinsic')
    expect(words?.facts).toContainEqual(expect.objectContaining({ label: 'From', long: address }))
    const encoded = registry.createType('ExtrinsicPayload', payload, { version: 4 }).toU8a({ method: true })
    const signed = encoded.length > 256 ? registry.hash(encoded) : encoded
    expect(signatureVerify(signed, textAt(answer, 'signature'), address).isValid).toBe(true)
  })

  test('refuses a runtime with an extension that it does not know', async () => {
    const { address, ask } = await open('polkadot')
    const hash = `0x${'00'.repeat(32)}`
    const given = { address, method: '0x0503', genesisHash: hash, blockHash: hash, era: '0x00', nonce: 0, specVersion: 1 }
    const transactionPayload = { ...given, transactionVersion: 1, signedExtensions: ['SkimCoins'] }
    await expect(ask('polkadot_signTransaction', { transactionPayload })).rejects.toMatchObject({ code: 4200 })
  })
})

describe('cosmos', () => {
  test('signs a text as ADR-36 has it', async () => {
    const { accounts, address, ask } = await open('cosmos')
    const { words, answer } = await ask('cosmos_signAmino', {
      signDoc: textDocument(address, text),
    })
    expect(words).toMatchObject({ title: 'Sign a message', text })
    const signature = Secp256k1Signature.fromFixedLength(base64.decode(textAt(answer, 'signature', 'signature')))
    const key = accounts[0]?.publicKey ?? new Uint8Array()
    expect(Secp256k1.verifySignature(signature, sha256(signedBytes(address, text)), key)).toBe(true)
  })

  test('says the messages of a document, amino or direct, in the same words', async () => {
    const { accounts, address, ask } = await open('cosmos')
    const to = 'cosmos1qqqsyqcyq5rqwzqfpg9scrgwpugpzysn7hzdtn'
    const amount = [{ denom: 'uatom', amount: '1250000' }]
    const message = { type: 'cosmos-sdk/MsgSend', value: { from_address: address, to_address: to, amount } }
    const signDoc = makeSignDoc(
      [message],
      { gas: '200000', amount: [{ denom: 'uatom', amount: '5000' }] },
      'cosmoshub-4',
      'hi',
      7,
      3,
    )
    const amino = await ask('cosmos_signAmino', { signDoc })
    expect(amino.words?.facts.map(({ label, value, long }) => [label, long ?? value])).toEqual([
      ['Amount', '1.25 ATOM'],
      ['From', address],
      ['To', to],
      ['Fee', '0.005 ATOM'],
      ['Memo', 'hi'],
    ])
    const key = accounts[0]?.publicKey ?? new Uint8Array()
    const signatureOf = (each: typeof amino) =>
      Secp256k1Signature.fromFixedLength(base64.decode(textAt(each.answer, 'signature', 'signature')))
    expect(Secp256k1.verifySignature(signatureOf(amino), sha256(serializeSignDoc(signDoc)), key)).toBe(true)

    const bodyBytes = new Registry().encodeTxBody({
      messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: { fromAddress: address, toAddress: to, amount } }],
      memo: 'hi',
    })
    const authInfoBytes = makeAuthInfoBytes([], [{ denom: 'uatom', amount: '5000' }], 200_000, undefined, undefined)
    const direct = await ask('cosmos_signDirect', {
      signDoc: {
        chainId: 'cosmoshub-4',
        accountNumber: '7',
        bodyBytes: base64.encode(bodyBytes),
        authInfoBytes: base64.encode(authInfoBytes),
      },
    })
    expect(direct.words).toEqual(amino.words)
    const bytes = makeSignBytes({ chainId: 'cosmoshub-4', accountNumber: 7n, bodyBytes, authInfoBytes })
    expect(Secp256k1.verifySignature(signatureOf(direct), sha256(bytes), key)).toBe(true)
  })
})

test('a text with marks that turn the direction of what follows is shown as bytes', async () => {
  const { ask } = await open('bip122')
  const { words } = await ask('signMessage', { message: 'pay \u202E000,1' })
  expect(words?.text).toMatch(/^0x/)
  expect(words?.warning).toContain('not readable')
})
