// What of the events leaves the page: nothing before an act of the visitor, nothing that the operator does not want, each event once.
import { expect, test, vi } from 'vitest'
import { analyticsEventSchema } from '../../../src/api/analytics.js'
import { createAnalyticsSender } from '../../../src/state/interface/analytics.js'
import { createModal } from '../../../src/state/interface/modal.js'
import { createTestCore } from '../../support/core.js'
import { createTestWindow } from '../../support/window.js'

const services = 'https://services.example'

function page({ isWanted = true, status = 202 }: { isWanted?: boolean; status?: number } = {}) {
  const asked: string[] = []
  const sent: unknown[] = []
  const { window } = createTestWindow({ url: 'https://shop.example/cart?token=secret', globals: { crypto: globalThis.crypto } })
  const activation = { hasBeenActive: false }
  Object.assign(window.navigator, { userActivation: activation })
  const { core, log } = createTestCore({
    config: { services, features: { analytics: true } },
    window,
    fetch: (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      asked.push(pathname)
      if (pathname === '/getAnalyticsConfig') return Promise.resolve(Response.json({ isAnalyticsEnabled: isWanted }))
      sent.push(JSON.parse(init?.body as string))
      return Promise.resolve(new Response(null, { status }))
    },
  })
  const names = () => sent.map((each) => (analyticsEventSchema.parse(each).props as { event: string }).event)
  return { core, log, asked, sent, names, act: () => (activation.hasBeenActive = true) }
}

const restored = { name: 'CONNECT_SUCCESS', method: 'browser', wallet: 'Acme', reconnect: true } as const

test('nothing is asked and nothing is sent before the visitor has done something', async () => {
  const { core, asked, names, act } = page()
  core.use(createAnalyticsSender)
  core.emit('event', restored)
  await Promise.resolve()
  expect(asked).toEqual([])
  act()
  core.emit('event', { name: 'CLICK_NETWORKS' })
  core.emit('event', { name: 'CLICK_ALL_WALLETS' })
  await vi.waitFor(() => expect(names()).toEqual(['CLICK_NETWORKS', 'CLICK_ALL_WALLETS']))
  expect(asked.filter((path) => path === '/getAnalyticsConfig')).toHaveLength(1)
})

test('a modal that was opened before this was loaded is told, and the page without its query', async () => {
  const { core, sent, act } = page()
  act()
  core.use(createModal).open()
  core.use(createAnalyticsSender)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    url: 'https://shop.example/cart',
    domain: 'shop.example',
    props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
  })
})

test('an operator that wants no events gets none', async () => {
  const { core, asked, act } = page({ isWanted: false })
  act()
  core.use(createAnalyticsSender)
  core.emit('event', { name: 'CLICK_NETWORKS' })
  await vi.waitFor(() => expect(asked).toEqual(['/getAnalyticsConfig']))
  core.emit('event', { name: 'CLICK_NETWORKS' })
  await new Promise(setImmediate)
  expect(asked).toEqual(['/getAnalyticsConfig'])
})

test('a host that refuses the page is told to the developer once, and gets nothing more', async () => {
  const { core, log, asked, act } = page({ status: 403 })
  act()
  core.use(createAnalyticsSender)
  core.emit('event', { name: 'CLICK_NETWORKS' })
  const told = () => log.entries().filter((line) => line.includes('origin not allowed'))
  await vi.waitFor(() => expect(told()).toHaveLength(1))
  core.emit('event', { name: 'CLICK_NETWORKS' })
  await new Promise(setImmediate)
  expect(asked).toEqual(['/getAnalyticsConfig', '/e'])
  expect(told()).toHaveLength(1)
})
