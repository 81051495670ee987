// The list of smart sessions: what is active, over, revoked; pages; names of strangers; and ending one by one signature.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNotices } from '../../../src/state/interface/notices.js'
import { createSmartSessions } from '../../../src/state/smart-sessions/smart-sessions.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { account, coin, createSessionWorld, DAY, NOW, settle, stored } from './world.js'

beforeEach(() => void vi.useFakeTimers({ now: NOW * 1000, toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

async function start(pages?: Record<string, object>, features?: object) {
  const all = await createSessionWorld(features)
  if (pages) all.world.pages = pages
  const part = all.core.use(createSmartSessions)
  part.$list.listen(() => undefined)
  await settle()
  const shown = () => {
    const { active, expired, revoked } = part.$list.get().value?.sessions ?? { active: [], expired: [], revoked: [] }
    return [active, expired, revoked].map((rows) => rows.map(({ pci }) => pci))
  }
  return { ...all, part, shown, first: () => part.$list.get().value!.sessions.active[0]! }
}

test('sorts sessions by state, the newest first, without those that no wallet has granted', async () => {
  const pcis = [
    stored('old', { createdAt: NOW - 40 * DAY }),
    stored('over', { expiry: NOW }),
    stored('new'),
    stored('ended', { revokedAt: NOW - 10 }),
    stored('never', { context: null }),
  ]
  const { shown, part } = await start({ '': { pcis } })
  expect(shown()).toEqual([['new', 'old'], ['over'], ['ended']])
  const { active } = part.$list.get().value!.sessions
  expect(active.map(({ month }) => month)).toEqual([2026 * 12, 2025 * 12 + 10])
})

test('names, urls and pictures of strangers are made safe, and a kind that is not known is called so', async () => {
  const project = { id: 'x', name: '\u202eEVIL\n\n', url: 'javascript:alert(1)', iconUrl: 'javascript:alert(2)' }
  const permissions = [{ type: 'sign-anything', data: {} }, coin, { ...coin, data: { allowance: 'all' } }]
  const { first } = await start({ '': { pcis: [stored('one', { project, permissions })] } })
  expect(first()).toMatchObject({ name: 'EVIL', url: undefined, icon: undefined, permissions: [coin] })
  expect(first().abilities.map(({ kind }) => kind)).toEqual(['unknown', 'spend', 'unknown'])
  expect(first().abilities[1]).toMatchObject({ amount: 10n ** 16n, period: DAY, isUnlimited: false })
})

test('pages, failures, and a page without the feature', async () => {
  const { part, shown, world } = await start({ '': { pcis: [stored('one')], next: 'b' }, b: { pcis: [stored('two')] } })
  expect(part.$list.get().value?.more).toBe('ready')
  part.loadMore()
  await settle()
  expect([shown()[0], part.$list.get().value?.more]).toEqual([['one', 'two'], 'end'])
  world.pages = { '': { pcis: 'none' } }
  part.refresh()
  await settle()
  await vi.advanceTimersByTimeAsync(60_000) // the attempts of a query
  await settle()
  expect(part.$list.get()).toMatchObject({ status: 'error', error: { code: 'MALFORMED_RESPONSE' } })
  expect(shown()[0]).toEqual(['one', 'two'])

  const off = await start(undefined, {})
  expect(off.part.$list.get()).toEqual({ status: 'pending', fetchStatus: 'idle' })
})

test.each([
  ['another chain is served', { http: ['eip155:10'], ws: [] }, 'CHAIN_NOT_SUPPORTED'],
  ['nobody says which are', { chains: 'none' }, 'MALFORMED_RESPONSE'],
])('never says that there are none where nobody has looked: %s', async (_, chains, code) => {
  const { core } = await createSessionWorld(undefined, { chains })
  const { $list } = core.use(createSmartSessions)
  $list.listen(() => undefined)
  await settle()
  await vi.advanceTimersByTimeAsync(60_000) // the attempts of a query
  await settle()
  expect($list.get()).toMatchObject({ status: 'error', error: { code } })
  expect($list.get().value).toBeUndefined()
})

test('revoking signs the text of the services where the wallet has no method for it, once', async () => {
  const { part, first, wallet, shown, called, core, world } = await start()
  wallet.onAsk = undefined
  const row = first()
  world.pages = { '': { pcis: [stored('one', { revokedAt: NOW })] } }
  await Promise.all([part.revoke(row), part.revoke(row)])
  expect(wallet.signed).toEqual([{ account, message: `{"op":"revoke","pci":"one","address":"${account}","timestamp":${NOW}}` }])
  expect(called('revoke').map(({ body }) => body)).toEqual([{ pci: 'one', signature: '0x', timestamp: NOW }])
  await settle()
  expect(shown()).toEqual([[], [], ['one']])
  expect(core.use(createNotices).$notice.get()).toMatchObject({ code: 'smartSessionRevoked' })
})

test('a wallet that knows permissions is asked by its method, and for nothing more', async () => {
  const { part, first, wallet, called, asked } = await start()
  const before = wallet.onAsk!
  const signature = `0x${'5a'.repeat(65)}`
  wallet.onAsk = (args) => (args.method === 'wallet_revokePermissions' ? signature : before(args))
  await part.revoke(first())
  expect(asked('wallet_revokePermissions')).toEqual([
    [{ pci: 'one', permissions: [coin], expiry: NOW + 30 * DAY, address: account.slice('eip155:1:'.length) }],
  ])
  expect(called('revoke').map(({ body }) => body)).toEqual([{ pci: 'one', signature }])
  expect(wallet.signed).toEqual([])
})

test('a wallet that says nothing of permissions is never sent a method that could disconnect it', async () => {
  const { part, first, wallet, asked } = await start()
  wallet.onAsk = ({ method }) => (method === 'wallet_getCapabilities' ? { '0x1': {} } : null)
  await part.revoke(first())
  expect(asked('wallet_revokePermissions')).toEqual([])
  expect(wallet.signed.length).toBe(1)
})

test('what the services did not take of the wallet’s own method is signed as text the next time', async () => {
  const { part, first, wallet, called, world, asked, shown } = await start()
  const before = wallet.onAsk!
  wallet.onAsk = (args) => (args.method === 'wallet_revokePermissions' ? `0x${'5a'.repeat(65)}` : before(args))
  world.services['revoke'] = () => new Response('{}', { status: 401 })
  await expect(part.revoke(first())).rejects.toMatchObject({ code: expect.any(String) as string })
  expect(shown()[0]).toEqual(['one'])
  world.services = {}
  await part.revoke(first())
  expect([asked('wallet_revokePermissions').length, wallet.signed.length, called('revoke').length]).toEqual([1, 1, 2])
})

test('declined, and another account: nothing is sent, and the session stays', async () => {
  const { part, first, wallet, called, shown, another } = await start()
  const row = first()
  wallet.onAsk = undefined
  wallet.onSign = walletError('USER_REJECTED')
  await expect(part.revoke(row)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(shown()[0]).toEqual(['one'])
  another()
  await expect(part.revoke(row)).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
  expect([wallet.signed.length, called('revoke')]).toEqual([1, []])
})
