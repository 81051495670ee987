// The Solana devnet, as @solana/kit and plain JSON-RPC see it.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Blockhash,
  type Instruction as KitInstruction,
} from '@solana/kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { transferSol, transferTokens } from '../../devnet/solana/instructions.js'
import { signerOf, TOKEN, TOKEN_2022, tokenAccountOf } from '../../devnet/solana/keys.js'
import {
  GENESIS_HASH,
  SOLANA_ACCOUNTS,
  SOLANA_CHAIN_ID,
  SOLANA_FAUCET,
  SOLANA_SALT,
  SOLANA_STABLE,
  SOLANA_TOKENS,
} from '../../devnet/solana/manifest.js'
import type { Instruction } from '../../devnet/solana/transaction.js'
import { startSolanaDevnet, type SolanaDevnet } from '../../devnet/solana.js'
import { checkEach } from '../../../test/support/rows.js'
import { solanaMissing, startSeededSolana } from '../support/solana.js'

const SOL = 1_000_000_000n
const [ada, ben] = SOLANA_ACCOUNTS as readonly [(typeof SOLANA_ACCOUNTS)[0], (typeof SOLANA_ACCOUNTS)[0]]

const roles = {
  'true-true': AccountRole.WRITABLE_SIGNER,
  'true-false': AccountRole.READONLY_SIGNER,
  'false-true': AccountRole.WRITABLE,
  'false-false': AccountRole.READONLY,
} as const

describe.skipIf(solanaMissing !== undefined)(`the Solana devnet${solanaMissing ? ` (${solanaMissing})` : ''}`, () => {
  let devnet: SolanaDevnet
  beforeAll(async () => {
    devnet = await startSeededSolana()
  })
  beforeEach(() => devnet.reset())
  afterAll(() => devnet.stop())

  const rpc = () => createSolanaRpc(devnet.url)
  const subscriptions = () => createSolanaRpcSubscriptions(devnet.webSocketUrl)
  /** Without a client in between. */
  const ask = async (method: string, ...params: unknown[]) => {
    const response = await fetch(devnet.url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }) })
    return response.json()
  }
  const signerFor = ({ seed }: { seed: string }) => createKeyPairSignerFromPrivateKeyBytes(Buffer.from(seed, 'hex'))
  /** Our instruction in kit's words. */
  const forKit = ({ program, accounts, input }: Instruction): KitInstruction => ({
    programAddress: address(program),
    accounts: accounts.map(({ address: name, signer = false, writable = false }) => ({
      address: address(name),
      role: roles[`${signer}-${writable}`],
    })),
    data: input,
  })
  const signed = async (instruction: Instruction, payer = ada, version: 0 | 'legacy' = 0, blockhash?: Blockhash) => {
    const { value } = await rpc().getLatestBlockhash().send()
    const signer = await signerFor(payer)
    const lifetime = { ...value, ...(blockhash ? { blockhash } : {}) }
    const message = pipe(
      createTransactionMessage({ version }),
      (draft) => setTransactionMessageFeePayerSigner(signer, draft),
      (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
      (draft) => appendTransactionMessageInstruction(forKit(instruction), draft),
    )
    return signTransactionMessageWithSigners(message)
  }
  const confirm = (transaction: Awaited<ReturnType<typeof signed>>) =>
    sendAndConfirmTransactionFactory({ rpc: rpc(), rpcSubscriptions: subscriptions() })(
      // Made with a blockhash above; kit's type of a signed message forgets which lifetime.
      transaction as Parameters<ReturnType<typeof sendAndConfirmTransactionFactory>>[0],
      { commitment: 'confirmed' },
    )
  const balance = async (name: string) => (await rpc().getBalance(address(name)).send()).value

  test('says who it is', async () => {
    expect(await rpc().getGenesisHash().send()).toBe(GENESIS_HASH)
    expect(devnet.chainId).toBe(SOLANA_CHAIN_ID)
    expect(SOLANA_CHAIN_ID).toBe(`solana:${GENESIS_HASH.slice(0, 32)}`)
    expect(await rpc().getHealth().send()).toBe('ok')
    for (const account of [...SOLANA_ACCOUNTS, SOLANA_FAUCET]) expect(signerOf(account.seed).address).toBe(account.address)
    for (const token of SOLANA_TOKENS) expect(signerOf(token.seed).address).toBe(token.mint)
  })

  test('is the same on every start', async () => {
    const twin = await startSeededSolana()
    const signatures = async (url: string) =>
      (await createSolanaRpc(url).getSignaturesForAddress(address(SOLANA_FAUCET.address)).send()).map(
        ({ signature }) => signature,
      )
    expect(await signatures(devnet.url)).toEqual(await signatures(twin.url))
    expect(await signatures(devnet.url)).toHaveLength(16)
    await twin.stop()
    await expect(fetch(twin.url)).rejects.toThrow()
  })

  test('moves coins in a transaction of either version, confirmed over the WebSocket', () =>
    checkEach(
      ['legacy', 0] as const,
      'moves coins in a transaction of version %s, confirmed over the WebSocket',
      async (version) => {
        const transaction = await signed(transferSol(ada.address, ben.address, 2n * SOL), ada, version)
        await confirm(transaction)
        expect(await balance(ben.address)).toBe(102n * SOL)
        expect(await balance(ada.address)).toBe(98n * SOL - 5_000n)
        const signature = getSignatureFromTransaction(transaction)
        const found = await rpc().getTransaction(signature, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }).send()
        expect(found?.meta?.err).toBeNull()
        expect(found?.version).toBe(version)
        const [newest] = await rpc().getSignaturesForAddress(address(ben.address), { limit: 1 }).send()
        expect(newest?.signature).toBe(signature)
        devnet.reset()
        expect(await balance(ben.address)).toBe(100n * SOL)
        expect((await rpc().getSignatureStatuses([signature]).send()).value).toEqual([null])
      },
    ))

  test('moves tokens of both programs', async () => {
    for (const [token, program, had] of [
      [SOLANA_STABLE, TOKEN, 5_120_000_000n],
      [SOLANA_SALT, TOKEN_2022, 700n],
    ] as const) {
      const owner = token === SOLANA_SALT ? SOLANA_ACCOUNTS[2]! : ben
      const to = tokenAccountOf(owner.address, token.mint, program)
      const from = tokenAccountOf(ada.address, token.mint, program)
      const { mint, decimals } = token
      await confirm(await signed(transferTokens({ from, to, owner: ada.address, mint, amount: 11n, decimals, program })))
      const { value } = await rpc().getTokenAccountBalance(address(to)).send()
      expect(value).toMatchObject({ amount: String(had + 11n), decimals })
    }
  })

  test('lists token accounts of an owner, by program and by mint', async () => {
    const list = (by: { programId: string } | { mint: string }) =>
      ask('getTokenAccountsByOwner', ada.address, by, { encoding: 'jsonParsed' })
    const holdings = (await list({ programId: TOKEN })).result.value.map(
      ({ account }: { account: { data: { parsed: { info: { mint: string; tokenAmount: { uiAmountString: string } } } } } }) => [
        account.data.parsed.info.mint,
        account.data.parsed.info.tokenAmount.uiAmountString,
      ],
    )
    expect(Object.fromEntries(holdings)).toEqual({ [SOLANA_STABLE.mint]: '4880', [SOLANA_TOKENS[1]!.mint]: '1025' })
    expect((await list({ programId: TOKEN_2022 })).result.value).toHaveLength(1)
    const [one] = (await list({ mint: SOLANA_STABLE.mint })).result.value
    expect(one).toMatchObject({
      pubkey: tokenAccountOf(ada.address, SOLANA_STABLE.mint),
      account: { owner: TOKEN, data: { program: 'spl-token', parsed: { type: 'account' } } },
    })
    expect((await list({ programId: ada.address })).error?.code).toBe(-32602)
    expect((await list({ mint: ada.address })).error?.code).toBe(-32602)
  })

  test('shows accounts, mints and programs', async () => {
    const { value } = await rpc().getAccountInfo(address(SOLANA_STABLE.mint), { encoding: 'jsonParsed' }).send()
    expect(value?.data).toMatchObject({ parsed: { type: 'mint', info: { decimals: 6, supply: '25000000000' } } })
    expect(
      (
        await rpc()
          .getAccountInfo(address(signerOf(randomBytes(32).toString('hex')).address))
          .send()
      ).value,
    ).toBeNull()
    const several = await ask('getMultipleAccounts', [ada.address, SOLANA_STABLE.mint], { dataSlice: { offset: 44, length: 1 } })
    expect(several.result.value.map(({ data }: { data: string[] }) => data)).toEqual([
      ['', 'base64'],
      ['Bg==', 'base64'],
    ])
    const filters = [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: ben.address } }]
    expect((await ask('getProgramAccounts', TOKEN, { filters })).result).toHaveLength(2)
    // 890 880 lamports is what an empty account costs on the public networks too.
    expect(await rpc().getMinimumBalanceForRentExemption(0n).send()).toBe(890_880n)
  })

  test('pages through signatures, newest first', async () => {
    const all = await rpc().getSignaturesForAddress(address(ada.address)).send()
    expect(all.length).toBeGreaterThan(5)
    const times = all.map(({ blockTime }) => Number(blockTime))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const page = await rpc().getSignaturesForAddress(address(ada.address), { before: all[1]!.signature, limit: 2 }).send()
    expect(page.map(({ signature }) => signature)).toEqual([all[2]!.signature, all[3]!.signature])
    const fresh = await rpc().getSignaturesForAddress(address(ada.address), { until: all[2]!.signature }).send()
    expect(fresh).toHaveLength(2)
  })

  test('keeps what failed, with the reason and the fee', async () => {
    const cleo = SOLANA_ACCOUNTS[2]!
    const failed = (await rpc().getSignaturesForAddress(address(cleo.address)).send()).find(({ err }) => err !== null)
    expect(failed?.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
    const found = await ask('getTransaction', failed?.signature, { encoding: 'jsonParsed' })
    expect(found.result.meta).toMatchObject({ fee: 5000, status: { Err: { InstructionError: [0, { Custom: 1 }] } } })
    expect(found.result.meta.preTokenBalances).toEqual(found.result.meta.postTokenBalances)
  })

  describe('refuses', () => {
    const send = async (instruction: Instruction, change: (wire: Buffer) => Buffer = (wire) => wire, blockhash?: Blockhash) => {
      const wire = Buffer.from(getBase64EncodedWireTransaction(await signed(instruction, ada, 0, blockhash)), 'base64')
      return ask('sendTransaction', change(wire).toString('base64'), { encoding: 'base64' })
    }

    test('an overdraft, before it costs anything', async () => {
      const { error } = await send(transferSol(ada.address, ben.address, 1_000n * SOL))
      expect(error?.code).toBe(-32002)
      expect(error?.data).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] }, accounts: null })
      expect(error?.data.logs.join('\n')).toContain('insufficient lamports')
      expect(await balance(ada.address)).toBe(100n * SOL)
    })

    test('a wrong signature, an unknown blockhash, and one and the same twice', async () => {
      const instruction = transferSol(ada.address, ben.address, 1n)
      const broken = await send(instruction, (wire) =>
        Buffer.concat([wire.subarray(0, 1), Buffer.alloc(64, 7), wire.subarray(65)]),
      )
      expect(broken.error?.code).toBe(-32003)
      const unknown = await send(instruction, undefined, SOLANA_STABLE.mint as Blockhash)
      expect(unknown.error?.data.err).toBe('BlockhashNotFound')
      const transaction = await signed(instruction)
      const wire = getBase64EncodedWireTransaction(transaction)
      expect((await ask('sendTransaction', wire, { encoding: 'base64' })).result).toBe(getSignatureFromTransaction(transaction))
      const again = await ask('sendTransaction', wire, { encoding: 'base64' })
      expect(again.error?.data.err).toBe('AlreadyProcessed')
    })

    test('what is no transaction, no method, no call', async () => {
      expect((await send(transferSol(ada.address, ben.address, 1n), (wire) => wire.subarray(0, 90))).error?.code).toBe(-32602)
      expect((await ask('sendTransaction', '%%%', { encoding: 'base64' })).error?.code).toBe(-32602)
      expect((await ask('getBalance', 'short')).error?.code).toBe(-32602)
      expect((await ask('constructor')).error?.code).toBe(-32601)
      const post = async (body: string) => (await fetch(devnet.url, { method: 'POST', body })).json()
      expect(await post('{')).toMatchObject({ error: { code: -32700 } })
      expect(await post('[]')).toMatchObject({ error: { code: -32602 } })
      expect(await post('[1,{"jsonrpc":"2.0","id":3,"method":"getHealth"}]')).toMatchObject([
        { error: { code: -32600 } },
        { id: 3, result: 'ok' },
      ])
    })
  })

  test('simulates without doing it', async () => {
    const wire = getBase64EncodedWireTransaction(await signed(transferSol(ada.address, ben.address, SOL)))
    const accounts = { encoding: 'base64', addresses: [ben.address] }
    const { result } = await ask('simulateTransaction', wire, { encoding: 'base64', sigVerify: true, accounts })
    expect(result.value).toMatchObject({ err: null, unitsConsumed: 150, accounts: [{ lamports: Number(101n * SOL) }] })
    expect(await balance(ben.address)).toBe(100n * SOL)
  })

  test('tells fees, blockhashes and airdrops', async () => {
    const transaction = await signed(transferSol(ada.address, ben.address, SOL))
    const message = Buffer.from(transaction.messageBytes).toString('base64')
    expect((await ask('getFeeForMessage', message)).result.value).toBe(5000)
    const { value } = await rpc().getLatestBlockhash().send()
    expect((await rpc().isBlockhashValid(value.blockhash).send()).value).toBe(true)
    expect(
      (
        await rpc()
          .isBlockhashValid(SOLANA_STABLE.mint as Blockhash)
          .send()
      ).value,
    ).toBe(false)
    const stranger = signerOf('11'.repeat(32)).address
    await rpc()
      .requestAirdrop(address(stranger), lamports(3n * SOL))
      .send()
    expect(await balance(stranger)).toBe(3n * SOL)
    // An older blockhash is good for a while, so that two clients do not disturb each other.
    expect((await rpc().isBlockhashValid(value.blockhash).send()).value).toBe(true)
  })

  test('tells of changes over the WebSocket, until told not to', async () => {
    const abort = new AbortController()
    const changes = await subscriptions()
      .accountNotifications(address(ben.address), { encoding: 'base64' })
      .subscribe({ abortSignal: abort.signal })
    const slots = await subscriptions().slotNotifications().subscribe({ abortSignal: abort.signal })
    const first = Promise.all([changes[Symbol.asyncIterator]().next(), slots[Symbol.asyncIterator]().next()])
    await rpc().requestAirdrop(address(ben.address), lamports(SOL)).send()
    const [change, slot] = await first
    expect(change.value).toMatchObject({ value: { lamports: 101n * SOL } })
    expect(slot.value).toMatchObject({ slot: await rpc().getSlot().send() })
    abort.abort()
  })

  describe('where the port after its own is taken', () => {
    let port: number
    const first = Math.random()
    /** Whoever looks for a port next tries the same one first. */
    const chooseFirst = () => vi.spyOn(Math, 'random').mockReturnValueOnce(first)
    beforeEach(async () => {
      chooseFirst()
      port = await freePort(2)
      const squatter = createServer().listen(port + 1, '127.0.0.1')
      await once(squatter, 'listening')
      onTestFinished(() => void squatter.close())
    })
    afterEach(() => vi.restoreAllMocks())
    const opens = async (url: string) => {
      const socket = new WebSocket(url)
      await once(socket, 'open')
      socket.terminate()
    }

    test('it says what that means at a port that was asked for, and subscriptions are at this port', async () => {
      const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const other = await startSolanaDevnet({ port })
      onTestFinished(() => other.stop())
      expect(said.mock.calls).toEqual([[expect.stringContaining(`{ wsEndpoint: '${other.webSocketUrl}' }`)]])
      await opens(other.webSocketUrl)
    })

    test('it takes another port when any will do', async () => {
      chooseFirst()
      const other = await startSolanaDevnet()
      onTestFinished(() => other.stop())
      const url = new URL(other.webSocketUrl)
      expect(Number(url.port)).not.toBe(port)
      url.port = String(Number(url.port) + 1)
      await opens(url.href)
    })
  })
})
