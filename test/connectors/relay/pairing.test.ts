// Wallets over a real relay: the client of today and of a year ago at the other end, a real node behind them.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { verifyMessage } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { startRelay } from '../../../services/test/support/relay.js'
import { PEER_METHODS, type WalletPeer } from '../../../services/test/support/wallet-peer.js'
import { granted, tellsGrant } from '../../support/calls.js'
import { bob, createMemory, evm, network, nextSession, send, sign, useRelay } from '../../support/relay-page.js'

const { createPage, createWallet, paired, ends } = useRelay()
const both = (address: string) => ({ 'eip155:31337': [address], 'eip155:137': [address] })

/** A way to the relay whose open sockets can fall silent, as those of a page that a phone had stopped: nothing comes, and nothing says so. */
async function silentWay(relayUrl: string) {
  const { port: to, hostname } = new URL(relayUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(to), hostname)
    for (const [from, into] of [[near, far], [far, near]] as const) from.on('error', () => into.destroy()).pipe(into) // oxfmt-ignore
    sockets.add(near).add(far)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    fallSilent() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('an approval that came while a phone had stopped the page is there when the visitor comes back', async () => {
  const wallet = await createWallet()
  const way = await silentWay(createPage().options.relayUrl)
  onTestFinished(way.close)
  let comeBack = () => {}
  const page = createPage({}, { relayUrl: way.url, onReturn: (listener) => (comeBack = listener) })
  let opened = (_: string) => {}
  const uri = new Promise<string>((resolve) => (opened = resolve))
  const pairing = page.relay.pair({ ...page.options, onUri: opened })
  const link = await uri
  way.fallSilent()
  void wallet.pair(link)
  await nextSession(wallet).toBe(1)
  comeBack()
  expect(evm(await pairing).wallet.name).toBe('Test wallet')
}) // outside of browsers the client gives a silent socket up by itself after 35 s

describe.each(['2.21.8', '2.17.1'] as const)('with a wallet of %s', (version) => {
  test('pairs, signs, sends, reads, and ends from the page', async () => {
    const { wallet, session, connector, grant } = await paired({ version })
    expect(session).toMatchObject({
      topic: expect.stringMatching(/^[\da-f]{64}$/),
      wallet: { id: 'relay:wallet.example', name: 'Test wallet' },
    })
    expect(session.expiresAt - Date.now()).toBeGreaterThan(6 * 86_400_000)
    expect(grant).toEqual(granted({ 'eip155:31337': [wallet.address] }, 'eip155:31337', true))

    const message = 'Hello 👋'
    const signature = await sign(connector, message)
    await expect(verifyMessage({ address: wallet.address, message, signature: signature as `0x${string}` })).resolves.toBe(true) // sign() has checked the hex

    const balance = async () =>
      BigInt(String(await connector.request('eip155:31337', { method: 'eth_getBalance', params: [bob, 'latest'] })))
    const before = await balance()
    await expect(send(connector, { to: bob, amount: 42n })).resolves.toMatch(/^0x[\da-f]{64}$/)
    await expect.poll(balance).toBe(before + 42n)

    await session.disconnect()
    await connector.disconnect()
    await nextSession(wallet).toBe(0)
    await expect(connector.request('eip155:31337', { method: 'personal_sign', params: [] })).rejects.toMatchObject({ code: 4900 })
  })

  test('hears that the wallet ended the session, also in the middle of a request', async () => {
    const { wallet, connector, changes } = await paired({ version })
    wallet.policy.requests = 'ignore'
    const pending = sign(connector, 'never answered')
    await expect.poll(() => wallet.requests.length).toBe(1)
    const refused = expect(pending).rejects.toMatchObject({ code: 'WALLET_DISCONNECTED' })
    await wallet.disconnect()
    await refused
    await expect.poll(() => changes).toEqual([{ type: 'disconnect' }])
    await connector.disconnect()
  })

  test('says so when the person refuses to connect, and to sign', async () => {
    const page = createPage()
    const wallet = await createWallet({ version })
    wallet.policy.proposals = 'reject'
    const attempt = page.relay.pair({ ...page.options, onUri: (uri) => void wallet.pair(uri) })
    await expect(attempt).rejects.toMatchObject({ code: 'USER_REJECTED' })

    const { wallet: other, connector } = await paired({ version })
    other.policy.requests = 'reject'
    await expect(sign(connector, 'x')).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await expect(send(connector, { to: bob, amount: 1n })).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  test('hears of other accounts, and goes to another approved chain without asking the wallet', async () => {
    const { wallet, session, connector, changes } = await paired({ version, chains: ['eip155:31337', 'eip155:137'] })
    const namespaces = wallet.sessions()[0]?.namespaces['eip155']
    const accounts = [`eip155:31337:${bob}`, `eip155:31337:${wallet.address}`, `eip155:137:${wallet.address}`]
    await wallet.client.update({
      topic: session.topic,
      namespaces: {
        eip155: {
          methods: namespaces?.methods ?? [],
          events: namespaces?.events ?? [],
          chains: namespaces?.chains ?? [],
          accounts,
        },
      },
    })
    await expect
      .poll(() => changes)
      .toEqual([tellsGrant({ 'eip155:31337': [wallet.address, bob], 'eip155:137': [wallet.address] }, 'eip155:31337', true)])
    await wallet.emitAccounts('eip155:31337', [bob])
    await expect
      .poll(() => changes.at(-1))
      .toEqual(tellsGrant({ 'eip155:31337': [bob, wallet.address], 'eip155:137': [wallet.address] }, 'eip155:31337', true))

    await wallet.emitChain('eip155:137')
    await expect
      .poll(() => changes.slice(2))
      .toEqual([tellsGrant({ 'eip155:31337': [bob, wallet.address], 'eip155:137': [wallet.address] }, 'eip155:137', true)])
    const asked = wallet.requests.length
    await expect(connector.switchTo(network(31337))).resolves.toMatchObject({ chain: 'eip155:31337' })
    expect(wallet.requests).toHaveLength(asked)
  })
})

describe('proposals', () => {
  test('ask for every configured network, old ids included, and require none', async () => {
    const solana = toNetwork({
      id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      chainNamespace: 'solana',
      deprecatedCaipNetworkIds: ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
      name: 'Solana',
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      rpcUrls: { default: { http: [] } },
    })
    const { wallet, grant } = await paired({}, createPage({}, { networks: [network(31337), solana, network(137)] }))
    const proposed = wallet.proposals[0]?.params
    expect(proposed?.requiredNamespaces).toEqual({})
    expect(proposed?.optionalNamespaces).toMatchObject({
      eip155: {
        chains: ['eip155:31337', 'eip155:137'],
        events: ['accountsChanged', 'chainChanged'],
        methods: expect.arrayContaining(['wallet_sendCalls']),
      },
      solana: {
        chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
        methods: expect.arrayContaining(['solana_signAndSendTransaction']),
      },
    })
    expect(grant.chain).toBe('eip155:31337')
  })

  test('tell their uri once, and expire', async () => {
    const page = createPage({ proposalTtlMs: 300 })
    const uris: string[] = []
    await expect(page.relay.pair({ ...page.options, onUri: (uri) => uris.push(uri) })).rejects.toMatchObject({
      code: 'PAIRING_EXPIRED',
    })
    expect(uris).toEqual([expect.stringMatching(/^wc:[\da-f]{64}@2\?.*symKey=[\da-f]{64}/)])
  })

  test('of one page do not disturb each other: the first code is good while a second is shown', async () => {
    const page = createPage()
    const wallet = await createWallet()
    const control = new AbortController()
    const uris: string[] = []
    const onUri = (uri: string) => uris.push(uri)
    const old = page.relay.pair({ ...page.options, onUri })
    await expect.poll(() => uris.length).toBe(1)
    const next = expect(page.relay.pair({ ...page.options, signal: control.signal, onUri })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    await expect.poll(() => uris.length).toBe(2)
    await wallet.pair(uris[0] ?? '')
    const connector = evm(await old)
    control.abort()
    await next
    await connector.connect({ networks: page.networks })
    await expect(sign(connector, 'still here')).resolves.toMatch(/^0x/)
  })

  test('end with the signal, also for a wallet that has scanned the code already', async () => {
    const page = createPage()
    const wallet = await createWallet()
    wallet.policy.proposals = 'ignore'
    const control = new AbortController()
    const attempt = page.relay.pair({ ...page.options, signal: control.signal, onUri: (uri) => void wallet.pair(uri) })
    await expect.poll(() => wallet.proposals.length).toBe(1)
    control.abort()
    await expect(attempt).rejects.toMatchObject({ code: 'ABORTED' })
    await expect.poll(() => wallet.client.core.pairing.getPairings().length).toBe(0)
    await expect(page.relay.pair({ ...page.options, signal: control.signal, onUri: () => {} })).rejects.toMatchObject({
      code: 'ABORTED',
    })
  })

  test('are not fulfilled by chains that were not asked for', async () => {
    const page = createPage()
    const wallet = await createWallet({ chains: ['eip155:10'] })
    await expect(page.relay.pair({ ...page.options, onUri: (uri) => void wallet.pair(uri) })).rejects.toMatchObject({
      code: 'NO_ACCOUNTS',
    })
    await nextSession(wallet).toBe(0)
  })

  test('keep of a wallet with asked and other chains only the asked', async () => {
    const { grant, connector } = await paired({ chains: ['eip155:10', 'eip155:137'] })
    expect(grant).toMatchObject({ chain: 'eip155:137', chains: ['eip155:137'] })
    await expect(connector.request('eip155:10', { method: 'personal_sign', params: ['0x', bob] })).rejects.toMatchObject({
      code: 4901,
    })
  })

  test('start on the wished chain when the wallet granted it', async () => {
    const { connector } = await paired({ chains: ['eip155:31337', 'eip155:137'] })
    await expect(connector.connect({ networks: [], chain: 'eip155:137' })).resolves.toMatchObject({ chain: 'eip155:137' })
    await expect(connector.connect({ networks: [], chain: 'eip155:1' })).resolves.toMatchObject({ chain: 'eip155:137' })
  })

  test('fail without a relay', async () => {
    const page = createPage({ reachLimitMs: 1_000 }, { relayUrl: 'ws://127.0.0.1:9' })
    await expect(page.relay.pair({ ...page.options, onUri: () => {} })).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE' })
  })
})

describe('a session', () => {
  test('survives a restart of the relay with a request under way', async () => {
    const restarting = await startRelay()
    const { wallet, connector } = await paired({ relayUrl: restarting.url }, createPage({}, { relayUrl: restarting.url }))
    wallet.policy.requests = 'ignore'
    const pending = sign(connector, 'patience')
    await expect.poll(() => wallet.requests.length).toBe(1)
    await restarting.stop()
    const again = await startRelay({ port: restarting.port })
    ends.unshift(() => again.stop())
    const request = wallet.requests[0]
    if (!request) throw new Error('No request')
    const result = `0x${'ab'.repeat(65)}`
    await expect.poll(() => wallet.client.core.relayer.connected).toBe(true)
    await wallet.client.respond({ topic: request.topic, response: { id: request.id, jsonrpc: '2.0', result } })
    await expect(pending).resolves.toBe(result)
  })

  test('comes back from storage on the next page load, and works', async () => {
    const storage = createMemory()
    const prefix = 'reloaded'
    const first = await paired({}, createPage({ storage }, { storagePrefix: prefix }))
    first.page.reload()
    const page = createPage({ storage }, { storagePrefix: prefix })
    const session = await page.relay.restore({ ...page.options, topic: first.session.topic })
    expect(session).toMatchObject({
      topic: first.session.topic,
      wallet: first.session.wallet,
      expiresAt: first.session.expiresAt,
    })
    const connector = evm(session)
    expect(connector.id).toBe(first.connector.id)
    await expect(connector.connect({ networks: page.networks, silent: true })).resolves.toEqual(first.grant)
    await expect(sign(connector, 'again')).resolves.toMatch(/^0x/)
    await session?.disconnect()
    await expect(page.relay.restore({ ...page.options, topic: first.session.topic })).resolves.toBeUndefined()
  })

  test('that another page of the site has ended is let go with all that waits, and what that page made since is kept', async () => {
    const storage = createMemory()
    const createShared = () => createPage({ storage }, { storagePrefix: 'shared' })
    const first = await paired({}, createShared())
    const other = createShared()
    const session = await other.relay.restore({ ...other.options, topic: first.session.topic })
    await evm(session).connect({ networks: other.networks, silent: true })
    first.wallet.policy.requests = 'ignore'
    const refused = expect(sign(evm(session), 'never answered')).rejects.toMatchObject({ code: 'WALLET_DISCONNECTED' })
    await expect.poll(() => first.wallet.requests.length).toBe(1)

    await first.session.disconnect()
    await nextSession(first.wallet).toBe(0)
    const { relay, options } = first.page
    const next = await relay.pair({ ...options, onUri: (uri) => void first.wallet.pair(uri) })
    session?.forget()
    await refused
    await expect(other.relay.restore({ ...other.options, topic: first.session.topic })).resolves.toBeUndefined()

    first.page.reload()
    const third = createShared()
    await expect(third.relay.restore({ ...third.options, topic: next.topic })).resolves.toMatchObject({ topic: next.topic })
  })

  test('does not come back when it is unknown, or when none of its chains is configured any more', async () => {
    const storage = createMemory()
    const first = await paired({}, createPage({ storage }, { storagePrefix: 'moved' }))
    first.page.reload()
    const page = createPage({ storage }, { storagePrefix: 'moved', networks: [network(10)] })
    await expect(page.relay.restore({ ...page.options, topic: 'f'.repeat(64) })).resolves.toBeUndefined()
    await expect(page.relay.restore({ ...page.options, topic: first.session.topic })).resolves.toBeUndefined()
    await nextSession(first.wallet).toBe(0)
  })

  test('brings a request to the wallet that was made while the relay was away', async () => {
    const restarting = await startRelay()
    const { wallet, connector } = await paired({ relayUrl: restarting.url }, createPage({}, { relayUrl: restarting.url }))
    await restarting.stop()
    const pending = sign(connector, 'as soon as possible')
    const again = await startRelay({ port: restarting.port })
    ends.unshift(() => again.stop())
    await expect(pending).resolves.toMatch(/^0x[\da-f]{130}$/)
    expect(wallet.requests).toHaveLength(1)
  })

  test('does not storm a relay that refuses it', async () => {
    const mortal = await startRelay()
    const { session } = await paired({ relayUrl: mortal.url }, createPage({}, { relayUrl: mortal.url }))
    await mortal.stop()
    let knocks = 0
    const closed = createServer((socket) => {
      knocks++
      socket.destroy()
    })
    await new Promise<void>((resolve) => closed.listen(mortal.port, '127.0.0.1', resolve))
    ends.unshift(() => new Promise((resolve) => closed.close(resolve)))
    await session.disconnect() // three seconds of trying
    expect(knocks).toBeGreaterThan(0)
    expect(knocks).toBeLessThan(30)
  })

  test('says in bounded time that a request cannot be brought to the wallet', async () => {
    const mortal = await startRelay()
    const page = createPage({ reachLimitMs: 1_000 }, { relayUrl: mortal.url })
    const { connector } = await paired({ relayUrl: mortal.url }, page)
    await mortal.stop()
    await expect(sign(connector, 'x')).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE' })
  })

  test('is forgotten also when the relay is gone', async () => {
    const storage = createMemory()
    const mortal = await startRelay()
    const { page, session } = await paired(
      { relayUrl: mortal.url },
      createPage({ storage }, { relayUrl: mortal.url, storagePrefix: 'mortal' }),
    )
    await mortal.stop()
    await session.disconnect()
    page.reload()
    const next = createPage({ storage }, { storagePrefix: 'mortal' })
    await expect(next.relay.restore({ ...next.options, topic: session.topic })).resolves.toBeUndefined()
  })

  test('asks the wallet for a chain that it has not approved, and takes what it adds', async () => {
    const adding: { wallet?: WalletPeer } = {}
    const { wallet, connector } = await paired({
      answer: ({ topic, params }) => {
        if (params.request.method !== 'wallet_switchEthereumChain') return undefined
        const accounts = ['eip155:31337', 'eip155:137'].map((chain) => `${chain}:${adding.wallet?.address}`)
        const namespaces = { eip155: { accounts, methods: [...PEER_METHODS], events: ['accountsChanged', 'chainChanged'] } }
        adding.wallet?.client.update({ topic, namespaces }).catch(() => {})
        return Promise.resolve(null)
      },
    })
    adding.wallet = wallet
    await expect(connector.switchTo(network(137))).resolves.toMatchObject({ chain: 'eip155:137' })
    await expect(sign(connector, 'here', `eip155:137:${wallet.address}`)).resolves.toMatch(/^0x/)
    expect(wallet.requests.map(({ params }) => [params.chainId, params.request.method])).toEqual([
      ['eip155:31337', 'wallet_switchEthereumChain'],
      ['eip155:137', 'personal_sign'],
    ])
  })

  test('tells of chains that the wallet adds or takes away by itself', async () => {
    const { wallet, session, connector, changes } = await paired()
    const update = (...chains: string[]) => {
      const accounts = chains.map((chain) => `${chain}:${wallet.address}`)
      const namespaces = { eip155: { accounts, methods: [...PEER_METHODS], events: ['accountsChanged', 'chainChanged'] } }
      return wallet.client.update({ topic: session.topic, namespaces })
    }
    await update('eip155:31337', 'eip155:137', 'eip155:10') // the last was not asked for
    await expect.poll(() => changes).toEqual([tellsGrant(both(wallet.address), 'eip155:31337', true)])
    await connector.switchTo(network(137))
    await update('eip155:137')
    await expect
      .poll(() => changes.slice(1))
      .toEqual([
        tellsGrant(both(wallet.address), 'eip155:137', true),
        tellsGrant({ 'eip155:137': [wallet.address] }, 'eip155:137', true),
      ])
  })

  test('does not pretend to be on a chain that the wallet refuses or does not share', async () => {
    const { wallet, connector } = await paired()
    wallet.policy.requests = 'reject'
    await expect(connector.switchTo(network(137))).rejects.toMatchObject({ code: 'USER_REJECTED' })
    wallet.policy.requests = 'approve' // answers null, and adds nothing
    await expect(connector.switchTo(network(137))).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
    await expect(connector.request('eip155:31337', { method: 'eth_chainId' })).resolves.toBe('0x7a69')
    const without = await paired({ methods: ['personal_sign'] })
    await expect(without.connector.switchTo(network(137))).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
  })

  test('brings a question about batched calls to the wallet, whatever the wallet says of bundlers', async () => {
    const status = { version: '2.0.0', id: '0x1', status: 200, atomic: true, receipts: [] }
    const { wallet, connector } = await paired({
      methods: [...PEER_METHODS, 'wallet_getCallsStatus'],
      answer: ({ params }) => (params.request.method === 'wallet_getCallsStatus' ? Promise.resolve(status) : undefined),
    })
    await expect(connector.request('eip155:31337', { method: 'wallet_getCallsStatus', params: ['0x1'] })).resolves.toEqual(status)
    expect(wallet.requests.at(-1)?.params.request.method).toBe('wallet_getCallsStatus')
  })

  test('answers reads from the configured node, and says what nobody answers', async () => {
    const { connector } = await paired({ chains: ['eip155:31337', 'eip155:137'] })
    await expect(connector.request('eip155:31337', { method: 'eth_blockNumber' })).resolves.toMatch(/^0x/)
    await expect(connector.request('eip155:31337', { method: 'eth_call', params: [] })).rejects.toMatchObject({ code: -32602 })
    await expect(connector.request('eip155:137', { method: 'eth_blockNumber' })).rejects.toMatchObject({
      code: 'UNSUPPORTED_METHOD',
    })
    await expect(connector.request('eip155:31337', { method: 'wallet_watchAsset' })).rejects.toMatchObject({ code: 4200 })
  })

  test('ends when the wallet takes all asked chains away', async () => {
    const { wallet, session, changes } = await paired()
    const accounts = [`eip155:10:${wallet.address}`]
    await wallet.client.update({ topic: session.topic, namespaces: { eip155: { accounts, methods: [], events: [] } } })
    await expect.poll(() => changes).toEqual([{ type: 'disconnect' }])
    await nextSession(wallet).toBe(0)
  })

  test('goes on with a chain that is left when the wallet takes the current one away', async () => {
    const { wallet, session, changes } = await paired({ chains: ['eip155:31337', 'eip155:137'] })
    const accounts = [`eip155:137:${bob}`]
    await wallet.client.update({
      topic: session.topic,
      namespaces: { eip155: { accounts, methods: [...PEER_METHODS], events: [] } },
    })
    await expect.poll(() => changes).toEqual([tellsGrant({ 'eip155:137': [bob] }, 'eip155:137', true)])
  })
})
