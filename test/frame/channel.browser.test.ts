// Both ends in a real browser, on two origins: messages, ports, `isTrusted` and what loading does are the browser's own.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFrameClient, type FrameClient, type FrameClientOptions, type FrameEvent } from '../../src/frame/client.js'
import { isFrameError } from '../../src/frame/frame-error.js'
import { frameRequests, type FrameRequestName } from '../../src/frame/messages.js'
import { exchanges } from '../support/frame-exchanges.js'
import { createPublicClient } from '../support/public-frame-client.js'

const ORIGIN = location.origin.replace('localhost', 'frame.localhost').replace('127.0.0.1', 'frame.localhost')
const OTHER = ORIGIN.replace('frame.', 'other.')
const account = `0x${'ab'.repeat(20)}`

const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
  vi.useRealTimers()
})

/** A client of a frame of this kind (`test/support/frame-pages.mjs`). */
function connect(kind: string, more: Partial<FrameClientOptions> = {}) {
  const client: FrameClient = createFrameClient({
    url: `${ORIGIN}/frame-pages/${kind}`,
    projectId: 'project',
    title: 'Wallet',
    window,
    dappData: () => ({ projectId: 'project' }),
    signal: new AbortController().signal,
    mount(iframe) {
      document.body.append(iframe)
      return () => iframe.remove()
    },
    ...more,
  })
  open.push(client)
  const events: FrameEvent[] = []
  client.onEvent((event) => events.push(event))
  return { client, events }
}

/** What the host knows: the page, and how many messages it has refused. */
const knows = async (client: FrameClient) => JSON.parse((await client.request('CONNECT_FARCASTER')).userName) as [string, number]

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => (isFrameError(error) ? { code: error.code, message: error.message } : error),
  )

test('the frame is on another origin, and shut in', async () => {
  const { client } = connect('served')
  await client.start()
  expect(new URL(client.iframe!.src).origin).not.toBe(location.origin)
  expect(client.iframe!.contentDocument).toBeNull()
  expect([...client.iframe!.sandbox].sort()).toEqual(['allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox', 'allow-same-origin', 'allow-scripts']) // oxfmt-ignore
  expect(await knows(client)).toEqual([location.origin, 0])
  expect(client.smartAccountNetworks).toEqual([1, 10])
})

test('all 24 messages go there, and their answers come back', async () => {
  const { client } = connect('served')
  const others: FrameRequestName[] = ['GET_FARCASTER_URI', 'CONNECT_FARCASTER', 'RELOAD', 'RPC_REQUEST']
  const names = Object.keys(frameRequests) as FrameRequestName[]
  expect(names.length).toBe(24)
  for (const name of names.filter((each) => !others.includes(each))) {
    const [payload, reply] = exchanges[name]
    expect(await client.request(name, payload), name).toEqual(reply)
  }
  expect(await client.request('RPC_REQUEST', { method: 'eth_blockNumber' })).toBe('0x1')
  expect(await knows(client)).toEqual([location.origin, 0])
  const waiting = errorOf(client.request('GET_FARCASTER_URI'))
  await client.request('RELOAD')
  expect(await waiting).toEqual({ code: 'ABORTED', message: 'Something went wrong' })
})

test('rows 1 and 2: a script of the page cannot make itself heard as the frame, before it loads or after', async () => {
  const { client } = connect('silent')
  void client.start().catch(() => {})
  const iframe = client.iframe!
  const forge = (data: unknown, source: Window | null, origin: string) => window.dispatchEvent(new MessageEvent('message', { data, source, origin })) // oxfmt-ignore
  forge({ type: '@w3m-frame/READY', payload: {} }, iframe.contentWindow, ORIGIN)
  window.postMessage({ type: '@w3m-frame/READY', payload: {} }, '*')
  // The empty document that a new frame has is of the page's own origin.
  const script = iframe.contentDocument?.createElement('script')
  if (script) {
    script.textContent = `parent.postMessage({ type: '@w3m-frame/READY', payload: {} }, '*')`
    iframe.contentDocument?.documentElement.append(script)
  }
  await vi.waitFor(() => expect(client.refused).toBeGreaterThanOrEqual(2))
  expect(client.isReady).toBe(false)

  const { client: served } = connect('served')
  await served.start()
  const asked = served.request('GET_FARCASTER_URI')
  asked.catch(() => {})
  const settled = vi.fn()
  void errorOf(asked).then(settled)
  forge({ type: '@w3m-frame/GET_FARCASTER_URI_SUCCESS', id: 'x', payload: { url: 'x' } }, served.iframe!.contentWindow, ORIGIN)
  forge({ type: '@w3m-frame/READY', payload: {} }, served.iframe!.contentWindow, ORIGIN)
  await served.request('GET_CHAIN_ID')
  expect([settled.mock.calls.length, served.isReady, served.refused]).toEqual([0, true, 2])
})

test('row 1: another window of the page’s own origin is not the page', async () => {
  const { client } = connect('legacy')
  await client.start()
  const sibling = document.createElement('iframe')
  sibling.srcdoc = `<script>
    const target = parent.document.querySelector('iframe[title=Wallet]').contentWindow
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => (window.heard = true)
    onmessage = () => (window.heard = true)
    target.postMessage({ id: 'abcdef', type: '@w3m-app/GET_USER' }, '*')
    target.postMessage({ type: '@w3m-app/HELLO', v: 1, channelId: '${'0'.repeat(32)}', nonce: '${'0'.repeat(32)}' }, '*', [port2])
    window.sent = true
  </script>`
  document.body.append(sibling)
  open.push({ close: () => sibling.remove() })
  const inside = (): (Window & { sent?: boolean; heard?: boolean }) | null => sibling.contentWindow
  await vi.waitFor(() => expect(inside()?.sent).toBe(true))
  await vi.waitFor(async () => expect(await knows(client)).toEqual([location.origin, 2]))
  expect(inside()?.heard).toBeUndefined()
})

test('row 3: a second HELLO of the page is refused, and the first port goes on', async () => {
  const { client } = connect('served')
  await client.start()
  const { port1, port2 } = new MessageChannel()
  const heard = vi.fn()
  port1.onmessage = heard
  client.iframe!.contentWindow!.postMessage({ type: '@w3m-app/HELLO', v: 1, channelId: '0'.repeat(32), nonce: '0'.repeat(32) }, ORIGIN, [port2]) // oxfmt-ignore
  client.iframe!.contentWindow!.postMessage({ id: 'abcdef', type: '@w3m-app/GET_USER' }, ORIGIN)
  await vi.waitFor(async () => expect(await knows(client)).toEqual([location.origin, 2]))
  expect(heard).not.toHaveBeenCalled()
})

describe('a frame that does not get ready', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

  test.each([
    ['row 81', 'silent', 'never says READY'],
    ['row 4', 'blocked', 'is blocked by the browser'],
    ['row 4', 'unlisted', 'does not have the page on its list'],
    ['row 3', 'nested', 'is in a page that is in a frame itself'],
  ])('%s: %s, which %s, fails after 20 s and is taken away', async (_row, kind) => {
    const { client } = connect(kind)
    const started = errorOf(client.start())
    const queued = errorOf(client.request('GET_USER'))
    const iframe = client.iframe!
    await new Promise((resolve) => iframe.addEventListener('load', resolve))
    // Whatever it would say has been said by then.
    for (let round = 0; round < 20; round++) await new Promise((resolve) => requestAnimationFrame(resolve))
    vi.advanceTimersByTime(19_999)
    expect(client.iframe).toBe(iframe)
    vi.advanceTimersByTime(1)
    const failed = { code: 'LOAD_FAILED', message: 'Unable to load email login dependency' }
    expect(await Promise.all([started, queued])).toEqual([failed, failed])
    expect([client.iframe, iframe.isConnected]).toEqual([undefined, false])
  })
})

describe('row 11: a frame that is loaded again', () => {
  const ask = (client: FrameClient) => [
    errorOf(client.request('GET_FARCASTER_URI')),
    errorOf(client.request('RPC_REQUEST', { method: 'personal_sign', params: ['0xab', account] })),
  ]
  const lost = [
    { code: 'ABORTED', message: 'Something went wrong' },
    { code: 'ABORTED', message: 'Request was aborted' },
  ]

  test('by itself ends what was asked, and has a new port', async () => {
    const { client, events } = connect('served')
    await client.start()
    const all = ask(client)
    await client.request('RELOAD')
    expect(await Promise.all(all)).toEqual(lost)
    expect(events).toEqual([{ type: 'unloaded' }])
    expect(await knows(client)).toEqual([location.origin, 0])
    expect(client.isReady).toBe(true)
  })

  test('by a script of the page, as a page of another origin, is told nothing', async () => {
    const { client, events } = connect('served')
    await client.start()
    const all = ask(client)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const iframe = client.iframe!
    iframe.src = `${OTHER}/frame-pages/served/sdk`
    expect(await Promise.all(all)).toEqual(lost)
    expect(events).toEqual([{ type: 'unloaded' }])
    const next = errorOf(client.request('GET_USER'))
    await vi.waitFor(() => expect(client.refused).toBe(1)) // its READY
    vi.advanceTimersByTime(20_000)
    expect(await next).toMatchObject({ code: 'LOAD_FAILED' })
    expect(iframe.isConnected).toBe(false)
  })

  test('because the page has thrown it away is made again', async () => {
    const { client } = connect('served')
    await client.start()
    const all = ask(client)
    const first = client.iframe!
    first.remove()
    const next = knows(client)
    expect(await Promise.all(all)).toEqual(lost)
    expect(await next).toEqual([location.origin, 0])
    expect(client.iframe).not.toBe(first)
  })
})

test('row 5: what a browser can copy and JSON cannot say is refused by both ends', async () => {
  const { client } = connect('served')
  await client.start()
  const circle: { self?: unknown } = {}
  circle.self = circle
  for (const param of [circle, new Map([[1, 2]]), new Blob(['x']), new ImageData(1, 1), document.body])
    expect(await errorOf(client.request('RPC_REQUEST', { method: 'eth_call', params: [param] }))).toMatchObject({
      code: 'BAD_MESSAGE',
    })
  expect(await client.request('GET_CHAIN_ID')).toEqual({ chainId: 'eip155:1' })
})

test('row 9: a flood of 10 000 messages does not stop the page, and its own request is answered', async () => {
  const { client } = connect('served')
  await client.start()
  let frames = 0
  let isOver = false
  const count = () => {
    frames++
    if (!isOver) requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
  const target = client.iframe!.contentWindow!
  for (let index = 0; index < 10_000; index++) target.postMessage({ id: String(index), type: '@w3m-app/GET_USER' }, ORIGIN)
  for (let index = 0; index < 10_000; index++) window.postMessage({ type: '@w3m-frame/READY', payload: {} }, location.origin)
  expect((await knows(client))[0]).toBe(location.origin)
  await vi.waitFor(async () => expect((await knows(client))[1]).toBe(10_000), 20_000)
  await vi.waitFor(() => expect(client.refused).toBe(10_000), 20_000)
  isOver = true
  expect(frames).toBeGreaterThan(1)
  expect(await client.request('GET_CHAIN_ID')).toEqual({ chainId: 'eip155:1' })
})

test('row 79: scripts of the page that replace what it was made of after it was loaded do not get the port', async () => {
  const { client } = connect('served')
  const stolen = vi.fn()
  const { postMessage } = MessagePort.prototype
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!
  const source = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'source')!
  const contentWindow = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')!
  const Pair = window.MessageChannel
  try {
    MessagePort.prototype.postMessage = stolen
    Object.defineProperty(MessagePort.prototype, 'onmessage', { set: stolen, configurable: true })
    Object.defineProperty(MessageEvent.prototype, 'source', { get: () => window, configurable: true })
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', { get: () => window, configurable: true })
    window.MessageChannel = stolen as never
    expect((await knows(client))[0]).toBe(location.origin)
    expect(stolen).not.toHaveBeenCalled()
  } finally {
    MessagePort.prototype.postMessage = postMessage
    Object.defineProperty(MessagePort.prototype, 'onmessage', onmessage)
    Object.defineProperty(MessageEvent.prototype, 'source', source)
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', contentWindow)
    window.MessageChannel = Pair
  }
})

test('a public client is served over window messages by the same frame', async () => {
  const iframe = document.createElement('iframe')
  iframe.src = `${ORIGIN}/frame-pages/legacy/sdk?projectId=project`
  open.push({ close: () => iframe.remove() })
  const client = createPublicClient(window, {
    postMessage: (message, origin) => iframe.contentWindow?.postMessage(message, origin),
  })
  document.body.append(iframe)
  expect(await client.start()).toEqual({ smartAccountEnabledNetworks: [1, 10] })
  expect(await client.ask('CONNECT_EMAIL', { email: 'ada@example.com' })).toMatchObject({ action: 'VERIFY_DEVICE' })
  await client.ask('CONNECT_DEVICE')
  await client.ask('CONNECT_OTP', { otp: '012345' })
  expect(await client.ask('GET_USER')).toMatchObject({ address: account })
  expect(await client.ask('RPC_REQUEST', { method: 'eth_blockNumber' })).toBe('0x1')
  await client.ask('SIGN_OUT')
  expect(client.failures).toEqual([])
})
