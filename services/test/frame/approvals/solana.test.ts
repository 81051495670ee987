// Requests of Solana, made by web3.js and the token program's own client.
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import {
  AuthorityType,
  getApproveInstructionDataEncoder,
  getCloseAccountInstructionDataEncoder,
  getSetAuthorityInstructionDataEncoder,
  getTransferCheckedInstructionDataEncoder,
} from '@solana-program/token'
import bs58 from 'bs58'
import { describe, expect, test } from 'vitest'
import { random, sampleOf, seedOr } from '../../support/random.js'
import { describeIt, rowOf, warned } from './world.js'
import { testRows } from '../../../../test/support/rows.js'

const [me, friend, thief] = [1, 2, 3].map((seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed)).publicKey) as [
  PublicKey,
  PublicKey,
  PublicKey,
]
const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const MINT = new PublicKey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const blockhash = PublicKey.default.toBase58()
const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const world = {
  chainId,
  account: me.toBase58(),
  chains: { [chainId]: { name: 'Solana', nativeSymbol: 'SOL', decimals: 9 } },
  knownContract: (_: string, address: string) =>
    address === MINT.toBase58() ? ({ name: 'USD Coin', kind: 'token', symbol: 'USDC', decimals: 6 } as const) : undefined,
}
const ask = (method: string, params: unknown) => describeIt(method, params, world)
const bytesOf = (...instructions: TransactionInstruction[]) =>
  new Transaction({ feePayer: me, blockhash, lastValidBlockHeight: 1 })
    .add(...instructions)
    .serialize({ requireAllSignatures: false, verifySignatures: false })
const send = (...instructions: TransactionInstruction[]) =>
  ask('solana_signTransaction', { transaction: bytesOf(...instructions).toString('base64') })
const pay = SystemProgram.transfer({ fromPubkey: me, toPubkey: friend, lamports: 5 })
const keys = (...all: PublicKey[]) => all.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(me), isWritable: true }))
const onToken = (data: { readonly length: number }, ...accounts: PublicKey[]) =>
  new TransactionInstruction({ programId: TOKEN, keys: keys(...accounts), data: Buffer.from(data as Uint8Array) })

test('coins are sent, with the fee cap; what is signed is what came, in base64 or base58', async () => {
  const bytes = bytesOf(
    ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5_000_000 }),
    pay,
  )
  const approval = await ask('solana_signAndSendTransaction', { transaction: bytes.toString('base64') })
  expect(approval).toMatchObject({
    title: 'call.send',
    risk: 'normal',
    sign: { type: 'solanaTransaction', transaction: new Uint8Array(bytes) },
  })
  expect(rowOf(approval, 'row.amount')).toEqual({ type: 'amount', amount: 5n, decimals: 9, symbol: 'SOL' })
  expect(rowOf(approval, 'row.recipient')).toEqual({ type: 'address', address: friend.toBase58() })
  expect(rowOf(approval, 'row.feeMost')).toMatchObject({ amount: 10_000n })
  expect((await ask('solana_signTransaction', { transaction: bs58.encode(bytes) })).sign).toEqual(approval.sign)
})

test('version 0 is read; accounts of lookup tables are not, and that is risky', async () => {
  const table = new AddressLookupTableAccount({
    key: thief,
    state: {
      addresses: [friend],
      deactivationSlot: 0n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
    },
  })
  const message = (tables: AddressLookupTableAccount[], instruction = pay) => {
    const compiled = new TransactionMessage({
      payerKey: me,
      recentBlockhash: blockhash,
      instructions: [instruction],
    }).compileToV0Message(tables)
    return { transaction: Buffer.from(new VersionedTransaction(compiled).serialize()).toString('base64') }
  }
  expect(await ask('solana_signTransaction', message([]))).toMatchObject({ title: 'call.send', risk: 'normal' })
  const looked = await ask('solana_signTransaction', message([table]))
  expect(warned(looked)).toEqual(['warn.lookup'])
  expect(rowOf(looked, 'row.recipient')).toEqual({ type: 'text', text: '?' })
  // A table gives accounts to read, too.
  const { programId, data } = pay
  const look = new TransactionInstruction({
    programId,
    data,
    keys: pay.keys.map((key) => ({ ...key, isWritable: key.isSigner })),
  })
  expect(warned(await ask('solana_signTransaction', message([table], look)))).toContain('warn.lookup')
})

describe('tokens', () => {
  test('a transfer is said with the token of the list, and the owner of an account that is opened', async () => {
    const account = thief
    const open = new TransactionInstruction({
      programId: new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
      keys: keys(me, account, friend, MINT, SystemProgram.programId, TOKEN),
      data: Buffer.from([1]),
    })
    const transfer = onToken(
      getTransferCheckedInstructionDataEncoder().encode({ amount: 7_000_000n, decimals: 6 }),
      me,
      MINT,
      account,
      me,
    )
    const approval = await send(open, transfer)
    expect(approval).toMatchObject({ risk: 'normal', title: 'title.solana' })
    const sent = approval.calls[1]!
    expect(rowOf(sent, 'row.amount')).toEqual({ type: 'amount', amount: 7_000_000n, decimals: 6, symbol: 'USDC' })
    expect(rowOf(sent, 'row.recipient')).toEqual({ type: 'address', address: friend.toBase58() })
  })
  test('allowances, control and closed accounts for others are risky', async () => {
    // attack 69
    const approve = onToken(getApproveInstructionDataEncoder().encode({ amount: 5n }), friend, thief, me)
    expect(warned(await send(approve))).toContain('warn.delegate')
    const endless = onToken(getApproveInstructionDataEncoder().encode({ amount: 2n ** 64n - 1n }), friend, thief, me)
    expect(warned(await send(endless))).toContain('warn.unlimited')
    const authority = getSetAuthorityInstructionDataEncoder().encode({
      authorityType: AuthorityType.AccountOwner,
      newAuthority: thief.toBase58() as never,
    })
    const handed = await send(onToken(authority, friend, me))
    expect([warned(handed), rowOf(handed, 'row.newOwner')]).toEqual([
      ['warn.setAuthority'],
      { type: 'address', address: thief.toBase58() },
    ])
    const close = (to: PublicKey) => onToken(getCloseAccountInstructionDataEncoder().encode({}), friend, to, me)
    expect((await send(close(thief))).risk).toBe('risky')
    expect((await send(close(me))).risk).toBe('normal')
    expect(warned(await send(SystemProgram.assign({ accountPubkey: me, programId: thief })))).toEqual(['warn.setAuthority'])
    expect(warned(await send(SystemProgram.nonceAdvance({ noncePubkey: friend, authorizedPubkey: me }), pay))).toEqual([
      'warn.nonceSolana',
    ])
  })
  test('an account that is opened for a program which nobody knows is risky: the coins are that program’s', async () => {
    const opened = (programId: PublicKey) =>
      SystemProgram.createAccount({ fromPubkey: me, newAccountPubkey: me, lamports: 5_000, space: 10, programId })
    expect(warned(await send(opened(thief)))).toEqual(['warn.unknownProgram'])
    expect(warned(await send(opened(TOKEN)))).toEqual([])
  })
  test('unknown programs and unknown instructions are risky', async () => {
    expect(warned(await send(new TransactionInstruction({ programId: thief, keys: keys(me), data: Buffer.from([1]) })))).toEqual([
      'warn.unknownProgram',
    ])
    expect(warned(await send(onToken([99], friend, me)))).toEqual(['warn.unknownProgram'])
    const memo = (data: Buffer) => new TransactionInstruction({ programId: MEMO, keys: [], data })
    expect(rowOf(await send(memo(Buffer.from('hi \u202e'))), 'row.memo')).toEqual({ type: 'block', text: 'hi ⟦U+202E⟧' })
    expect(warned(await send(memo(Buffer.from([0xff]))))).toEqual(['warn.unknownProgram'])
  })
})

test('transactions of others, and those with more or less bytes, are refused', async () => {
  const bytes = bytesOf(pay)
  const other = new Transaction({ feePayer: friend, blockhash, lastValidBlockHeight: 1 }).add(
    SystemProgram.transfer({ fromPubkey: friend, toPubkey: me, lamports: 5 }),
  )
  const foreign = other.serialize({ requireAllSignatures: false, verifySignatures: false })
  for (const bad of [
    foreign,
    bytes.subarray(0, -1),
    Buffer.concat([bytes, Buffer.from([0])]),
    Buffer.alloc(1300),
    Buffer.alloc(0),
  ])
    await expect(ask('solana_signTransaction', { transaction: bad.toString('base64') })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
  await expect(
    describeIt('solana_signTransaction', { transaction: bytes.toString('base64') }, { ...world, chainId: 'eip155:1' }),
  ).rejects.toMatchObject({ code: 'UNSUPPORTED_CHAIN' })
})

testRows(['1'.repeat(31), '1'.repeat(45), '0'.repeat(40), 'x', 7])('%s is no account', async (pubkey) => {
  // attack 68
  await expect(ask('solana_signMessage', { message: bs58.encode(Buffer.from('hi')), pubkey })).rejects.toMatchObject({
    code: 'INVALID_PARAMS',
  })
})

describe('messages', () => {
  const sign = (message: Uint8Array | string) =>
    ask('solana_signMessage', { message: bs58.encode(Buffer.from(message as string)), pubkey: me.toBase58() })
  test('a text is signed as it is', async () => {
    expect(await sign('Hello')).toMatchObject({
      kind: 'solanaMessage',
      risk: 'normal',
      sign: { type: 'solanaMessage', message: new Uint8Array(Buffer.from('Hello')) },
    })
  })
  test('a transaction is no message, neither whole nor without signatures', async () => {
    // attack 66
    const bytes = bytesOf(pay)
    for (const message of [bytes, bytes.subarray(65)])
      await expect(sign(message)).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
  })
  test('a sign-in must be for this site and this account', async () => {
    // attack 62
    const text = (domain: string, account: PublicKey) =>
      `${domain} wants you to sign in with your Solana account:\n${account.toBase58()}`
    expect((await sign(text('app.example.org', me))).kind).toBe('signIn')
    expect(
      (await sign(`${text('app.example.org', me)}\n\nHello.\n\nURI: https://app.example.org\nChain ID: mainnet\nNonce: abcdefgh`))
        .kind,
    ).toBe('signIn')
    await expect(sign(text('evil.org', me))).rejects.toThrow('another site')
    await expect(sign(text('app.example.org', friend))).rejects.toThrow('another account')
    await expect(sign(text('app.example.org', me).toLowerCase())).rejects.toThrow()
  })
})

test('several transactions are shown one by one', async () => {
  const transactions = [bytesOf(pay), bytesOf(onToken([99], friend, me))].map((bytes) => bytes.toString('base64'))
  const approval = await ask('solana_signAllTransactions', { transactions })
  expect(approval).toMatchObject({ title: 'title.solanaAll', risk: 'risky' })
  expect(approval.calls.map(({ calls }) => calls[0]?.title)).toEqual(['call.send', 'call.unknown'])
  await expect(ask('solana_signAllTransactions', { transactions: [] })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

test('broken transactions are refused by name, or are the bytes that were shown', async () => {
  const { int } = random(seedOr(67))
  const bytes = bytesOf(pay)
  for (let round = 0; round < sampleOf(20_000); round++) {
    const broken = Buffer.from(bytes)
    for (let left = 1 + int(3); left > 0; left--) broken[int(broken.length)] = int(256)
    await ask('solana_signTransaction', { transaction: broken.toString('base64') }).then(
      (approval) => expect(approval.sign).toEqual({ type: 'solanaTransaction', transaction: new Uint8Array(broken) }),
      (error: unknown) => expect(error).toMatchObject({ name: 'ApprovalError' }),
    )
  }
})
