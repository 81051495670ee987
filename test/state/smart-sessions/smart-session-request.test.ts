// Asking for permissions: what the services and the wallet are asked, in which order and how often, and that nothing counts that was not agreed to.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createModal } from '../../../src/state/interface/modal.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createSmartSessionRequests } from '../../../src/state/smart-sessions/smart-session-request.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import type { SmartSessionRequest } from '../../../src/vocabulary/smart-session.js'
import { account, coin, cosigner, createSessionWorld, DAY, key, NOW, request, settle } from './world.js'
import { testRows } from '../../support/rows.js'

beforeEach(() => void vi.useFakeTimers({ now: NOW * 1000, toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

async function start(given: unknown = request, features?: object) {
  const all = await createSessionWorld(features)
  await all.core.deps.views.load()
  const part = all.core.use(createSmartSessionRequests)
  const opening = { name: 'SmartSessionRequest', request: given as SmartSessionRequest } as const
  all.core.use(createModal).open(opening)
  const outcome = part.outcome(opening)
  outcome.catch(() => undefined)
  await settle()
  return { ...all, part, opening, outcome, modal: all.core.use(createModal) }
}

test('makes a key, asks the wallet with it, activates what was granted, and tells the page', async () => {
  const { part, opening, outcome, called, asked, core } = await start()
  await Promise.all([part.allow(opening), part.allow(opening)])
  const signer = (...keys: object[]) => ({ type: 'keys', data: { keys } })
  const terms = { expiry: request.expiry, permissions: [coin], policies: [] }
  expect(called('create').map(({ body }) => body)).toEqual([{ ...terms, signer: signer(key), chainId: '0x1' }])
  const address = account.slice('eip155:1:'.length)
  expect(asked('wallet_grantPermissions')).toEqual([[{ chainId: '0x1', address, ...terms, signer: signer(cosigner, key) }]])
  expect(called('activate').map(({ body }) => body)).toEqual([
    { ...terms, signer: signer(cosigner, key), pci: 'new', context: '0xabcd' },
  ])
  const result = { pci: 'new', account, key: cosigner, expiry: request.expiry, permissions: [coin], context: '0xabcd' }
  await expect(outcome).resolves.toEqual(result)
  expect(core.use(createRouter).$view.get()).toEqual({ name: 'SmartSessionCreated', smartSession: result })
})

testRows<[string, unknown, object | undefined, string]>([
  ['a page without the feature', request, {}, 'CONFIG_INVALID'],
  ['a request that is none', { ...request, permissions: [] }, undefined, 'INVALID_PARAMS'],
  ['a request for another chain', { ...request, chainId: '0x2' }, undefined, 'UNSUPPORTED_CHAIN'],
  ['a request for another account', { ...request, address: `0x${'11'.repeat(20)}` }, undefined, 'ACCOUNT_CHANGED'],
])('%s is refused before anybody is asked', async (_, given, features, code) => {
  const { part, opening, outcome, world, asked } = await start(given, features)
  await expect(outcome).rejects.toMatchObject({ code })
  await expect(part.allow(opening)).rejects.toMatchObject({ code })
  expect(part.$read.get().get(opening)).toMatchObject({ refusal: { code } })
  expect([world.calls, asked('wallet_grantPermissions')]).toEqual([[], []])
})

test('a wallet that says that it has no permissions is not asked for them', async () => {
  const all = await createSessionWorld()
  all.wallet.onAsk = () => ({ '0x1': { permissions: { supported: false } } })
  const part = all.core.use(createSmartSessionRequests)
  await expect(part.read({ request })).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
  expect(all.world.calls).toEqual([])
})

test('a wallet that does not know the method, and one that declines: nothing is activated, and the key is used again', async () => {
  const { part, opening, outcome, wallet, called, modal } = await start()
  const before = wallet.onAsk!
  for (const code of ['UNSUPPORTED_METHOD', 'USER_REJECTED'] as const) {
    wallet.onAsk = () => {
      throw walletError(code)
    }
    await expect(part.allow(opening)).rejects.toMatchObject({ code })
  }
  expect([called('create').length, called('activate').length]).toEqual([1, 0])
  modal.close()
  await expect(outcome).rejects.toMatchObject({ code: 'USER_REJECTED' })
  wallet.onAsk = before
})

test('an answer with more than was asked does not count', async () => {
  const { part, opening, wallet, called } = await start()
  const more = { ...coin, data: { ...coin.data, allowance: '0xffffffffffffffff' } }
  wallet.onAsk = ({ params }) => ({ ...(params as object[])[0], permissions: [more], context: '0xabcd' })
  await expect(part.allow(opening)).rejects.toMatchObject({ code: 'WALLET_FAILED' })
  expect(called('activate')).toEqual([])
})

test('a grant without the key of the services activates nothing, and the page hears why', async () => {
  const { part, opening, outcome, wallet, called, modal } = await start()
  const permission = { type: 'native-token-periodic', isAdjustmentAllowed: true, data: {} }
  wallet.onAsk = () => [
    { chainId: '0x1', to: account.slice(9), permission, context: '0xabcd', delegationManager: account.slice(9) },
  ]
  const refusal = { code: 'WALLET_FAILED', details: { keyless: true } }
  await expect(part.allow(opening)).rejects.toMatchObject(refusal)
  expect([called('activate'), part.hasConsent(opening)]).toEqual([[], false])
  modal.close()
  await expect(outcome).rejects.toMatchObject(refusal)
})

test('an answer with less is what the page gets, and what the services keep', async () => {
  const { part, opening, outcome, wallet, called } = await start()
  const less = { ...coin, data: { ...coin.data, allowance: '0x1' } }
  wallet.onAsk = ({ params }) => ({ ...(params as object[])[0], expiry: NOW + DAY, permissions: [less], context: '0xabcd' })
  await part.allow(opening)
  await expect(outcome).resolves.toMatchObject({ expiry: NOW + DAY, permissions: [less] })
  expect(called('create').map(({ body }) => body)).toMatchObject([{ expiry: request.expiry, permissions: [coin] }])
  expect(called('activate').map(({ body }) => body)).toMatchObject([
    { expiry: NOW + DAY, permissions: [less], context: '0xabcd' },
  ])
})

test('where only the activation has failed, a further attempt does not ask the wallet again', async () => {
  const { part, opening, outcome, world, asked, called } = await start()
  world.services['activate'] = () => new Response('{}', { status: 400 })
  await expect(part.allow(opening)).rejects.toMatchObject({ code: 'HTTP_STATUS' })
  expect(part.hasConsent(opening)).toBe(true)
  world.services = {}
  await part.allow(opening)
  expect([called('create').length, asked('wallet_grantPermissions').length, called('activate').length]).toEqual([1, 1, 2])
  await expect(outcome).resolves.toMatchObject({ pci: 'new' })
})

test('a key that is none is not given to the wallet', async () => {
  const { part, opening, world, asked } = await start()
  world.services['create'] = () => ({ pci: 'new', key: { type: 'secp256k1', publicKey: '0xabcd' } })
  await expect(part.allow(opening)).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
  expect(asked('wallet_grantPermissions')).toEqual([])
})

test('another account in the middle ends it, and a late consent counts for nobody', async () => {
  const { part, opening, outcome, wallet, called, another } = await start()
  let consent!: () => void
  const held = new Promise<void>((resolve) => (consent = resolve))
  wallet.onAsk = async ({ params }) => {
    await held
    return { ...(params as object[])[0], context: '0xabcd' }
  }
  const allowed = part.allow(opening)
  await settle()
  another()
  await expect(allowed).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
  await expect(outcome).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
  consent()
  await settle()
  expect(called('activate')).toEqual([])
  await expect(part.allow(opening)).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
})

test('closing refuses, while the wallet is asked too', async () => {
  const idle = await start()
  idle.modal.close()
  await expect(idle.outcome).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  expect(idle.world.calls).toEqual([])

  const { part, opening, outcome, wallet, called, modal } = await start()
  let consent!: () => void
  const held = new Promise<void>((resolve) => (consent = resolve))
  wallet.onAsk = async ({ params }) => {
    await held
    return { ...(params as object[])[0], context: '0xabcd' }
  }
  const allowed = part.allow(opening)
  await settle()
  modal.close()
  await expect(outcome).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  await expect(allowed).rejects.toMatchObject({ code: 'ABORTED' })
  consent()
  await settle()
  expect(called('activate')).toEqual([])
})

test('a page that changes its request after it was read changes nothing', async () => {
  const permissions: unknown[] = [coin]
  const given = { ...request, permissions }
  const { part, opening, called } = await start(given)
  permissions.push({ ...coin, type: 'sign-anything' })
  await part.allow(opening)
  expect(called('create').map(({ body }) => body['permissions'])).toEqual([[coin]])
})
