// The NFTs of an account: those of its chain, spam apart, and nothing where an ecosystem has none.
import { expect, test, vi } from 'vitest'
import { createNfts, type NftList } from '../../../src/state/nfts/nfts.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import type { QueryState } from '../../../src/state/lib/query.js'
import { mainnet, solana } from '../../../src/vocabulary/networks.js'
import type { Namespace } from '../../../src/vocabulary/caip.js'
import { createTestCore } from '../../support/core.js'
import { nftOf, nftsOf } from '../../support/past.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'
import { accountWatches } from '../../../src/root/account-watch.js'
import type { ListState, NftEntry } from '../../../src/vocabulary/account-values.js'

async function setup(
  answer: (url: URL) => unknown,
  {
    namespace = 'eip155',
    services = 'https://services.example',
  }: { readonly namespace?: Namespace; readonly services?: string | null } = {},
) {
  const asked: URL[] = []
  const wallet = new ScriptedWallet({ namespace })
  const { core } = createTestCore({
    config: { networks: [mainnet, solana], ...(services ? { services } : {}) },
    connectors: createScriptedPort([wallet]),
    fetch: (input) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (url.pathname === '/v1/supported-chains')
        return Promise.resolve(Response.json({ http: [mainnet.caipNetworkId, solana.caipNetworkId], ws: [] }))
      asked.push(url)
      const given = answer(url)
      return Promise.resolve(given instanceof Response ? given : Response.json(given))
    },
  })
  core.use(createAccounts)
  await core.use(createConnection).connect(wallet.installed)
  const nfts = core.use(createNfts)
  let state: QueryState<NftList> | undefined
  nfts.$nfts.subscribe((next) => void (state = next))
  return { core, nfts, asked, state: () => state, settled: () => vi.waitFor(() => expect(state?.fetchStatus).toBe('idle')) }
}

test('are loaded by page, with spam apart, and those of other chains left out', async () => {
  const { nfts, settled, state, asked } = await setup((url) =>
    url.searchParams.get('cursor')
      ? nftsOf(9, { from: 9 })
      : { ...nftsOf(9, { next: 'more' }), data: [...nftsOf(9).data, { ...nftOf(50), chainId: 'eip155:8453' }] },
  )
  await settled()
  expect([state()?.value?.nfts.length, state()?.value?.spam.length, state()?.value?.more]).toEqual([8, 1, 'ready'])
  nfts.loadMore()
  await vi.waitFor(() => expect(state()?.value?.more).toBe('end'))
  expect([state()?.value?.nfts.length, state()?.value?.spam.length]).toEqual([16, 2])
  expect(asked.map(({ searchParams }) => [searchParams.get('chainId'), searchParams.get('cursor')])).toEqual([
    ['eip155:1', null],
    ['eip155:1', 'more'],
  ])
})

test('say that some may be missing, where the services could not read all of them', async () => {
  const { settled, state } = await setup(() => Response.json(nftsOf(9), { headers: { 'x-incomplete': '1' } }))
  await settled()
  expect(state()?.value).toMatchObject({ isIncomplete: true, more: 'end' })
  const whole = await setup(() => nftsOf(9))
  await whole.settled()
  expect(whole.state()?.value?.isIncomplete).toBe(false)
})

test('are not asked for in ecosystems without them, nor without services', async () => {
  for (const options of [{ namespace: 'solana' }, { services: null }] as const) {
    const { nfts, asked, state } = await setup(() => nftsOf(1), options)
    expect(nfts.$hasNfts.get()).toBe(false)
    expect([asked.filter(({ pathname }) => pathname.endsWith('/nfts')), state()]).toEqual([
      [],
      { status: 'pending', fetchStatus: 'idle' },
    ])
  }
})

test.each([
  ['a standard that nobody knows', { standard: 'erc20' }],
  ['an amount with a sign', { amount: '-1' }],
  ['no name', { name: undefined }],
])('an answer with %s is refused whole', async (_, wrong) => {
  vi.useFakeTimers()
  const { state } = await setup(() => ({ data: [{ ...nftOf(1), ...wrong }], next: null }))
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(state()).toMatchObject({ error: { code: 'MALFORMED_RESPONSE' } })
  expect(state()?.value).toBeUndefined()
})

test('a page that asks for more whenever it is told asks for a failed page once, and again when it wants to', async () => {
  const { asked, core } = await setup((url) =>
    url.searchParams.get('cursor') ? new Response(null, { status: 400 }) : nftsOf(9, { next: 'more' }),
  )
  let last: ListState<NftEntry> | undefined
  const stop = accountWatches.nfts(
    core,
    (list) => {
      last = list
      list.loadMore()
    },
    undefined,
  )
  await vi.waitFor(() => expect(last?.hasMoreFailed).toBe(true))
  const count = () => asked.filter(({ searchParams }) => searchParams.get('cursor') === 'more').length
  vi.useFakeTimers()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect([count(), last?.hasMore, last?.entries.length]).toEqual([1, true, 8])
  last?.loadMore()
  await vi.waitFor(() => expect(count()).toBe(2))
  stop()
})
