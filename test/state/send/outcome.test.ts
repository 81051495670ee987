// Sending as a page asks for it: what it fills in is checked before anything is shown, and it is told what became of it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createReactions } from '../../../src/state/interface/reactions.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createDraft } from '../../../src/state/send/draft.js'
import { createSendFlow, type SendPreset } from '../../../src/state/send/outcome.js'
import { createSend } from '../../../src/state/send/send.js'
import { walletError, type WalletError } from '../../../src/vocabulary/errors.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import { createSendWorld, dollar, other, type SendWorldOptions } from '../../support/send-world.js'
import { testRows } from '../../support/rows.js'

const HASH = `0x${'cd'.repeat(32)}`
const tokens = [
  { address: other, symbol: 'USDC', decimals: 6, numeric: '9' }, // whoever made it, chose its name
  { address: dollar, symbol: 'USDC', decimals: 6, numeric: '12.5', price: 1 },
]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function begin(options: SendWorldOptions = {}) {
  const world = await createSendWorld({ tokens, ...options })
  const flow = world.core.use(createSendFlow)
  const fill = async (preset: SendPreset) => {
    const filled = flow.fill(preset).then(
      () => 'filled',
      (error: unknown) => (error as WalletError).code,
    )
    await world.clock.tickAsync(6_000)
    return filled
  }
  return { ...world, flow, fill, draft: () => world.core.use(createDraft).$draft.get() }
}

testRows<[SendPreset, string]>([
  [{ amount: '1,5' }, 'AMOUNT_INVALID'],
  [{ amount: '0' }, 'AMOUNT_INVALID'],
  [{ amount: '-1' }, 'AMOUNT_INVALID'],
  [{ amount: '1e3' }, 'AMOUNT_INVALID'],
  [{ amount: 1 as never }, 'AMOUNT_INVALID'],
  [{ amount: '1.0000001', asset: 'USDC' }, 'AMOUNT_INVALID'],
  [{ to: '0x12' }, 'ADDRESS_INVALID'],
  [{ to: 5 as never }, 'ADDRESS_INVALID'],
  [{ asset: 'NONE' }, 'TOKEN_REQUIRED'],
  [{ asset: '' }, 'TOKEN_REQUIRED'],
  [{ asset: 'eip155:1/' }, 'CAIP_INVALID'],
  [{ asset: `eip155:1/erc20:0x${'1'.repeat(40)}` }, 'TOKEN_REQUIRED'],
  [{ asset: `eip155:10/erc20:${dollar}` }, 'UNSUPPORTED_CHAIN'],
])('a page that fills in %o is told %s', async (preset, code) => {
  const { fill, draft, core } = await begin()
  expect(await fill(preset)).toBe(code)
  expect(draft()).toMatchObject({ amount: '', to: '', asset: undefined })
  expect(core.use(createModal).$open.get()).toBe(false)
})

testRows<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ['ETH', 'eip155:1/slip44:60'],
  ['eip155:1/slip44:60', 'eip155:1/slip44:60'],
  ['usdc', `eip155:1/erc20:${dollar}`], // the one that has a price
  [`eip155:1/erc20:${other.toLowerCase()}`, `eip155:1/erc20:${other}`],
])('%s is the asset %s', async (asset, id) => {
  const { fill, draft } = await begin()
  expect(await fill({ asset, amount: '1.50', to: 'ada.example' })).toBe('filled')
  expect(draft()).toMatchObject({ asset: id, amount: '1.50', to: 'ada.example', entry: 'asset', isMax: false })
})

test('a coin that the page has named does not become the coin of another chain', async () => {
  const { fill, core, wallet, clock } = await begin({ networks: [mainnet, base] })
  await fill({ asset: 'eip155:1/slip44:60', amount: '1' })
  const { $asset } = core.use(createDraft)
  expect($asset.get()?.id).toBe('eip155:1/slip44:60')
  wallet.say({ type: 'chain', chain: 'eip155:8453' })
  await clock.tickAsync(1_000)
  expect(core.publicState.$account.get()?.chainId).toBe('eip155:8453')
  expect($asset.get()).toBeUndefined()
})

test('the same object is filled in once: what the visitor has typed since stays', async () => {
  const { fill, draft, core, flow } = await begin()
  const preset = { amount: '1' }
  expect(flow.isFilled(preset)).toBe(false)
  await fill(preset)
  core.use(createDraft).change({ amount: '2' })
  await fill(preset)
  expect(draft().amount).toBe('2')
  expect(flow.isFilled({})).toBe(true)
})

test('without an account, and where nothing can be sent', async () => {
  expect(await (await begin({ isConnected: false })).fill({})).toBe('NOT_CONNECTED')
  const { fill, wallet } = await begin()
  wallet.say({ type: 'chain', chain: 'eip155:56' })
  expect(await fill({})).toBe('CHAIN_NOT_SUPPORTED')
})

/** Opened by the page, and ready to be sent. */
async function opened() {
  const all = await begin()
  const { core, clock, wallet, fill, flow } = all
  const send = core.use(createSend)
  send.$check.subscribe(() => undefined)
  const preset = { name: 'WalletSend', to: other, amount: '1' } as const
  await fill(preset)
  const modal = core.use(createModal)
  modal.open(preset)
  let ended: unknown = 'waiting'
  flow.outcome().then(
    (hash) => (ended = hash),
    (error: unknown) => (ended = (error as WalletError).code),
  )
  await clock.tickAsync(1_500)
  expect(send.review()).toBe(true)
  wallet.onSend = () => Promise.resolve(HASH)
  return { ...all, send, modal, ended: () => ended }
}

test('resolves with the hash, though the first attempt was declined', async () => {
  const { send, wallet, clock, ended } = await opened()
  wallet.onSend = () => Promise.reject(walletError('USER_REJECTED'))
  await send.submit().catch(() => undefined)
  expect(ended()).toBe('waiting')
  wallet.onSend = () => Promise.resolve(HASH)
  await send.submit()
  await clock.tickAsync(0)
  expect(ended()).toBe(HASH)
})

test('rejects when the visitor leaves: with the last failure, or because they closed it', async () => {
  const declined = await opened()
  declined.wallet.onSend = () => Promise.reject(walletError('USER_REJECTED'))
  await declined.send.submit().catch(() => undefined)
  declined.modal.close()
  await declined.clock.tickAsync(0)
  expect(declined.ended()).toBe('USER_REJECTED')

  const closed = await opened()
  closed.modal.close()
  await closed.clock.tickAsync(0)
  expect(closed.ended()).toBe('MODAL_CLOSED')

  const gone = await opened()
  gone.core.destroy()
  await gone.clock.tickAsync(0)
  expect(gone.ended()).toBe('DESTROYED')
})

test('what waits in the wallet when the modal is closed is waited for', async () => {
  const { send, wallet, modal, clock, ended } = await opened()
  let answer = (_hash: string) => {}
  wallet.onSend = () => new Promise((resolve) => (answer = resolve))
  void send.submit()
  await clock.tickAsync(0)
  modal.close()
  await clock.tickAsync(0)
  expect(ended()).toBe('waiting')
  answer(HASH)
  await clock.tickAsync(0)
  expect(ended()).toBe(HASH)
})

test('a page that fills in nothing changes nothing of what the visitor types meanwhile', async () => {
  const { flow, core, clock, draft } = await begin()
  core.use(createDraft).change({ amount: '3' })
  core.use(createModal).open({ name: 'WalletSend' })
  const asked = flow.ask({}).catch((error: unknown) => (error as WalletError).code)
  await clock.tickAsync(6_000)
  expect(draft().amount).toBe('3')
  core.use(createModal).close()
  expect(await asked).toBe('MODAL_CLOSED')
})

describe('a second request of the page', () => {
  const HASH_B = `0x${'ee'.repeat(32)}`
  const presetB = { name: 'WalletSend', to: dollar, amount: '2' } as const
  const endOf = (asked: Promise<unknown>) => asked.catch((error: unknown) => (error as WalletError).code)

  test('does not get the hash of the transfer that waits in the wallet, nor are its fields filled in', async () => {
    const { send, wallet, modal, clock, flow, draft, ended } = await opened()
    let answer = (_hash: string) => {}
    wallet.onSend = () => new Promise((resolve) => (answer = resolve))
    void send.submit()
    await clock.tickAsync(0)
    modal.close()
    modal.open(presetB)
    const second = endOf(flow.ask(presetB))
    const view = endOf(flow.fill(presetB))
    await clock.tickAsync(6_000)
    expect(draft()).toMatchObject({ to: other, amount: '1' })
    answer(HASH)
    await clock.tickAsync(0)
    expect(ended()).toBe(HASH)
    expect(await second).toBe('REQUEST_PENDING')
    expect(await view).toBe('REQUEST_PENDING')
  })

  test('ends the first one', async () => {
    const { core, modal, clock, flow, wallet, send, ended } = await opened()
    modal.open(presetB)
    const second = endOf(flow.ask(presetB))
    await clock.tickAsync(6_000)
    expect(ended()).toBe('ABORTED')
    expect(core.use(createDraft).$draft.get()).toMatchObject({ to: dollar, amount: '2' })
    wallet.onSend = () => Promise.resolve(HASH_B)
    expect(send.review()).toBe(true)
    await send.submit()
    expect(await second).toBe(HASH_B)
  })
})

describe('a check that ends late', () => {
  async function slow() {
    let answer = () => {}
    const balances = new Promise<void>((resolve) => (answer = resolve))
    const all = await begin({ balances })
    const preset = { name: 'WalletSend', to: other, amount: '1', asset: 'USDC' } as const
    const modal = all.core.use(createModal)
    modal.open(preset)
    const filled = all.flow.fill(preset).then(
      () => 'filled',
      (error: unknown) => (error as WalletError).code,
    )
    await all.clock.tickAsync(1_000)
    const finish = async () => {
      answer()
      await all.clock.tickAsync(1_000)
      return filled
    }
    return { ...all, modal, finish }
  }

  test('fills in what the page has asked for', async () => {
    const { finish, draft } = await slow()
    expect(await finish()).toBe('filled')
    expect(draft()).toMatchObject({ to: other, amount: '1' })
  })

  test('leaves what the visitor has typed since', async () => {
    const { core, modal, finish, draft } = await slow()
    modal.close()
    modal.open({ name: 'WalletSend' })
    core.use(createDraft).change({ to: dollar, amount: '3' })
    expect(await finish()).toBe('ABORTED')
    expect(draft()).toMatchObject({ to: dollar, amount: '3' })
  })

  test('fills in nothing where its view was left, or another account was chosen', async () => {
    const left = await slow()
    left.modal.close()
    left.modal.open({ name: 'WalletSend' })
    expect(await left.finish()).toBe('ABORTED')
    const changed = await slow()
    changed.wallet.say({ type: 'accounts', accounts: [`eip155:1:${other}`] })
    expect(await changed.finish()).toBe('ACCOUNT_CHANGED')
    for (const { draft } of [left, changed]) expect(draft()).toMatchObject({ to: '', amount: '' })
  })
})

test.each([true, false])('a visitor who closes before that is heard has left (connected: %s)', async (isConnected) => {
  const { flow, core } = await begin({ isConnected })
  const modal = core.use(createModal)
  modal.open({ name: 'WalletSend' })
  modal.close() // while the code of `outcome` is on its way
  await expect(flow.ask({})).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
})

test('so has one who was led to another view meanwhile', async () => {
  const { flow, core } = await begin()
  const modal = core.use(createModal)
  modal.open({ name: 'WalletSend' })
  modal.open({ name: 'Networks' })
  await expect(flow.ask({})).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
})

test('behind Connect it waits for the account, and then for what is sent', async () => {
  const { flow, core, clock, wallet } = await begin({ isConnected: false })
  core.use(createReactions)
  const modal = core.use(createModal)
  modal.open({ name: 'WalletSend' })
  let ended: unknown = 'waiting'
  flow.ask({}).catch((error: unknown) => (ended = (error as WalletError).code))
  await core.use(createConnection).connect(wallet.installed)
  await clock.tickAsync(1_000)
  expect(core.use(createRouter).$view.get().name).toBe('WalletSend')
  expect(ended).toBe('waiting')
  modal.close()
  await clock.tickAsync(0)
  expect(ended).toBe('MODAL_CLOSED')
})
