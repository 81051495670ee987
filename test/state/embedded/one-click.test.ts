// Signing in to a page with the login to the embedded wallet, in one step, where the page has the setting `siwx`.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { createSignIns } from '../../../src/state/connections/sign-in.js'
import { createEmailLogin } from '../../../src/state/embedded/email-login.js'
import { createEmbedded } from '../../../src/state/embedded/embedded.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createReactions } from '../../../src/state/interface/reactions.js'
import { createRouter } from '../../../src/state/interface/router.js'
import { createSignInReactions } from '../../../src/state/interface/sign-in-reactions.js'
import { mainnet, solana } from '../../../src/vocabulary/networks.js'
import { createTestCore } from '../../support/core.js'
import { CODE, createFakeFrame, frameAccounts, type FakeFrameOptions } from '../../support/fake-frame.js'
import { createTestWindow } from '../../support/window.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.UTC(2026, 5, 1) }))
afterEach(() => void vi.useRealTimers())

const EMAIL = 'ada@example.com'

async function loggedIn(more: ModalConfig = {}, options: FakeFrameOptions = {}) {
  const frame = createFakeFrame({ isKnownDevice: true, ...options })
  const config: ModalConfig = { networks: [mainnet], services: { frame: 'https://wallet.example' }, siwx: {}, ...more }
  const page = createTestWindow({ url: 'https://app.example/cart' })
  const { core } = createTestCore({ config, connectors: { embed: frame.embed }, window: page.window })
  core.use(createReactions)
  if (config.siwx) core.use(createSignInReactions)
  const modal = core.use(createModal)
  modal.open({ name: 'Connect' })
  const login = core.use(createEmailLogin)
  await login.send(EMAIL)
  core.use(createRouter).push({ name: 'EmailVerifyOtp', email: EMAIL })
  await login.verify(CODE)
  const asked = frame.asked.filter(({ name }) => name === 'GET_USER').map(({ payload }) => payload)
  return { core, frame, modal, asked, signIns: core.use(createSignIns) }
}

test('the frame is asked with the login, and the page has the sign-in at once', async () => {
  const { signIns, asked, modal } = await loggedIn({ siwx: { statement: 'Sign in to the shop' } })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    chainId: 'eip155:1',
    siwxMessage: {
      accountAddress: '<<AccountAddress>>',
      chainId: 'eip155:1',
      domain: 'app.example',
      version: '1',
      statement: 'Sign in to the shop',
    },
  })
  await vi.waitFor(() => expect(signIns.$signIn.get()).toMatchObject({ status: 'signedIn' }))
  expect(signIns.$signIn.get().account?.address).toBe(frameAccounts.eip155)
  await vi.waitFor(() => expect(modal.$open.get()).toBe(false))
})

test('who declines has logged in, and is asked by the view', async () => {
  const { core, signIns } = await loggedIn({}, { declines: true })
  await vi.waitFor(() => expect(signIns.$signIn.get().status).toBe('needed'))
  await vi.waitFor(() => expect(core.use(createRouter).$view.get().name).toBe('SIWXSignMessage'))
})

test.each<[string, ModalConfig]>([
  ['without the setting', { siwx: undefined }],
  ['where the page wants no single step', { siwx: { oneClick: false } }],
  ['where the page has other ecosystems', { networks: [mainnet, solana] }],
])('nothing is signed with the login %s', async (_, config) => {
  const { asked } = await loggedIn(config)
  expect(asked.length).toBeGreaterThan(0)
  for (const payload of asked) expect(payload).not.toHaveProperty('siwxMessage')
})

test('nothing is signed for a session of an earlier page load', async () => {
  const { core, frame } = await loggedIn()
  const before = frame.asked.length
  await core.use(createEmbedded).restore(new AbortController().signal)
  const asked = frame.asked.slice(before).filter(({ name }) => name === 'GET_USER')
  expect(asked).toHaveLength(1)
  expect(asked[0]?.payload).not.toHaveProperty('siwxMessage')
})
