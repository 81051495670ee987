// Solana wallets in a page: one of other people's code, and others over keys of web3.js that do as the test says, also badly.
// What they sign is verified by libraries that the connector does not use.
import { setMaxListeners } from 'node:events'
import { PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { describe, expect, test } from 'vitest'
import { createConnector, readAddress } from '../../../src/connectors/solana/index.js'
import { solana, solanaDevnet } from '../../../src/vocabulary/non-evm-networks.js'
import { world } from '../../support/connector-world.js'
import { unsigned } from '../../support/five-keys.js'
import { plainWindow } from '../../support/plain-window.js'
import { connect, connected, open, watch } from '../../support/solana-page.js'
import {
  base64Of,
  createKeypairWallet,
  createLegacyObject,
  createStandardWallet,
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
const nowhere = 'http://127.0.0.1:9'
const burner = () => createStandardWallet('solana:mainnet', nowhere)
const utf8 = (text: string) => new TextEncoder().encode(text)
const named = (name: string, more: object = {}) => ({ ...createKeypairWallet({ name }).wallet, ...more })
/** An object whose properties throw when they are read. */
const throwing = (): Error =>
  new Proxy(new Error('hostile'), {
    get() {
      throw new Error('boom')
    },
  })

/** Registers by hand, as a wallet without the library does. Returns the page's function to unregister. */
function registerByHand(window: Window, ...wallets: unknown[]): () => void {
  let unregister = (): void => undefined
  const detail = ({ register: add }: { register: (...given: unknown[]) => () => void }) => (unregister = add(...wallets))
  window.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail }))
  return unregister
}

describe('finding wallets', () => {
  test('that register before and after, and no more when they unregister or the search has ended', () => {
    const window = plainWindow()
    register(window, burner())
    const { names, life, reports } = watch(window)
    expect(names()).toEqual(['Burner Wallet'])
    register(window, named('Second'))
    expect(names()).toEqual(['Burner Wallet', 'Second'])
    const unregister = registerByHand(window, named('Third'))
    expect(names()).toEqual(['Burner Wallet', 'Second', 'Third'])
    unregister()
    expect(names()).toEqual(['Burner Wallet', 'Second'])
    life.abort()
    const before = reports.length
    register(window, named('Late'))
    unregister()
    expect(reports).toHaveLength(before)
  })

  test('that register again, once each, and an old unregistering does not take the new one away', () => {
    const window = plainWindow()
    const { names } = watch(window)
    const wallet = named('Again')
    const first = registerByHand(window, wallet, wallet)
    const second = registerByHand(window, wallet)
    expect(names()).toEqual(['Again'])
    second() // has registered nothing
    expect(names()).toEqual(['Again'])
    first()
    expect(names()).toEqual([])
    registerByHand(window, wallet)
    first()
    expect(names()).toEqual(['Again'])
  })

  test('leaves out what cannot be used, cuts what cannot be shown, and keeps the others', () => {
    const window = plainWindow()
    setMaxListeners(20, window) // each wallet waits for other pages' scripts
    const throwingAt = (key: string) =>
      Object.defineProperty(named(`Throws at ${key}`), key, {
        get() {
          throw new Error('boom')
        },
      })
    register(window, throwing())
    for (const key of ['name', 'chains', 'features']) register(window, throwingAt(key))
    for (const nothing of [null, undefined, 7, 'wallet', () => undefined]) registerByHand(window, nothing)
    register(window, named('Other chain', { chains: ['sui:mainnet'] }))
    register(window, named('No features', { features: undefined }))
    register(window, named('No words', { features: { 'standard:connect': { connect: 'yes' } } }))
    register(window, named('Only connects', { features: { 'standard:connect': { connect: async () => ({}) } } }))
    register(window, named('Never connects', { features: { 'solana:signMessage': { signMessage: async () => [] } } }))
    register(window, named(' \u200b\u202e ')) // no name
    register(window, named('\u202eevil', { icon: 'javascript:alert(1)' }))
    register(window, named('<img src=x onerror=alert(1)>', { icon: 'data:text/html,<script>alert(1)</script>' }))
    register(window, throwingAt('icon'))
    register(window, throwingAt('accounts'))
    register(window, burner())
    const found = watch(window).now()
    expect(found.map(({ wallet: { name, icon } }) => [name, icon?.slice(0, 19)])).toEqual([
      ['evil', undefined],
      ['<img src=x onerror=alert(1)>', undefined],
      ['Throws at icon', undefined],
      ['Throws at accounts', 'data:image/svg+xml;'],
      ['Burner Wallet', 'data:image/svg+xml;'],
    ])
  })

  test('of a script that floods the list: 50, the earlier ones stay, and the page is not told a thousand times', () => {
    const window = plainWindow()
    register(window, burner())
    const { names, reports } = watch(window)
    const unregister = Array.from({ length: 1_000 }, (_, index) => registerByHand(window, named(`Flood ${index}`)))
    expect(names()).toHaveLength(50)
    expect(names().slice(0, 2)).toEqual(['Burner Wallet', 'Flood 0'])
    expect(reports).toHaveLength(50)
    for (const each of unregister) each()
    registerByHand(window, named('After'))
    expect(names()).toEqual(['Burner Wallet', 'After'])
  })

  test('two of one name are two wallets, and each opens its own', async () => {
    const window = plainWindow()
    for (const seed of [1, 2]) register(window, createKeypairWallet({ name: 'Twin', key: keypair(seed) }).wallet)
    const found = watch(window).now()
    expect(found.map(({ wallet }) => wallet.uid)).toEqual(['solana standard:Twin', 'solana standard:Twin#2'])
    const opened = await Promise.all(found.map((each) => connect(createConnector(each, world))))
    expect(opened.map(({ account }) => account.address)).toEqual([1, 2].map((seed) => keypair(seed).publicKey.toBase58()))
  })

  test('old objects only where no wallet of their name has registered, each once', () => {
    const { object } = createLegacyObject()
    const shared = createLegacyObject().object
    const window = plainWindow({
      phantom: { solana: shared },
      solana: shared,
      trustwallet: { solana: object },
      backpack: { connect: () => undefined }, // signs nothing
      get solflare() {
        throw new Error('boom')
      },
    })
    const { names } = watch(window)
    expect(names()).toEqual(['Phantom', 'Trust Wallet'])
    register(window, named('Trust'))
    expect(names()).toEqual(['Trust', 'Phantom'])
    register(window, named('Phantom'))
    expect(names()).toEqual(['Trust', 'Phantom'])
    expect(watch(plainWindow({ solana: object })).names()).toEqual(['Browser wallet'])
    const both = plainWindow({ solana: object })
    register(both, burner())
    expect(watch(both).names()).toEqual(['Burner Wallet'])
  })
})

describe('a wallet of the Wallet Standard', () => {
  test('of other people’s code, without a sign-in feature: connects on the network that it has, and signs texts', async () => {
    const wallet = burner()
    expect(Object.keys(wallet.features)).not.toContain('solana:signIn')
    const { accounts, account, sign } = await connected(wallet)
    const key = new PublicKey(account.address)
    expect(accounts).toEqual([
      { chain: solana.caipNetworkId, address: key.toBase58(), publicKey: Buffer.from(key.toBytes()).toString('hex') },
    ])
    const { signature } = await sign('Hello 👋')
    expect([verifies(key, utf8('Hello 👋'), signature), verifies(key, utf8('Hello'), signature)]).toEqual([true, false])
  })

  test('signs what web3.js made: legacy, versioned, and several at once', async () => {
    const { account, ask } = await connected(burner())
    const payer = new PublicKey(account.address)
    const legacy = transferOf(payer)
    const answer = (await ask('solana_signTransaction', { transaction: unsigned(legacy) })) as Record<string, string>
    const signed = Transaction.from(Buffer.from(answer['transaction'] ?? '', 'base64'))
    expect([signed.verifySignatures(), signed.serializeMessage()]).toEqual([true, legacy.serializeMessage()])
    expect(bs58.encode(signed.signature ?? new Uint8Array())).toBe(answer['signature'])

    const versioned = versionedOf(payer)
    const { transactions } = (await ask('solana_signAllTransactions', {
      transactions: [unsigned(legacy), base64Of(versioned.serialize())],
    })) as { transactions: string[] }
    const [first, second] = transactions.map((each) => VersionedTransaction.deserialize(Buffer.from(each, 'base64')))
    const message = versioned.message.serialize()
    expect(base64Of(first?.message.serialize() ?? new Uint8Array())).toBe(base64Of(legacy.serializeMessage()))
    expect(second?.message.serialize()).toEqual(message)
    expect(verifies(payer, message, bs58.encode(second?.signatures[0] ?? new Uint8Array()))).toBe(true)
  })

  test('is told the cluster, and given its own object of the account there', async () => {
    const { wallet, inputs, accountOf, key } = createKeypairWallet()
    wallet.accounts = [accountOf(key, ['solana:mainnet']), accountOf(key, ['solana:devnet'])]
    const { ask, accounts } = await connected(wallet)
    expect(accounts.map(({ chain }) => chain)).toEqual([solana.caipNetworkId, solanaDevnet.caipNetworkId])
    const params = { transaction: unsigned(transferOf(key.publicKey)) }
    await ask('solana_signTransaction', params)
    await ask('solana_signTransaction', params, solanaDevnet.caipNetworkId)
    expect(inputs.map(({ chain }) => chain)).toEqual(['solana:mainnet', 'solana:devnet'])
    expect(inputs.map(({ account }) => wallet.accounts.indexOf(account as never))).toEqual([0, 1])
  })

  test('that learns to sign while it is connected is asked to, and not before', async () => {
    const { wallet, key, share } = createKeypairWallet()
    const { 'solana:signTransaction': later, ...features } = wallet.features
    const { 'solana:signMessage': texts, ...rest } = features
    wallet.features = { ...features }
    const { ask, sign, changes } = await connected(wallet)
    const signing = () => ask('solana_signTransaction', { transaction: unsigned(transferOf(key.publicKey)) })
    await expect(signing()).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    wallet.features = { ...rest, 'solana:signTransaction': later ?? {} }
    share(wallet.accounts, { features: wallet.features })
    await expect(signing()).resolves.toMatchObject({ signature: expect.any(String) })
    await expect(sign('x')).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    wallet.features = { ...wallet.features, 'solana:signMessage': texts ?? {} }
    await expect(sign('x')).resolves.toMatchObject({ signature: expect.any(String) })
    expect(changes).toEqual([])
  })

  test('may have a property of any name', async () => {
    const { sign } = await connected(Object.assign(createKeypairWallet().wallet, { legacy: false }))
    await expect(sign('x')).resolves.toMatchObject({ signature: expect.any(String) })
  })

  test('reports another account, and a second one, and that it is locked', async () => {
    const { wallet, key, share, accountOf, listeners } = createKeypairWallet({ chains: ['solana:mainnet'] })
    const { connector, changes, sign } = await connected(wallet)
    const [second, first] = [accountOf(keypair(5)), accountOf(key)]
    share([second, first])
    expect(changes).toMatchObject([{ grant: { accounts: [{ address: second.address }, { address: first.address }] } }])
    share([second])
    expect(changes.at(-1)).toMatchObject({ type: 'grant', grant: { accounts: [{ address: second.address }] } })
    await expect(sign('x')).rejects.toMatchObject({ code: 'UNAUTHORIZED' }) // by the first
    share([])
    expect(changes.slice(2)).toEqual([{ type: 'disconnect' }])
    await expect(sign('x')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    connector.release()
    expect(listeners.size).toBe(0)
    share([first])
    expect(changes).toHaveLength(3)
  })

  test('of other people’s code reports that it was disconnected', async () => {
    const wallet = burner()
    const { changes, sign } = await connected(wallet)
    const { features } = wallet as unknown as { features: Record<'standard:disconnect', { disconnect(): Promise<void> }> }
    await features['standard:disconnect'].disconnect()
    expect(changes).toEqual([{ type: 'disconnect' }])
    await expect(sign('x')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })

  test('is told that the page disconnects', async () => {
    const wallet = burner()
    const { connector } = await connected(wallet)
    await connector.disconnect()
    expect(wallet.accounts).toEqual([])
  })

  test('that takes an account back without a word is not asked to sign with it', async () => {
    const { wallet, inputs } = createKeypairWallet()
    const { sign } = await connected(wallet)
    wallet.accounts = []
    await expect(sign('x')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(inputs).toEqual([])
  })

  test('that changes its account while it connects is believed in what it reported last', async () => {
    const { wallet, key, share, accountOf } = createKeypairWallet()
    const [asked, chosen] = [accountOf(key), accountOf(keypair(5))]
    ;(wallet.features['standard:connect'] as { connect: unknown }).connect = async () => {
      share([chosen])
      return { accounts: [asked] }
    }
    const { account } = await connected(wallet)
    expect(account.address).toBe(chosen.address)
  })

  test('that reports features while it connects keeps its accounts', async () => {
    const { wallet, key, share, accountOf } = createKeypairWallet()
    ;(wallet.features['standard:connect'] as { connect: unknown }).connect = async () => {
      share([], { features: wallet.features })
      wallet.accounts = [accountOf(key)]
      return { accounts: wallet.accounts }
    }
    const { account } = await connected(wallet)
    expect(account.address).toBe(key.publicKey.toBase58())
  })

  test('whose account changes during a request answers that request with the old one', async () => {
    const { wallet, key, share, accountOf } = createKeypairWallet()
    const feature = wallet.features['solana:signMessage'] as { signMessage(...inputs: unknown[]): Promise<unknown> }
    const { signMessage } = feature
    feature.signMessage = (...inputs) => {
      share([accountOf(keypair(5))])
      return signMessage(...inputs)
    }
    const { sign, changes } = await connected(wallet)
    const { signature } = await sign('x')
    expect(verifies(key.publicKey, utf8('x'), signature)).toBe(true)
    expect(changes).toMatchObject([{ grant: { accounts: [{ address: keypair(5).publicKey.toBase58() }, {}] } }])
  })

  testRows<readonly [what: string, accounts: unknown]>([
    ['no account', []],
    ['no key', [{ address: 'nonsense', chains: ['solana:mainnet'] }]],
    ['33 bytes', [{ address: bs58.encode(new Uint8Array(33).fill(1)), chains: ['solana:mainnet'] }]],
    ['another cluster', [{ address: receiver.toBase58(), chains: ['solana:testnet'] }]],
    ['a cluster that is not public', [{ address: receiver.toBase58(), chains: ['solana:localnet'] }]],
    ['no list', 7],
    ['hostile proxies', [throwing(), null, undefined]],
  ])('that shares %s gives no connection', async (_what, accounts) => {
    const { wallet } = createKeypairWallet()
    ;(wallet.features['standard:connect'] as { connect: unknown }).connect = async () => ({ accounts })
    await expect(connected(wallet)).rejects.toMatchObject({ code: 'NO_ACCOUNTS' })
  })

  testRows<readonly [what: string, answer: () => unknown, code: string]>([
    ['throws a refusal', () => Promise.reject(Object.assign(new Error('no'), { code: 4001 })), 'USER_REJECTED'],
    [
      'throws at once',
      () => {
        throw new Error('User rejected the request.')
      },
      'USER_REJECTED',
    ],
    ['throws a hostile proxy', () => Promise.reject(throwing()), 'WALLET_FAILED'],
    ['answers with nothing', () => undefined, 'NO_ACCOUNTS'],
    ['answers with a hostile proxy', () => throwing(), 'WALLET_FAILED'],
  ])('that %s when it is to connect gives no connection', async (_what, answer, code) => {
    const { wallet } = createKeypairWallet()
    ;(wallet.features['standard:connect'] as { connect: unknown }).connect = () => answer()
    await expect(connected(wallet)).rejects.toMatchObject({ code })
  })

  test('that never answers can be left', async () => {
    const { wallet, listeners } = createKeypairWallet({ name: 'Silent' })
    ;(wallet.features['standard:connect'] as { connect: unknown }).connect = () => new Promise(() => undefined)
    const window = plainWindow()
    register(window, wallet)
    const life = new AbortController()
    const connecting = open(window, 'Silent').connect({ networks: [solana], signal: life.signal })
    expect(listeners.size).toBe(1)
    life.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'ABORTED' })
    expect(listeners.size).toBe(0)
  })

  test('is asked silently after a reload, and a silent refusal is no failure', async () => {
    const { wallet } = createKeypairWallet()
    const inputs: unknown[] = []
    ;(wallet.features['standard:connect'] as { connect: unknown }).connect = async (input: unknown) => {
      inputs.push(input)
      return { accounts: [] }
    }
    const window = plainWindow()
    register(window, wallet)
    const connector = open(window, 'Keys')
    await expect(connector.connect({ networks: [solana], silent: true })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    expect(await connector.isAuthorized()).toBe(false)
    expect(inputs, 'asked once: what is not connected has no accounts').toEqual([{ silent: true }])
  })

  const good = signBytes(keypair(3), utf8('Hello'))
  testRows<readonly [what: string, answer: unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an empty list', []],
    ['a hostile proxy', throwing()],
    ['a list of one', [throwing()]],
    ['a signature without its list', { signature: good }],
    ['a signature of 63 bytes', [{ signature: good.slice(1) }]],
    ['a signature of 65 bytes', [{ signature: Uint8Array.from([...good, 0]) }]],
    ['a signature as a text', [{ signature: bs58.encode(good) }]],
    ['the signature of another text', [{ signature: good, signedMessage: utf8('other') }]],
  ])('that answers a text with %s fails', async (_what, answer) => {
    const { wallet } = createKeypairWallet()
    ;(wallet.features['solana:signMessage'] as { signMessage: unknown }).signMessage = async () => answer
    const { sign } = await connected(wallet)
    await expect(sign('Hello')).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })

  const { publicKey } = keypair(3)
  const signedBy = (seed: number) => {
    const transaction = versionedOf(keypair(seed).publicKey)
    transaction.sign([keypair(seed)])
    return transaction.serialize()
  }
  testRows<readonly [what: string, answer: unknown]>([
    ['nothing', undefined],
    ['an empty list', []],
    ['two transactions', [{ signedTransaction: signedBy(3) }, { signedTransaction: signedBy(3) }]],
    ['no transaction', [{ signedTransaction: utf8('hello') }]],
    ['half a transaction', [{ signedTransaction: signedBy(3).slice(0, 100) }]],
    ['a transaction in base64', [{ signedTransaction: base64Of(signedBy(3)) }]],
    ['a hostile proxy', [throwing()]],
    ['the transaction, unsigned', [{ signedTransaction: versionedOf(publicKey).serialize() }]],
    ['a transaction signed by another key', [{ signedTransaction: signedBy(5) }]],
  ])('that answers a transaction with %s fails', async (_what, answer) => {
    const { wallet } = createKeypairWallet()
    ;(wallet.features['solana:signTransaction'] as { signTransaction: unknown }).signTransaction = async () => answer
    const { ask } = await connected(wallet)
    const transaction = base64Of(versionedOf(publicKey).serialize())
    await expect(ask('solana_signTransaction', { transaction })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
    await expect(ask('solana_signAllTransactions', { transactions: [transaction] })).rejects.toMatchObject({
      code: 'WALLET_FAILED',
    })
  })

  test('may change a transaction that the page wants signed', async () => {
    const alter = () => versionedOf(publicKey, undefined, [payment(publicKey), payment(publicKey, 7)])
    const { wallet } = createKeypairWallet({ alter })
    const { ask } = await connected(wallet)
    const answer = await ask('solana_signTransaction', { transaction: base64Of(versionedOf(publicKey).serialize()) })
    const { transaction, signature } = answer as Record<string, string>
    const { message } = VersionedTransaction.deserialize(Buffer.from(transaction ?? '', 'base64'))
    expect(message.serialize()).toEqual(alter().message.serialize())
    expect(verifies(publicKey, message.serialize(), signature ?? '')).toBe(true)
  })

  test('keeps the code of its refusal in calls of the page', async () => {
    const { wallet } = createKeypairWallet()
    const refusal = Object.assign(new Error('no'), { code: 4001 })
    ;(wallet.features['solana:signMessage'] as { signMessage: unknown }).signMessage = () => Promise.reject(refusal)
    const { ask, sign } = await connected(wallet)
    await expect(ask('solana_signMessage', { message: bs58.encode(utf8('x')) })).rejects.toBe(refusal)
    await expect(sign('x')).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
})

describe('an object from before the standard', () => {
  const opened = (object: unknown) => open(plainWindow({ phantom: { solana: object } }), 'Phantom')

  test('connects with a prompt alone, then silently, and signs texts and transactions of web3.js', async () => {
    const { object, key } = createLegacyObject()
    const connector = opened(object)
    await expect(connector.connect({ networks: [solana], silent: true })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    const { account, accounts, sign, ask } = await connect(connector)
    expect(accounts.map(({ chain, address }) => [chain, address])).toEqual(
      [solana, solanaDevnet].map(({ caipNetworkId }) => [caipNetworkId, key.publicKey.toBase58()]),
    )
    expect(await connector.getAccounts()).toHaveLength(2)
    const { signature } = await sign('Hi 👋')
    expect(verifies(key.publicKey, utf8('Hi 👋'), signature)).toBe(true)
    const versioned = versionedOf(new PublicKey(account.address))
    for (const transaction of [unsigned(transferOf(key.publicKey)), base64Of(versioned.serialize())]) {
      const answer = (await ask('solana_signTransaction', { transaction })) as Record<string, string>
      const signed = VersionedTransaction.deserialize(Buffer.from(answer['transaction'] ?? '', 'base64'))
      expect(verifies(key.publicKey, signed.message.serialize(), bs58.encode(signed.signatures[0] ?? []))).toBe(true)
      expect(signed.message.serialize()).toEqual(
        VersionedTransaction.deserialize(Buffer.from(transaction, 'base64')).message.serialize(),
      )
    }
  })

  test('sends by itself what the page wants sent, with the page’s options', async () => {
    const { object, key, calls } = createLegacyObject()
    const { ask } = await connect(opened(object))
    const transaction = versionedOf(key.publicKey)
    const answer = await ask('solana_signAndSendTransaction', {
      transaction: base64Of(transaction.serialize()),
      options: { skipPreflight: true },
    })
    expect(verifies(key.publicKey, transaction.message.serialize(), (answer as { signature: string }).signature)).toBe(true)
    expect(calls).toEqual([
      {
        method: 'signAndSendTransaction',
        params: { message: bs58.encode(transaction.serialize()), options: { skipPreflight: true } },
      },
    ])
  })

  test('reports another account, and its end', async () => {
    const { object, emit, count } = createLegacyObject()
    const { connector, changes } = await connect(opened(object))
    emit('accountChanged', receiver)
    expect(changes).toMatchObject([{ type: 'grant', grant: { accounts: [{ address: receiver.toBase58() }, {}] } }])
    emit('disconnect', undefined)
    expect(changes.slice(1)).toEqual([{ type: 'disconnect' }])
    connector.release()
    expect(count()).toBe(0)
  })

  test('that goes to an account which has not allowed the page is disconnected', async () => {
    const { object, emit, state } = createLegacyObject()
    const { changes } = await connect(opened(object))
    state.isConnected = false
    emit('accountChanged', null)
    expect(changes).toEqual([{ type: 'disconnect' }])
  })

  test('without a request function signs texts alone', async () => {
    const { object, key } = createLegacyObject({ request: undefined })
    const { ask, sign } = await connect(opened(object))
    await expect(sign('x')).resolves.toMatchObject({ signature: expect.any(String) })
    const transaction = unsigned(transferOf(key.publicKey))
    for (const method of ['solana_signTransaction', 'solana_signAndSendTransaction'])
      await expect(ask(method, { transaction })).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
  })

  testRows<readonly [what: string, key: unknown, isUsed: boolean]>([
    ['a text', receiver.toBase58(), true],
    ['bytes in an object', { toBytes: () => receiver.toBytes() }, true],
    ['an object that throws', throwing(), false],
    ['33 bytes', { toBytes: () => new Uint8Array(33) }, false],
    ['nonsense', 'nonsense', false],
    ['nothing', undefined, false],
  ])('that answers with its key as %s', async (_what, key, isUsed) => {
    const { object } = createLegacyObject({ connect: async () => ({ publicKey: key }), publicKey: undefined })
    const connecting = opened(object).connect({ networks: [solana] })
    if (isUsed) expect((await connecting).accounts).toMatchObject([{ address: receiver.toBase58() }])
    else await expect(connecting).rejects.toMatchObject({ code: 'NO_ACCOUNTS' })
  })

  testRows<readonly [what: string, answer: unknown]>([
    ['nothing', undefined],
    ['63 bytes', { signature: bs58.encode(new Uint8Array(63).fill(1)) }],
    ['bytes', { signature: new Uint8Array(64) }],
    ['a hostile proxy', { signature: throwing() }],
  ])('that answers a transaction with %s fails', async (_what, answer) => {
    const { object, key } = createLegacyObject({ request: async () => answer })
    const { ask } = await connect(opened(object))
    const transaction = unsigned(transferOf(key.publicKey))
    for (const method of ['solana_signTransaction', 'solana_signAndSendTransaction'])
      await expect(ask(method, { transaction })).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  })
})

testRows([
  [receiver.toBase58(), true],
  [PublicKey.default.toBase58(), true],
  [receiver.toBase58().slice(1), false],
  [`${receiver.toBase58()}1`, false],
  ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', false],
  ['', false],
])('reads %j as an address: %s', (text, isOne) => {
  expect(readAddress(text)).toBe(isOne ? text : undefined)
})
