// A Solana wallet behind a relay session, with a session that answers as the test says: the forms of signatures and transactions that wallets
// send, what is asked by which method, and answers that are wrong.
import { PublicKey, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { describe, expect, test } from 'vitest'
import type { GrantedNamespace, SessionEvent, WalletSession } from '../../../src/connectors/connector.js'
import { createSessionConnector } from '../../../src/connectors/solana/index.js'
import { methods as allMethods } from '../../../src/connectors/solana/methods.js'
import { solana } from '../../../src/vocabulary/non-evm-networks.js'
import { connect } from '../../support/solana-page.js'
import { base64Of, keypair, signBytes, transferOf, verifies, versionedOf } from '../../support/solana-wallet.js'
import { testRows } from '../../support/rows.js'

const chain = solana.caipNetworkId
const [key, other] = [keypair(3), keypair(5)]
const payer = key.publicKey
const utf8 = (text: string) => new TextEncoder().encode(text)
const latest = { value: { blockhash: PublicKey.default.toBase58(), lastValidBlockHeight: 1 } }
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

type Params = Readonly<Record<string, unknown>>
type Answers = Readonly<Record<string, (params: Params) => unknown>>

/** @param answers of the wallet, by method. @param methods that it grants; default: those it answers */
function setup(answers: Answers, { methods = Object.keys(answers), addresses = [payer.toBase58()] } = {}) {
  const asked: { chain: string; method: string; params: Params }[] = []
  const reads: { method: string; params: readonly unknown[] }[] = []
  const listeners = {
    grant: new Set<() => void>(),
    event: new Set<(event: SessionEvent) => void>(),
    end: new Set<(reason: string) => void>(),
  }
  const listen =
    <Listener>(set: Set<Listener>) =>
    (listener: Listener) => {
      set.add(listener)
      return () => void set.delete(listener)
    }
  const state = { granted: grant(methods, addresses) as GrantedNamespace | undefined, closed: 0, left: [] as string[] }
  const session: WalletSession = {
    topic: 'ab'.repeat(32),
    wallet: { id: 'w', name: 'W' },
    granted: (namespace) => (namespace === 'solana' ? state.granted : undefined),
    async request(on, { method, params }) {
      asked.push({ chain: on, method, params: params as Params }) // the connector gives objects
      return answers[method]?.(params as Params)
    },
    async read(_chain, { method, params }) {
      reads.push({ method, params: params as readonly unknown[] })
      if (method === 'getLatestBlockhash') return latest
      const { signatures } = VersionedTransaction.deserialize(Buffer.from((params as string[])[0] ?? '', 'base64'))
      return bs58.encode(signatures[0] ?? [])
    },
    allow: () => undefined,
    refresh: () => undefined,
    leave: (namespace) => void state.left.push(namespace),
    onGrant: listen(listeners.grant),
    onEvent: listen(listeners.event),
    onEnd: listen(listeners.end),
    isOpen: true,
    close: async () => void state.closed++,
    release: () => undefined,
  }
  const connector = createSessionConnector(session)
  const from = `${chain}:${addresses[0] ?? ''}` as const
  return {
    asked,
    reads,
    state,
    connector,
    update(granted: GrantedNamespace | undefined) {
      state.granted = granted
      for (const listener of listeners.grant) listener()
    },
    tell: (event: SessionEvent) => listeners.event.forEach((listener) => listener(event)),
    end: () => listeners.end.forEach((listener) => listener('over')),
    open: () => connect(connector),
    send: () => connector.send({ from, to: other.publicKey.toBase58(), amount: 5n, asset: `${chain}/slip44:501` }),
  }
}

const grant = (methods: readonly string[], addresses: readonly string[]): GrantedNamespace => ({
  accounts: new Map([[chain, addresses]]),
  methods: new Set(methods),
  unasked: new Set(),
})

/** Signs the transaction in a request, as web3.js does. */
function sign(text: unknown, by = key): { signature: Uint8Array; transaction: string } {
  const transaction = VersionedTransaction.deserialize(Buffer.from(text as string, 'base64'))
  transaction.sign([by])
  return { signature: transaction.signatures[0] ?? new Uint8Array(), transaction: base64Of(transaction.serialize()) }
}
const signMessage = ({ message }: Params) => signBytes(key, bs58.decode(message as string))
const forms: readonly (readonly [form: string, write: (signature: Uint8Array) => string])[] = [
  ['base58', (bytes) => bs58.encode(bytes)],
  ['base64', base64Of],
  ['hex', hexOf],
  ['hex with 0x', (bytes) => `0x${hexOf(bytes)}`],
  ['hex in capitals', (bytes) => hexOf(bytes).toUpperCase()],
]
/** What is no signature, in the place of one. */
const wrong: readonly (readonly [what: string, signature: unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['an empty text', ''],
  ['63 bytes in base58', bs58.encode(new Uint8Array(63).fill(1))],
  ['65 bytes in base58', bs58.encode(new Uint8Array(65).fill(1))],
  ['63 bytes in base64', base64Of(new Uint8Array(63).fill(1))],
  ['63 bytes in hex', hexOf(new Uint8Array(63))],
  ['what is in no form', '!'.repeat(88)],
  ['a long text', '1'.repeat(100_000)],
  ['bytes', new Uint8Array(64)],
]

test('connects with the accounts that the session grants, and their keys', async () => {
  const { open, connector, asked } = setup(
    {},
    { methods: [...allMethods], addresses: [payer.toBase58(), other.publicKey.toBase58()] },
  )
  const { accounts, ask } = await open()
  expect(connector.id).toBe(`relay:${'ab'.repeat(32)}`)
  expect(accounts).toEqual(
    [payer, other.publicKey].map((each) => ({ chain, address: each.toBase58(), publicKey: hexOf(each.toBytes()) })),
  )
  expect(await ask('solana_getAccounts')).toEqual([{ pubkey: payer.toBase58() }, { pubkey: other.publicKey.toBase58() }])
  expect(asked).toEqual([])
})

describe('texts', () => {
  testRows(forms)('signatures in %s', async (_form, write) => {
    const { open, asked } = setup({ solana_signMessage: (params) => ({ signature: write(signMessage(params)) }) })
    const { sign: signText } = await open()
    const { signature } = await signText('Hello 👋')
    expect(verifies(payer, utf8('Hello 👋'), signature)).toBe(true)
    expect(asked).toEqual([
      { chain, method: 'solana_signMessage', params: { message: bs58.encode(utf8('Hello 👋')), pubkey: payer.toBase58() } },
    ])
  })

  testRows([1, 2_048, 2_049, 10_000])('of %i bytes', async (length) => {
    const { open } = setup({ solana_signMessage: (params) => ({ signature: bs58.encode(signMessage(params)) }) })
    const { sign: signText } = await open()
    const text = 'x'.repeat(length)
    expect(verifies(payer, utf8(text), (await signText(text)).signature)).toBe(true)
  })

  test('that are too long for a request are refused', async () => {
    const { open, asked } = setup({ solana_signMessage: (params) => ({ signature: bs58.encode(signMessage(params)) }) })
    const { sign: signText, ask } = await open()
    await expect(signText('x'.repeat(10_001))).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    await expect(ask('solana_signMessage', { message: new Uint8Array(10_001) })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(asked).toEqual([])
  })

  testRows([
    ...wrong.map(([what, signature]) => [what, { signature }] as const),
    ['no object', 'x'],
    ['no answer', undefined],
  ] as const)('answered with %s fail', async (_what, answer) => {
    const { open } = setup({ solana_signMessage: () => answer })
    const { sign: signText } = await open()
    await expect(signText('Hello')).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })

  test('are asked of the account that the page names', async () => {
    const { open, asked } = setup(
      { solana_signMessage: (params) => ({ signature: bs58.encode(signMessage(params)) }) },
      { addresses: [payer.toBase58(), other.publicKey.toBase58()] },
    )
    const { ask } = await open()
    await ask('solana_signMessage', { message: bs58.encode(utf8('x')), pubkey: other.publicKey.toBase58() })
    expect(asked[0]?.params['pubkey']).toBe(other.publicKey.toBase58())
  })

  test('that the wallet refuses keep its code', async () => {
    const refusal = { code: 5000, message: 'User rejected.' } // a plain object, as the library throws it
    const { open } = setup({
      solana_signMessage: () => {
        // oxlint-disable-next-line typescript/only-throw-error -- see above
        throw refusal
      },
    })
    const { sign: signText, ask } = await open()
    await expect(signText('x')).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await expect(ask('solana_signMessage', { message: bs58.encode(utf8('x')) })).rejects.toBe(refusal)
  })
})

describe('transactions', () => {
  const transactions = [transferOf(payer), versionedOf(payer)] as const
  const both = ['legacy', 'versioned'] as const

  testRows(
    forms.flatMap(([form, write]) =>
      both.map((version, index) => [version, form, write, transactions[index] as (typeof transactions)[number]] as const),
    ),
  )('%s, answered with the signature alone in %s', async (_version, _form, write, transaction) => {
    const { open, asked } = setup({
      solana_signTransaction: (params) => ({ signature: write(sign(params['transaction']).signature) }),
    })
    const { ask } = await open()
    const answer = (await ask('solana_signTransaction', { transaction })) as { signature: string; transaction: string }
    const signed = VersionedTransaction.deserialize(Buffer.from(answer.transaction, 'base64'))
    expect(verifies(payer, signed.message.serialize(), answer.signature)).toBe(true)
    expect(bs58.encode(signed.signatures[0] ?? [])).toBe(answer.signature)
    const { message } = VersionedTransaction.deserialize(Buffer.from(asked[0]?.params['transaction'] as string, 'base64'))
    expect(signed.message.serialize()).toEqual(message.serialize())
  })

  testRows<readonly [what: string, answer: (params: Params) => unknown]>([
    ['the transaction', ({ transaction }) => ({ transaction: sign(transaction).transaction })],
    [
      'the transaction, and null for a signature',
      ({ transaction }) => ({ transaction: sign(transaction).transaction, signature: null }),
    ],
    [
      'both',
      ({ transaction }) => ({ transaction: sign(transaction).transaction, signature: bs58.encode(sign(transaction).signature) }),
    ],
    [
      'a signature, and null for the transaction',
      ({ transaction }) => ({ signature: bs58.encode(sign(transaction).signature), transaction: null }),
    ],
    [
      'a signature, and an empty transaction',
      ({ transaction }) => ({ signature: bs58.encode(sign(transaction).signature), transaction: '' }),
    ],
  ])('answered with %s', async (_what, respond) => {
    const { open } = setup({ solana_signTransaction: respond })
    const { ask } = await open()
    const answer = (await ask('solana_signTransaction', { transaction: transactions[1] })) as {
      signature: string
      transaction: string
    }
    expect(verifies(payer, transactions[1].message.serialize(), answer.signature)).toBe(true)
    expect(answer.transaction).toBe(sign(base64Of(transactions[1].serialize())).transaction)
  })

  testRows<readonly [what: string, answer: (params: Params) => unknown]>([
    ...wrong.map(([what, signature]) => [what, () => ({ signature })] as const),
    ['no object', () => 'x'],
    ['the transaction, unsigned', ({ transaction }) => ({ transaction })],
    ['no transaction', () => ({ transaction: base64Of(utf8('hello')) })],
    ['half of it', ({ transaction }) => ({ transaction: (transaction as string).slice(0, 100) })],
    ['what is no base64', () => ({ transaction: '!' })],
    [
      'a transaction of another account',
      () => ({ transaction: sign(base64Of(versionedOf(other.publicKey).serialize()), other).transaction }),
    ],
  ])('answered with %s fail', async (_what, respond) => {
    const { open } = setup({ solana_signTransaction: respond })
    const { ask } = await open()
    await expect(ask('solana_signTransaction', { transaction: transactions[1] })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })

  const signAll = ({ transactions: all }: Params) => ({ transactions: (all as string[]).map((each) => sign(each).transaction) })
  const signOne = ({ transaction }: Params) => ({ transaction: sign(transaction).transaction })
  test.each<readonly [what: string, answers: Answers, methods: readonly string[]]>([
    [
      'at once where the wallet can',
      { solana_signTransaction: signOne, solana_signAllTransactions: signAll },
      ['solana_signAllTransactions'],
    ],
    [
      'one after the other where it cannot',
      { solana_signTransaction: signOne },
      ['solana_signTransaction', 'solana_signTransaction'],
    ],
  ])('several, %s', async (_what, answers, methods) => {
    const { open, asked } = setup(answers)
    const { ask } = await open()
    const signed = await ask('solana_signAllTransactions', { transactions })
    const wanted = [
      transactions[0].serialize({ requireAllSignatures: false, verifySignatures: false }),
      transactions[1].serialize(),
    ]
    expect(signed).toEqual({ transactions: wanted.map((each) => sign(base64Of(each)).transaction) })
    expect(asked.map(({ method }) => method)).toEqual(methods)
  })

  test('one, by a wallet that signs several alone', async () => {
    const { open, asked } = setup({ solana_signAllTransactions: signAll })
    const { ask } = await open()
    const answer = await ask('solana_signTransaction', { transaction: transactions[1] })
    expect(answer).toMatchObject({ transaction: sign(base64Of(transactions[1].serialize())).transaction })
    expect(asked.map(({ method }) => method)).toEqual(['solana_signAllTransactions'])
  })

  testRows<readonly [what: string, answer: (params: Params) => unknown]>([
    ['nothing', () => undefined],
    ['one of them', (params) => ({ transactions: signAll(params).transactions.slice(1) })],
    ['one more', (params) => ({ transactions: [...signAll(params).transactions, ...signAll(params).transactions.slice(1)] })],
    ['one unsigned', (params) => ({ transactions: [signAll(params).transactions[0], (params['transactions'] as string[])[1]] })],
    ['numbers', () => ({ transactions: [1, 2] })],
    ['a thousand', () => ({ transactions: Array.from({ length: 1_000 }, () => 'AAAA') })],
  ])('several, answered with %s fail', async (_what, respond) => {
    const { open } = setup({ solana_signAllTransactions: respond })
    const { ask } = await open()
    await expect(ask('solana_signAllTransactions', { transactions })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })
})

describe('sending', () => {
  const signAndSend = ({ transaction }: Params) => ({ signature: bs58.encode(sign(transaction).signature) })
  const signTransaction = ({ transaction }: Params) => ({ transaction: sign(transaction).transaction })

  test('is asked of a wallet that grants it', async () => {
    const { open, send, asked, reads } = setup({
      solana_signAndSendTransaction: signAndSend,
      solana_signTransaction: signTransaction,
    })
    const { ask } = await open()
    const id = await send()
    expect(asked).toMatchObject([
      {
        chain,
        method: 'solana_signAndSendTransaction',
        params: { pubkey: payer.toBase58(), sendOptions: { preflightCommitment: 'confirmed' } },
      },
    ])
    expect(reads.map(({ method }) => method)).toEqual(['getLatestBlockhash'])
    const { message } = VersionedTransaction.deserialize(Buffer.from(asked[0]?.params['transaction'] as string, 'base64'))
    expect(verifies(payer, message.serialize(), id)).toBe(true)
    await ask('solana_signAndSendTransaction', { transaction: versionedOf(payer), sendOptions: { maxRetries: 2 } })
    expect(asked[1]?.params['sendOptions']).toEqual({ maxRetries: 2 })
  })

  test('goes to the nodes where the wallet only signs, and the id is its signature', async () => {
    const { open, send, asked, reads } = setup({ solana_signTransaction: signTransaction })
    await open()
    const id = await send()
    expect(asked.map(({ method }) => method)).toEqual(['solana_signTransaction'])
    expect(reads.map(({ method }) => method)).toEqual(['getLatestBlockhash', 'sendTransaction'])
    const { message } = VersionedTransaction.deserialize(Buffer.from(reads[1]?.params[0] as string, 'base64'))
    expect(verifies(payer, message.serialize(), id)).toBe(true)
  })

  test('does not happen with a transaction that the wallet has put in place of the transfer', async () => {
    const { open, send, reads } = setup({
      solana_signTransaction: () => ({ transaction: sign(base64Of(versionedOf(payer).serialize())).transaction }),
    })
    await open()
    await expect(send()).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    expect(reads.map(({ method }) => method)).toEqual(['getLatestBlockhash'])
  })

  test('is not asked of a wallet that can neither', async () => {
    const { open, send, asked } = setup({ solana_signMessage: () => undefined })
    const { ask } = await open()
    await expect(send()).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    for (const [method, params] of [
      ['solana_signTransaction', { transaction: versionedOf(payer) }],
      ['solana_signAllTransactions', { transactions: [versionedOf(payer)] }],
      ['solana_signAndSendTransaction', { transaction: versionedOf(payer) }],
    ] as const)
      await expect(ask(method, params)).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    expect(asked).toEqual([])
  })

  test('follows what the session grants now', async () => {
    const { open, send, asked, update } = setup({
      solana_signAndSendTransaction: signAndSend,
      solana_signTransaction: signTransaction,
    })
    await open()
    update(grant(['solana_signTransaction'], [payer.toBase58()]))
    await send()
    update(grant(['solana_signAndSendTransaction'], [payer.toBase58()]))
    await send()
    expect(asked.map(({ method }) => method)).toEqual(['solana_signTransaction', 'solana_signAndSendTransaction'])
  })

  testRows(wrong)('that a wallet answers with %s has failed, and is not done again', async (_what, signature) => {
    const { open, send, asked, reads } = setup({
      solana_signAndSendTransaction: () => ({ signature }),
      solana_signTransaction: signTransaction,
    })
    await open()
    await expect(send()).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    expect([asked.length, reads.length]).toEqual([1, 1])
  })
})

describe('changes', () => {
  const addresses = [payer.toBase58(), other.publicKey.toBase58()]
  const event = (data: unknown, name = 'accountsChanged'): SessionEvent => ({ name, data, chain })

  test('the wallet selects another account, by address or by its CAIP-10 id, and adds none', async () => {
    const { open, tell, connector } = setup({}, { addresses })
    const { changes } = await open()
    const first = () =>
      changes.flatMap((change) => (change.type === 'grant' ? [change.grant.accounts[0]?.address] : [change.type]))
    tell(event([addresses[1]]))
    tell(event([`${chain}:${addresses[0] ?? ''}`]))
    tell(event([keypair(8).publicKey.toBase58(), 7, null]))
    tell(event('nonsense'))
    tell(event([addresses[1]], 'other'))
    expect(first()).toEqual([addresses[1], addresses[0]])
    expect(await connector.getAccounts()).toHaveLength(2)
  })

  test('the session grants fewer accounts, then none, then ends', async () => {
    const { open, update, state } = setup({}, { addresses })
    const { changes, sign: signText } = await open()
    update(grant([], addresses.slice(1)))
    expect(changes).toMatchObject([{ type: 'grant', grant: { accounts: [{ address: addresses[1] }] } }])
    await expect(signText('x')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    update(undefined)
    expect(changes.at(-1)).toMatchObject({ type: 'grant', grant: { accounts: [] } })
    expect(state.left).toEqual(['solana'])
    await expect(signText('x')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    const second = setup({}, { addresses })
    const page = await second.open()
    second.end()
    expect(page.changes).toEqual([{ type: 'disconnect' }])
  })

  test('the page disconnects: the session is closed once', async () => {
    const { open, connector, state } = setup({}, { addresses })
    await open()
    await Promise.all([connector.disconnect(), connector.disconnect()])
    expect(state.closed).toBe(1)
  })
})

test('signing in is not proposed to phone wallets, and no session is asked for it', async () => {
  expect(allMethods).not.toContain('solana_signIn')
  const { open, connector, asked } = setup({ solana_signIn: () => ({}), solana_signMessage: () => ({}) })
  const { ask } = await open()
  expect(connector.abilities?.methods).toEqual(['solana_signMessage'])
  await expect(ask('solana_signIn')).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD', details: { method: 'solana_signIn' } })
  expect(asked).toEqual([])
})
