// A core at the review of a swap, with the services, the node and the wallet of `swap-world.ts`, for tests of its state.
import { expect, vi } from 'vitest'
import type { Features } from '../../src/config/setting-types.js'
import { createMockPort } from '../../src/connectors/mock/port.js'
import { createConnection } from '../../src/state/connections/connection.js'
import { createSwapDraft, type SwapPreset } from '../../src/state/swap/draft.js'
import { createSwap } from '../../src/state/swap/swap.js'
import type { WalletError } from '../../src/vocabulary/errors.js'
import type { ModalEvent } from '../../src/vocabulary/events.js'
import { createTestCore } from './core.js'
import { ROUTER, SWAP_DATA, type SwapWorld, user } from './swap-world.js'

/** The call `approve(spender, amount)`. */
export const exact = (spender: string, amount: bigint) =>
  `0x095ea7b3${spender.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`

export const settle = (ms = 600) => vi.advanceTimersByTimeAsync(ms)

/** At the review of a swap, by default of 10 GRAIN for USDC. Time is that of `vi.useFakeTimers()`. */
export async function reviewed(
  world: SwapWorld,
  preset: SwapPreset = { from: 'GRAIN', to: 'USDC', amount: '10' },
  features: Features = {},
) {
  const { core } = createTestCore({
    config: { ...world.config, features },
    connectors: createMockPort({ wallets: [world.wallet] }),
    fetch: (...args) => world.fetch(...args),
  })
  const events: ModalEvent[] = []
  core.on('event', (event) => void (/SWAP/.test(event.name) && events.push(event)))
  const connecting = core.use(createConnection).connect(world.wallet.installed)
  await settle()
  await connecting
  const [draft, swap] = [core.use(createSwapDraft), core.use(createSwap)]
  for (const $store of [draft.$problem, draft.$details, draft.$quote, swap.$run]) $store.listen(() => {})
  await settle()
  draft.begin(preset)
  await settle()
  expect(draft.$problem.get()).toBeUndefined()
  swap.review()
  await settle()
  const run = () => swap.$run.get()!
  /** Presses the button, and lets the network mine. */
  const press = async () => {
    const outcome = swap.proceed().then(
      () => 'went on',
      (error: unknown) => (error as WalletError).code, // as operations reject
    )
    await settle(3_000)
    return Promise.race([outcome, Promise.resolve('waits')])
  }
  return { core, draft, swap, run, press, events, names: () => events.map(({ name }) => name) }
}

/** The answer of the services with a swap's transaction. */
export function built(change: Readonly<Record<string, unknown>>) {
  return {
    tx: {
      from: `eip155:1:${user}`,
      to: `eip155:1:${ROUTER}`,
      data: SWAP_DATA,
      amount: '4990000',
      value: '0',
      eip155: { gas: '200000', gasPrice: '1000000000' },
      ...change,
    },
  }
}
