// What the data service knows of the connected account: asked for when somebody reads, kept for its lifetime, and nothing of strangers shown as it comes.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { base, mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createPortfolio } from '../../../src/state/account/portfolio.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import type { Core } from '../../../src/state/core.js'
import { createIdentity } from '../../../src/state/account/identity.js'
import type { QueryState } from '../../../src/state/lib/query.js'
import { createNames } from '../../../src/state/account/names.js'
import { answerOf } from '../../api/case.js'
import { json, serve, type Reply, type TestServer } from '../../api/server.js'
import { createTestCore } from '../../support/core.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'
import { testRows } from '../../support/rows.js'

const [first, second] = ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const chains = { http: ['eip155:1', 'eip155:8453'], ws: [] }

let answer: Reply
let server: TestServer
beforeEach(async () => {
  server = await serve((response, asked, count) =>
    asked.url.pathname === '/v1/supported-chains' ? json(response, chains) : answer(response, asked, count),
  )
})
afterEach(() => {
  vi.useRealTimers()
  return server.stop()
})

const asked = () => server.asked.map(({ url }) => url).filter(({ pathname }) => pathname !== '/v1/supported-chains')

async function connected(wallet = new ScriptedWallet({ addresses: [first, second] }), services: string | undefined = server.url) {
  const { core, clock } = createTestCore({
    config: { networks: [mainnet, base, solana], ...(services ? { services } : {}) },
    connectors: createScriptedPort([wallet]),
    fetch: globalThis.fetch,
  })
  const accounts = core.use(createAccounts)
  await core.use(createConnection).connect(wallet.installed)
  return { core, clock, accounts, wallet }
}

/** The three parts in one form: constants of the specification §9, and a good answer of each. */
const parts = {
  identity: { lifetimeMs: 300_000, of: (core: Core) => core.use(createIdentity).$identity, fixture: 'identity' },
  names: { lifetimeMs: 300_000, of: (core: Core) => core.use(createNames).$names, fixture: 'reverse' },
  balances: { lifetimeMs: 30_000, of: (core: Core) => core.use(createPortfolio).$balances, fixture: 'balance' },
} as const

describe.each(Object.entries(parts))('%s', (_, { lifetimeMs, of, fixture }) => {
  beforeEach(() => {
    answer = (response) => json(response, answerOf(fixture))
  })
  const read = (core: Core) => {
    let state: QueryState<unknown> | undefined
    const stop = of(core).subscribe((next) => void (state = next))
    return { stop, state: () => state }
  }

  test('is asked for by the first reader, and by nobody before', async () => {
    const { core } = await connected()
    of(core)
    expect(server.asked).toHaveLength(0)
    const { stop, state } = read(core)
    await vi.waitFor(() => expect(state()?.status).toBe('success'))
    expect(asked()).toHaveLength(1)
    stop()
  })

  test('is kept for its lifetime, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }) // the server is real, and none of its matters is a timer
    const { core } = await connected()
    const reader = read(core)
    await vi.waitFor(() => expect(reader.state()?.status).toBe('success'))
    const until = (reader.state()?.updatedAt ?? 0) + lifetimeMs
    reader.stop()
    await vi.advanceTimersByTimeAsync(until - 1 - Date.now())
    read(core).stop()
    expect(asked()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000) // nanostores lets go of a store a second after its last reader
    const again = read(core)
    await vi.waitFor(() => expect(asked()).toHaveLength(2))
    again.stop()
    core.destroy()
  })

  test('says nothing while nothing is connected', async () => {
    const { core } = await connected()
    await core.use(createConnection).disconnect()
    const { state } = read(core)
    expect(state()).toEqual({ status: 'pending', fetchStatus: 'idle' })
    expect(asked()).toHaveLength(0)
  })
})

describe('identity', () => {
  const told = async (body: unknown, wallet?: ScriptedWallet) => {
    answer = (response) => json(response, body)
    const { core } = await connected(wallet)
    const states: QueryState<{ name: string | undefined; avatar: string | undefined }>[] = []
    const stop = core.use(createIdentity).$identity.subscribe((state) => void states.push(state))
    await vi.waitFor(() => expect(states.at(-1)?.fetchStatus).toBe('idle'))
    stop()
    return states.at(-1)
  }

  test('names the account by its address, whatever the chain, and says who asks', async () => {
    answer = (response) => json(response, answerOf('identity'))
    const { core, wallet } = await connected()
    const stop = core.use(createIdentity).$identity.subscribe(() => undefined)
    await vi.waitFor(() => expect(asked()).toHaveLength(1))
    wallet.say({ type: 'chain', chain: 'eip155:8453' })
    expect(asked().map(({ pathname, searchParams }) => [pathname, searchParams.get('sender')])).toEqual([
      [`/v1/identity/${first}`, first],
    ])
    stop()
  })

  test('is never asked for without a data service, nor outside EVM', async () => {
    const alone = await connected(undefined, '')
    const sol = await connected(new ScriptedWallet({ name: 'Sol', namespace: 'solana' }))
    for (const { core } of [alone, sol]) {
      let state: QueryState<unknown> | undefined
      core.use(createIdentity).$identity.subscribe((next) => void (state = next))()
      expect(state).toEqual({ status: 'pending', fetchStatus: 'idle' })
    }
    expect(server.asked).toHaveLength(0)
  })

  testRows([
    ['  ada.eth\u202e\u0000 ', 'ada.eth'],
    ['ada\n\u200b.eth', 'ada .eth'],
    ['x'.repeat(2_000), 'x'.repeat(64)],
    ['\u202e\u2066', undefined],
    ['0x70…dc79C8', undefined],
    ['0x70...dc79C8', undefined],
    [second, undefined],
    ['0xsplits.eth', '0xsplits.eth'],
  ])('a name of %j is shown as %j', async (name, shown) => {
    expect((await told({ name, avatar: null }))?.value?.name).toBe(shown)
  })

  testRows([
    ['https://img.example/a.png', true],
    ['data:image/png;base64,AAAA', true],
    ['http://img.example/a.png', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['//img.example/a.png', false],
    [`data:image/png;base64,${'A'.repeat(200_000)}`, false],
  ])('a picture at %.60s is shown: %s', async (avatar, isShown) => {
    expect((await told({ name: 'ada.eth', avatar }))?.value).toEqual({
      name: 'ada.eth',
      avatar: isShown ? avatar : undefined,
    })
  })

  test('a picture of the services themselves is shown, also where they are on the loopback', async () => {
    const avatar = `${server.url}/public/a.png`
    expect((await told({ name: 'ada.eth', avatar }))?.value?.avatar).toBe(avatar)
  })
})
