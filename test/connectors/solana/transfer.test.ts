// Transfers and transactions that are sent, through Solana's own runtime (litesvm) behind a node's JSON-RPC: coins, tokens of both token
// programs, what is refused, and wallets that sign something else.
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import bs58 from 'bs58'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connector, Read, Transfer } from '../../../src/connectors/connector.js'
import { associatedAccount } from '../../../src/api/solana-addresses.js'
import { getTransferCost } from '../../../src/api/transfer-costs.js'
import type { AssetId } from '../../../src/vocabulary/caip.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { solana } from '../../../src/vocabulary/non-evm-networks.js'
import { SOLANA_GRAIN, SOLANA_SALT, SOLANA_STABLE } from '../../../services/devnet/solana/manifest.js'
import { solanaMissing, startSeededSolana } from '../../../services/test/support/solana.js'
import { unsigned } from '../../support/five-keys.js'
import { plainWindow } from '../../support/plain-window.js'
import { connectOnDevnet, createNode, devnetChain, devnetNetwork, richKey } from '../../support/solana-node.js'
import { connected, open } from '../../support/solana-page.js'
import {
  createKeypairWallet,
  createStandardWallet,
  type KeypairWalletOptions,
  keypair,
  payment,
  register,
  signBytes,
  transferOf,
  verifies,
  versionedOf,
} from '../../support/solana-wallet.js'
import { testRows } from '../../support/rows.js'

const receiver = keypair(9).publicKey
const SOL = 1_000_000_000
const FEE = 5_000 // lamports, of one signature
const native: AssetId = `${devnetChain}/slip44:501`
const tokenOf = ({ mint }: { mint: string }): AssetId => `${devnetChain}/token:${mint}`

describe.skipIf(solanaMissing !== undefined)(`on a devnet${solanaMissing ? ` (${solanaMissing})` : ''}`, () => {
  let devnet: Awaited<ReturnType<typeof startSeededSolana>>
  beforeAll(async () => {
    devnet = await startSeededSolana()
  })
  beforeEach(() => devnet.reset())
  afterAll(() => devnet.stop())

  /** A wallet with 100 SOL and 5 000 of the stable token. @param read in place of the devnet's node */
  async function rich(options: KeypairWalletOptions = {}, read?: Read) {
    const node = createNode(() => devnet.url)
    const made = createKeypairWallet({ key: richKey(), chains: ['solana:localnet'], ...options })
    const window = plainWindow()
    register(window, made.wallet)
    const connector = open(window, made.wallet.name, read ?? node.read)
    await connectOnDevnet(connector)
    const payer = made.key.publicKey
    const from = `${devnetChain}:${payer.toBase58()}` as const
    const send = (parts: Partial<Transfer>) =>
      connector.send({ from, to: receiver.toBase58(), amount: 1n, asset: native, ...parts })
    return { ...made, node, connector, payer, send }
  }
  /** The devnet, as costs are asked of it. */
  const costWorld = () => ({ network: devnetNetwork, rpcUrls: [devnet.url], fetch: globalThis.fetch })
  /** What was signed and sent, as web3.js reads it. */
  const sentBy = ({ node }: Awaited<ReturnType<typeof rich>>) =>
    node.sent().map(({ params }) => VersionedTransaction.deserialize(Buffer.from(params[0] as string, 'base64')))

  test('a wallet of other people’s code sends lamports, exactly as many as were asked, once', async () => {
    const node = createNode(() => devnet.url)
    const window = plainWindow()
    register(window, createStandardWallet('solana:localnet', devnet.url))
    const connector = open(window, 'Burner Wallet', node.read)
    const { accounts } = await connectOnDevnet(connector)
    const payer = new PublicKey(accounts[0]?.address ?? '')
    await node.read(devnetChain, { method: 'requestAirdrop', params: [payer.toBase58(), 10 * SOL] })
    const from = `${devnetChain}:${payer.toBase58()}` as const
    await connector.send({ from, to: receiver.toBase58(), amount: 1_234_567_890n, asset: native })
    expect(await node.balance(receiver)).toBe(1_234_567_890)
    expect(await node.balance(payer)).toBe(10 * SOL - 1_234_567_890 - FEE)
    expect(node.sent()).toHaveLength(1)
  })

  testRows([
    [['legacy', 0], 0],
    [['legacy'], 'legacy'],
    [[0], 0],
    [undefined, 'legacy'],
    ['hostile', 'legacy'],
  ] as const)(
    'a wallet of versions %j signs a transaction of version %s, and the id is its signature',
    async (versions, version) => {
      devnet.reset()
      const wallet = createKeypairWallet({ key: richKey(), chains: ['solana:localnet'] })
      Object.assign(wallet.wallet.features['solana:signTransaction'] ?? {}, { supportedTransactionVersions: versions })
      const node = createNode(() => devnet.url)
      const window = plainWindow()
      register(window, wallet.wallet)
      const connector = open(window, 'Keys', node.read)
      await connectOnDevnet(connector)
      const from = `${devnetChain}:${wallet.key.publicKey.toBase58()}` as const
      const id = await connector.send({ from, to: receiver.toBase58(), amount: 2_000_000n, asset: native })
      const asked = VersionedTransaction.deserialize(wallet.inputs[0]?.transaction ?? new Uint8Array())
      expect(asked.version).toBe(version)
      expect(verifies(wallet.key.publicKey, asked.message.serialize(), id)).toBe(true)
      expect(await node.balance(receiver)).toBe(2_000_000)
      expect(node.sent().map(({ params }) => params[1])).toEqual([{ encoding: 'base64', preflightCommitment: 'confirmed' }])
    },
  )

  test.each([
    ['Token', SOLANA_STABLE, 5_000_000_000n],
    ['Token-2022', SOLANA_SALT, 77_00n],
  ])('tokens of the program %s: the receiver’s account is made, once', async (_program, token, all) => {
    const wallet = await rich()
    const { node, send, payer } = wallet
    const before = BigInt((await node.tokens(payer, token.mint))[0] ?? 0)
    expect(before).toBeGreaterThan(100n)
    expect(before).toBeLessThanOrEqual(all)
    await send({ asset: tokenOf(token), amount: 60n })
    expect(await node.tokens(receiver, token.mint)).toEqual(['60'])
    await send({ asset: tokenOf(token), amount: before - 60n }) // all that is left
    expect(await node.tokens(receiver, token.mint)).toEqual([String(before)])
    expect(await node.tokens(payer, token.mint)).toEqual(['0'])
    expect(node.sent()).toHaveLength(2)
  })

  describe('tokens in other accounts than the associated one', () => {
    const asset = tokenOf(SOLANA_STABLE)
    const mint = new PublicKey(SOLANA_STABLE.mint)
    const program = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
    type Rich = Awaited<ReturnType<typeof rich>>
    const associated = (owner: PublicKey) => associatedAccount(owner.toBase58(), mint.toBase58(), program.toBase58())

    /** Opens a further account for the stable token, with so much of what the payer has. */
    async function openAccount({ node, payer, key }: Rich, seed: number, { owner = payer, amount = 0n } = {}) {
      const account = keypair(seed)
      const from = new PublicKey((await associated(payer)) ?? '')
      const move = Buffer.alloc(10)
      move.writeUInt8(12) // TransferChecked
      move.writeBigUInt64LE(amount, 1)
      move.writeUInt8(SOLANA_STABLE.decimals, 9)
      const keyOf = (pubkey: PublicKey, isWritable: boolean, isSigner = false) => ({ pubkey, isWritable, isSigner })
      const blockhash = await node.blockhash()
      const transaction = new Transaction({ feePayer: payer, blockhash, lastValidBlockHeight: 1 }).add(
        SystemProgram.createAccount({
          fromPubkey: payer,
          newAccountPubkey: account.publicKey,
          lamports: 2_039_280,
          space: 165,
          programId: program,
        }),
        {
          programId: program,
          keys: [keyOf(account.publicKey, true), keyOf(mint, false)],
          data: Buffer.from([18, ...owner.toBytes()]),
        },
        {
          programId: program,
          keys: [keyOf(from, true), keyOf(mint, false), keyOf(account.publicKey, true), keyOf(payer, false, true)],
          data: move,
        },
      )
      transaction.sign(key, account)
      await node.read(devnetChain, {
        method: 'sendTransaction',
        params: [transaction.serialize().toString('base64'), { encoding: 'base64' }],
      })
      return account.publicKey.toBase58()
    }
    const amountAt = async ({ node }: Rich, at: string | undefined) =>
      ((await node.read(devnetChain, { method: 'getTokenAccountBalance', params: [at] })) as { value: { amount: string } }).value
        .amount

    test('are taken from the one that has enough, else from as few as there can be', async () => {
      const wallet = await rich()
      const { node, payer, send } = wallet
      const all = BigInt((await node.tokens(payer, SOLANA_STABLE.mint))[0] ?? 0)
      const [some, most] = [
        await openAccount(wallet, 21, { amount: 1_000n }),
        await openAccount(wallet, 22, { amount: all - 1_500n }),
      ]
      expect(await amountAt(wallet, await associated(payer))).toBe('500')
      await send({ asset, amount: 400n })
      expect(await amountAt(wallet, await associated(payer))).toBe('100') // where there is enough there
      await send({ asset, amount: all - 1_600n })
      expect(await amountAt(wallet, most)).toBe('100')
      await send({ asset, amount: 1_150n })
      expect([await amountAt(wallet, some), await node.tokens(payer, SOLANA_STABLE.mint)]).toEqual([
        '0',
        expect.arrayContaining(['0', '50']),
      ])
      expect(await node.tokens(receiver, SOLANA_STABLE.mint)).toEqual([String(all - 50n)])
      await expect(send({ asset, amount: 51n })).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    })

    test('are counted as what can be sent, and eight accounts fit into a transaction', async () => {
      const wallet = await rich()
      const { node, payer, send } = wallet
      const all = BigInt((await node.tokens(payer, SOLANA_STABLE.mint))[0] ?? 0)
      for (let seed = 31; seed <= 39; seed++) await openAccount(wallet, seed, { amount: all / 10n })
      const query = { from: payer.toBase58(), to: receiver.toBase58(), asset, amount: 1n }
      const { tokenBalance = 0n } = await getTransferCost(costWorld(), query)
      expect(tokenBalance).toBe((all / 10n) * 8n)
      await expect(send({ asset, amount: tokenBalance + 1n })).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
      expect(wallet.inputs).toEqual([])
      await send({ asset, amount: tokenBalance })
      expect(await node.tokens(receiver, SOLANA_STABLE.mint)).toEqual([String(tokenBalance)])
    })

    test('of the receiver are not sent to: the associated one is opened, and the deposit for it is known before', async () => {
      const wallet = await rich()
      const { node, payer, send } = wallet
      const other = await openAccount(wallet, 23, { owner: receiver })
      const query = { from: payer.toBase58(), to: receiver.toBase58(), asset, amount: 1n }
      const { deposit, fee = 0n } = await getTransferCost(costWorld(), query)
      expect(deposit).toBe(2_039_280n)
      const before = await node.balance(payer)
      await send({ asset, amount: 5n })
      expect(BigInt(before - (await node.balance(payer)))).toBe(deposit + fee)
      expect([await amountAt(wallet, await associated(receiver)), await amountAt(wallet, other)]).toEqual(['5', '0'])
      expect((await getTransferCost(costWorld(), query)).deposit).toBe(0n)
    })

    test('are left where they are when a node does not list them', async () => {
      const node = createNode(() => devnet.url)
      const { send, payer } = await rich({}, async (chain, call) => {
        if (call.method !== 'getTokenAccountsByOwner') return node.read(chain, call)
        throw Object.assign(new Error('this node has no index of accounts'), { code: -32010 })
      })
      const [all = '0'] = await node.tokens(payer, SOLANA_STABLE.mint)
      await send({ asset, amount: BigInt(all) })
      expect(await node.tokens(receiver, SOLANA_STABLE.mint)).toEqual([all])
    })
  })

  test('nothing at all is a transfer, too, and so is one to oneself', async () => {
    const { node, send, payer } = await rich()
    await send({ amount: 0n })
    expect(await node.balance(receiver)).toBe(0)
    await send({ to: payer.toBase58(), amount: 7n })
    expect(await node.balance(payer)).toBe(100 * SOL - 2 * FEE)
  })

  test('all that there is can be sent', async () => {
    const { node, send, payer } = await rich()
    await send({ amount: BigInt(100 * SOL - FEE) })
    expect([await node.balance(payer), await node.balance(receiver)]).toEqual([0, 100 * SOL - FEE])
  })

  testRows<readonly [what: string, parts: Partial<Transfer>, code: string]>([
    ['to nonsense', { to: 'nonsense' }, 'ADDRESS_INVALID'],
    ['to nobody', { to: '' }, 'ADDRESS_INVALID'],
    ['to an address of another ecosystem', { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }, 'ADDRESS_INVALID'],
    ['of less than nothing', { amount: -1n }, 'AMOUNT_INVALID'],
    ['above 64 bits', { amount: 2n ** 64n }, 'AMOUNT_INVALID'],
    ['of tokens above 64 bits', { amount: 2n ** 64n, asset: tokenOf(SOLANA_STABLE) }, 'AMOUNT_INVALID'],
    ['of a token without an address', { asset: tokenOf({ mint: 'nonsense' }) }, 'INVALID_PARAMS'],
    ['of a token that is none', { asset: tokenOf({ mint: receiver.toBase58() }) }, 'INVALID_PARAMS'],
    ['of a program', { asset: tokenOf({ mint: '11111111111111111111111111111111' }) }, 'INVALID_PARAMS'],
    ['of another coin', { asset: `${devnetChain}/slip44:60` }, 'INVALID_PARAMS'],
    ['of a collectible', { asset: `${devnetChain}/nft:${SOLANA_STABLE.mint}` }, 'INVALID_PARAMS'],
    ['of another chain', { asset: `${solana.caipNetworkId}/slip44:501` }, 'UNSUPPORTED_CHAIN'],
    ['of another’s coins', { from: `${devnetChain}:${receiver.toBase58()}` }, 'UNAUTHORIZED'],
    ['of tokens to a token', { to: SOLANA_STABLE.mint, asset: tokenOf(SOLANA_STABLE) }, 'ADDRESS_INVALID'],
    ['of more tokens than there are', { amount: 10n ** 18n, asset: tokenOf(SOLANA_STABLE) }, 'INSUFFICIENT_FUNDS'],
    ['of tokens that were counted wrongly', { asset: tokenOf(SOLANA_STABLE), decimals: 18 }, 'AMOUNT_INVALID'],
    ['of tokens of 2022 to a token', { to: SOLANA_GRAIN.mint, asset: tokenOf(SOLANA_SALT) }, 'ADDRESS_INVALID'],
  ])('a transfer %s is refused, and the wallet does not hear of it', async (_what, parts, code) => {
    const { node, send, inputs } = await rich()
    await expect(send(parts)).rejects.toMatchObject({ code })
    expect([inputs, node.sent()]).toEqual([[], []])
  })

  test('tokens cannot be sent to a token account, which could not spend them', async () => {
    const { node, send, payer, inputs } = await rich()
    for (const token of [SOLANA_STABLE, SOLANA_SALT]) {
      const to = await node.tokenAccount(payer, token.mint)
      await expect(send({ to, asset: tokenOf(SOLANA_STABLE) })).rejects.toMatchObject({ code: 'ADDRESS_INVALID' })
    }
    expect(inputs).toEqual([])
  })

  test.each<readonly [what: string, parts: Partial<Transfer>, problem: RegExp]>([
    ['coins', { amount: BigInt(100 * SOL) }, /simulation failed/],
    ['as many coins as there can be', { amount: 2n ** 64n - 1n }, /simulation failed/],
    ['coins that are too few for a new account', { amount: 1n }, /InsufficientFundsForRent/],
  ])(
    'more %s than the account can pay: says what the node says, asks the wallet once, and sends nothing again',
    async (_what, parts, problem) => {
      const { node, send, inputs, payer } = await rich()
      await expect(send(parts)).rejects.toMatchObject({
        code: 'RPC_ERROR',
        details: { chain: devnetChain, rpcCode: -32002, problem: expect.stringMatching(problem) },
        cause: { code: -32002 },
      })
      expect([inputs.length, node.sent().length]).toEqual([1, 1])
      expect([await node.balance(payer), await node.balance(receiver)]).toEqual([100 * SOL, 0])
      expect(await node.tokens(receiver, SOLANA_STABLE.mint)).toEqual([])
    },
  )

  describe('a wallet that signs', () => {
    const payer = richKey().publicKey
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 })
    /** The transaction of other instructions. */
    const altered = (change: (instructions: TransactionInstruction[]) => TransactionInstruction[], payerKey = payer) =>
      ((transaction) => {
        const { instructions, recentBlockhash } = TransactionMessage.decompile(transaction.message)
        const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: change(instructions) })
        return new VersionedTransaction(message.compileToV0Message())
      }) satisfies KeypairWalletOptions['alter']

    testRows<readonly [what: string, alter: KeypairWalletOptions['alter']]>([
      ['a transfer to somebody else', altered(() => [payment(payer, 2_000_000, keypair(8).publicKey)])],
      ['a transfer of more', altered(() => [payment(payer, 2_000_001, receiver)])],
      ['the transfer twice', altered((all) => [...all, ...all])],
      ['nothing', altered(() => [])],
      ['the transfer at another’s expense', altered((all) => all, keypair(8).publicKey)],
      ['only its own', altered(() => [price])],
    ])('%s in place of a transfer is not believed, and nothing is sent', async (_what, alter) => {
      const { node, send, inputs } = await rich(alter ? { alter } : {})
      await expect(send({ amount: 2_000_000n })).rejects.toMatchObject({
        code: 'WALLET_FAILED',
        details: { problem: 'it signed another transaction than it was given' },
      })
      expect([inputs.length, node.sent()]).toEqual([1, []])
    })

    test('and adds its fee may: the transfer is in it, once', async () => {
      const wallet = await rich({ alter: altered((all) => [price, ...all]) })
      await wallet.send({ amount: 2_000_000n })
      expect(await wallet.node.balance(receiver)).toBe(2_000_000)
      expect(sentBy(wallet).map(({ message }) => message.compiledInstructions.length)).toEqual([2])
    })

    test('and adds its fee to the transfer of all, too: what is kept back pays for it', async () => {
      // 0.0001 SOL: the most that is expected. Units are a limit, so that the price is paid for all of them.
      const added = [
        ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 500_000 }),
      ]
      const { send, node } = await rich({ alter: altered((all) => [...added, ...all]) })
      const cost = await getTransferCost(costWorld(), {
        from: payer.toBase58(),
        to: receiver.toBase58(),
        asset: native,
        amount: 1n,
      })
      const { fee = 0n, keepBack = 0n, minimum = 0n, coinBalance = 0n } = cost
      await expect(send({ amount: coinBalance - fee })).rejects.toMatchObject({ code: 'RPC_ERROR' })
      await send({ amount: coinBalance - fee - keepBack })
      expect(BigInt(await node.balance(payer))).toBe(minimum)
    })

    test('other tokens than were asked for is not believed', async () => {
      const { node, send } = await rich({ alter: altered(([create]) => (create ? [create] : [])) })
      await expect(send({ asset: tokenOf(SOLANA_STABLE), amount: 5n })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
      expect(node.sent()).toEqual([])
    })

    test('nothing, or no transaction, fails, and nothing is sent', async () => {
      const { node, send, wallet } = await rich()
      const feature = wallet.features['solana:signTransaction'] as { signTransaction: unknown }
      for (const answer of [
        undefined,
        [],
        [{ signedTransaction: new Uint8Array(200) }],
        [{ signedTransaction: new Uint8Array(65) }],
      ]) {
        feature.signTransaction = async () => answer
        await expect(send({ amount: 2_000_000n })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
      }
      feature.signTransaction = async ({ transaction }: { transaction: Uint8Array }) => [{ signedTransaction: transaction }]
      await expect(send({ amount: 2_000_000n })).rejects.toMatchObject({
        code: 'WALLET_FAILED',
        details: { problem: 'it did not sign the transaction' },
      })
      expect(node.sent()).toEqual([])
    })

    test('wrongly is refused by the node', async () => {
      const { send, wallet, key } = await rich()
      Object.assign(wallet.features['solana:signTransaction'] ?? {}, {
        signTransaction: async ({ transaction }: { transaction: Uint8Array }) => {
          const forged = VersionedTransaction.deserialize(transaction)
          forged.addSignature(key.publicKey, signBytes(key, new Uint8Array(3)))
          return [{ signedTransaction: forged.serialize() }]
        },
      })
      await expect(send({ amount: 2_000_000n })).rejects.toMatchObject({ code: 'RPC_ERROR', details: { rpcCode: -32003 } })
    })
  })

  describe('a node that', () => {
    const failing = (method: string, answer: () => unknown): Read => {
      const node = createNode(() => devnet.url)
      return async (chain, call) => (call.method === method ? answer() : node.read(chain, call))
    }
    /** Whether it is the wallet's signature of the one transaction that it was given. */
    const isIdOf = ({ payer, inputs }: Awaited<ReturnType<typeof rich>>, id: string) => {
      const asked = VersionedTransaction.deserialize(inputs[0]?.transaction ?? new Uint8Array())
      return inputs.length === 1 && verifies(payer, asked.message.serialize(), id)
    }
    const refuse = (code: number) => () => {
      throw Object.assign(new Error('no such method'), { code })
    }

    testRows<readonly [method: string, answer: () => unknown, code: string]>([
      ['getLatestBlockhash', refuse(-32601), 'RPC_ERROR'],
      ['getLatestBlockhash', () => null, 'MALFORMED_RESPONSE'],
      ['getLatestBlockhash', () => ({ value: { blockhash: 7 } }), 'MALFORMED_RESPONSE'],
      ['getLatestBlockhash', () => ({ value: { blockhash: 'nonsense', lastValidBlockHeight: 1 } }), 'MALFORMED_RESPONSE'],
      ['getAccountInfo', refuse(-32002), 'RPC_ERROR'],
      ['getAccountInfo', () => 'nonsense', 'MALFORMED_RESPONSE'],
      ['getAccountInfo', () => ({ value: null }), 'INVALID_PARAMS'],
      ['getTokenAccountsByOwner', () => ({ value: [{ pubkey: 'nonsense' }] }), 'MALFORMED_RESPONSE'],
      ['getTokenAccountsByOwner', () => ({ value: [] }), 'INSUFFICIENT_FUNDS'],
    ])('fails at %s leaves the wallet in peace', async (method, answer, code) => {
      const { send, inputs } = await rich({}, failing(method, answer))
      await expect(send({ asset: tokenOf(SOLANA_STABLE) })).rejects.toMatchObject({ code })
      expect(inputs).toEqual([])
    })

    testRows([
      ['an id of another transaction', bs58.encode(new Uint8Array(64).fill(1))],
      ['no text', 7],
      ['nothing', undefined],
      ['0OIl', '0OIl'],
    ])('answers a transaction with %s is not believed: its id is known before', async (_what, answer) => {
      const wallet = await rich(
        {},
        failing('sendTransaction', () => answer),
      )
      expect(isIdOf(wallet, await wallet.send({ amount: 2_000_000n }))).toBe(true)
    })

    test.each<readonly [what: string, error: () => unknown]>([
      ['is silent when it has the transaction', () => walletError('RPC_ERROR', { details: { isUnsure: true } })],
      ['has it already', () => Object.assign(new Error('This transaction has already been processed'), { code: -32002 })],
    ])('%s does not make it forgotten', async (_what, error) => {
      const wallet = await rich(
        {},
        failing('sendTransaction', () => {
          throw error()
        }),
      )
      expect(isIdOf(wallet, await wallet.send({ amount: 2_000_000n }))).toBe(true)
    })

    test('was not reached has not got it', async () => {
      const { send } = await rich(
        {},
        failing('sendTransaction', () => {
          throw walletError('RPC_ERROR', { details: { isUnsure: false } })
        }),
      )
      await expect(send({ amount: 2_000_000n })).rejects.toMatchObject({ code: 'RPC_ERROR' })
    })
  })

  test('a wallet that only sends is asked to, also where it may have no node', async () => {
    const { wallet, send, node, key } = await rich()
    const signature = signBytes(key, new Uint8Array(1))
    const signAndSendTransaction = async () => [{ signature }]
    wallet.features = { ...wallet.features, 'solana:signAndSendTransaction': { signAndSendTransaction } }
    await send({ amount: 2_000_000n })
    expect(node.sent()).toHaveLength(1) // it also signs, and the page knows the node
    const { 'solana:signTransaction': _, ...rest } = wallet.features
    wallet.features = rest
    expect(await send({ amount: 2_000_000n })).toBe(bs58.encode(signature))
    expect(node.sent()).toHaveLength(1)
  })

  describe('a page sends', () => {
    const sendFor = (connector: Connector, params: object) =>
      connector.request(devnetChain, { method: 'solana_signAndSendTransaction', params }) as Promise<{ signature: string }>

    test('transactions of web3.js, with its options', async () => {
      const { connector, node, payer } = await rich()
      const blockhash = await node.blockhash()
      const legacy = new Transaction({ feePayer: payer, blockhash, lastValidBlockHeight: 1 }).add(payment(payer, 2_000_000))
      const { signature } = await sendFor(connector, { transaction: unsigned(legacy), options: { skipPreflight: true } })
      expect(verifies(payer, legacy.serializeMessage(), signature)).toBe(true)
      await sendFor(connector, { transaction: versionedOf(payer, blockhash, [payment(payer, 3_000_000)]) })
      expect(await node.balance(receiver)).toBe(5_000_000)
      expect(node.sent().map(({ params }) => params[1])).toEqual([
        { encoding: 'base64', skipPreflight: true },
        { encoding: 'base64' },
      ])
    })

    test('what the wallet has made of a transaction, if it has signed it', async () => {
      const more = payment(richKey().publicKey, 3_000_000)
      const { connector, node, payer } = await rich({
        alter: ({ message }) => versionedOf(richKey().publicKey, message.recentBlockhash, [more]),
      })
      await sendFor(connector, { transaction: transferOf(payer, await node.blockhash()) })
      expect(await node.balance(receiver)).toBe(3_000_000)
    })

    test('a transaction that another account pays for', async () => {
      const { connector, node, key } = await rich({ key: keypair(6) })
      const other = richKey()
      const transaction = versionedOf(other.publicKey, await node.blockhash(), [
        payment(other.publicKey, 3_000_000, key.publicKey),
        payment(key.publicKey, 1_500_000),
      ])
      transaction.sign([other])
      const { signature } = await sendFor(connector, { transaction })
      expect(verifies(other.publicKey, transaction.message.serialize(), signature)).toBe(true) // the first signature is the id
      expect(await node.balance(receiver)).toBe(1_500_000)
    })

    test('no transaction that the node refuses', async () => {
      const { connector, payer } = await rich()
      await expect(sendFor(connector, { transaction: transferOf(payer) })).rejects.toMatchObject({
        code: 'RPC_ERROR',
        details: { rpcCode: -32002, problem: expect.stringContaining('BlockhashNotFound') },
      })
    })
  })
})

describe('a wallet that sends by itself', () => {
  const latest = { value: { blockhash: PublicKey.default.toBase58(), lastValidBlockHeight: 1 } }

  /** A wallet on the main network; `answer` is what it says of what it has sent. */
  async function sending(answer: (transaction: Uint8Array) => unknown) {
    const made = createKeypairWallet()
    const inputs: { chain: string; options: object; transaction: Uint8Array }[] = []
    made.wallet.features['solana:signAndSendTransaction'] = {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: async (input: (typeof inputs)[number]) => {
        inputs.push(input)
        return answer(input.transaction)
      },
    }
    const calls: string[] = []
    const page = await connected(made.wallet, async (_chain, { method }) => {
      calls.push(method)
      return latest
    })
    const from = `${solana.caipNetworkId}:${made.key.publicKey.toBase58()}` as const
    const asset = `${solana.caipNetworkId}/slip44:501` as const
    return {
      ...page,
      key: made.key,
      inputs,
      calls,
      send: () => page.connector.send({ from, to: receiver.toBase58(), amount: 5n, asset }),
    }
  }
  const { key } = createKeypairWallet()
  const signed = (transaction: Uint8Array) => signBytes(key, VersionedTransaction.deserialize(transaction).message.serialize())

  test('is asked to on a public cluster, and no node is', async () => {
    const { send, inputs, calls } = await sending((transaction) => [{ signature: signed(transaction) }])
    const id = await send()
    expect(calls).toEqual(['getLatestBlockhash'])
    expect(inputs).toMatchObject([{ chain: 'solana:mainnet', options: { preflightCommitment: 'confirmed' } }])
    const { message } = VersionedTransaction.deserialize(inputs[0]?.transaction ?? new Uint8Array())
    expect(verifies(key.publicKey, message.serialize(), id)).toBe(true)
    expect(TransactionMessage.decompile(message).instructions).toEqual([payment(key.publicKey)])
  })

  test.each<readonly [what: string, answer: unknown]>([
    ['nothing', undefined],
    ['63 bytes', [{ signature: new Uint8Array(63) }]],
    ['a text', [{ signature: bs58.encode(new Uint8Array(64).fill(1)) }]],
  ])('and answers with %s has failed, and is not asked again', async (_what, answer) => {
    const { send, inputs, calls } = await sending(() => answer)
    await expect(send()).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    expect([inputs.length, calls]).toEqual([1, ['getLatestBlockhash']])
  })
})
