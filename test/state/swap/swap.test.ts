// A swap from its review to its end: what the wallet is asked, what is refused before it is, and that nothing is sent twice.
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTransactions } from '../../../src/state/account/transactions.js'
import { built, exact, reviewed, settle } from '../../support/swap-review.js'
import {
  approvalOf,
  createSwapWorld,
  GRAIN,
  refusal,
  ROUTER,
  SWAP_DATA,
  type SwapWorld,
  THIEF,
  USDC,
  USDT,
  user,
  WETH,
} from '../../support/swap-world.js'
import { testRows } from '../../support/rows.js'

const ETHER = 10n ** 18n
const BUILD = '/v1/convert/build-transaction'
const APPROVE = '/v1/convert/build-approve'

let world: SwapWorld
// What is imported on demand takes real time, which fake time does not wait for.
beforeAll(() => Promise.all([import('../../../src/api/outcomes.js'), import('../../../src/state/swap/prepare.js')]))
function renew(): void {
  vi.useFakeTimers()
  world = createSwapWorld()
}
beforeEach(renew)
afterEach(() => vi.useRealTimers())

describe('a swap with an approval', () => {
  test.each([
    [undefined, 1],
    ['2.5', 2.5],
  ])('is asked for with the slippage of the settings: %s', async (slippagePercent, expected) => {
    const bodies: unknown[] = []
    world.answers.set(BUILD, (_, body) => void bodies.push(body['eip155']))
    await reviewed(world, undefined, { slippagePercent })
    expect(bodies[0]).toEqual({ slippage: expected })
  })

  test('asks for exactly the amount to the contract of the swap, then swaps what was shown', async () => {
    const { run, press, core, draft, names, events } = await reviewed(world)
    expect(run()).toMatchObject({
      phase: 'ready',
      step: 'approve',
      steps: ['approve', 'swap'],
      spender: ROUTER,
      amount: 10n * ETHER,
    })
    expect(await press()).toBe('went on')
    expect(world.sent).toEqual([{ to: GRAIN, data: exact(ROUTER, 10n * ETHER), value: 0n, gas: 180_000n }]) // the nodes' estimate and a fifth
    expect(run()).toMatchObject({ phase: 'ready', step: 'swap', steps: ['approve', 'swap'], error: undefined })
    expect(await press()).toBe('went on')
    expect(world.sent[1]).toEqual({ to: ROUTER, data: SWAP_DATA, value: 0n, gas: 180_000n })
    expect(run()).toMatchObject({ phase: 'done', hash: `0x${'2'.padStart(64, '0')}` })
    expect(core.use(createTransactions).$own.get()).toMatchObject([
      {
        kind: 'swap',
        status: 'confirmed',
        to: ROUTER,
        out: { symbol: 'GRAIN', amount: '10000000000000000000' },
        in: { symbol: 'USDC', amount: '4990000' },
      },
      { kind: 'approve', status: 'confirmed', to: ROUTER },
    ])
    expect(draft.$draft.get().text).toBe('') // it is swapped, and not to be swapped again
    expect(names()).toEqual(['INITIATE_SWAP', 'SWAP_SUCCESS'])
    expect(events[1]).toEqual({
      name: 'SWAP_SUCCESS',
      network: 'eip155:1',
      isSmartAccount: false,
      swapFromToken: 'GRAIN',
      swapToToken: 'USDC',
      swapFromAmount: '10',
      swapToAmount: '4.99',
    })
  })

  test('is not asked where the allowance is enough already, nor for the coin, nor to unwrap', async () => {
    world.allow(GRAIN, ROUTER, 10n * ETHER)
    expect((await reviewed(world)).run().steps).toEqual(['swap'])
    world.rate = 2_500_000_000n
    const { run, press } = await reviewed(world, { from: 'ETH', to: 'USDC', amount: '1' })
    expect(run().steps).toEqual(['swap'])
    await press()
    expect(world.sent).toMatchObject([{ to: ROUTER, value: ETHER }])
    world.balances.set(WETH, 2n * ETHER)
    world.rate = ETHER
    world.answers.set(BUILD, (_, { amount }) => ({
      tx: {
        from: `eip155:1:${user}`,
        to: `eip155:1:${WETH}`,
        data: `0x2e1a7d4d${BigInt(String(amount)).toString(16).padStart(64, '0')}`,
        amount,
        value: '0',
        eip155: { gas: '60000', gasPrice: '1000000000' },
      },
    }))
    const unwrapping = await reviewed(world, { from: 'WETH', to: 'ETH', amount: '1.5' })
    expect(unwrapping.run()).toMatchObject({ steps: ['swap'], error: undefined, spender: WETH })
  })

  test('goes over zero for tokens that want it: one press each, and all three in order', async () => {
    world.allow(USDT, ROUTER, 5n)
    world.rate = 1_000_000n
    const { run, press } = await reviewed(world, { from: 'USDT', to: 'USDC', amount: '20' })
    expect(run()).toMatchObject({ step: 'reset', steps: ['reset', 'approve', 'swap'] })
    await press()
    expect(run()).toMatchObject({ step: 'approve', steps: ['reset', 'approve', 'swap'] })
    await press()
    expect(run()).toMatchObject({ step: 'swap', steps: ['reset', 'approve', 'swap'] })
    await press()
    expect(world.sent.map(({ data }) => data)).toEqual([exact(ROUTER, 0n), exact(ROUTER, 20_000_000n), SWAP_DATA])
    expect(run().phase).toBe('done')
  })

  testRows([
    ['to another spender', approvalOf(`eip155:1:${GRAIN}`, THIEF, 10n * ETHER)],
    ['without limit', approvalOf(`eip155:1:${GRAIN}`, ROUTER, 2n ** 256n - 1n)],
    ['of a little more', approvalOf(`eip155:1:${GRAIN}`, ROUTER, 10n * ETHER + 1n)],
    [
      'that is increaseAllowance',
      {
        tx: {
          ...approvalOf(`eip155:1:${GRAIN}`, ROUTER, 1n).tx,
          data: exact(ROUTER, 10n * ETHER).replace('095ea7b3', '39509351'),
        },
      },
    ],
    [
      'with more behind it',
      { tx: { ...approvalOf(`eip155:1:${GRAIN}`, ROUTER, 1n).tx, data: `${exact(ROUTER, 10n * ETHER)}00` } },
    ],
    ['that sends coins along', { tx: { ...approvalOf(`eip155:1:${GRAIN}`, ROUTER, 10n * ETHER).tx, value: '1' } }],
  ])('an approval %s never reaches the wallet', async (_, answer) => {
    renew()
    world.answers.set(APPROVE, () => answer)
    const { run, press } = await reviewed(world)
    expect(run()).toMatchObject({ phase: 'ready', step: undefined, error: { code: 'APPROVAL_UNSAFE' } })
    await press()
    expect(world.sent).toEqual([])
  })

  test('another contract after the approval is shown as a step, and gets nothing by itself', async () => {
    const { run, press } = await reviewed(world)
    await press()
    const other = '0x2222222222222222222222222222222222222222'
    world.answers.set(BUILD, () => built({ to: `eip155:1:${other}` }))
    world.answers.set(APPROVE, () => approvalOf(`eip155:1:${GRAIN}`, other, 10n * ETHER))
    await press()
    expect(world.sent).toHaveLength(1)
    expect(run()).toMatchObject({ phase: 'ready', step: 'approve', spender: other })
  })

  test('one that the visitor made smaller in the wallet is asked for again, not swapped on', async () => {
    const { run, press } = await reviewed(world)
    world.outcome = '0x1'
    world.wallet.misbehave('eth_sendTransaction', () => {
      world.allow(GRAIN, ROUTER, ETHER)
      world.mined.set('0xabc', '0x1')
      return `0x${'a'.repeat(64)}`
    })
    world.mined.set(`0x${'a'.repeat(64)}`, '0x1')
    void press()
    await settle(12_000)
    expect(run()).toMatchObject({ phase: 'ready', step: 'approve' })
  })
})

test('a swap whose gas the services do not know is reviewed with a rough fee, and sent with what the nodes estimate', async () => {
  world.allow(GRAIN, ROUTER, 10n * ETHER)
  world.gas = 0n
  const { run, press } = await reviewed(world)
  expect(run()).toMatchObject({ step: 'swap', fee: 150_000n * 10n ** 9n, error: undefined })
  await press()
  expect(world.sent).toMatchObject([{ to: ROUTER, gas: 180_000n }])
})

describe('a transaction that is no swap', () => {
  testRows([
    ['a transfer', { data: `0xa9059cbb${'0'.repeat(128)}` }],
    ['an approval', { data: exact(THIEF, 2n ** 256n - 1n) }],
    ['an allowance that grows', { data: `0x39509351${'0'.repeat(128)}` }],
    ['transferAndCall', { data: `0x4000aea0${'0'.repeat(192)}` }],
    ['send of ERC-777', { data: `0x9bd9bbc6${'0'.repeat(192)}` }],
    ['authorizeOperator', { data: `0x959b8c3f${'0'.repeat(64)}` }],
    ['increaseApproval', { data: `0xd73dd623${'0'.repeat(128)}` }],
    ['approveAndCall', { data: `0xcae9ca51${'0'.repeat(192)}` }],
    ['push', { data: `0xb753a98c${'0'.repeat(128)}` }],
    ['safeTransferFrom with data', { data: `0xb88d4fde${'0'.repeat(256)}` }],
    ['a batch of collectibles', { data: `0x2eb2c2d6${'0'.repeat(320)}` }],
    ['redeem', { data: `0xba087652${'0'.repeat(192)}` }],
    ['approveDelegation', { data: `0xc04a8a10${'0'.repeat(128)}` }],
    ['a call of another token of the list', { to: `eip155:1:${USDT}` }],
    ['a call of the sold token', { to: `eip155:1:${GRAIN}` }],
    ['a call of the account', { to: `eip155:1:${user}` }],
    ['a call of nobody', { to: `eip155:1:0x${'0'.repeat(40)}` }],
    ['on another chain', { to: `eip155:8453:${ROUTER}` }],
    ['without a method', { data: '0x' }],
    ['with gas beyond measure', { eip155: { gas: '90000000', gasPrice: '1' } }],
  ])('%s is refused before the approval', async (_, change) => {
    renew()
    world.answers.set(BUILD, () => built(change))
    const { run, press } = await reviewed(world)
    expect(run()).toMatchObject({ phase: 'ready', step: undefined, error: { code: 'MALFORMED_RESPONSE' } })
    await press()
    expect(world.sent).toEqual([])
  })

  test('to a contract that has balances itself is refused, as a collection that nobody listed', async () => {
    const collection = '0x4444444444444444444444444444444444444444'
    world.collections.push(collection)
    world.answers.set(BUILD, () => built({ to: `eip155:1:${collection}` }))
    const { run } = await reviewed(world)
    expect(run()).toMatchObject({ step: undefined, error: { details: { problem: 'the swap: it goes to a token' } } })
  })

  test.each([GRAIN, USDC])('with decimal places that %s does not have is refused', async (token) => {
    world.decimals.set(token, 8)
    const { run } = await reviewed(world)
    expect(run()).toMatchObject({ step: undefined, error: { code: 'MALFORMED_RESPONSE' } })
  })

  test('to an address without code is refused', async () => {
    world.hasCode = false
    expect((await reviewed(world)).run().error?.code).toBe('MALFORMED_RESPONSE')
  })
})

describe('nothing is sent', () => {
  const ready = async () => {
    world.allow(GRAIN, ROUTER, 10n * ETHER)
    return reviewed(world)
  }

  test('when the price has moved: the new one is shown, and swapped only when it is accepted', async () => {
    const { run, press, swap, names } = await ready()
    world.rate = 400_000n
    expect(await press()).toBe('PRICE_MOVED')
    await settle()
    expect(world.sent).toEqual([])
    expect(run()).toMatchObject({
      phase: 'ready',
      error: { code: 'PRICE_MOVED' },
      quote: { toAmount: 4_990_000n },
      moved: { toAmount: 4_000_000n },
    })
    await press() // not agreed to
    expect(world.sent).toEqual([])
    swap.accept()
    await settle()
    expect(run()).toMatchObject({ quote: { toAmount: 4_000_000n }, agreed: 4_000_000n, moved: undefined, error: undefined })
    await press()
    expect(run().phase).toBe('done')
    expect(names()).toEqual(['INITIATE_SWAP', 'SWAP_ERROR', 'INITIATE_SWAP', 'SWAP_SUCCESS'])
  })

  test('for less than was agreed to, however slowly it became less', async () => {
    const { run } = await ready()
    for (const rate of [496_500n, 494_200n, 491_900n]) {
      world.rate = rate
      await settle(10_000)
    }
    expect(run()).toMatchObject({ agreed: 4_990_000n, moved: { toAmount: 4_919_000n } })
  })

  test.each([
    ['the chain knows of less of the token', () => void world.balances.set(GRAIN, ETHER), 'balance'],
    ['the chain knows of too little for the fee', () => void (world.coins = 1n), 'gas'],
  ])('when %s', async (_, change, problem) => {
    const { run, press } = await ready()
    change()
    expect(await press()).toBe('INSUFFICIENT_FUNDS')
    expect(run().error?.details).toEqual({ problem })
    expect(world.sent).toEqual([])
  })

  test('when the network says that it would fail', async () => {
    const { run, press } = await ready()
    world.isReverting = true
    expect(await press()).toBe('RPC_ERROR')
    expect(run()).toMatchObject({ phase: 'ready', step: 'swap', error: { details: { reverts: true } } })
    expect(world.sent).toEqual([])
  })

  test.each(['approve', 'swap'])('when the node wants gas beyond measure for the step %s', async (step) => {
    const { run, press } = step === 'swap' ? await ready() : await reviewed(world)
    world.estimate = 50_000_000
    expect(await press()).toBe('MALFORMED_RESPONSE')
    expect(run()).toMatchObject({ phase: 'ready', step })
    expect(world.sent).toEqual([])
  })

  test.each([
    ['brings less than the least', { gained: 4_940_000n, spent: 10n * ETHER }, 'the swap: it would bring less than it promises'],
    ['brings it to somebody else', { gained: 0n, spent: 10n * ETHER }, 'the swap: it would bring less than it promises'],
    ['takes more than its amount', { gained: 4_990_000n, spent: 11n * ETHER }, 'the swap: it would take more than its amount'],
  ])('when a node plays it through and it %s', async (_, rehearsal, problem) => {
    const { run, press } = await ready()
    world.rehearsal = rehearsal
    expect(await press()).toBe('MALFORMED_RESPONSE')
    expect(run()).toMatchObject({ phase: 'ready', error: { details: { problem } } })
    expect(world.sent).toEqual([])
    world.rehearsal = { gained: 4_940_100n, spent: 10n * ETHER }
    expect(await press()).toBe('went on')
    expect(world.sent).toHaveLength(1)
  })

  test('when the account or the chain has changed', async () => {
    const { run, press } = await ready()
    world.wallet.setAccounts([THIEF])
    await settle()
    expect(run()).toMatchObject({ phase: 'over', error: { code: 'ACCOUNT_CHANGED' } })
    await press()
    expect(world.sent).toEqual([])
    const again = await ready()
    world.answers.set(BUILD, () => {
      world.wallet.setAccounts([user]) // in the middle, after the press
      return built({})
    })
    await again.press()
    expect(again.run()).toMatchObject({ phase: 'over', error: { code: 'ACCOUNT_CHANGED' } })
    expect(world.sent).toEqual([])
  })

  test('when the visitor has left before the wallet was asked', async () => {
    const { swap, draft } = await ready()
    let answer = (_: unknown) => {}
    world.answers.set(BUILD, () => new Promise((resolve) => (answer = resolve)))
    const pressed = swap.proceed()
    pressed.catch(() => undefined)
    await settle(10)
    swap.leave()
    answer(built({}))
    await settle()
    await expect(pressed).rejects.toMatchObject({ code: 'ABORTED' })
    expect(world.sent).toEqual([])
    expect(draft.$draft.get().text).toBe('10')
  })
})

describe('what goes wrong in the wallet or on the chain', () => {
  test('a refusal of either step keeps everything, and the next press asks again', async () => {
    const { run, press, draft, names } = await reviewed(world)
    world.wallet.fail('eth_sendTransaction', 'reject')
    expect(await press()).toBe('USER_REJECTED')
    expect(run()).toMatchObject({ phase: 'ready', step: 'approve', error: { code: 'USER_REJECTED' } })
    world.wallet.fail('eth_sendTransaction', undefined)
    await press()
    world.wallet.fail('eth_sendTransaction', 'reject')
    expect(await press()).toBe('USER_REJECTED')
    expect(run()).toMatchObject({ phase: 'ready', step: 'swap' })
    world.wallet.fail('eth_sendTransaction', undefined)
    await press()
    expect(run().phase).toBe('done')
    expect(world.sent).toHaveLength(2)
    expect(names()).toEqual(['SWAP_APPROVAL_ERROR', 'INITIATE_SWAP', 'SWAP_ERROR', 'INITIATE_SWAP', 'SWAP_SUCCESS'])
    expect(draft.$draft.get().to?.symbol).toBe('USDC')
  })

  test.each([
    ['disconnect', 'WALLET_DISCONNECTED'],
    [{ code: -32_000, message: 'the answer is lost' }, 'WALLET_FAILED'],
  ] as const)('after %s the swap may have been sent: another one waits until the visitor has looked', async (failure, code) => {
    world.allow(GRAIN, ROUTER, 10n * ETHER)
    world.wallet.fail('eth_sendTransaction', failure)
    const { run, press, swap } = await reviewed(world)
    const requests = () => world.wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
    expect(await press()).toBe(code)
    world.wallet.fail('eth_sendTransaction', undefined)
    expect(run()).toMatchObject({ phase: 'ready', step: undefined, isUnsure: true, error: { code } })
    await press()
    swap.check()
    await settle()
    expect(run()).toMatchObject({ phase: 'ready', step: 'swap', isUnsure: true, error: undefined })
    await press()
    expect(requests()).toBe(1)
    swap.leave() // begins the same one again: nobody has looked yet
    swap.review()
    await settle()
    expect(run()).toMatchObject({ step: 'swap', isUnsure: true })
    await press()
    expect(requests()).toBe(1)
    swap.setUnsure(false)
    await press()
    expect([requests(), run().phase]).toEqual([2, 'done'])
  })

  test('presses while one is under way send nothing more', async () => {
    world.mines = false
    const { swap, run } = await reviewed(world)
    for (let count = 0; count < 3; count++) void swap.proceed().catch(() => undefined)
    await settle()
    void swap.proceed().catch(() => undefined)
    await settle()
    expect(run().phase).toBe('pending')
    expect(world.sent).toHaveLength(1)
    world.mine()
    await settle(9_000)
    expect(run()).toMatchObject({ phase: 'ready', step: 'swap' })
  })

  test('a failure to look after a mined approval does not offer the approval again', async () => {
    const { run, press, swap } = await reviewed(world)
    world.answers.set(BUILD, () => refusal(400, '', 'oh'))
    // The build of the review is over; the one after the approval fails.
    await press()
    expect(run()).toMatchObject({ phase: 'ready', step: undefined, error: { code: 'HTTP_STATUS' } })
    await press()
    expect(world.sent).toHaveLength(1)
    world.answers.delete(BUILD)
    swap.check()
    await settle()
    expect(run()).toMatchObject({ step: 'swap', error: undefined })
  })

  test('a request that the wallet has not answered blocks the next, and its late transaction is kept', async () => {
    let send = (_: unknown) => {}
    world.wallet.misbehave('eth_sendTransaction', () => new Promise((resolve) => (send = resolve)))
    const { swap, run, core } = await reviewed(world)
    const first = swap.proceed()
    first.catch(() => undefined)
    await settle()
    expect(run().phase).toBe('confirming')
    swap.leave()
    swap.review()
    await settle()
    const second = swap.proceed()
    await expect(Promise.all([second, settle()])).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    expect(run()).toMatchObject({ phase: 'ready', step: 'approve', error: { code: 'REQUEST_PENDING' } })
    send(`0x${'b'.repeat(64)}`)
    await settle()
    expect(core.use(createTransactions).$own.get()).toMatchObject([{ hash: `0x${'b'.repeat(64)}`, kind: 'approve' }])
  })

  test('a swap that is done leaves another draft alone that was typed meanwhile', async () => {
    world.allow(GRAIN, ROUTER, 10n * ETHER)
    world.mines = false
    const { press, draft, swap } = await reviewed(world)
    await press()
    swap.leave()
    draft.type('25')
    world.mine()
    await settle(9_000)
    expect(draft.$draft.get().text).toBe('25')
  })

  test('the age in the review is that of the quote in it, also of one that came while the chain was asked', async () => {
    world.allow(GRAIN, ROUTER, 10n * ETHER)
    const { run, swap, draft } = await reviewed(world)
    const first = run().quotedAt
    expect(first).toBe(draft.$quote.get().updatedAt)
    let answer = (_: unknown) => {}
    world.answers.set(BUILD, () => new Promise((resolve) => (answer = resolve)))
    await settle(7_000)
    swap.check()
    world.rate = 498_900n
    await settle(4_000)
    expect(run()).toMatchObject({ phase: 'checking', quote: { toAmount: 4_990_000n }, quotedAt: first })
    world.answers.delete(BUILD)
    answer(built({}))
    await settle(10)
    expect(run()).toMatchObject({ phase: 'ready', quote: { toAmount: 4_989_000n }, quotedAt: draft.$quote.get().updatedAt })
  })

  test('a swap that fails on its chain says so, and everything stays', async () => {
    world.allow(GRAIN, ROUTER, 10n * ETHER)
    world.outcome = '0x0'
    const failing = await reviewed(world)
    expect(await failing.press()).toBe('TRANSACTION_FAILED')
    expect(failing.run()).toMatchObject({ phase: 'ready', step: 'swap', error: { code: 'TRANSACTION_FAILED' } })
    expect(failing.draft.$draft.get().text).toBe('10')
    expect(failing.names()).toEqual(['INITIATE_SWAP', 'SWAP_ERROR'])
  })
})
