// Solana wallets of other people's code, transactions of the real web3.js, and a node of Solana's own runtime.
import { ed25519 } from '@noble/curves/ed25519.js'
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connector, ConnectorChange, FoundWallet, Read } from '../../../src/connectors/connector.js'
import { discover } from '../../../src/connectors/solana/discover.js'
import { createConnector } from '../../../src/connectors/solana/index.js'
import { accountIdOf } from '../../../src/vocabulary/account.js'
import type { ChainId } from '../../../src/vocabulary/caip.js'
import { solana, solanaDevnet } from '../../../src/vocabulary/non-evm-networks.js'
import { solanaMissing, startSeededSolana } from '../../../services/test/support/solana.js'
import { unsigned } from '../../support/five-keys.js'
import { plainWindow } from '../../support/plain-window.js'
import { createLegacyObject, createStandardWallet, register } from '../../support/solana-wallet.js'

type Devnet = Awaited<ReturnType<typeof startSeededSolana>>
const noNode: Read = () => Promise.reject(new Error('no node'))
const receiver = Keypair.fromSeed(new Uint8Array(32).fill(9)).publicKey

/** Looks for wallets in a page. */
function watch(window: Window) {
  const life = new AbortController()
  const reports: (readonly FoundWallet[])[] = []
  discover(window, (found) => reports.push(found), life.signal)
  return { life, now: () => reports.at(-1) ?? [], names: () => (reports.at(-1) ?? []).map(({ wallet }) => wallet.name) }
}

function open(window: Window, name: string, read = noNode): Connector {
  const found = watch(window)
    .now()
    .find(({ wallet }) => wallet.name === name)
  if (!found) throw new Error(`${name} was not found`)
  return createConnector(found, { read })
}

/** The page of one wallet, connected on Solana's main network. */
async function connected(wallet: object = createStandardWallet('solana:mainnet', 'http://127.0.0.1:9')) {
  const window = plainWindow()
  register(window, wallet)
  const connector = open(window, (wallet as { name: string }).name)
  const { accounts } = await connector.connect({ networks: [solana, solanaDevnet] })
  const [account] = accounts
  if (!account) throw new Error('no account')
  const ask = (method: string, params: object) => connector.request(solana.caipNetworkId, { method, params })
  return { window, connector, accounts, account, payer: new PublicKey(account.address), ask }
}

const transferOf = (payer: PublicKey, blockhash = PublicKey.default.toBase58()) =>
  new Transaction({ feePayer: payer, blockhash, lastValidBlockHeight: 1 }).add(
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: receiver, lamports: 5 }),
  )
const versionedOf = (payer: PublicKey, blockhash = PublicKey.default.toBase58()) => {
  const instructions = [SystemProgram.transfer({ fromPubkey: payer, toPubkey: receiver, lamports: 5 })]
  return new VersionedTransaction(
    new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions }).compileToV0Message(),
  )
}
const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

describe('finding wallets', () => {
  test('that register before and after, and no more when they unregister', () => {
    const window = plainWindow()
    const [first, second] = [createStandardWallet('solana:mainnet', 'http://127.0.0.1:9'), { ...bare('Second') }]
    register(window, first)
    const { names, life } = watch(window)
    expect(names()).toEqual(['Burner Wallet'])
    register(window, second)
    expect(names()).toEqual(['Burner Wallet', 'Second'])
    let unregister = () => {}
    const detail = ({ register: add }: { register: (wallet: unknown) => () => void }) => (unregister = add(bare('Third')))
    window.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail }))
    expect(names()).toEqual(['Burner Wallet', 'Second', 'Third'])
    unregister()
    expect(names()).toEqual(['Burner Wallet', 'Second'])
    life.abort()
    register(window, bare('Late'))
    expect(names()).toEqual(['Burner Wallet', 'Second'])
  })

  test('an old object only where no wallet of its name has registered', () => {
    const window = plainWindow({ phantom: { solana: createLegacyObject() }, solflare: createLegacyObject() })
    register(window, bare('Phantom'))
    expect(watch(window).names()).toEqual(['Phantom', 'Solflare'])
  })

  test('hostile ones are left out or cut, and the others stay', () => {
    const window = plainWindow()
    const throwing = new Proxy(
      {},
      {
        get() {
          throw new Error('boom')
        },
      },
    )
    register(window, throwing)
    register(window, Object.freeze({ ...bare('Other chain'), chains: ['sui:mainnet'] }))
    register(window, { ...bare('No features'), features: undefined })
    register(window, { ...bare('\u202eevil'), icon: 'javascript:alert(1)' })
    register(window, bare('<img src=x onerror=alert(1)>'))
    register(window, createStandardWallet('solana:mainnet', 'http://127.0.0.1:9'))
    const found = watch(window).now()
    expect(found.map(({ wallet }) => wallet.name)).toEqual(['evil', '<img src=x onerror=alert(1)>', 'Burner Wallet'])
    expect(found[0]?.wallet.icon).toBeUndefined()
    for (let index = 0; index < 1_000; index++) register(window, bare(`Flood ${index}`))
    expect(watch(window).now().length).toBeLessThanOrEqual(50)
    expect(watch(window).names()).toContain('Burner Wallet')
  })

  test('two of one name are two wallets', () => {
    const window = plainWindow()
    register(window, bare('Twin'))
    register(window, bare('Twin'))
    const found = watch(window).now()
    expect(new Set(found.map(({ wallet }) => wallet.uid)).size).toBe(2)
  })
})

/** As much of a wallet as is looked at to list it. */
const bare = (name: string) => ({
  version: '1.0.0',
  name,
  icon: 'data:image/svg+xml;base64,PHN2Zy8+',
  chains: ['solana:mainnet'],
  accounts: [] as unknown[],
  features: {
    'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [] as unknown[] }) },
    'solana:signMessage': { version: '1.0.0', signMessage: async (): Promise<unknown> => [] },
  },
})

describe('a wallet of the Wallet Standard', () => {
  test('shares its account on the network that it has, and signs texts as an independent library verifies', async () => {
    const { connector, accounts, account, payer } = await connected()
    expect(accounts).toEqual([
      { chain: solana.caipNetworkId, address: payer.toBase58(), publicKey: Buffer.from(payer.toBytes()).toString('hex') },
    ])
    const { signature } = await connector.sign({ account: accountIdOf(account), message: 'Hello 👋' })
    const verifies = (text: string) => ed25519.verify(bs58.decode(signature), new TextEncoder().encode(text), payer.toBytes())
    expect([verifies('Hello 👋'), verifies('Hello')]).toEqual([true, false])
  })

  test('signs what web3.js made: legacy, versioned, and several at once', async () => {
    const { payer, ask } = await connected()
    const legacy = transferOf(payer)
    const answer = (await ask('solana_signTransaction', { transaction: unsigned(legacy) })) as {
      transaction: string
      signature: string
    }
    const signed = Transaction.from(Buffer.from(answer.transaction, 'base64'))
    expect([signed.verifySignatures(), signed.serializeMessage()]).toEqual([true, legacy.serializeMessage()])
    expect(bs58.encode(signed.signature ?? new Uint8Array())).toBe(answer.signature)

    const versioned = versionedOf(payer)
    const all = (await ask('solana_signAllTransactions', {
      transactions: [unsigned(legacy), base64Of(versioned.serialize())],
    })) as { transactions: string[] }
    const [, second] = all.transactions.map((each) => VersionedTransaction.deserialize(Buffer.from(each, 'base64')))
    const message = versioned.message.serialize()
    expect(second?.message.serialize()).toEqual(message)
    expect(ed25519.verify(second?.signatures[0] ?? new Uint8Array(64), message, payer.toBytes())).toBe(true)
  })

  test.each([
    ['solana_signMessage', { message: '0OIl' }, 'INVALID_PARAMS'],
    ['solana_signMessage', {}, 'INVALID_PARAMS'],
    ['solana_signMessage', { message: bs58.encode(Buffer.from('x')), pubkey: receiver.toBase58() }, 'UNAUTHORIZED'],
    ['solana_signTransaction', { transaction: '!' }, 'INVALID_PARAMS'],
    ['solana_signTransaction', { transaction: 'AAAA', pubkey: receiver.toBase58() }, 'UNAUTHORIZED'],
    ['solana_signAllTransactions', { transactions: [] }, 'INVALID_PARAMS'],
    ['solana_signAndSendTransaction', { transaction: 'AAAA', options: { maxRetries: -1 } }, 'INVALID_PARAMS'],
    ['solana_other', {}, 'UNSUPPORTED_METHOD'],
  ])('refuses %s of %j', async (method, params, code) => {
    const { ask } = await connected()
    await expect(ask(method, params)).rejects.toMatchObject({ code })
  })

  test('that answers wrongly fails, and is not believed', async () => {
    const key = Keypair.generate()
    const account = {
      address: key.publicKey.toBase58(),
      publicKey: key.publicKey.toBytes(),
      chains: ['solana:mainnet'],
      features: [],
    }
    const answering = (answer: unknown) => {
      const wallet = bare('Wrong')
      wallet.accounts = [account]
      wallet.features['standard:connect'].connect = async () => ({ accounts: wallet.accounts })
      wallet.features['solana:signMessage'].signMessage = async () => answer
      return wallet
    }
    const message = new TextEncoder().encode('other')
    for (const answer of [
      undefined,
      null,
      7,
      [],
      [{ signature: new Uint8Array(63) }],
      [{ signature: 'text' }],
      [{ signature: new Uint8Array(64), signedMessage: message }],
    ]) {
      const { connector, account: own } = await connected(answering(answer))
      await expect(connector.sign({ account: accountIdOf(own), message: 'Hello' })).rejects.toMatchObject({
        code: 'WALLET_FAILED',
      })
    }
  })

  test.each<readonly [accounts: unknown, what: string]>([
    [[], 'no account'],
    [[{ address: 'nonsense', chains: ['solana:mainnet'] }], 'no key'],
    [[{ address: receiver.toBase58(), chains: ['solana:testnet'] }], 'another cluster'],
    [7, 'no list'],
  ])('that shares %j (%s) gives no connection', async (accounts) => {
    const wallet = bare('Empty')
    wallet.features['standard:connect'].connect = async () => ({ accounts: accounts as unknown[] })
    await expect(connected(wallet)).rejects.toMatchObject({ code: 'NO_ACCOUNTS' })
  })

  test('that never answers can be left', async () => {
    const wallet = bare('Silent')
    wallet.features['standard:connect'].connect = () => new Promise(() => {})
    const window = plainWindow()
    register(window, wallet)
    const life = new AbortController()
    const connecting = open(window, 'Silent').connect({ networks: [solana], signal: life.signal })
    life.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('reports other accounts, and that it is locked', async () => {
    const wallet = createStandardWallet('solana:mainnet', 'http://127.0.0.1:9')
    const { connector, account } = await connected(wallet)
    const changes: ConnectorChange[] = []
    connector.onChange((change) => changes.push(change))
    const { features } = wallet as unknown as {
      features: Record<'standard:disconnect' | 'standard:connect', { disconnect(): Promise<void>; connect(): Promise<void> }>
    }
    await features['standard:disconnect'].disconnect()
    expect(changes).toEqual([{ type: 'disconnect' }])
    await expect(connector.sign({ account: accountIdOf(account), message: 'x' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })
})

describe('an object from before the standard', () => {
  test('connects, signs texts and transactions, and hears of another account', async () => {
    const object = createLegacyObject()
    const window = plainWindow({ phantom: { solana: object } })
    const connector = open(window, 'Phantom')
    await expect(connector.connect({ networks: [solana], silent: true })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    const { accounts } = await connector.connect({ networks: [solana] })
    const payer = new PublicKey(accounts[0]?.address ?? '')
    const { signature } = await connector.sign({ account: `${solana.caipNetworkId}:${payer.toBase58()}`, message: 'Hi' })
    expect(ed25519.verify(bs58.decode(signature), new TextEncoder().encode('Hi'), payer.toBytes())).toBe(true)
    const transaction = transferOf(payer)
    const answer = await connector.request(solana.caipNetworkId, {
      method: 'solana_signTransaction',
      params: { transaction: unsigned(transaction) },
    })
    expect(Transaction.from(Buffer.from((answer as { transaction: string }).transaction, 'base64')).verifySignatures()).toBe(true)
    const changes: ConnectorChange[] = []
    connector.onChange((change) => changes.push(change))
    object.emit('accountChanged', receiver)
    expect(changes).toMatchObject([{ type: 'grant', grant: { accounts: [{ address: receiver.toBase58() }] } }])
    object.emit('disconnect', undefined)
    expect(changes.at(-1)).toEqual({ type: 'disconnect' })
  })
})

describe.skipIf(solanaMissing !== undefined)(`on a devnet${solanaMissing ? ` (${solanaMissing})` : ''}`, () => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await startSeededSolana()
  })
  beforeEach(() => devnet.reset())
  afterAll(() => devnet.stop())

  const read: Read = async (_chain, { method, params }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(devnet.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  }
  const balance = async (key: PublicKey) =>
    ((await read('solana:x', { method: 'getBalance', params: [key.toBase58()] })) as { value: number }).value

  /** A wallet of the devnet, with 10 SOL. */
  async function rich() {
    const chain = devnet.chainId as ChainId // CAIP-2, as it says
    const window = plainWindow()
    register(window, createStandardWallet('solana:localnet', devnet.url))
    const connector = open(window, 'Burner Wallet', read)
    const network = { ...solanaDevnet, caipNetworkId: chain, id: chain.slice(7) } as typeof solanaDevnet
    const { accounts } = await connector.connect({ networks: [network] })
    const payer = new PublicKey(accounts[0]?.address ?? '')
    await read(chain, { method: 'requestAirdrop', params: [payer.toBase58(), 10_000_000_000] })
    await expect.poll(() => balance(payer)).toBe(10_000_000_000)
    return { chain, connector, payer, from: `${chain}:${payer.toBase58()}` as const }
  }

  test('sends lamports, exactly as many as were asked, once', async () => {
    const { chain, connector, payer, from } = await rich()
    const transfer = { from, to: receiver.toBase58(), amount: 1_234_567_890n, asset: `${chain}/slip44:501` } as const
    const id = await connector.send(transfer)
    expect(bs58.decode(id)).toHaveLength(64)
    await expect.poll(() => balance(receiver)).toBe(1_234_567_890)
    expect(await balance(payer)).toBe(10_000_000_000 - 1_234_567_890 - 5_000)
  })

  test.each([
    [{ to: 'nonsense' }, 'ADDRESS_INVALID'],
    [{ amount: -1n }, 'AMOUNT_INVALID'],
    [{ amount: 2n ** 64n }, 'AMOUNT_INVALID'],
    [{ asset: 'token:nonsense' }, 'INVALID_PARAMS'],
    [{ asset: 'slip44:60' }, 'INVALID_PARAMS'],
  ])('refuses a transfer of %o', async (part: { to?: string; amount?: bigint; asset?: string }, code) => {
    const { chain, connector, payer, from } = await rich()
    const { asset = 'slip44:501', to = receiver.toBase58(), amount = 1n } = part
    await expect(connector.send({ from, to, amount, asset: `${chain}/${asset}` as never })).rejects.toMatchObject({ code })
    expect(await balance(payer)).toBe(10_000_000_000)
  })

  test('says what the node says of a transfer that the account cannot pay, and sends nothing', async () => {
    const { chain, connector, payer, from } = await rich()
    const transfer = { from, to: receiver.toBase58(), amount: 11_000_000_000n, asset: `${chain}/slip44:501` } as const
    await expect(connector.send(transfer)).rejects.toBeInstanceOf(Error)
    expect([await balance(payer), await balance(receiver)]).toEqual([10_000_000_000, 0])
  })

  test('signs and sends a transaction of web3.js', async () => {
    const { chain, connector, payer } = await rich()
    const latest = (await read(chain, { method: 'getLatestBlockhash', params: [] })) as { value: { blockhash: string } }
    const transaction = new Transaction({ feePayer: payer, blockhash: latest.value.blockhash, lastValidBlockHeight: 1_000 }).add(
      SystemProgram.transfer({ fromPubkey: payer, toPubkey: receiver, lamports: 2_000_000 }),
    )
    const params = { transaction: unsigned(transaction), options: { preflightCommitment: 'confirmed' } }
    const answer = await connector.request(chain, { method: 'solana_signAndSendTransaction', params })
    expect(bs58.decode((answer as { signature: string }).signature)).toHaveLength(64)
    await expect.poll(() => balance(receiver)).toBe(2_000_000)
  })
})
