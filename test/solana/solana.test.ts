// @vitest-environment happy-dom
// `wallet-modal/solana` as a page uses it: the real modal, wallets of the Wallet Standard, objects of web3.js 1, Anchor, and Solana's own runtime (litesvm)
// behind a node's JSON-RPC.
import { AnchorProvider } from '@coral-xyz/anchor'
import { verifySignIn } from '@solana/wallet-standard-util'
import { type Connection, Keypair, type PublicKey, SystemProgram, Transaction, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWalletModal, type WalletModal } from '../../src/index.js'
import { solana, type SolanaState } from '../../src/solana/index.js'
import type { Network } from '../../src/vocabulary/network.js'
import { mainnet, solanaDevnet } from '../../src/vocabulary/networks.js'
import { solanaMissing, startSeededSolana } from '../../services/test/support/solana.js'
import { devnetChain, richKey } from '../support/solana-node.js'
import {
  createKeypairWallet,
  keypair,
  letSignIn,
  type KeypairWalletOptions,
  payment,
  register,
  signBytes,
  transferOf,
  verifies,
  versionedOf,
} from '../support/solana-wallet.js'

const receiver = keypair(9).publicKey
const local: Network = { ...solanaDevnet, id: devnetChain.slice('solana:'.length), caipNetworkId: devnetChain }
let modal: WalletModal | undefined
let names = 0
afterEach(() => {
  modal?.destroy()
  modal = undefined
  document.body.replaceChildren()
  localStorage.clear()
  vi.restoreAllMocks()
})

interface PageOptions extends KeypairWalletOptions {
  readonly network?: Network
}

/** A page with a modal, and a wallet that is installed there under a name of its own. @param url of the node */
function createPage(url = 'http://127.0.0.1:1', { network = local, ...options }: PageOptions = {}) {
  const name = `Wallet ${++names}`
  const made = createKeypairWallet({ key: richKey(), chains: ['solana:localnet'], name, ...options })
  register(window, made.wallet)
  const rpcUrls = { [network.caipNetworkId]: url }
  modal = createWalletModal({ projectId: `solana-${names}`, networks: [network, mainnet], rpcUrls })
  const wallet = solana(modal)
  return {
    ...made,
    name,
    modal,
    solana: wallet,
    /** Without clicks. */
    async connect(): Promise<SolanaState & { readonly connection: Connection; readonly publicKey: PublicKey }> {
      wallet.select(name)
      await vi.waitFor(() => expect(wallet.connected).toBe(true))
      return wallet.get() as never // connected, and the settings name a node
    },
  }
}

describe('before a wallet is connected', () => {
  test('nothing is loaded, and nothing is connected', () => {
    const { solana: wallet, modal: made } = createPage()
    expect(wallet).toMatchObject({ publicKey: null, wallet: null, connected: false, connecting: false, autoConnect: true })
    expect(wallet.connection).toBeUndefined()
    expect(wallet.anchorWallet).toBeUndefined()
    expect(wallet.signMessage).toBeUndefined()
    expect(made.core).toBeUndefined()
    expect(solana(made)).toBe(wallet)
  })

  test('the connection is to the node of the settings', async () => {
    const { solana: wallet } = createPage('https://node.example/rpc')
    const connection = await wallet.getConnection()
    expect(connection.rpcEndpoint).toBe('https://node.example/rpc')
    expect(connection.commitment).toBe('confirmed')
    expect(wallet.connection).toBe(connection)
  })

  test('the services answer where the settings name no node, subscriptions at the same url', async () => {
    modal = createWalletModal({ projectId: 'shop', networks: [solanaDevnet], services: 'https://services.example' })
    const connection = await solana(modal).getConnection()
    const url = new URL(connection.rpcEndpoint)
    expect([url.host, url.searchParams.get('chainId')]).toEqual(['services.example', solanaDevnet.caipNetworkId])
    expect((connection as unknown as { _rpcWsEndpoint: string })._rpcWsEndpoint).toBe(url.href.replace('https', 'wss'))
  })

  test('without a node, and without Solana, there is no connection', async () => {
    modal = createWalletModal({ networks: [mainnet] })
    await expect(solana(modal).getConnection()).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    modal.destroy()
    modal = createWalletModal({ networks: [solanaDevnet] }) // its public nodes are asked only where there are services
    await expect(solana(modal).getConnection()).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  })

  test('sending is NOT_CONNECTED, and sends nothing', async () => {
    const { solana: wallet } = createPage()
    const connection = await wallet.getConnection()
    const transaction = transferOf(richKey().publicKey)
    await expect(wallet.sendTransaction(transaction, connection)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })

  test('a wallet that is not installed is not waited for without end', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    createPage().solana.select('Nobody')
    await vi.waitFor(() =>
      expect(log).toHaveBeenCalledWith('[wallet-modal]', expect.objectContaining({ code: 'WALLET_NOT_FOUND' })),
    )
  })

  test('after the modal has ended it is DESTROYED', async () => {
    const { solana: wallet, modal: made, connect } = createPage()
    await connect()
    made.destroy()
    expect(wallet).toMatchObject({ connected: false, publicKey: null, wallet: null })
    await expect(wallet.connect()).rejects.toMatchObject({ code: 'DESTROYED' })
  })
})

describe('with a wallet', () => {
  test('installed wallets are listed from the first reading on, and connect by their adapter', async () => {
    const { solana: wallet, name, key } = createPage()
    expect(wallet.wallets).toEqual([])
    await vi.waitFor(() => expect(wallet.wallets.map(({ adapter }) => adapter.name)).toContain(name))
    await wallet.wallets.find(({ adapter }) => adapter.name === name)?.adapter.connect()
    expect(wallet.publicKey?.equals(key.publicKey)).toBe(true)
    expect(wallet.wallet?.adapter).toMatchObject({
      name,
      connected: true,
      readyState: 'Installed',
      icon: expect.stringMatching(/^data:/),
    })
    expect(wallet.wallet?.adapter.supportedTransactionVersions).toEqual(new Set(['legacy', 0]))
  })

  test('connect() lets the visitor choose', async () => {
    const { solana: wallet, modal: made, name } = createPage()
    const connected = wallet.connect()
    const row = () => findButton(name)
    await vi.waitFor(() => expect(row()).toBeDefined())
    row()?.click()
    await connected
    expect(wallet.connected).toBe(true)
    expect(wallet.wallet?.adapter.name).toBe(name)
    await wallet.connect() // connected already: nothing to choose
    await made.disconnect()
    const closed = wallet.connect()
    await vi.waitFor(() => expect(made.$open.get()).toBe(true))
    made.close()
    await expect(closed).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  })

  test('a message is signed by the very bytes', async () => {
    const { connect, key } = createPage()
    const { signMessage } = await connect()
    const message = Uint8Array.of(0, 1, 2, 255)
    const signature = await signMessage?.(message)
    expect(signature).toHaveLength(64)
    expect(verifies(key.publicKey, message, bs58.encode(signature ?? []))).toBe(true)
  })

  test('transactions come back signed, in the class in which they were given', async () => {
    const { connect, key } = createPage()
    const { signTransaction, signAllTransactions } = await connect()
    const legacy = transferOf(key.publicKey)
    const versioned = versionedOf(key.publicKey)
    const one = await signTransaction?.(legacy)
    expect(one).toBeInstanceOf(Transaction)
    expect(one?.verifySignatures()).toBe(true)
    const [first, second] = (await signAllTransactions?.([legacy, versioned])) ?? []
    expect(first).toBeInstanceOf(Transaction)
    expect(second).toBeInstanceOf(VersionedTransaction)
    const signature = bs58.encode((second as VersionedTransaction).signatures[0] ?? [])
    expect(verifies(key.publicKey, versioned.message.serialize(), signature)).toBe(true)
    await expect(signAllTransactions?.([])).resolves.toEqual([])
  })

  test('a transaction that is not complete is INVALID_PARAMS, with the words of web3.js, and asks nobody', async () => {
    const { connect, inputs } = createPage()
    const { signTransaction } = await connect()
    const refused = await signTransaction?.(new Transaction()).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'INVALID_PARAMS', cause: expect.any(Error) })
    expect(inputs).toEqual([])
  })

  test('what the person refuses is USER_REJECTED', async () => {
    const { connect, wallet, key } = createPage()
    const refuse = () => Promise.reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }))
    const features = wallet.features
    Object.assign(features['solana:signMessage'] ?? {}, { signMessage: refuse })
    Object.assign(features['solana:signTransaction'] ?? {}, { signTransaction: refuse })
    const state = await connect()
    const transaction = transferOf(key.publicKey)
    await expect(state.signMessage?.(Uint8Array.of(1))).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await expect(state.signTransaction?.(transaction)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await expect(state.sendTransaction(transaction, state.connection)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  test('a wallet that sends by itself does so, on its chain and with the options', async () => {
    const { connect, wallet, key } = createPage(undefined, { chains: ['solana:devnet'], network: solanaDevnet })
    const signature = signBytes(key, Uint8Array.of(1))
    const sent = sendsByItself(wallet, signature)
    const { connection, sendTransaction } = await connect()
    const options = { skipPreflight: true, maxRetries: 0 }
    await expect(sendTransaction(transferOf(key.publicKey), connection, options)).resolves.toBe(bs58.encode(signature))
    expect(sent).toEqual([expect.objectContaining({ chain: 'solana:devnet', options })])
  })

  test('what the wallet cannot do is not there', async () => {
    const { connect, wallet } = createPage()
    delete (wallet.features as Record<string, unknown>)['solana:signTransaction']
    const state = await connect()
    expect(state.signTransaction).toBeUndefined()
    expect(state.anchorWallet).toBeUndefined()
    expect(state.wallet?.adapter.supportedTransactionVersions).toBeNull()
    expect(state.signMessage).toBeDefined()
  })

  test('another account of the wallet is another publicKey; disconnecting takes it away; objects stay the same meanwhile', async () => {
    const { connect, solana: wallet, share, accountOf, key } = createPage()
    const before = await connect()
    const told: (string | undefined)[] = []
    const stop = wallet.listen(({ publicKey }) => told.push(publicKey?.toBase58()))
    expect(wallet.publicKey).toBe(before.publicKey)
    share([accountOf(keypair(5)), accountOf(key)])
    expect(wallet.publicKey?.equals(keypair(5).publicKey)).toBe(true)
    expect(wallet.anchorWallet?.publicKey).toBe(wallet.publicKey)
    expect(wallet.signTransaction).toBe(before.signTransaction)
    expect(wallet.connection).toBe(before.connection)
    await wallet.disconnect()
    expect(wallet).toMatchObject({ publicKey: null, connected: false, wallet: null })
    expect(wallet.connection).toBe(before.connection)
    expect([...new Set(told)]).toEqual([keypair(5).publicKey.toBase58(), undefined])
    stop()
  })
})

describe('signing in', () => {
  const input = { domain: 'shop.example', nonce: 'oBbLoEldZs12', statement: 'Sign in to the shop' }
  const choose = async (name: string) => {
    await vi.waitFor(() => expect(findButton(name)).toBeDefined())
    findButton(name)?.click()
  }

  test('by the connected wallet, as the standard’s library verifies it', async () => {
    const page = createPage()
    const asked = letSignIn(page)
    const { signIn, wallet } = await page.connect()
    expect(wallet?.adapter.signIn).toBe(signIn)
    const output = await signIn?.(input)
    if (!output) throw new Error('it cannot sign in')
    expect(verifySignIn(input, output)).toBe(true)
    expect(verifySignIn({ ...input, nonce: 'anotherNonce' }, output)).toBe(false)
    expect(output.account).toEqual({
      address: page.key.publicKey.toBase58(),
      publicKey: page.key.publicKey.toBytes(),
      chains: ['solana:localnet'],
      features: ['solana:signMessage', 'solana:signIn', 'solana:signTransaction'],
    })
    const bare = await signIn?.()
    expect(bare && verifySignIn({}, bare)).toBe(true)
    expect(asked).toEqual([input, {}])
  })

  test('connects first, by the visitor’s choice', async () => {
    const page = createPage()
    letSignIn(page)
    const signingIn = page.solana.signIn?.(input)
    await choose(page.name)
    const output = await signingIn
    expect(output && verifySignIn(input, output)).toBe(true)
    expect(page.solana.publicKey?.equals(page.key.publicKey)).toBe(true)
    expect(page.solana.signIn).toBeDefined()
  })

  test('with an account that the wallet shares while it signs in makes that the connected one', async () => {
    const page = createPage()
    const chosen = keypair(5)
    letSignIn(page, { by: chosen, answer: (good) => (page.share([good.account]), [good]) })
    const { signIn } = await page.connect()
    const output = await signIn?.(input)
    expect(output && verifySignIn(input, output)).toBe(true)
    expect(output?.account.address).toBe(chosen.publicKey.toBase58())
    expect(page.solana.publicKey?.equals(chosen.publicKey)).toBe(true)
  })

  test('is MODAL_CLOSED when the visitor connects nothing, and asks no wallet', async () => {
    const page = createPage()
    const asked = letSignIn(page)
    const signingIn = page.solana.signIn?.(input)
    await vi.waitFor(() => expect(page.modal.$open.get()).toBe(true))
    page.modal.close()
    await expect(signingIn).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    expect(asked).toEqual([])
  })

  test('is not there where the connected wallet cannot, and UNSUPPORTED_METHOD where one is connected for it', async () => {
    const page = createPage()
    const signingIn = page.solana.signIn?.(input)
    const refused = expect(signingIn).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    await choose(page.name)
    await refused
    expect(page.solana.connected).toBe(true)
    expect(page.solana.signIn).toBeUndefined()
    expect(page.solana.wallet?.adapter.signIn).toBeUndefined()
  })

  test('has a code for what goes wrong', async () => {
    const page = createPage()
    letSignIn(page, { write: (text) => ({ ...text, domain: 'evil.example' }) })
    const { signIn } = await page.connect()
    await expect(signIn?.(input)).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    await expect(signIn?.({ ...input, statement: 'a\nNonce: b' })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    const refusal = Object.assign(new Error('User rejected the request.'), { code: 4001 })
    page.wallet.features['solana:signIn'] = { version: '1.0.0', signIn: () => Promise.reject(refusal) }
    await expect(signIn?.(input)).rejects.toMatchObject({ code: 'USER_REJECTED', cause: refusal })
  })
})

describe.skipIf(solanaMissing !== undefined)(`on a devnet${solanaMissing ? ` (${solanaMissing})` : ''}`, () => {
  let devnet: Awaited<ReturnType<typeof startSeededSolana>>
  beforeAll(async () => {
    devnet = await startSeededSolana()
  })
  beforeEach(() => devnet.reset())
  afterAll(() => devnet.stop())

  test('a legacy transfer without payer and blockhash is sent, and confirmed', async () => {
    const { connect } = createPage(devnet.url)
    const { sendTransaction, connection, publicKey } = await connect()
    const latest = await connection.getLatestBlockhash()
    const signature = await sendTransaction(new Transaction().add(payment(publicKey, 1_000_000)), connection)
    const { value } = await connection.confirmTransaction({ signature, ...latest })
    expect(value.err).toBeNull()
    await expect(connection.getBalance(receiver)).resolves.toBe(1_000_000)
  })

  test('a versioned transaction with a further signer is sent once', async () => {
    const { connect, inputs } = createPage(devnet.url)
    const { sendTransaction, connection, publicKey } = await connect()
    const account = Keypair.generate()
    const { blockhash } = await connection.getLatestBlockhash()
    const lamports = await connection.getMinimumBalanceForRentExemption(0)
    const make = SystemProgram.createAccount({
      fromPubkey: publicKey,
      newAccountPubkey: account.publicKey,
      lamports,
      space: 0,
      programId: SystemProgram.programId,
    })
    await sendTransaction(versionedOf(publicKey, blockhash, [make]), connection, { signers: [account] })
    await expect(connection.getBalance(account.publicKey)).resolves.toBe(lamports)
    expect(inputs).toHaveLength(1)
  })

  test('what the node refuses is RPC_ERROR, with the error of web3.js', async () => {
    const { connect } = createPage(devnet.url)
    const { sendTransaction, connection, publicKey } = await connect()
    const transaction = new Transaction().add(payment(publicKey, 1_000_000_000_000))
    const refused = await sendTransaction(transaction, connection).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'RPC_ERROR', cause: { name: 'Error' } })
    expect((refused as Error).cause).toHaveProperty('logs')
  })

  test('no wallet sends by itself on a cluster that is not public', async () => {
    const { connect, wallet, key } = createPage(devnet.url)
    const sent = sendsByItself(wallet, signBytes(key, Uint8Array.of(1)))
    const { connection, sendTransaction, publicKey } = await connect()
    await sendTransaction(new Transaction().add(payment(publicKey, 1_000_000)), connection)
    expect(sent).toEqual([])
    await expect(connection.getBalance(receiver)).resolves.toBe(1_000_000)
  })

  test('Anchor takes it, legacy and versioned', async () => {
    const { connect } = createPage(devnet.url)
    const { anchorWallet, connection, publicKey } = await connect()
    if (!anchorWallet) throw new Error('no wallet for Anchor')
    const provider = new AnchorProvider(connection, anchorWallet, { commitment: 'confirmed' })
    await provider.sendAndConfirm(new Transaction().add(payment(publicKey, 1_000_000)))
    const { blockhash } = await connection.getLatestBlockhash()
    await provider.sendAndConfirm(versionedOf(publicKey, blockhash, [payment(publicKey, 2_000_000)]))
    await provider.sendAll([{ tx: new Transaction().add(payment(publicKey, 3_000_000)) }])
    await expect(connection.getBalance(receiver)).resolves.toBe(6_000_000)
  })
})

/** Gives a wallet a way to send; it sends nothing. @returns what it was given */
function sendsByItself({ features }: ReturnType<typeof createKeypairWallet>['wallet'], signature: Uint8Array): object[] {
  const sent: object[] = []
  const signAndSendTransaction = (input: object) => {
    sent.push(input)
    return Promise.resolve([{ signature }])
  }
  const versions = { supportedTransactionVersions: ['legacy', 0] }
  features['solana:signAndSendTransaction'] = { version: '1.0.0', ...versions, signAndSendTransaction }
  return sent
}

/** Searches shadow roots as well. */
function findButton(text: string, root: ParentNode = document): HTMLButtonElement | undefined {
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (element instanceof HTMLButtonElement && element.textContent.includes(text)) return element
    const found = element.shadowRoot && findButton(text, element.shadowRoot)
    if (found) return found
  }
  return undefined
}
