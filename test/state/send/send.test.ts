// Sending, from what is typed to what the wallet is asked for: nothing is sent that was not reviewed, nothing twice, and nothing is lost by a failure.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTransactions } from '../../../src/state/account/transactions.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createNotices } from '../../../src/state/interface/notices.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { storageKey } from '../../../src/state/lib/storage.js'
import { createDraft, type Draft } from '../../../src/state/send/draft.js'
import { createReceiver } from '../../../src/state/send/receiver.js'
import { createSend, type DraftCheck } from '../../../src/state/send/send.js'
import type { ChainId } from '../../../src/vocabulary/caip.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import type { ModalEvent } from '../../../src/vocabulary/events.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import {
  createSendWorld,
  dollar,
  ETH,
  evmNode,
  FEE,
  other,
  own,
  type SendWorldOptions,
  solanaNode,
  solanaOther,
  solanaOwn,
} from '../../support/send-world.js'
import { testRows } from '../../support/rows.js'

const HASH = `0x${'ab'.repeat(32)}`
const usd = { address: dollar, symbol: 'USDC', decimals: 6, numeric: '12.5', price: 1 }
const usdId = `eip155:1/erc20:${dollar}` as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function begin(options: SendWorldOptions = {}) {
  const world = await createSendWorld(options)
  const { core, clock, wallet } = world
  wallet.onSend = () => Promise.resolve(HASH)
  const events: ModalEvent[] = []
  core.on('event', (event) => void (event.name.startsWith('SEND_') && events.push(event)))
  const send = core.use(createSend)
  let check = send.$check.get()
  const stopReading = send.$check.subscribe((next) => void (check = next))
  const enter = async (fields: Partial<Draft>) => {
    core.use(createDraft).change(fields)
    await clock.tickAsync(1_500)
  }
  await clock.tickAsync(1_500) // balances and the fee
  return { ...world, send, events, enter, stopReading, check: (): DraftCheck => check, router: core.use(createRouter) }
}

/** A draft that can be reviewed, opened in the modal. */
async function reviewed(options: SendWorldOptions = {}) {
  const all = await begin(options)
  all.core.use(createModal).open({ name: 'WalletSend' })
  await all.enter({ amount: '1.5', to: other })
  expect(all.send.review()).toBe(true)
  all.router.push({ name: 'WalletSendPreview' })
  return all
}

describe('the amount', () => {
  testRows([
    ['', 'both'],
    ['0', 'zero'],
    ['0.0', 'zero'],
    ['-1', 'negative'],
    ['1e3', 'format'],
    ['1.2345678901234567891', 'decimals'],
    ['5', 'insufficientFee'],
    ['5.000000000000000001', 'insufficient'],
    ['4.999', 'empty'], // what is left is for the receiver
  ])('has one problem, or none: %j: %s', async (amount, problem) => {
    const { enter, check } = await begin()
    await enter({ amount })
    expect(check().problem).toBe(problem)
  })

  test('in dollars is exact: the asset is cut, never rounded up', async () => {
    const { enter, check } = await begin({ coinPrice: 3_000.3 })
    await enter({ amount: '10.01', entry: 'money' })
    expect(check().amount).toEqual({ amount: (1001n * ETH * 10n) / (100n * 30_003n) })
    await enter({ amount: '10.011' })
    expect(check().problem).toBe('decimals')
  })

  test('Max leaves the fee of the coin, follows the fee, and is all of a token', async () => {
    const { enter, check, nodes, clock } = await begin({ tokens: [usd] })
    await enter({ isMax: true })
    expect(check().amount).toEqual({ amount: 5n * ETH - FEE })
    nodes.rpc['eth_gasPrice'] = `0x${(1000n * 10n ** 9n).toString(16)}`
    await clock.tickAsync(16_000)
    expect(check().amount).toEqual({ amount: 5n * ETH - 21_000n * 1000n * 10n ** 9n })
    await enter({ asset: usdId })
    expect(check().amount).toEqual({ amount: 12_500_000n })
  })

  test('with an unknown balance it is not too much, and Max waits', async () => {
    const { enter, check } = await begin({
      rpc: { ...evmNode(0n), eth_getBalance: undefined, eth_gasPrice: undefined },
      coinPrice: 1,
    })
    await enter({ isMax: true })
    expect(check().amount?.problem).toBe('maxUnknown')
  })

  test('of a token needs the coin for the fee', async () => {
    const { enter, check } = await begin({ tokens: [usd], rpc: evmNode(1n) })
    await enter({ asset: usdId, amount: '12.5', to: other })
    expect(check().problem).toBe('insufficientFee')
    await enter({ amount: '12.500001' })
    expect(check().problem).toBe('insufficient')
  })
})

describe('what it costs', () => {
  const decimalsOf = (decimals: number) => ({
    eth_call: ([{ data }]: [{ data: string }]) => (data === '0x313ce567' ? `0x${decimals.toString(16).padStart(64, '0')}` : '0x'),
  })

  test('a token that counts with other decimals than the services say cannot be sent', async () => {
    // attack 61
    const { enter, check, send } = await begin({ tokens: [usd], rpc: { ...evmNode(5n * ETH), ...decimalsOf(18) } })
    await enter({ asset: usdId, amount: '1', to: other })
    expect(check().problem).toBe('otherDecimals')
    expect(send.review()).toBe(false)
    const right = await begin({ tokens: [usd], rpc: { ...evmNode(5n * ETH), ...decimalsOf(6) } })
    await right.enter({ asset: usdId, amount: '1', to: other })
    expect(right.check().problem).toBeUndefined()
  })

  test('a contract’s account sends tokens without a coin of its own: who pays the fee is not known', async () => {
    const rpc = { ...evmNode(0n), eth_getCode: ([at]: [string]) => (at === own ? '0x6080' : '0x') }
    const { enter, check, send } = await begin({ tokens: [usd], rpc })
    await enter({ asset: usdId, amount: '1', to: other })
    expect(check().problem).toBeUndefined()
    expect(send.review()).toBe(true)
    expect(send.$review.get()?.fee).toBeUndefined()
  })

  test('an account that has delegated to a contract still pays for itself', async () => {
    const rpc = { ...evmNode(0n), eth_getCode: ([at]: [string]) => (at === own ? `0xef0100${'11'.repeat(20)}` : '0x') }
    const { enter, check } = await begin({ tokens: [usd], rpc })
    await enter({ asset: usdId, amount: '1', to: other })
    expect(check().problem).toBe('insufficientFee')
  })

  test('is not asked for once nobody looks at it any more', async () => {
    const { send, asked, enter, clock, stopReading } = await begin()
    await enter({ amount: '1', to: other })
    const estimates = () => asked.filter(({ method }) => method === 'eth_estimateGas').length
    const before = estimates()
    await clock.tickAsync(31_000)
    expect(estimates()).toBe(before + 2)
    stopReading()
    await clock.tickAsync(2_000)
    const after = asked.length
    await clock.tickAsync(60_000)
    expect(asked.length).toBe(after)
    expect(send.$check.get().problem).toBeUndefined()
  })
})

describe('the receiver', () => {
  testRows([
    [other, undefined],
    [other.toLowerCase(), undefined],
    [` ${other} `, undefined],
    [other.replace('C51812', 'c51812'), 'invalid'], // its check sum is another one
    [`0X${other.slice(2)}`, 'invalid'],
    [other.slice(0, -1), 'invalid'],
    [`${other}0`, 'invalid'],
    ['XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', 'invalid'], // ICAP
    ['0x0000000000000000000000000000000000000000', 'nobody'],
    [dollar, 'tokenContract'],
    ['somebody', 'invalid'],
    ['vitаlik.eth', 'unresolved'], // a Cyrillic а
    ['gοοgle.eth', 'unresolved'], // Greek ο
    ['xn--vitlik-6fg.eth', 'unresolved'],
    ['vitalik\u202Eeth.eth', 'unresolved'],
    ['nobody.example', 'unresolved'],
  ])('is an address, a name, or has a problem: %j: %s', async (to, problem) => {
    // attacks 56, 67, 68
    const { enter, check } = await begin({ tokens: [usd] })
    await enter({ asset: usdId, amount: '1', to })
    expect(check().receiver).toBe(problem)
    expect(check().problem).toBe(problem)
  })

  testRows([
    [solanaOther, undefined],
    [solanaOther.slice(0, 31), 'invalid'],
    [`${solanaOther}9`, 'invalid'],
    ['0OIl1111111111111111111111111111', 'invalid'],
    ['zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', 'invalid'], // 44 characters, 33 bytes
    ['11111111111111111111111111111111', 'nobody'],
    ['ada.example', 'invalid'], // names are on EVM only
  ])('on Solana %j: %s', async (to, problem) => {
    // attack 68
    const { enter, check } = await begin({ namespace: 'solana' })
    await enter({ amount: '1', to })
    expect(check().problem).toBe(problem)
  })

  test('is shown by its normal name and address; a late answer does not replace a newer one', async () => {
    // attack 57
    let answer = (_address: string) => {}
    const late = new Promise<string>((resolve) => (answer = resolve))
    const { core, enter, asked } = await begin({ names: { 'ada.example': late, 'bob.example': other } })
    const { $receiver } = core.use(createReceiver)
    core.use(createDraft).change({ to: 'ada.exampl' })
    core.use(createDraft).change({ to: 'ada.example' })
    await enter({})
    await enter({ to: 'BOB.Exam\u200Bple' })
    expect($receiver.get()).toMatchObject({ status: 'found', name: 'bob.example', address: other, kind: 'person' })
    answer(own)
    await enter({})
    expect($receiver.get()).toMatchObject({ name: 'bob.example' })
    expect(asked.filter(({ method, params }) => method === 'eth_getCode' && params[0] === other)).toHaveLength(1)
  })
})

describe('the warnings', () => {
  const warned = async (to: string, options: SendWorldOptions = {}) => {
    const { enter, send } = await begin(options)
    await enter({ amount: '1', to })
    expect(send.review()).toBe(true)
    return send.$review.get()
  }
  const sent = (receivers: readonly object[]): Partial<SendWorldOptions> => ({
    storage: {
      getItem: (key: string) => (key.endsWith('receivers') ? JSON.stringify(receivers) : null),
      setItem: () => undefined,
      removeItem: () => undefined,
    },
  })

  test('the first time, oneself, and a contract', async () => {
    expect((await warned(other))?.warnings).toEqual(['first'])
    expect((await warned(own))?.warnings).toEqual(['self'])
    expect((await warned(other, { rpc: { ...evmNode(5n * ETH), eth_getCode: '0x60' } }))?.warnings).toEqual(['contract', 'first'])
    const delegated = { ...evmNode(5n * ETH), eth_getCode: `0xef0100${'11'.repeat(20)}` }
    expect((await warned(other, { rpc: delegated, ...sent([{ address: other }]) }))?.warnings).toEqual([])
  })

  test('an address that only looks like a former one', async () => {
    const poison = `0x7099${'0'.repeat(32)}79c8`
    const review = await warned(poison, sent([{ address: other }]))
    expect(review?.warnings).toEqual(['lookAlike', 'first'])
    expect(review?.other).toBe(other)
  })

  test('a name that leads elsewhere than the last time', async () => {
    // attack 58
    const review = await warned('bob.example', {
      names: { 'bob.example': other },
      ...sent([{ address: own, name: 'bob.example' }]),
    })
    expect(review?.warnings).toContain('nameMoved')
    expect(review?.other).toBe(own)
  })

  test('a name that has an address on Ethereum only, on another chain', async () => {
    const named = (chain: ChainId) =>
      warned('bob.example', {
        chain,
        networks: chain === 'eip155:1' ? [mainnet, base] : [base, mainnet],
        names: { 'bob.example': other },
        rpc: { ...evmNode(5n * ETH), eth_chainId: chain === 'eip155:1' ? '0x1' : '0x2105' },
      })
    expect((await named('eip155:8453'))?.warnings).toEqual(['ofEthereum', 'first'])
    expect((await named('eip155:1'))?.warnings).toEqual(['first'])
  })

  testRows([
    ['1', undefined, []],
    ['0.04', undefined, ['feeNoted']], // 1.1 %
    ['0.004', undefined, ['feeHigh']], // 11 %
    ['20', 1, ['feeHigh']], // 3.15 of 20 dollars
    ['200', 1, ['feeNoted']],
    ['2000', 1, []],
    ['20', undefined, ['unverified']],
  ])('a fee that is much of what is sent: %s at the price of %s', async (amount, price, expected) => {
    const token = '0x1111111111111111111111111111111111111111'
    const isToken = Number(amount) > 1
    const tokens = [{ address: token, symbol: 'TOK', decimals: 6, numeric: '5000', ...(price === undefined ? {} : { price }) }]
    const rpc = {
      ...evmNode(5n * ETH),
      eth_call: ([{ data }]: [{ data: string }]) => (data.startsWith('0x313ce567') ? `0x${'6'.padStart(64, '0')}` : '0x'),
    }
    const { enter, send } = await begin({ tokens, rpc })
    await enter({ amount, to: other, ...(isToken ? { asset: `eip155:1/erc20:${token}` } : {}) })
    expect(send.review()).toBe(true)
    expect(send.$review.get()?.warnings).toEqual([...expected, 'first'])
  })

  test.each([
    [3, 'execution reverted'],
    [-32000, 'execution reverted: no'],
    [-32015, 'VM execution error: Reverted 0x'],
  ])('what the network expects to fail: %i %s', async (code, message) => {
    const eth_estimateGas = () => {
      throw Object.assign(new Error(message), { code })
    }
    const review = await warned(other, { rpc: { ...evmNode(5n * ETH), eth_estimateGas } })
    expect(review?.warnings).toEqual(['wouldFail', 'first'])
    expect(review?.fee).toBeUndefined()
  })
})

describe('sending', () => {
  test('asks the wallet once for what was reviewed, keeps the hash at once, and tells the page', async () => {
    const { core, send, wallet, events, nodes, clock, router, storage } = await reviewed()
    let answer = (_hash: string) => {}
    wallet.onSend = () => new Promise((resolve) => (answer = resolve))
    const first = send.submit()
    const second = send.submit()
    await clock.tickAsync(0)
    core.use(createDraft).change({ amount: '2' }) // too late
    void send.submit()
    await clock.tickAsync(0)
    expect(wallet.sent).toEqual([
      { to: other, amount: (3n * ETH) / 2n, asset: 'eip155:1/slip44:60', decimals: 18, from: `eip155:1:${own}` },
    ])
    answer(HASH)
    expect(await first).toBe(HASH)
    expect(await second).toBe(HASH)
    expect(core.use(createTransactions).$own.get()).toMatchObject([
      { hash: HASH, status: 'pending', kind: 'send', to: other, out: { amount: String((3n * ETH) / 2n), symbol: 'ETH' } },
    ])
    expect(storage.getItem(storageKey(core, 'transactions'))).toContain(HASH)
    expect(router.$history.get()).toEqual([{ name: 'WalletSendConfirmed', hash: HASH, closes: true }])
    expect(core.use(createDraft).$draft.get()).toMatchObject({ amount: '', to: '' })
    const about = { isSmartAccount: false, network: 'eip155:1', token: 'ETH', amount: '1.5' }
    expect(events).toEqual([{ name: 'SEND_INITIATED', ...about }])
    nodes.rpc['eth_getTransactionReceipt'] = { transactionHash: HASH, status: '0x1', blockNumber: '0x1' }
    await clock.tickAsync(20_000)
    expect(events.slice(1)).toEqual([{ name: 'SEND_SUCCESS', ...about }])
    // Nothing is left that could be sent again.
    expect(send.review()).toBe(false)
    await expect(send.submit()).rejects.toMatchObject({ code: 'AMOUNT_AND_RECEIVER_REQUIRED' })
    expect(wallet.sent).toHaveLength(1)
  })

  test('a rejection keeps the review, which can be sent then', async () => {
    const { send, wallet, events, core } = await reviewed()
    wallet.onSend = () => Promise.reject(walletError('USER_REJECTED'))
    await expect(send.submit()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(send.$review.get()).toBeDefined()
    expect(core.use(createDraft).$draft.get()).toMatchObject({ amount: '1.5', to: other })
    expect(core.use(createTransactions).$own.get()).toEqual([])
    wallet.onSend = () => Promise.resolve(HASH)
    await send.submit()
    expect(wallet.sent).toHaveLength(2)
    expect(events.map(({ name }) => name)).toEqual(['SEND_INITIATED', 'SEND_REJECTED', 'SEND_INITIATED'])
  })

  test('a failure on the chain is told, and the draft can be had back', async () => {
    const { core, send, events, nodes, clock } = await reviewed()
    await send.submit()
    nodes.rpc['eth_getTransactionReceipt'] = { transactionHash: HASH, status: '0x0', blockNumber: '0x1' }
    await clock.tickAsync(20_000)
    expect(events.map(({ name }) => name)).toEqual(['SEND_INITIATED', 'SEND_ERROR'])
    send.restore(HASH)
    expect(core.use(createDraft).$draft.get()).toMatchObject({ amount: '1.5', to: other })
  })

  test('another account ends the review', async () => {
    // attack 47
    const { core, send, wallet } = await reviewed()
    wallet.say({ type: 'accounts', accounts: [`eip155:1:${other}`] })
    expect(send.$review.get()).toBeUndefined()
    expect(core.use(createNotices).$notice.get()?.code).toBe('ACCOUNT_CHANGED')
    await expect(send.submit()).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
    expect(wallet.sent).toEqual([])
  })

  test('what waits in the wallet is its account’s, whoever is chosen meanwhile', async () => {
    const { core, send, wallet } = await reviewed()
    let answer = (_hash: string) => {}
    wallet.onSend = () => new Promise((resolve) => (answer = resolve))
    const sending = send.submit()
    await Promise.resolve()
    await vi.waitFor(() => expect(wallet.sent).toHaveLength(1))
    wallet.say({ type: 'accounts', accounts: [`eip155:1:${other}`] })
    answer(HASH)
    await sending
    expect(core.use(createTransactions).$transactions.get()).toMatchObject([{ account: `eip155:1:${own}`, hash: HASH }])
  })

  test('an amount of Max is what was reviewed: it is sent when the fee has fallen, and not when it can no longer be paid', async () => {
    const { send, enter, wallet, nodes, clock } = await begin()
    await enter({ isMax: true, to: other })
    expect(send.review()).toBe(true)
    nodes.rpc['eth_gasPrice'] = '0xffffffffff'
    await clock.tickAsync(16_000)
    expect(send.$review.get()).toMatchObject({ amount: 5n * ETH - FEE, problem: 'insufficientFee' })
    await expect(send.submit()).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    expect(wallet.sent).toEqual([])
    nodes.rpc['eth_gasPrice'] = '0x1'
    await clock.tickAsync(16_000)
    await send.submit()
    expect(wallet.sent[0]?.amount).toBe(5n * ETH - FEE)
  })

  test('a receiver that turns out to be a token’s account while it is reviewed is not sent to', async () => {
    let answer = (_account: unknown) => {}
    const late = new Promise((resolve) => (answer = resolve))
    const node = solanaNode(5n * 10n ** 9n)
    const { enter, send, wallet, clock } = await begin({
      namespace: 'solana',
      rpc: { ...node, getAccountInfo: ([, { dataSlice }]: [string, { dataSlice?: unknown }]) => (dataSlice ? late : null) },
    })
    await enter({ amount: '1', to: solanaOther })
    expect(send.review()).toBe(true)
    answer({ value: { owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', executable: false, lamports: 2_039_280 } })
    await clock.tickAsync(1_000)
    expect(send.$review.get()?.receiverProblem).toBe('tokenAccount')
    await expect(send.submit()).rejects.toMatchObject({ code: 'ADDRESS_INVALID' })
    expect(wallet.sent).toEqual([])
  })

  describe('a wallet that does not answer', () => {
    async function waiting() {
      const all = await reviewed()
      let answer = (_hash: string) => {}
      all.wallet.onSend = () => new Promise((resolve) => (answer = resolve))
      const sending = all.send.submit().catch((error: unknown) => (error as { code: string }).code)
      await all.clock.tickAsync(0)
      expect(all.send.$state.get().status).toBe('pending')
      const transactions = all.core.use(createTransactions)
      return { ...all, sending, transactions, answer: (hash: string) => answer(hash) }
    }

    test('need not be waited for: what it answers later is kept, and shown where nothing else was begun', async () => {
      const { send, sending, answer, clock, router, transactions, core } = await waiting()
      send.stopWaiting()
      expect(await sending).toBe('ABORTED')
      expect(send.$state.get().status).toBe('idle')
      answer(HASH)
      await clock.tickAsync(0)
      expect(transactions.$own.get()).toMatchObject([{ hash: HASH, to: other }])
      expect(router.$view.get()).toMatchObject({ name: 'WalletSendConfirmed', hash: HASH })
      send.restore(HASH)
      expect(core.use(createDraft).$draft.get()).toMatchObject({ amount: '1.5', to: other })
    })

    test('its late hash leaves a transfer alone that was begun since', async () => {
      const { send, answer, clock, router, transactions, core, enter } = await waiting()
      send.stopWaiting()
      await enter({ amount: '2', to: dollar })
      answer(HASH)
      await clock.tickAsync(0)
      expect(transactions.$own.get()).toMatchObject([{ hash: HASH, to: other }])
      expect(router.$view.get().name).toBe('WalletSendPreview')
      expect(core.use(createDraft).$draft.get()).toMatchObject({ amount: '2', to: dollar })
    })

    test('blocks nothing once its connection has ended', async () => {
      const { send, sending, wallet, answer, clock, transactions } = await waiting()
      wallet.say({ type: 'disconnect' })
      expect(await sending).toBe('ABORTED')
      expect(send.$state.get().status).toBe('idle')
      expect(send.$review.get()).toBeUndefined()
      answer(HASH)
      await clock.tickAsync(0)
      expect(transactions.$transactions.get()).toMatchObject([{ hash: HASH }])
    })

    test('and answers after the end of the instance is not forgotten', async () => {
      const { core, sending, answer, clock, storage } = await waiting()
      const key = storageKey(core, 'transactions')
      core.destroy()
      expect(await sending).toBe('DESTROYED')
      answer(HASH)
      await clock.tickAsync(0)
      expect(storage.getItem(key)).toContain(HASH)
    })
  })
})

describe('on Solana', () => {
  const SOL = 10n ** 9n
  const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const coin = { namespace: 'solana' as const }
  const nothing = { getAccountInfo: { value: null } }

  /** What an account must hold, and what wallets may add to the fee. */
  const KEPT_BACK = 890_880n + 100_000n

  test('all goes but the fee of a signature, what the wallet may add to it, and what an account must hold', async () => {
    const { enter, send, wallet } = await begin(coin)
    await enter({ isMax: true, to: solanaOther })
    expect(send.review()).toBe(true)
    expect(send.$review.get()).toMatchObject({ fee: 5_000n, deposit: 0n, amount: 5n * SOL - 5_000n - KEPT_BACK })
    await send.submit()
    expect(wallet.sent[0]).toMatchObject({ to: solanaOther, from: expect.stringContaining(solanaOwn) })
  })

  test('where no more is there than is kept back, all cannot be sent; by its amount it can', async () => {
    const { enter, check } = await begin({ ...coin, rpc: solanaNode(5_000n + KEPT_BACK) })
    await enter({ isMax: true, to: solanaOther })
    expect(check().problem).toBe('insufficientFee')
    await enter({ isMax: false, amount: '0.00099088' })
    expect(check().problem).toBeUndefined()
  })

  testRows([
    ['4.9999', {}, 'leavesTooLittle'],
    ['0.000890879', nothing, 'opensTooLittle'],
    ['0.00089088', nothing, undefined],
    ['18446744073.709551616', {}, 'tooLarge'],
  ])('leaves enough for the rent on both sides: %s SOL: %o %s', async (amount, rpc, problem) => {
    const { enter, check } = await begin({ ...coin, rpc: { ...solanaNode(5n * SOL), ...rpc } })
    await enter({ amount, to: solanaOther })
    expect(check().problem).toBe(problem)
  })

  test('what another account has is not that of this one', async () => {
    const balances: Record<string, number> = { [solanaOwn]: 5_000_000_000, [solanaOther]: 7_000_000_000 }
    const getBalance = ([at]: [string]) => ({ value: balances[at] })
    const { enter, check, wallet, clock, nodes } = await begin({ ...coin, rpc: { ...solanaNode(0n), getBalance } })
    await enter({ isMax: true, to: 'GK2zqSsXLA2rwVZk347RYhh6jJpRsCA69FjLW93ZGi3B' })
    expect(check().amount?.amount).toBe(5n * SOL - 5_000n - KEPT_BACK)
    nodes.rpc['getBalance'] = () => {
      throw Object.assign(new Error('busy'), { code: -32602 })
    }
    wallet.say({ type: 'accounts', accounts: [`${SOLANA}:${solanaOther}`] })
    await clock.tickAsync(1_500)
    expect(check().amount).toEqual({ problem: 'maxUnknown' })
  })

  test.each([
    ['3', 'initialized', undefined],
    ['2', 'initialized', 'insufficient'],
    ['3', 'frozen', 'insufficient'],
  ])('of a token %s that are %s can be moved: %s', async (amount, state, problem) => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const tokens = [{ address: mint, symbol: 'USDC', decimals: 6, numeric: '3', price: 1 }]
    const info = { state, tokenAmount: { amount: `${amount}000000` } }
    const owner = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
    const mintInfo = { value: { owner, executable: false, lamports: 1, data: { parsed: { info: {} } } } }
    const rpc = {
      ...solanaNode(5n * SOL),
      getAccountInfo: ([at]: [string]) => (at === mint ? mintInfo : { value: null }),
      getTokenAccountsByOwner: { value: [{ pubkey: solanaOther, account: { data: { parsed: { info } } } }] },
    }
    const { enter, check } = await begin({ ...coin, tokens, rpc })
    await enter({ asset: `${SOLANA}/token:${mint}`, amount: '3', to: solanaOther })
    await vi.waitFor(() => expect(check().means?.cost.status).toBe('known')) // an address is worked out outside of the clock
    expect(check().problem).toBe(problem)
  })

  test('a token opens the receiver’s account, for a deposit that the sender pays', async () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const tokens = [{ address: mint, symbol: 'USDC', decimals: 6, numeric: '3', price: 1 }]
    const owner = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
    const getAccountInfo = ([at]: [string]) =>
      at === mint
        ? { value: { owner, executable: false, lamports: 1, data: { parsed: { type: 'mint', info: { decimals: 6 } } } } }
        : { value: null }
    const rpc = { ...solanaNode(2_044_280n), getAccountInfo }
    // A node that keeps no list of accounts says less, and nothing wrong.
    delete (rpc as Record<string, unknown>)['getTokenAccountsByOwner']
    const { enter, check, nodes, send } = await begin({ ...coin, tokens, rpc })
    await enter({ asset: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:${mint}`, amount: '3', to: solanaOther })
    await vi.waitFor(() => expect(check().means?.cost.status).toBe('known')) // an address is worked out outside of the clock
    expect(check().problem).toBeUndefined()
    expect(send.review()).toBe(true)
    expect(send.$review.get()).toMatchObject({ deposit: 2_039_280n, fee: 5_000n })
    nodes.rpc['getBalance'] = { value: 2_044_279 }
    await enter({ amount: '2' })
    await enter({ to: '' })
    await enter({ to: solanaOther })
    await vi.waitFor(() => expect(check().problem).toBe('insufficientFee'))
  })
})
