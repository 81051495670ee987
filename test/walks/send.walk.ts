// Sending on the devnets: what leaves and what arrives to the last unit, a wallet that declines, a transaction that fails, a page that is closed meanwhile.
import { Connection, Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import { createPublicClient, createTestClient, http, parseAbi, parseEther, type Hex } from 'viem'
import { OLD_DOLLAR, ONCHAIN_NAME } from '../../services/devnet/manifest.js'
import { SOLANA_FAUCET, SOLANA_SALT } from '../../services/devnet/solana/manifest.js'
import { keypair } from '../support/solana-wallet.js'
import { bundleWallets } from './support/bundle-wallets.js'
import { cardOf } from './support/ecosystem-card.js'
import { freshAddress, sendingOn } from './support/sending.js'
import { expect, needsSolana, test } from './support/walk.js'

const tokenAbi = parseAbi(['function balanceOf(address owner) view returns (uint256)'])

const exactly = 'a visitor sends coins and all of a token, and what leaves and what arrives is exact'
test(exactly, { tag: ['@journey', '@relay'] }, async ({ page, stack, wallet }) => {
  const node = createPublicClient({ transport: http(stack.evm) })
  const sending = sendingOn(page)
  const lastHash = async (): Promise<Hex> => (await node.getBlock()).transactions.at(-1) ?? '0x'
  await sending.goto(stack.dapp)
  await wallet.connect()
  const first = await sending.address()

  await test.step('ETH to an address that is new', async () => {
    const to = freshAddress()
    const before = await node.getBalance({ address: first })
    await sending.open({ name: 'WalletSend', amount: '0.25' })
    await expect(sending.draft.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.25')
    await sending.fill({ amount: '0.123456789012345678', to: to.toLowerCase() })
    await expect(sending.review.getByText('First time sending here')).toBeVisible()
    await sending.send()
    await wallet.approve('Send coins')
    await sending.arrives()
    const hash = await lastHash()
    expect(await sending.outcome()).toBe(hash)
    const { gasUsed, effectiveGasPrice, from } = await node.getTransactionReceipt({ hash })
    expect(from).toBe(first.toLowerCase())
    expect(await node.getBalance({ address: to })).toBe(parseEther('0.123456789012345678'))
    expect(await node.getBalance({ address: first })).toBe(
      before - parseEther('0.123456789012345678') - gasUsed * effectiveGasPrice,
    )
  })

  await test.step('all of a token that returns nothing', async () => {
    const to = freshAddress()
    const token = { address: OLD_DOLLAR.address, abi: tokenAbi } as const
    const balanceOf = (address: Hex) => node.readContract({ ...token, functionName: 'balanceOf', args: [address] })
    const all = await balanceOf(first)
    expect(all).toBeGreaterThan(0n)
    await sending.open({ name: 'WalletSend' })
    await sending.fill({ to, token: OLD_DOLLAR.name })
    await sending.send()
    await wallet.approve('Call a contract')
    await sending.arrives()
    expect(await balanceOf(to)).toBe(all)
    expect(await balanceOf(first)).toBe(0n)
  })
})

const named = 'coins go to a name of the registry, after they were declined once'
test(named, { tag: '@relay' }, async ({ page, stack, wallet }) => {
  const node = createPublicClient({ transport: http(stack.evm) })
  const sending = sendingOn(page)
  await sending.goto(stack.dapp)
  await wallet.connect()
  const first = await sending.address()
  await wallet.useSecondAccount()
  const before = await node.getBalance({ address: first })
  await sending.open({ name: 'WalletSend' })
  await sending.fill({ amount: '0.5', to: ONCHAIN_NAME.toUpperCase() })
  await expect(sending.review.getByText(ONCHAIN_NAME)).toBeVisible()
  await sending.send()
  await wallet.reject('Send coins')
  await expect(sending.review.getByText('You declined the request').first()).toBeVisible()
  await sending.send()
  await wallet.approve('Send coins')
  await sending.arrives()
  expect((await node.getBalance({ address: first })) - before).toBe(parseEther('0.5'))
})

const later = 'a page that is reloaded still knows what it has sent, and one that fails on its chain says so'
test(later, async ({ page, stack, wallet }) => {
  const node = createPublicClient({ transport: http(stack.evm) })
  const chain = createTestClient({ mode: 'anvil', transport: http(stack.evm) })
  const sending = sendingOn(page)
  const { draft, done, review } = sending
  await sending.goto(stack.dapp)
  await wallet.connect()
  const sender = await sending.address()
  /** Sends, and stays on the view that waits for the network. */
  const sendTo = async (to: string) => {
    await sending.open({ name: 'WalletSend' })
    await sending.fill({ amount: '0.01', to })
    await sending.send()
    await wallet.approve('Send coins')
    await expect(done.getByRole('heading', { name: 'Waiting for the network…' })).toBeVisible()
    const { transactions } = await node.getBlock({ blockTag: 'pending' })
    return transactions.at(-1) ?? '0x'
  }
  await chain.setAutomine(false)
  try {
    await test.step('reloaded while it waits', async () => {
      const to = freshAddress()
      const hash = await sendTo(to)
      await page.reload()
      await wallet.isConnected()
      await sending.open({ name: 'WalletSendConfirmed', hash, closes: true })
      await expect(done.getByRole('heading', { name: 'Waiting for the network…' })).toBeVisible()
      await chain.mine({ blocks: 1 })
      await sending.arrives()
      expect(await node.getBalance({ address: to })).toBe(parseEther('0.01'))
    })
    await test.step('failed when it was mined', async () => {
      const to = freshAddress()
      const before = await node.getBalance({ address: sender })
      const hash = await sendTo(to)
      await chain.setCode({ address: to, bytecode: '0xfe' }) // now it takes nothing
      await chain.mine({ blocks: 1 })
      await expect(done.getByText('The transaction failed on the network. Nothing was moved but the fee.').first()).toBeVisible()
      const { status, gasUsed, effectiveGasPrice } = await node.getTransactionReceipt({ hash })
      expect(status).toBe('reverted')
      expect(await node.getBalance({ address: sender })).toBe(before - gasUsed * effectiveGasPrice)
      await done.getByRole('button', { name: 'Try again' }).click()
      await expect(draft.getByRole('textbox', { name: 'To', exact: true })).toHaveValue(to)
      await expect(review).toHaveCount(0)
    })
  } finally {
    await chain.setAutomine(true)
  }
})

test('SOL, and a token to somebody who has no account for it', async ({ page, context, stack }) => {
  needsSolana(stack)
  const url = stack.solana ?? ''
  const node = new Connection(url, 'confirmed')
  const { publicKey: owner } = keypair(5)
  await fund(node, owner)
  await context.addInitScript((at) => Object.assign(window, { solanaNode: at }), url)
  await context.addInitScript({ content: await bundleWallets() })
  const sending = sendingOn(page)
  await sending.goto(stack.dapp)
  const { choose, isConnected } = cardOf(page, 'solana')
  await choose('Keypair Wallet')
  await isConnected('Keypair Wallet')

  const receiver = Keypair.generate().publicKey
  await test.step('SOL', async () => {
    const before = await node.getBalance(owner)
    await sending.open({ name: 'WalletSend' })
    await sending.fill({ amount: '0.123456789', to: receiver.toBase58() })
    await sending.send()
    await sending.arrives()
    expect(await node.getBalance(receiver)).toBe(123_456_789)
    expect(await node.getBalance(owner)).toBe(before - 123_456_789 - 5_000)
  })
  await test.step('a token of Token-2022', async () => {
    const before = await node.getBalance(owner)
    await sending.open({ name: 'WalletSend' })
    await sending.fill({ amount: '1.25', to: receiver.toBase58(), token: SOLANA_SALT.name })
    await expect(sending.review.getByText('Opens the receiver’s token account')).toBeVisible()
    await sending.send()
    await sending.arrives()
    const account = accountFor(receiver)
    expect((await node.getTokenAccountBalance(account)).value.amount).toBe('125')
    expect(await node.getBalance(owner)).toBe(before - 5_000 - (await node.getBalance(account)))
  })
})

const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const ASSOCIATED = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const mint = new PublicKey(SOLANA_SALT.mint)
const accountFor = (owner: PublicKey) =>
  PublicKey.findProgramAddressSync([owner.toBytes(), TOKEN_2022.toBytes(), mint.toBytes()], ASSOCIATED)[0]

/** Gives 2 SOL and 5 of the token, from the faucet of the devnet. */
async function fund(node: Connection, owner: PublicKey): Promise<void> {
  const faucet = Keypair.fromSeed(Buffer.from(SOLANA_FAUCET.seed, 'hex'))
  const key = (pubkey: PublicKey, isSigner: boolean, isWritable: boolean) => ({ pubkey, isSigner, isWritable })
  const target = accountFor(owner)
  const amount = Buffer.alloc(9)
  amount[0] = 7 // MintTo
  amount.writeBigUInt64LE(500n, 1)
  const transaction = new Transaction().add(
    SystemProgram.transfer({ fromPubkey: faucet.publicKey, toPubkey: owner, lamports: 2_000_000_000 }),
    new TransactionInstruction({
      programId: ASSOCIATED,
      keys: [
        key(faucet.publicKey, true, true),
        key(target, false, true),
        key(owner, false, false),
        key(mint, false, false),
        key(SystemProgram.programId, false, false),
        key(TOKEN_2022, false, false),
      ],
      data: Buffer.from([1]), // create, unless it exists
    }),
    new TransactionInstruction({
      programId: TOKEN_2022,
      keys: [key(mint, false, true), key(target, false, true), key(faucet.publicKey, true, false)],
      data: amount,
    }),
  )
  const { blockhash } = await node.getLatestBlockhash()
  transaction.recentBlockhash = blockhash
  transaction.feePayer = faucet.publicKey
  transaction.sign(faucet)
  const signature = await node.sendRawTransaction(transaction.serialize())
  await expect.poll(async () => (await node.getSignatureStatus(signature)).value?.err).toBeNull()
}
