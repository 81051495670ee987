// The page's end: which frame it believes, when it is ready, and that each request settles once. The frame is the real host, or played by hand.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FrameClient, FrameEvent } from '../../src/frame/client.js'
import { FrameError } from '../../src/frame/frame-error.js'
import type { FrameHandlers, FrameHost } from '../../src/frame/host.js'
import {
  arrive,
  connect,
  createFrameClient,
  createWindows,
  FakeWindow,
  forged,
  FRAME,
  PAGE,
  serve,
  type FakeIframe,
  type Windows,
} from '../support/frame-world.js'
import { testRows } from '../support/rows.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
  vi.useRealTimers()
})

const account = `0x${'ab'.repeat(20)}`
const pass = async (ms: number) => {
  await arrive()
  vi.advanceTimersByTime(ms)
  await arrive()
}
/** How a promise has settled by now. */
async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  let state: unknown = 'open'
  promise.then(
    (value) => (state = { value }),
    (error: unknown) => {
      const { code, message } = error as FrameError
      state = { code, message }
    },
  )
  await arrive()
  return state
}

/** A client, and a frame that is served when it is put into the document. */
function world(own: Partial<FrameHandlers> = {}, more: Parameters<typeof connect>[1] = {}) {
  const windows = createWindows()
  const hosts: FrameHost[] = []
  const load = () => hosts.push(serve(windows, own))
  const made = connect(windows, {
    onMount: (iframe) => {
      load()
      queueMicrotask(() => iframe.load())
    },
    ...more,
  })
  open.push(made.client, { close: () => hosts.forEach((host) => host.close()) })
  const events: FrameEvent[] = []
  made.client.onEvent((event) => events.push(event))
  /** Another document of the frame, which is served too. */
  const reload = () => {
    hosts.at(-1)?.close()
    load()
    made.iframes.at(-1)?.load()
  }
  return { ...made, windows, hosts, events, reload }
}

async function ready(own: Partial<FrameHandlers> = {}, more: Parameters<typeof connect>[1] = {}) {
  const made = world(own, more)
  const started = made.client.start()
  await pass(500)
  await started
  return made
}

/** A frame that is played by hand: takes the port of HELLO, and keeps what is asked over it. */
function playFrame(windows: Windows) {
  const asked: { id: string; type: string; payload?: unknown }[] = []
  const hellos: { channelId: string; nonce: string }[] = []
  let port: MessagePort | undefined
  windows.frame.addEventListener('message', (event) => {
    const { data, ports } = event as MessageEvent<{ channelId: string; nonce: string }>
    hellos.push(data)
    port = ports[0]
    if (!port) return
    open.push(port)
    port.onmessage = (arrived: MessageEvent<(typeof asked)[number]>) => {
      asked.push(arrived.data)
      const name = arrived.data.type.slice('@w3m-app/'.length)
      const payload = { SYNC_DAPP_DATA: {}, GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [10] } }[name]
      if (payload) say({ id: arrived.data.id, type: `@w3m-frame/${name}_SUCCESS`, payload })
    }
  })
  const say = (message: unknown) => port?.postMessage(message)
  const post = (message: unknown) =>
    (windows.pageFromFrame as { postMessage(data: unknown, origin: string): void }).postMessage(message, PAGE)
  return {
    asked,
    hellos,
    say,
    post,
    /** Says READY, and answers HELLO. */
    async greet() {
      post({ type: '@w3m-frame/READY', payload: {} })
      await arrive()
      const { channelId, nonce } = hellos.at(-1)!
      say({ type: '@w3m-frame/HELLO_SUCCESS', payload: { channelId, nonce } })
      await pass(500)
    },
    /** The last request of this name. */
    last: (name: string) => asked.findLast(({ type }) => type === `@w3m-app/${name}`)!,
    hangUp: () => port?.close(),
  }
}

async function played(more: Parameters<typeof connect>[1] = {}) {
  const windows = createWindows()
  const made = connect(windows, more)
  open.push(made.client)
  const frame = playFrame(windows)
  const started = made.client.start()
  await frame.greet()
  await started
  return { ...made, windows, frame }
}

describe('the frame', () => {
  test('is made with the first need, with the attributes that shut it in', async () => {
    const { client, iframes } = world(
      {},
      { chainId: 'eip155:10', locale: 'de', enableLogger: true, rpcUrl: 'https://node.example/?a=b' },
    )
    expect(client.iframe).toBeUndefined()
    void client.start().catch(() => {})
    expect(iframes.length).toBe(1)
    expect(client.iframe).toBe(iframes[0])
    expect(Object.fromEntries(iframes[0]!.attributes)).toEqual({
      title: 'Wallet',
      sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
      allow: 'publickey-credentials-get; clipboard-write',
      referrerpolicy: 'strict-origin',
      src: `${FRAME}/sdk?projectId=project&chainId=eip155%3A10&version=4&enableLogger=true&locale=de&rpcUrl=https%3A%2F%2Fnode.example%2F%3Fa%3Db`,
    })
  })

  test('has the default chain, and needs no slash', () => {
    const { client, iframes } = world({}, { url: `${FRAME}/` })
    void client.start().catch(() => {})
    expect(iframes[0]!.attributes.get('src')).toBe(
      `${FRAME}/sdk?projectId=project&chainId=eip155%3A1&version=4&enableLogger=false`,
    )
  })

  testRows([
    'http://wallet.example.com',
    PAGE,
    'javascript:alert(1)',
    'not a url',
    'data:text/html,x',
    'https://user@wallet.example.com',
    'http://localhost.evil.com',
    'https://wallet.example.com?x=',
  ])('is not loaded from %s', async (url) => {
    const { client, iframes } = world({}, { url })
    await expect(client.start()).rejects.toMatchObject({ code: 'LOAD_FAILED', message: 'Unable to load email login dependency' })
    await expect(client.request('GET_CHAIN_ID')).rejects.toMatchObject({ code: 'LOAD_FAILED' })
    expect(iframes).toEqual([])
  })

  testRows(['http://localhost:8788', 'http://127.0.0.1:8788', 'http://wallet.localhost:8788', 'http://[::1]:8788'])(
    'may be loaded from %s',
    (url) => {
      const { client, iframes } = world({}, { url })
      void client.start().catch(() => {})
      expect(iframes.length).toBe(1)
    },
  )

  test('is ready 500 ms after READY, once it knows the page and has told its networks', async () => {
    const order: string[] = []
    const { client } = world({
      SYNC_DAPP_DATA: async ({ projectId }) => void order.push(`SYNC_DAPP_DATA ${projectId}`),
      GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => (order.push('NETWORKS'), { smartAccountEnabledNetworks: [1, 10] }),
      GET_CHAIN_ID: async () => (order.push('GET_CHAIN_ID'), { chainId: 1 }),
    })
    const first = client.start()
    const queued = client.request('GET_CHAIN_ID')
    await pass(499)
    expect([order, client.isReady]).toEqual([[], false])
    await pass(1)
    expect(order).toEqual(['SYNC_DAPP_DATA project', 'NETWORKS', 'GET_CHAIN_ID'])
    expect([client.isReady, client.smartAccountNetworks]).toEqual([true, [1, 10]])
    expect(await Promise.all([first, client.start(), queued])).toEqual([undefined, undefined, { chainId: 1 }])
  })

  test('concurrent calls share one frame', async () => {
    const { client, iframes } = world()
    const all = Promise.all([client.start(), client.start(), client.start()])
    await pass(500)
    await all
    expect(iframes.length).toBe(1)
  })

  test('that does not tell its networks has none', async () => {
    const { client } = await ready({ GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => Promise.reject(new FrameError('OFFLINE', 'x')) })
    expect([client.isReady, client.smartAccountNetworks]).toEqual([true, []])
  })

  test('that refuses the page is taken away, and its error is told', async () => {
    const { client, iframes } = world({
      SYNC_DAPP_DATA: () => Promise.reject(new FrameError('PROJECT_INVALID', 'Unknown project')),
    })
    const all = [client.start(), client.request('GET_CHAIN_ID')]
    await pass(500)
    const refused = { code: 'PROJECT_INVALID', message: 'Unknown project' }
    expect(await Promise.all(all.map(stateOf))).toEqual([refused, refused])
    expect([client.iframe, iframes[0]!.isConnected]).toEqual([undefined, false])
  })

  test.each([
    ['never says READY because the browser has blocked it', true], // attack 4
    ['does not load at all', false], // attack 81
  ])('a frame that %s fails after 20 s; what waits for it is told, and the next request makes another', async (_what, loads) => {
    const { client, iframes, windows } = world({}, { onMount: (iframe) => void (loads && iframe.load()) })
    const all = [client.start(), client.request('GET_CHAIN_ID'), client.request('SYNC_THEME', { themeMode: 'dark' })]
    const states = () => Promise.all(all.map(stateOf))
    await pass(19_999)
    expect(await states()).toEqual(['open', 'open', 'open'])
    await pass(1)
    const failed = { code: 'LOAD_FAILED', message: 'Unable to load email login dependency' }
    expect(await states()).toEqual([failed, failed, failed])
    expect([client.iframe, iframes[0]!.isConnected]).toEqual([undefined, false])
    const again = client.start()
    open.push(serve(windows))
    await pass(500)
    await again
    expect([iframes.length, client.isReady]).toEqual([2, true])
  })

  test('that loads without a network fails soon, and a page on this machine needs none', async () => {
    const { client, iframes, windows } = world({}, { onMount: (iframe) => queueMicrotask(() => iframe.load()) })
    windows.page.navigator.onLine = false
    const asked = client.request('GET_CHAIN_ID')
    await pass(1499)
    expect(await stateOf(asked)).toBe('open')
    await pass(1)
    expect(await stateOf(asked)).toEqual({ code: 'OFFLINE', message: 'You are offline' })
    expect([client.iframe, iframes[0]!.isConnected]).toEqual([undefined, false])
    const again = client.start()
    open.push(serve(windows))
    await pass(500)
    await again
    await pass(5000)
    expect(client.isReady).toBe(true)
  })

  test('that says READY to nobody of ours and knows no port fails after 20 s', async () => {
    const windows = createWindows()
    const { client } = connect(windows)
    open.push(client)
    const frame = playFrame(windows)
    const started = client.start()
    frame.post({ type: '@w3m-frame/READY', payload: {} })
    await pass(500)
    frame.say({ type: '@w3m-frame/HELLO_SUCCESS', payload: { channelId: 'x', nonce: 'y' } })
    frame.say({ type: '@w3m-frame/HELLO_SUCCESS' })
    frame.say({ type: '@w3m-frame/HELLO_SUCCESS', payload: { ...frame.hellos[0], nonce: 'y' } })
    frame.say({ type: '@w3m-frame/HELLO_SUCCESS', payload: { ...frame.hellos[0], channelId: 'x' } })
    expect(await stateOf(started)).toBe('open')
    await pass(19_500)
    expect(await stateOf(started)).toMatchObject({ code: 'LOAD_FAILED' })
  })

  test('is not waited for with a limit where only the theme, the page or the account type is told', async () => {
    const { client, windows } = world({}, { onMount: () => {} })
    const told = client.request('SYNC_THEME', { themeMode: 'dark' })
    await pass(60_000)
    expect(await stateOf(told)).toBe('open')
    open.push(serve(windows, { SYNC_THEME: async () => {} }))
    await pass(500)
    expect(await stateOf(told)).toEqual({ value: undefined })
  })

  test.each([true, false])('that the page has thrown away is made again; the browser says it: %s', async (says) => {
    const { client, iframes, hosts } = await ready({ GET_CHAIN_ID: async () => ({ chainId: 1 }) })
    iframes[0]!.isConnected = false
    // Its document is gone with it; some browsers say that, and others do not.
    hosts[0]!.close()
    if (says) await arrive()
    const asked = client.request('GET_CHAIN_ID')
    await pass(500)
    expect(await stateOf(asked)).toEqual({ value: { chainId: 1 } })
    expect(iframes.length).toBe(2)
  })
})

describe('READY is not believed', () => {
  // attacks 1 and 2
  const message = { type: '@w3m-frame/READY', payload: {} }
  const cases: [string, (windows: Windows, iframe: FakeIframe) => void][] = [
    ['from another origin in the frame', ({ frame, pageFromFrame }) => ((frame.location.origin = 'https://evil.example'), (pageFromFrame as { postMessage(data: unknown, origin: string): void }).postMessage(message, PAGE))], // oxfmt-ignore
    ['from the frame while it is still empty, of the page’s own origin', ({ frame, pageFromFrame }) => ((frame.location.origin = PAGE), (pageFromFrame as { postMessage(data: unknown, origin: string): void }).postMessage(message, PAGE))], // oxfmt-ignore
    ['from another window of the right origin', ({ page }) => {
      const other = new FakeWindow(FRAME)
      page.view(other, () => other).postMessage(message, PAGE)
    }], // oxfmt-ignore
    ['from a script of the page, with origin and source of the frame', ({ page, frameFromPage }) => page.dispatchEvent(forged({ data: message, origin: FRAME, source: frameFromPage }))], // oxfmt-ignore
    ['without its payload in the right shape', ({ pageFromFrame }) => (pageFromFrame as { postMessage(data: unknown, origin: string): void }).postMessage({ ...message, payload: { version: 4 } }, PAGE)], // oxfmt-ignore
    ['as another message outside of the port', ({ pageFromFrame }) => (pageFromFrame as { postMessage(data: unknown, origin: string): void }).postMessage({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: 'x' } }, PAGE)], // oxfmt-ignore
  ]
  testRows(cases)('when it comes %s', async (_name, send) => {
    const windows = createWindows()
    const { client, iframes } = connect(windows)
    open.push(client)
    const { hellos } = playFrame(windows)
    const started = client.start()
    send(windows, iframes[0]!)
    await pass(1000)
    expect(hellos).toEqual([])
    expect(client.refused).toBe(1)
    expect(await stateOf(started)).toBe('open')
  })

  test('before there is a frame, and messages that are no frame’s are not even counted', async () => {
    const windows = createWindows()
    const { client } = connect(windows)
    open.push(client)
    ;(windows.pageFromFrame as { postMessage(data: unknown, origin: string): void }).postMessage(message, PAGE)
    for (const data of ['x', null, 7, {}, { type: 7 }, { type: 'webpackOk' }])
      windows.page.view(windows.page, () => windows.page).postMessage(data, PAGE)
    windows.page.dispatchEvent({})
    await arrive()
    expect(client.refused).toBe(1)
  })
})

test('HELLO goes to the exact origin of the frame, with random ids', async () => {
  const { windows, frame } = await played()
  expect(frame.hellos).toEqual([{ type: '@w3m-app/HELLO', v: 1, channelId: expect.stringMatching(/^[\da-f]{32}$/) as string, nonce: expect.stringMatching(/^[\da-f]{32}$/) as string }]) // oxfmt-ignore
  expect(frame.hellos[0]?.nonce).not.toBe(frame.hellos[0]?.channelId)
  expect(frame.asked.map(({ id }) => id)).toEqual([expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/), expect.anything()]) // oxfmt-ignore
  expect(new Set(frame.asked.map(({ id }) => id)).size).toBe(2)
  expect(windows.frame.location.origin).toBe(FRAME)
})

describe('answers', () => {
  test('an unknown id, a second answer, another request’s answer and a late one are ignored', async () => {
    // attack 10
    const { client, frame } = await played()
    const one = client.request('GET_CHAIN_ID')
    const two = client.request('IS_CONNECTED')
    await arrive()
    const { id } = frame.last('GET_CHAIN_ID')
    for (const message of [
      { id: 'unknown', type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 6 } },
      { type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 6 } },
      { id, type: '@w3m-frame/IS_CONNECTED_SUCCESS', payload: { isConnected: true } },
      { id, type: 'x@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 6 } },
      { id, type: '@w3m-app/GET_CHAIN_ID_SUCCESS', payload: { chainId: 6 } },
      { id, type: '@w3m-frame/GET_CHAIN_ID', payload: { chainId: 6 } },
      { id, type: 7 },
      'x',
      null,
      [id],
    ])
      frame.say(message)
    expect(await stateOf(one)).toBe('open')
    frame.say({ id, type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 1 } })
    frame.say({ id, type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 2 } })
    frame.say({ id, type: '@w3m-frame/GET_CHAIN_ID_ERROR', payload: { message: 'late' } })
    expect(await stateOf(one)).toEqual({ value: { chainId: 1 } })
    expect(await stateOf(two)).toBe('open')
  })

  test('an error without a message is ‘An error occurred’', async () => {
    // attack 12
    const { client, frame } = await played()
    for (const payload of [undefined, {}, { message: '' }, { message: 7 }, 'x', null]) {
      const asked = client.request('GET_CHAIN_ID')
      await arrive()
      frame.say({ id: frame.last('GET_CHAIN_ID').id, type: '@w3m-frame/GET_CHAIN_ID_ERROR', payload })
      expect(await stateOf(asked)).toEqual({ code: 'FAILED', message: 'An error occurred' })
    }
  })

  test('an error has its code and times; an unknown code is FAILED, and a long text is cut', async () => {
    const { client, frame } = await played()
    const failWith = async (payload: unknown) => {
      const asked = client.request('GET_CHAIN_ID')
      await arrive()
      frame.say({ id: frame.last('GET_CHAIN_ID').id, type: '@w3m-frame/GET_CHAIN_ID_ERROR', payload })
      return asked.catch((error: unknown) => error as FrameError)
    }
    expect(await failWith({ message: 'wait', code: 'EMAIL_COOLDOWN', retryAfterMs: 5 })).toMatchObject({ code: 'EMAIL_COOLDOWN', message: 'wait', retryAfterMs: 5 }) // oxfmt-ignore
    expect(await failWith({ message: 'no', code: 'USER_REJECTED', rpcCode: 4001, heldUntil: 7 })).toMatchObject({
      rpcCode: 4001,
      heldUntil: 7,
    })
    expect(await failWith({ message: 'x'.repeat(1000), code: 'NEWER' })).toMatchObject({
      code: 'FAILED',
      message: 'x'.repeat(512),
    })
  })

  test('an answer of another shape, with too much or with what is no JSON rejects', async () => {
    const { client, frame } = await played()
    for (const payload of [
      undefined,
      {},
      { chainId: {} },
      'x',
      new Map(),
      { chainId: 1, more: 'x'.repeat(300_000) },
      JSON.parse('{"__proto__":{"chainId":1}}'),
    ]) {
      // oxfmt-ignore
      const asked = client.request('GET_CHAIN_ID')
      await arrive()
      frame.say({ id: frame.last('GET_CHAIN_ID').id, type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload })
      expect(await stateOf(asked)).toMatchObject({ code: 'BAD_MESSAGE' })
    }
  })

  test('keys that the table does not have are dropped', async () => {
    const { client, frame } = await played()
    const asked = client.request('GET_CHAIN_ID')
    await arrive()
    frame.say({ id: frame.last('GET_CHAIN_ID').id, type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 1, secret: 1 } })
    expect(await asked).toEqual({ chainId: 1 })
  })

  test('events are told, those of another shape are not, and a flood of them is throttled', async () => {
    const { client, frame } = await played()
    const listener = vi.fn()
    const stop = client.onEvent(listener)
    frame.say({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: 'jwt' } })
    frame.say({ type: '@w3m-frame/SURFACE', payload: { shown: true } })
    frame.say({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: 7 } })
    frame.say({ type: '@w3m-frame/SURFACE' })
    await arrive()
    expect(listener.mock.calls).toEqual([[{ type: 'session', token: 'jwt' }], [{ type: 'surface', shown: true }]])
    for (let index = 0; index < 10_000; index++) frame.say({ type: '@w3m-frame/SURFACE', payload: { shown: false } })
    const asked = client.request('GET_CHAIN_ID')
    await vi.waitFor(() => expect(frame.last('GET_CHAIN_ID')).toBeDefined(), 5000)
    frame.say({ id: frame.last('GET_CHAIN_ID').id, type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 1 } })
    expect(await asked).toEqual({ chainId: 1 })
    expect(listener.mock.calls.length).toBeLessThan(500)
    stop()
  })
})

describe('what is sent', () => {
  test('is plain JSON: nothing else leaves the page', async () => {
    const { client, frame } = await played()
    const before = frame.asked.length
    for (const param of [new Map(), () => 1, new Uint8Array(1), -1n, 'x'.repeat(300_000)]) {
      const asked = client.request('RPC_REQUEST', { method: 'eth_call', params: [param] })
      expect(await stateOf(asked)).toMatchObject({ code: 'BAD_MESSAGE' })
    }
    expect(frame.asked.length).toBe(before)
  })

  test('is checked by the frame, whose parse error names the field', async () => {
    // attack 6
    const { client } = await ready()
    expect(await stateOf(client.request('CONNECT_OTP', { otp: 7 as never }))).toEqual({
      code: 'BAD_MESSAGE',
      message: 'payload.otp: Expected string, received number',
    })
    expect(await stateOf(client.request('CONNECT_OTP'))).toEqual({ code: 'BAD_MESSAGE', message: 'payload: Required' })
    expect(await stateOf(client.request('CONNECT_EMAIL', { email: 'x' }))).toEqual({
      code: 'EMAIL_INVALID',
      message: 'Invalid email',
    })
  })

  test('amounts are sent in hex', async () => {
    const { client, frame } = await played()
    void client
      .request('RPC_REQUEST', { method: 'eth_sendTransaction', params: [{ value: 10n ** 18n, to: undefined }] })
      .catch(() => {})
    await arrive()
    expect(frame.last('RPC_REQUEST').payload).toEqual({ method: 'eth_sendTransaction', params: [{ value: '0xde0b6b3a7640000' }] })
  })
})

describe('time', () => {
  const login = [
    ['CONNECT_EMAIL', { email: 'ada@example.com' }],
    ['CONNECT_DEVICE', undefined],
    ['CONNECT_OTP', { otp: '1' }],
    ['CONNECT_SOCIAL', { uri: `${FRAME}/x` }],
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'x' }],
  ] as const
  testRows(login)('%s has 30 s; then everything that is open ends, and a late answer is ignored', async (name, payload) => {
    const { client, frame } = await played()
    const asked = client.request(name, payload)
    const other = client.request('GET_FARCASTER_URI')
    const call = client.request('RPC_REQUEST', { method: 'eth_blockNumber' })
    await pass(29_999)
    expect(await stateOf(asked)).toBe('open')
    await pass(1)
    expect(await stateOf(asked)).toEqual({ code: 'REQUEST_TIMEOUT', message: 'Embedded Wallet Request Timed Out' })
    expect(await stateOf(other)).toEqual({ code: 'ABORTED', message: 'Something went wrong' })
    expect(await stateOf(call)).toEqual({ code: 'ABORTED', message: 'Request was aborted' })
    frame.say({ id: frame.last(name).id, type: `@w3m-frame/${name}_SUCCESS`, payload: {} })
    // And the client works on.
    const next = client.request('GET_CHAIN_ID')
    await arrive()
    frame.say({ id: frame.last('GET_CHAIN_ID').id, type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 1 } })
    expect(await next).toEqual({ chainId: 1 })
  })

  test('PENDING begins the 30 s again', async () => {
    const { client, frame } = await played()
    const asked = client.request('CONNECT_DEVICE')
    for (let round = 0; round < 5; round++) {
      await pass(29_000)
      frame.say({ id: frame.last('CONNECT_DEVICE').id, type: '@w3m-frame/PENDING' })
    }
    await pass(29_999)
    expect(await stateOf(asked)).toBe('open')
    frame.say({ id: frame.last('CONNECT_DEVICE').id, type: '@w3m-frame/CONNECT_DEVICE_SUCCESS' })
    expect(await stateOf(asked)).toEqual({ value: undefined })
  })

  test('other requests have no limit', async () => {
    const { client } = await played()
    const asked = client.request('GET_USER')
    await pass(3_600_000)
    expect(await stateOf(asked)).toBe('open')
  })

  test('SIGN_OUT ends after 3 s, with an error too, and without a frame', async () => {
    const { client, frame } = await played()
    const asked = client.request('SIGN_OUT')
    await pass(2_999)
    expect(await stateOf(asked)).toBe('open')
    await pass(1)
    expect(await stateOf(asked)).toEqual({ value: undefined })
    const failing = client.request('SIGN_OUT')
    await arrive()
    frame.say({ id: frame.last('SIGN_OUT').id, type: '@w3m-frame/SIGN_OUT_ERROR', payload: { message: 'no' } })
    expect(await stateOf(failing)).toEqual({ value: undefined })
    const { client: alone } = world({}, { onMount: () => {} })
    const unloaded = alone.request('SIGN_OUT')
    await pass(3_000)
    expect(await stateOf(unloaded)).toEqual({ value: undefined })
  })
})

describe('aborting', () => {
  const sign = (client: FrameClient, data = '0xab', signal?: AbortSignal) =>
    client.request('RPC_REQUEST', { method: 'personal_sign', params: [data, account] }, { signal })

  test('a signal ends one request: before it is sent, while it is open, and not once it is answered', async () => {
    const { client, frame } = await played()
    const controller = new AbortController()
    const early = client.request('GET_CHAIN_ID', undefined, { signal: AbortSignal.abort() })
    const asked = client.request('GET_CHAIN_ID', undefined, { signal: controller.signal })
    await arrive()
    expect(frame.asked.filter(({ type }) => type.endsWith('GET_CHAIN_ID')).length).toBe(1)
    controller.abort()
    for (const promise of [early, asked])
      expect(await stateOf(promise)).toEqual({ code: 'ABORTED', message: 'Something went wrong' })
    const late = new AbortController()
    const answered = client.request('GET_CHAIN_ID', undefined, { signal: late.signal })
    await arrive()
    frame.say({ id: frame.last('GET_CHAIN_ID').id, type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 1 } })
    expect(await answered).toEqual({ chainId: 1 })
    late.abort()
  })

  test('a signal that ends an approval ends it in the frame, and no other', async () => {
    const signals: AbortSignal[] = []
    const { client } = await ready({
      RPC_REQUEST: (_payload, { signal }) => (signals.push(signal), new Promise(() => {})),
      RPC_ABORT: async () => {},
    })
    const controller = new AbortController()
    const [one, two] = [sign(client, '0x01', controller.signal), sign(client, '0x02')]
    await arrive()
    controller.abort()
    expect(await stateOf(one)).toEqual({ code: 'ABORTED', message: 'Request was aborted' })
    expect(await stateOf(two)).toBe('open')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  })

  test('a signal that ends the wait for somebody elsewhere ends it in the frame', async () => {
    const signals: AbortSignal[] = []
    const wait = (_: unknown, { signal }: { signal: AbortSignal }) => (signals.push(signal), new Promise<never>(() => {}))
    const { client } = await ready({
      CONNECT_SOCIAL: wait,
      CONNECT_FARCASTER: wait,
      CONNECT_EMAIL: wait,
      RPC_ABORT: async () => {},
    })
    const controller = new AbortController()
    const { signal } = controller
    const asked = [
      client.request('CONNECT_SOCIAL', { uri: 'https://wallet.example/oauth/start/x' }, { signal }),
      client.request('CONNECT_FARCASTER', undefined, { signal }),
      client.request('CONNECT_EMAIL', { email: 'ada@example.org' }, { signal }), // a mail cannot be called back
    ]
    await arrive()
    controller.abort()
    for (const promise of asked) expect(await stateOf(promise)).toEqual({ code: 'ABORTED', message: 'Something went wrong' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false])
  })

  test('abortApprovals ends what waits for an approval, in the frame too; reads run on', async () => {
    const signals: AbortSignal[] = []
    const RPC_ABORT = vi.fn(async () => {})
    const { client } = await ready({
      RPC_REQUEST: ({ method }, { signal }) => (signals.push(signal), method === 'eth_blockNumber' ? new Promise((resolve) => setTimeout(() => resolve('0x1'), 10)) : new Promise(() => {})), // oxfmt-ignore
      RPC_ABORT,
    })
    const [one, two, read] = [sign(client), sign(client, '0xcd'), client.request('RPC_REQUEST', { method: 'eth_blockNumber' })]
    await arrive()
    client.abortApprovals()
    for (const promise of [one, two]) expect(await stateOf(promise)).toEqual({ code: 'ABORTED', message: 'Request was aborted' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false])
    expect(RPC_ABORT).toHaveBeenCalledTimes(1)
    await pass(10)
    expect(await read).toBe('0x1')
    client.abortApprovals()
    await arrive()
    expect(RPC_ABORT).toHaveBeenCalledTimes(1)
  })

  test('abortApprovals also ends what waits for the frame; it is never sent', async () => {
    const RPC_REQUEST = vi.fn(async () => 'done')
    const { client } = world({ RPC_REQUEST })
    const asked = sign(client)
    asked.catch(() => {})
    await arrive()
    client.abortApprovals()
    await pass(500)
    expect(await stateOf(asked)).toMatchObject({ message: 'Request was aborted' })
    expect([RPC_REQUEST.mock.calls.length, client.isReady]).toEqual([0, true])
  })

  test.each(['close', 'signal'])('%s ends everything once and takes the frame away', async (how) => {
    const { client, controller, iframes, windows, events } = await ready({
      GET_USER: () => new Promise(() => {}),
      RPC_REQUEST: () => new Promise(() => {}),
    })
    const all = [client.request('GET_USER'), sign(client), client.request('GET_FARCASTER_URI')]
    if (how === 'close') client.close()
    else controller.abort()
    client.close()
    expect(await Promise.all(all.map(stateOf))).toEqual([
      { code: 'ABORTED', message: 'Something went wrong' },
      { code: 'ABORTED', message: 'Request was aborted' },
      { code: 'ABORTED', message: 'Something went wrong' },
    ])
    expect(await stateOf(client.request('GET_USER'))).toMatchObject({ code: 'ABORTED' })
    expect(await stateOf(client.start())).toMatchObject({ code: 'ABORTED' })
    expect(await stateOf(client.request('SIGN_OUT'))).toEqual({ value: undefined })
    expect([client.iframe, iframes.length, iframes[0]!.isConnected, windows.page.listeners.size]).toEqual([
      undefined,
      1,
      false,
      0,
    ])
    expect(events).toEqual([{ type: 'unloaded' }])
  })

  test('a client of a page that is gone already does nothing', async () => {
    const windows = createWindows()
    const client = createFrameClient({ url: FRAME, projectId: 'p', title: 't', window: windows.page as unknown as Window, dappData: () => ({ projectId: 'p' }), mount: () => () => {}, signal: AbortSignal.abort() }) // oxfmt-ignore
    expect(await stateOf(client.start())).toMatchObject({ code: 'ABORTED' })
    expect(windows.page.listeners.size).toBe(0)
  })
})

describe('a frame that loads again', () => {
  // attack 11
  const own: Partial<FrameHandlers> = {
    GET_USER: () => new Promise(() => {}),
    RPC_REQUEST: () => new Promise(() => {}),
    GET_CHAIN_ID: async () => ({ chainId: 1 }),
  }
  const lost = [
    { code: 'ABORTED', message: 'Something went wrong' },
    { code: 'ABORTED', message: 'Request was aborted' },
  ]

  test('ends what was asked of the first, and is asked over a new port', async () => {
    const { client, reload, events, hosts, iframes } = await ready(own)
    const all = [
      client.request('GET_USER'),
      client.request('RPC_REQUEST', { method: 'personal_sign', params: ['0xab', account] }),
    ]
    await arrive()
    reload()
    expect(await Promise.all(all.map(stateOf))).toEqual(lost)
    expect([events, client.isReady]).toEqual([[{ type: 'unloaded' }], false])
    const next = client.request('GET_CHAIN_ID')
    await pass(500)
    expect(await next).toEqual({ chainId: 1 })
    expect([hosts.length, hosts[1]?.origin, iframes.length, events.length]).toEqual([2, PAGE, 1, 1])
  })

  test('before its READY, or while it says READY first', async () => {
    for (const order of ['load first', 'READY first']) {
      const { client, frame, iframes } = await played({ onMount: (iframe) => queueMicrotask(() => iframe.load()) })
      const asked = client.request('GET_USER')
      await arrive()
      if (order === 'load first') iframes[0]!.load()
      await frame.greet()
      if (order === 'READY first') iframes[0]!.load()
      await arrive()
      expect(await stateOf(asked)).toEqual(lost[0])
      expect([client.isReady, frame.hellos.length]).toEqual([true, 2])
    }
  })

  test('the first port is dead: what still comes over it is ignored', async () => {
    const windows = createWindows()
    const { client, iframes } = connect(windows)
    open.push(client)
    const first = playFrame(windows)
    const listener = vi.fn()
    client.onEvent(listener)
    const started = client.start()
    await first.greet()
    await started
    iframes[0]!.load()
    iframes[0]!.load()
    await arrive()
    first.say({ type: '@w3m-frame/SESSION_UPDATE', payload: { token: 'x' } })
    await arrive()
    expect(listener.mock.calls).toEqual([[{ type: 'unloaded' }]])
  })

  test('and is a page of somebody else is given up after 20 s, and nothing is said to it', async () => {
    const { client, windows, iframes, hosts } = await ready(own)
    hosts[0]!.close()
    windows.frame.location.origin = 'https://evil.example'
    const heard: unknown[] = []
    windows.frame.addEventListener('message', (event) => heard.push(event))
    iframes[0]!.load()
    const asked = client.request('GET_CHAIN_ID')
    ;(windows.pageFromFrame as { postMessage(data: unknown, origin: string): void }).postMessage(
      { type: '@w3m-frame/READY', payload: {} },
      PAGE,
    )
    await pass(20_000)
    expect(await stateOf(asked)).toMatchObject({ code: 'LOAD_FAILED' })
    expect([heard, client.iframe]).toEqual([[], undefined])
  })

  test('a port that was hung up ends what is open', async () => {
    const { client, frame } = await played()
    const asked = client.request('GET_USER')
    await arrive()
    frame.hangUp()
    expect(await stateOf(asked)).toEqual(lost[0])
    expect(client.isReady).toBe(false)
  })
})

test('a page that replaces the browser’s functions does not get at the port', async () => {
  // attack 79
  const stolen = vi.fn()
  const kept = {
    post: MessagePort.prototype.postMessage,
    pair: globalThis.MessageChannel,
  }
  const windows = createWindows()
  const { client } = connect(windows)
  open.push(client)
  const host = serve(windows, { GET_CHAIN_ID: async () => ({ chainId: 1 }) })
  open.push(host)
  try {
    MessagePort.prototype.postMessage = stolen
    globalThis.MessageChannel = stolen as never
    crypto.getRandomValues = stolen as never
    const started = client.start()
    await pass(500)
    await started
    expect(await stateOf(client.request('GET_CHAIN_ID'))).toEqual({ value: { chainId: 1 } })
    expect(stolen).not.toHaveBeenCalled()
  } finally {
    MessagePort.prototype.postMessage = kept.post
    globalThis.MessageChannel = kept.pair
    delete (crypto as Partial<Crypto>).getRandomValues // the prototype has it
  }
})
