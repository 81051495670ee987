// The calls of a page to a Solana wallet: which parameters they take, also as objects of the real web3.js and @solana/kit, who signs, and
// what is refused before the wallet hears of it.
import { address, compileTransaction, createTransactionMessage, getTransactionEncoder, pipe } from '@solana/kit'
import { appendTransactionMessageInstruction, blockhash, createNoopSigner, setTransactionMessageFeePayer } from '@solana/kit'
import { setTransactionMessageLifetimeUsingBlockhash } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { describe, expect, test } from 'vitest'
import { answerRequest, type SendOptions } from '../../../src/connectors/solana/requests.js'
import type { GrantedAccount } from '../../../src/vocabulary/account.js'
import { solana } from '../../../src/vocabulary/non-evm-networks.js'
import { unsigned } from '../../support/five-keys.js'
import { base64Of, keypair, payment, signBytes, transferOf, verifies, versionedOf } from '../../support/solana-wallet.js'
import { testRows } from '../../support/rows.js'

const keys = [keypair(3), keypair(4)]
const [first, second] = keys.map(({ publicKey }) => publicKey) as [PublicKey, PublicKey]
const accounts: readonly GrantedAccount[] = keys.map(({ publicKey }) => ({
  chain: solana.caipNetworkId,
  address: publicKey.toBase58(),
}))
const text = bs58.encode(new TextEncoder().encode('Hello 👋'))

/** A wallet of both keys, which notes what it is asked. */
function setup(granted = accounts) {
  const asked: { by: string; bytes: readonly string[]; options?: SendOptions | undefined }[] = []
  const keyOf = (by: GrantedAccount) => keys.find(({ publicKey }) => publicKey.toBase58() === by.address) ?? keypair(9)
  const note = (by: GrantedAccount, bytes: readonly Uint8Array[], options?: SendOptions) =>
    asked.push({ by: by.address, bytes: bytes.map(base64Of), ...(options ? { options } : {}) })
  const sign = (by: GrantedAccount, bytes: Uint8Array) => {
    const transaction = VersionedTransaction.deserialize(bytes)
    transaction.sign([keyOf(by)])
    return transaction.serialize()
  }
  const ask = (method: string, params?: object) =>
    answerRequest(
      {
        signMessage: async (by, message) => (note(by, [message]), signBytes(keyOf(by), message)),
        signIn: () => Promise.reject(new Error('not asked here')), // has tests of its own
        signTransactions: async (by, all) => (note(by, all), all.map((each) => sign(by, each))),
        send: async (by, each, options) => (note(by, [each], options), 'id'),
      },
      { method, ...(params ? { params } : {}) },
      granted,
    )
  return { ask, asked }
}

const legacy = transferOf(first)
const versioned = versionedOf(first)
const base64 = unsigned(legacy)
const methods = ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction']
/** Good parameters of a method. */
const paramsOf = (method: string): object =>
  method === 'solana_signMessage'
    ? { message: text }
    : method === 'solana_signAllTransactions'
      ? { transactions: [base64] }
      : { transaction: base64 }

describe('refuses, before the wallet hears of it,', () => {
  const truncated = Buffer.from(base64, 'base64').subarray(0, -1).toString('base64')
  testRows<readonly [method: string, params: object | undefined]>([
    ['solana_signTransaction', { transaction: new Uint8Array(70) }], // nobody signs
    ...methods.flatMap((method) => [
      [method, undefined] as const,
      [method, {}] as const,
      [method, []] as const,
      [method, [paramsOf(method)]] as const,
      [method, { ...paramsOf(method), pubkey: 7 }] as const,
      [method, { ...paramsOf(method), pubkey: null }] as const,
    ]),
    ['solana_signMessage', { message: '0OIl' }],
    ['solana_signMessage', { message: '' }],
    ['solana_signMessage', { message: 7 }],
    ['solana_signMessage', { message: null }],
    ['solana_signMessage', { message: [1, 2, 3] }],
    ['solana_signMessage', { message: new Uint8Array() }],
    ['solana_signMessage', { message: '1'.repeat(5_000) }],
    ['solana_signMessage', { message: legacy }], // a text is no transaction
    ...['solana_signTransaction', 'solana_signAndSendTransaction'].flatMap((method) =>
      [
        '!',
        '',
        'AAAA',
        truncated,
        bs58.encode(Buffer.from(base64, 'base64')),
        'A'.repeat(2_000_004),
        7,
        null,
        [base64],
        {},
        new Uint8Array(),
        versionedOf(second), // is not for the first account to sign
        { serialize: 'yes' },
        { serialize: () => 'text' },
        {
          serialize() {
            throw new Error('Transaction recentBlockhash required')
          },
        },
        new Transaction(), // has no blockhash and no payer
      ].map((transaction) => [method, { transaction }] as const),
    ),
    ['solana_signAllTransactions', { transactions: [] }],
    ['solana_signAllTransactions', { transactions: base64 }],
    ['solana_signAllTransactions', { transactions: [base64, 'AAAA'] }],
    ['solana_signAllTransactions', { transactions: Array.from({ length: 65 }, () => base64) }],
    ...[7, 'fast', { skipPreflight: 'yes' }, { maxRetries: -1 }, { maxRetries: 1.5 }, { minContextSlot: '1' }].flatMap(
      (options) => [
        ['solana_signAndSendTransaction', { transaction: base64, options }] as const,
        ['solana_signAndSendTransaction', { transaction: base64, sendOptions: options }] as const,
      ],
    ),
    ['solana_signAndSendTransaction', { transaction: base64, options: { preflightCommitment: 'soon' } }],
  ])('%s of %o', async (method, params) => {
    const { ask, asked } = setup()
    await expect(ask(method, params)).rejects.toMatchObject({ code: 'INVALID_PARAMS', details: { method } })
    expect(asked).toEqual([])
  })

  testRows(methods)('%s by an account that is not shared, or by none', async (method) => {
    const { ask, asked } = setup()
    const stranger = { ...paramsOf(method), pubkey: keypair(9).publicKey.toBase58() }
    await expect(ask(method, stranger)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(setup([]).ask(method, paramsOf(method))).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    expect(asked).toEqual([])
  })

  testRows(['solana_other', 'eth_accounts', 'constructor', ''])('the method %j', async (method) => {
    await expect(setup().ask(method, {})).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD', details: { method } })
  })
})

test.each(['solana_getAccounts', 'solana_requestAccounts'])('%s names the accounts', async (method) => {
  expect(await setup().ask(method)).toEqual([{ pubkey: first.toBase58() }, { pubkey: second.toBase58() }])
  expect(await setup([]).ask(method)).toEqual([])
})

testRows(methods)('%s is asked of the account that is named, else of the first', async (method) => {
  const { ask, asked } = setup()
  const byBoth = versionedOf(first, undefined, [payment(first), payment(second)])
  const params =
    method === 'solana_signMessage'
      ? paramsOf(method)
      : { transaction: byBoth, ...(method === 'solana_signAllTransactions' ? { transactions: [byBoth] } : {}) }
  await ask(method, params)
  await ask(method, { ...params, pubkey: second.toBase58() })
  expect(asked.map(({ by }) => by)).toEqual([first.toBase58(), second.toBase58()])
})

test('the options of sending are passed on under both names, and nothing else with them', async () => {
  const { ask, asked } = setup()
  const options = { skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 0, minContextSlot: 5 }
  await ask('solana_signAndSendTransaction', { transaction: base64, options: { ...options, encoding: 'base58' } })
  await ask('solana_signAndSendTransaction', { transaction: base64, sendOptions: options })
  await ask('solana_signAndSendTransaction', { transaction: base64 })
  expect(asked.map((each) => each.options)).toEqual([options, options, undefined])
})

describe('takes', () => {
  test('a text in base58 and as bytes, of this window and of another', async () => {
    const { ask, asked } = setup()
    const bytes = bs58.decode(text)
    const inside = Uint8Array.from([0, ...bytes, 0]).subarray(1, -1) // a part of a longer buffer
    for (const message of [text, bytes, Buffer.from(bytes), inside, new DataView(inside.buffer, 1, bytes.length)]) {
      const { signature } = (await ask('solana_signMessage', { message })) as { signature: string }
      expect(verifies(first, bytes, signature)).toBe(true)
    }
    expect(new Set(asked.map((each) => each.bytes[0]))).toEqual(new Set([base64Of(bytes)]))
  })

  test('texts as bytes that are too long for base58', async () => {
    const { ask } = setup()
    const message = new Uint8Array(100_000).fill(7)
    const { signature } = (await ask('solana_signMessage', { message })) as { signature: string }
    expect(verifies(first, message, signature)).toBe(true)
  })

  const kitTransaction = () => {
    const source = createNoopSigner(address(first.toBase58()))
    const lifetime = { blockhash: blockhash(PublicKey.default.toBase58()), lastValidBlockHeight: 1n }
    const transfer = getTransferSolInstruction({ source, destination: address(second.toBase58()), amount: 5n })
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (draft) => setTransactionMessageFeePayer(source.address, draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
      (draft) => appendTransactionMessageInstruction(transfer, draft),
    )
    return getTransactionEncoder().encode(compileTransaction(message))
  }
  const kit = kitTransaction()
  const legacyBytes = Buffer.from(base64, 'base64')
  const versionedBytes = versioned.serialize()

  testRows<readonly [what: string, transaction: unknown, bytes: ArrayLike<number>]>([
    ['in base64', base64, legacyBytes],
    ['as bytes', versionedBytes, versionedBytes],
    ['of web3.js, legacy', legacy, legacyBytes],
    ['of web3.js, versioned', versioned, versionedBytes],
    ['of @solana/kit, as its encoder writes it', kit, kit],
  ])('a transaction %s', async (_what, transaction, bytes) => {
    const wanted = base64Of(Uint8Array.from(bytes))
    const { ask, asked } = setup()
    const one = (await ask('solana_signTransaction', { transaction })) as { signature: string; transaction: string }
    const all = (await ask('solana_signAllTransactions', { transactions: [transaction, base64] })) as { transactions: string[] }
    expect(await ask('solana_signAndSendTransaction', { transaction })).toEqual({ signature: 'id' })
    expect(asked.map((each) => each.bytes)).toEqual([[wanted], [wanted, base64], [wanted]])
    // Answers are texts, whatever was given.
    expect(all.transactions[0]).toBe(one.transaction)
    const { message } = VersionedTransaction.deserialize(Buffer.from(one.transaction, 'base64'))
    expect(verifies(first, message.serialize(), one.signature)).toBe(true)
  })

  test('a transaction of web3.js that another account has signed, and keeps that signature', async () => {
    const { ask } = setup()
    const other = keypair(5)
    const transaction = versionedOf(other.publicKey, undefined, [payment(other.publicKey), payment(first)])
    transaction.sign([other])
    const answer = (await ask('solana_signTransaction', { transaction })) as { signature: string; transaction: string }
    const { signatures, message } = VersionedTransaction.deserialize(Buffer.from(answer.transaction, 'base64'))
    expect(bs58.encode(signatures[1] ?? [])).toBe(answer.signature)
    const checks = [other.publicKey, first].map((key, index) =>
      verifies(key, message.serialize(), bs58.encode(signatures[index] ?? [])),
    )
    expect(checks).toEqual([true, true])
  })
})
