// State of the account's views: balances that stay fresh, the tab per chain, and where the account can receive.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Core } from '../../../src/state/core.js'
import { createAccountTab } from '../../../src/state/account/account-tab.js'
import { createBalanceRefresh } from '../../../src/state/account/balance-refresh.js'
import { createPortfolio } from '../../../src/state/account/portfolio.js'
import { createReceiving } from '../../../src/state/account/receiving.js'
import { createAttention } from '../../../src/state/lib/attention.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { accountOn, addressOfToken, token, wei } from './account-stage.js'

let end: Core | undefined
afterEach(() => end?.destroy())

describe('fresh balances', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const watched = async (balances: object[] | (() => Response) = [token('ANT', '1')]) => {
    const stage = await accountOn({ rpc: () => wei(1n), balances })
    end = stage.core
    const part = stage.core.use(createBalanceRefresh)
    const stop = part.$isRefreshing.listen(() => undefined)
    await stage.clock.tickAsync(10)
    await vi.waitFor(() => expect(stage.asked).toHaveLength(1))
    const reads = () => stage.calls.filter((method) => method === 'eth_getBalance').length
    await vi.waitFor(() => expect(reads()).toBe(1))
    return { ...stage, ...part, stop, reads }
  }

  test('are asked for when their 30 s have passed, while somebody looks', async () => {
    const { clock, asked, reads, stop } = await watched()
    await clock.tickAsync(29_000)
    expect([asked.length, reads()]).toEqual([1, 1])
    await clock.tickAsync(2_000)
    expect([asked.length, reads()]).toEqual([2, 2])
    stop()
    await clock.tickAsync(120_000)
    expect([asked.length, reads()]).toEqual([2, 2])
  })

  test('are left alone while nobody can see them', async () => {
    const { clock, asked, core } = await watched()
    vi.spyOn(core.use(createAttention).$active, 'get').mockReturnValue(false)
    await clock.tickAsync(90_000)
    expect(asked).toHaveLength(1)
  })

  test('are not asked for again after 503, until the visitor asks and it is over', async () => {
    const { clock, asked, world, refresh } = await watched()
    world.balances = () => new Response(null, { status: 503 })
    await clock.tickAsync(60_000) // with its retries
    const count = asked.length
    await clock.tickAsync(120_000)
    expect(asked).toHaveLength(count)
    world.balances = []
    const done = refresh()
    await clock.tickAsync(10)
    await done
    expect(asked).toHaveLength(count + 1)
    await clock.tickAsync(31_000)
    expect(asked).toHaveLength(count + 2)
  })

  test('come by themselves once services that were away are back, and count as unknown until then', async () => {
    let isUp = false
    const stage = await accountOn({
      rpc: () => wei(1n),
      balances: [token('ANT', '1')],
      chains: () => (isUp ? Response.json({ http: ['eip155:1'], ws: [] }) : new Response(null, { status: 502 })),
    })
    end = stage.core
    const states: unknown[] = []
    stage.core.use(createPortfolio).$balances.subscribe(({ status, error }) => states.push([status, error?.code]))
    stage.core.use(createBalanceRefresh).$isRefreshing.subscribe(() => undefined)
    await stage.clock.tickAsync(60_000)
    expect(states.at(-1)).toEqual(['error', 'HTTP_STATUS'])
    isUp = true
    await stage.clock.tickAsync(65_000)
    expect(states.at(-1)).toEqual(['success', undefined])
  })

  test('are read from the chain when the visitor asks, and it shows', async () => {
    const { asked, refresh, $isRefreshing, reads } = await watched()
    const done = refresh()
    expect($isRefreshing.get()).toBe(true)
    await vi.advanceTimersByTimeAsync(10)
    await done
    expect($isRefreshing.get()).toBe(false)
    expect(asked.at(-1)?.searchParams.get('forceUpdate')).toBe(`eip155:1:0x${'e'.repeat(40)},eip155:1:${addressOfToken('ANT')}`)
    expect(reads()).toBe(2)
  })
})

describe('the tab of an account', () => {
  test('is chosen per chain, and stays so', async () => {
    const { core, wallet } = await accountOn({})
    end = core
    const { $tab, choose } = core.use(createAccountTab)
    expect($tab.get()).toBe('tokens')
    choose('activity')
    wallet.say({ type: 'chain', chain: 'eip155:8453' })
    await vi.waitFor(() => expect(core.use(createAccounts).$account.get()?.chainId).toBe('eip155:8453'))
    expect($tab.get()).toBe('tokens')
    wallet.say({ type: 'chain', chain: 'eip155:1' })
    await vi.waitFor(() => expect($tab.get()).toBe('activity'))
  })
})

describe('receiving', () => {
  const on = async (namespace: 'eip155' | 'solana' | 'bip122') => {
    const { core } = await accountOn({}, { namespace })
    end = core
    return core
      .use(createReceiving)
      .$networks.get()
      .map(({ name }) => name)
  }

  test('an EVM address is the same on all networks of the page, a Bitcoin address on its own only', async () => {
    expect(await on('eip155')).toEqual(['Ethereum', 'Base'])
    expect(await on('solana')).toEqual(['Solana'])
    expect(await on('bip122')).toEqual(['Bitcoin'])
  })
})
