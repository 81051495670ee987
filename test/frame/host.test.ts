// The frame's end: whom it believes, what it reads, what it answers. The page is played by hand here, with window messages and a port.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { FrameError } from '../../src/frame/frame-error.js'
import type { FrameHandlers, FrameHostOptions } from '../../src/frame/host.js'
import { frameRequests, type FrameRequestName } from '../../src/frame/messages.js'
import { exchanges } from '../support/frame-exchanges.js'
import {
  arrive,
  createWindows,
  FakeWindow,
  forged,
  FRAME,
  PAGE,
  serve,
  serveFrame,
  type Windows,
} from '../support/frame-world.js'
import { testRows } from '../support/rows.js'

interface Message {
  readonly id?: string
  readonly type: string
  readonly payload?: Record<string, unknown>
}

const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

const hex = '0123456789abcdef0123456789abcdef'
const helloOf = (more: object = {}) => ({ type: '@w3m-app/HELLO', v: 1, channelId: hex, nonce: hex, ...more })
let count = 0
const id = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`

/** Sends HELLO with a port, and keeps what comes back over it. */
function hello(windows: Windows, message: unknown = helloOf()) {
  const { port1, port2 } = new MessageChannel()
  open.push(port1)
  const heard: Message[] = []
  port1.onmessage = ({ data }: { data: Message }) => void heard.push(data)
  windows.frameFromPage.postMessage(message, FRAME, [port2])
  return {
    port: port1,
    heard,
    /** Sends a message, and gives what was answered since. */
    async ask(sent: unknown): Promise<Message[]> {
      const before = heard.length
      port1.postMessage(sent)
      await arrive()
      return heard.slice(before)
    },
  }
}

async function connected(own: Partial<FrameHandlers> = {}, more: Partial<FrameHostOptions> = {}) {
  const windows = createWindows()
  const host = serve(windows, own, more)
  open.push(host)
  const page = hello(windows)
  await arrive()
  expect(page.heard.splice(0)).toEqual([{ type: '@w3m-frame/HELLO_SUCCESS', payload: { channelId: hex, nonce: hex } }])
  return { ...page, windows, host }
}

/** What the page got over window messages. */
function heardBy(windows: Windows): Message[] {
  const heard: Message[] = []
  windows.page.addEventListener('message', (event) => void heard.push((event as MessageEvent<Message>).data))
  return heard
}

describe('the handshake', () => {
  test('the page is told READY with a payload, to its exact origin where the browser says that', async () => {
    for (const [tell, allowed] of [
      [(frame: FakeWindow) => (frame.location.ancestorOrigins = [PAGE]), true],
      [(frame: FakeWindow) => (frame.document.referrer = `${PAGE}/path`), true],
      [() => {}, true],
      [(frame: FakeWindow) => (frame.location.ancestorOrigins = ['https://evil.example']), false],
      [(frame: FakeWindow) => (frame.document.referrer = 'https://evil.example/'), false],
    ] as const) {
      const windows = createWindows()
      const heard = heardBy(windows)
      tell(windows.frame)
      open.push(serve(windows))
      await arrive()
      expect(heard).toEqual(allowed ? [{ type: '@w3m-frame/READY', payload: {} }] : [])
    }
  })

  test('READY reaches no page that has come in the place of the one that the browser named', async () => {
    const windows = createWindows({ page: 'https://evil.example' })
    const heard = heardBy(windows)
    windows.frame.location.ancestorOrigins = [PAGE]
    open.push(serve(windows))
    await arrive()
    expect(heard).toEqual([])
  })

  test('a window that is in no frame says nothing', () => {
    const alone = new FakeWindow(FRAME)
    const host = serveFrame({ window: alone as unknown as Window, allowedOrigins: [], allowLoopback: true, legacyClients: true, handlers: {} as FrameHandlers }) // oxfmt-ignore
    expect(host.origin).toBeUndefined()
  })

  test('HELLO with a port is answered on the port, and names the page', async () => {
    const onChannel = vi.fn()
    const { host } = await connected({}, { onChannel })
    expect(host.origin).toBe(PAGE)
    expect(onChannel.mock.calls).toEqual([[PAGE]])
    expect(host.refused).toBe(0)
  })

  test('a second HELLO is refused, and the first port goes on', async () => {
    // attack 3
    const { host, windows, ask } = await connected({ GET_CHAIN_ID: async () => ({ chainId: 1 }) })
    const second = hello(windows)
    await arrive()
    expect(host.refused).toBe(1)
    await second.ask({ id: id(), type: '@w3m-app/GET_CHAIN_ID' })
    expect(second.heard).toEqual([])
    expect(await ask({ id: id(), type: '@w3m-app/GET_CHAIN_ID' })).toMatchObject([{ payload: { chainId: 1 } }])
  })

  test('a page that is not the outermost one is refused', async () => {
    // attack 3
    const windows = createWindows()
    windows.frame.top = {}
    const host = serve(windows, {}, { legacyClients: true })
    open.push(host)
    const { heard } = hello(windows)
    await arrive()
    expect([host.refused, host.origin, heard]).toEqual([1, undefined, []])
  })

  testRows([
    ['another version', helloOf({ v: 2 })],
    ['a short id', helloOf({ channelId: 'abc' })],
    ['no nonce', { ...helloOf(), nonce: undefined }],
    ['more than it should say', helloOf({ origin: PAGE })],
  ])('HELLO with %s is refused', async (_name, message) => {
    const windows = createWindows()
    const host = serve(windows)
    open.push(host)
    const { heard } = hello(windows, message)
    await arrive()
    expect([host.refused, host.origin, heard]).toEqual([1, undefined, []])
  })

  test('HELLO without a port, or with two, is refused', async () => {
    const windows = createWindows()
    const host = serve(windows)
    open.push(host)
    windows.frameFromPage.postMessage(helloOf(), FRAME)
    const [one, other] = [new MessageChannel(), new MessageChannel()]
    windows.frameFromPage.postMessage(helloOf(), FRAME, [one.port2, other.port2])
    await arrive()
    expect([host.refused, host.origin]).toEqual([2, undefined])
  })
})

describe('a message is not believed, counted, and not answered', () => {
  // attack 1
  const asked = { id: 'abcdef', type: '@w3m-app/SIGN_OUT' }
  const cases: [string, (windows: Windows) => void][] = [
    ['from a page that is not on the list', ({ page, frameFromPage }) => ((page.location.origin = 'https://evil.example'), frameFromPage.postMessage(asked, '*'))], // oxfmt-ignore
    ['from another window of the right origin', ({ frame }) => {
      const other = new FakeWindow(PAGE)
      frame.view(other, () => other).postMessage(asked, '*')
    }], // oxfmt-ignore
    ['from itself', ({ frame }) => frame.view(frame, () => frame).postMessage(asked, '*')],
    ['that a script made, with origin and source of the page', ({ frame, pageFromFrame }) => frame.dispatchEvent(forged({ data: asked, origin: PAGE, source: pageFromFrame }))], // oxfmt-ignore
    ['that is an object with the properties of one', ({ frame, pageFromFrame }) => frame.dispatchEvent({ data: asked, origin: PAGE, source: pageFromFrame, isTrusted: true, ports: [] })], // oxfmt-ignore
    ['that inherits from one', ({ frame }) => frame.dispatchEvent(Object.create(MessageEvent.prototype) as object)],
    ['that is nothing', ({ frame }) => frame.dispatchEvent(null as never)],
  ]
  testRows(cases)('when it comes %s', async (_name, send) => {
    const windows = createWindows()
    const SIGN_OUT = vi.fn(async () => {})
    const host = serve(windows, { SIGN_OUT }, { legacyClients: true })
    open.push(host)
    await arrive()
    const heard = heardBy(windows)
    send(windows)
    await arrive()
    expect(host.refused).toBe(1)
    expect(host.origin).toBeUndefined()
    expect(heard).toEqual([])
    expect(SIGN_OUT).not.toHaveBeenCalled()
  })
})

describe('what a message must be', () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

  testRows<[string, unknown]>([
    ['a text', 'hello'],
    ['null', null],
    ['a number', 7],
    ['a list', [1]],
    ['an object without a type', {}],
    ['a circle', circle],
    ['a Map', new Map([['type', '@w3m-app/SIGN_OUT']])],
    ['bytes', new Uint8Array(10)],
    ['a type that is not in the table', { id: id(), type: '@w3m-app/NOTHING' }],
    ['a type that objects inherit', { id: id(), type: '@w3m-app/toString' }],
    ['a type of the frame', { id: id(), type: '@w3m-frame/SIGN_OUT' }],
    ['a type with more in front', { id: id(), type: 'x@w3m-app/SIGN_OUT' }],
  ])('%s is answered with BAD_MESSAGE, and the frame lives on', async (_name, message) => {
    // attack 5
    const { ask } = await connected({ GET_CHAIN_ID: async () => ({ chainId: 1 }) })
    expect(await ask(message)).toMatchObject([{ type: '@w3m-frame/ERROR', payload: { code: 'BAD_MESSAGE' } }])
    expect(await ask({ id: id(), type: '@w3m-app/GET_CHAIN_ID' })).toMatchObject([{ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS' }])
  })

  testRows<[string, unknown]>([
    ['300 KiB', { params: ['x'.repeat(300 * 1024)] }],
    ['17 levels', { params: [nested(16)] }],
    ['a circle', { params: circle }],
    ['a date', { params: [new Date(0)] }],
    ['a list of a billion holes', { params: Object.assign([], { length: 1e9 }) }],
    ['the key __proto__', { params: [JSON.parse('{"__proto__":{"polluted":1}}')] }],
    ['the key constructor in typed data', { params: ['0x', JSON.parse('{"types":{"constructor":[]}}')] }],
  ])('a request with %s gets its error, and nothing is done', async (_name, payload) => {
    // attacks 5 and 8
    const RPC_REQUEST = vi.fn(async () => 'done')
    const { ask } = await connected({ RPC_REQUEST })
    const asked = id()
    expect(
      await ask({ id: asked, type: '@w3m-app/RPC_REQUEST', payload: { method: 'eth_call', ...(payload as object) } }),
    ).toMatchObject([{ id: asked, type: '@w3m-frame/RPC_REQUEST_ERROR', payload: { code: 'BAD_MESSAGE' } }])
    expect(RPC_REQUEST).not.toHaveBeenCalled()
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('__proto__ in theme variables is refused', async () => {
    // attack 8
    const { ask } = await connected({ SYNC_THEME: async () => {} })
    const payload = JSON.parse('{"themeVariables":{"__proto__":"x"}}') as unknown
    expect(await ask({ id: id(), type: '@w3m-app/SYNC_THEME', payload })).toMatchObject([
      { payload: { message: 'Expected no key __proto__' } },
    ])
  })

  test('what is no object, or no request, is a parse error without a name', async () => {
    const { ask } = await connected()
    const problems: unknown[] = []
    const typed = [{ type: '@w3m-app/NOTHING' }, { type: null }, { type: [] }, {}].map((message) => ({ id: id(), ...message }))
    for (const message of [null, 'CONNECT_OTP', [], ...typed]) {
      const [answer] = await ask(message)
      expect(answer).toMatchObject({ type: '@w3m-frame/ERROR', payload: { code: 'BAD_MESSAGE' } })
      problems.push(answer?.payload?.['message'])
    }
    expect(problems).toEqual([
      'Expected object, received null',
      'Expected object, received string',
      'Expected object, received array',
      'type: Expected a request, received string',
      'type: Expected a request, received null',
      'type: Expected a request, received array',
      'type: Expected a request, received undefined',
    ])
  })

  testRows<[string, object, string]>([
    ['no id', { type: '@w3m-app/CONNECT_OTP', payload: { otp: '1' } }, 'id: Required'],
    ['a short id', { id: 'abcdef', type: '@w3m-app/CONNECT_OTP', payload: { otp: '1' } }, 'id: Expected UUID, received string'],
    ['a number as id', { id: 1, type: '@w3m-app/CONNECT_OTP', payload: { otp: '1' } }, 'id: Expected UUID, received number'],
    ['null as id', { id: null, type: '@w3m-app/CONNECT_OTP', payload: { otp: '1' } }, 'id: Expected UUID, received null'],
    ['a list as id', { id: [id()], type: '@w3m-app/CONNECT_OTP', payload: { otp: '1' } }, 'id: Expected UUID, received array'],
    ['null as payload', { id: id(), type: '@w3m-app/CONNECT_OTP', payload: null }, 'payload: Expected object, received null'],
    [
      'a key more that is null',
      { id: id(), type: '@w3m-app/CONNECT_OTP', payload: { otp: '1' }, origin: null },
      'origin: Expected undefined, received null',
    ],
    [
      'a key more',
      { id: id(), type: '@w3m-app/CONNECT_OTP', payload: { otp: '1' }, origin: PAGE },
      'origin: Expected undefined, received string',
    ],
    [
      'a key more in the payload',
      { id: id(), type: '@w3m-app/CONNECT_OTP', payload: { otp: '1', x: 1 } },
      'payload.x: Expected undefined, received number',
    ],
    [
      'another type of value',
      { id: id(), type: '@w3m-app/CONNECT_OTP', payload: { otp: 1 } },
      'payload.otp: Expected string, received number',
    ],
    ['no payload', { id: id(), type: '@w3m-app/CONNECT_OTP' }, 'payload: Required'],
  ])('%s is a parse error with the path, and nothing is done', async (_name, message, problem) => {
    // attack 6
    const CONNECT_OTP = vi.fn(async () => {})
    const { ask } = await connected({ CONNECT_OTP })
    expect(await ask(message)).toMatchObject([
      { type: '@w3m-frame/CONNECT_OTP_ERROR', payload: { code: 'BAD_MESSAGE', message: problem } },
    ])
    expect(CONNECT_OTP).not.toHaveBeenCalled()
  })

  test('an address of e-mail that is none has a code of its own', async () => {
    const { ask } = await connected({ CONNECT_EMAIL: async () => ({ action: 'CONNECT' }) })
    expect(await ask({ id: id(), type: '@w3m-app/CONNECT_EMAIL', payload: { email: 'nobody' } })).toMatchObject([
      { payload: { code: 'EMAIL_INVALID', message: 'Invalid email' } },
    ])
  })

  test('an id is used once, whether the first request is open or answered; the approval is not shown twice', async () => {
    // attack 7
    let approve: (signature: string) => void = () => {}
    const RPC_REQUEST = vi.fn(() => new Promise<string>((resolve) => (approve = resolve)))
    const { ask, heard } = await connected({ RPC_REQUEST })
    const request = {
      id: id(),
      type: '@w3m-app/RPC_REQUEST',
      payload: { method: 'personal_sign', params: ['0xab', `0x${'ab'.repeat(20)}`] },
    }
    expect(await ask(request)).toEqual([])
    const duplicate = { id: request.id, type: '@w3m-frame/RPC_REQUEST_ERROR', payload: { code: 'DUPLICATE_ID' } }
    expect(await ask(request)).toMatchObject([duplicate])
    approve('0xsigned')
    await arrive()
    expect(heard.at(-1)).toEqual({ id: request.id, type: '@w3m-frame/RPC_REQUEST_SUCCESS', payload: '0xsigned' })
    expect(await ask(request)).toMatchObject([duplicate])
    expect(RPC_REQUEST).toHaveBeenCalledTimes(1)
  })

  test('1024 ids are remembered', async () => {
    const { ask, port, heard } = await connected(
      { GET_CHAIN_ID: async () => ({ chainId: 1 }) },
      { limits: { perSecond: 1e6, burst: 1e6, open: 1e6 } },
    )
    const first = { id: id(), type: '@w3m-app/GET_CHAIN_ID' }
    const more = async (count: number) => {
      const before = heard.length
      for (let index = 0; index < count; index++) port.postMessage({ id: id(), type: '@w3m-app/GET_CHAIN_ID' })
      await vi.waitFor(() => expect(heard.length).toBe(before + count))
    }
    await ask(first)
    await more(1023)
    expect(await ask(first)).toMatchObject([{ payload: { code: 'DUPLICATE_ID' } }])
    // Asked for again, it is the newest, and the oldest ones are forgotten.
    await more(1023)
    expect(await ask(first)).toMatchObject([{ payload: { code: 'DUPLICATE_ID' } }])
    await more(1024)
    expect(await ask(first)).toMatchObject([{ payload: { chainId: 1 } }])
  })

  test('an open request keeps its id, however many came after it', async () => {
    // attack 7
    const CONNECT_FARCASTER = vi.fn(() => new Promise<never>(() => {}))
    const { ask, port, heard } = await connected(
      { CONNECT_FARCASTER, GET_CHAIN_ID: async () => ({ chainId: 1 }) },
      { limits: { perSecond: 1e6, burst: 1e6, open: 1e6 } },
    )
    const waiting = { id: id(), type: '@w3m-app/CONNECT_FARCASTER' }
    await ask(waiting)
    for (let index = 0; index < 1030; index++) port.postMessage({ id: id(), type: '@w3m-app/GET_CHAIN_ID' })
    await vi.waitFor(() => expect(heard.length).toBe(1030))
    expect(await ask(waiting)).toMatchObject([{ payload: { code: 'DUPLICATE_ID' } }])
    expect(CONNECT_FARCASTER).toHaveBeenCalledTimes(1)
  })
})

describe('a flood', () => {
  // attack 9
  test('of 10 000 requests is throttled; each is answered, and who comes after it is served', async () => {
    const GET_CHAIN_ID = vi.fn(async () => ({ chainId: 1 }))
    const { port, heard, ask } = await connected({ GET_CHAIN_ID })
    const before = performance.now()
    for (let index = 0; index < 10_000; index++) port.postMessage({ id: id(), type: '@w3m-app/GET_CHAIN_ID' })
    await vi.waitFor(() => expect(heard.length).toBe(10_000))
    const seconds = (performance.now() - before) / 1000
    expect(GET_CHAIN_ID.mock.calls.length).toBeGreaterThanOrEqual(400)
    expect(GET_CHAIN_ID.mock.calls.length).toBeLessThanOrEqual(400 + 200 * seconds + 1)
    expect(heard.filter(({ payload }) => payload?.['code'] === 'RATE_LIMITED').length).toBe(
      10_000 - GET_CHAIN_ID.mock.calls.length,
    )
    await vi.waitFor(async () =>
      expect(await ask({ id: id(), type: '@w3m-app/GET_CHAIN_ID' })).toMatchObject([{ payload: { chainId: 1 } }]),
    )
  })

  test('of others takes nothing from the page', async () => {
    const { windows, host, ask } = await connected({ GET_CHAIN_ID: async () => ({ chainId: 1 }) })
    const other = new FakeWindow('https://evil.example')
    const view = windows.frame.view(other, () => other)
    for (let index = 0; index < 10_000; index++) view.postMessage({ id: id(), type: '@w3m-app/GET_CHAIN_ID' }, '*')
    expect(await ask({ id: id(), type: '@w3m-app/GET_CHAIN_ID' })).toMatchObject([{ payload: { chainId: 1 } }])
    expect(host.refused).toBe(10_000)
  })

  test('of what is no message is dropped without an answer', async () => {
    const { port, heard, host } = await connected()
    for (let index = 0; index < 1000; index++) port.postMessage('x')
    await arrive(50)
    expect(heard.length).toBeLessThan(600)
    expect(heard.length + host.refused).toBe(1000)
  })

  test('of requests that stay open ends at the limit', async () => {
    const { ask } = await connected({ CONNECT_FARCASTER: () => new Promise(() => {}) }, { limits: { open: 2 } })
    expect(await ask({ id: id(), type: '@w3m-app/CONNECT_FARCASTER' })).toEqual([])
    expect(await ask({ id: id(), type: '@w3m-app/CONNECT_FARCASTER' })).toEqual([])
    expect(await ask({ id: id(), type: '@w3m-app/CONNECT_FARCASTER' })).toMatchObject([{ payload: { code: 'RATE_LIMITED' } }])
  })
})

describe('answers', () => {
  const failing = async (error: unknown, onError = vi.fn()) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- code of others rejects with anything
    const { ask } = await connected({ GET_CHAIN_ID: () => Promise.reject(error) }, { onError })
    const [answer] = await ask({ id: id(), type: '@w3m-app/GET_CHAIN_ID' })
    return { answer, onError }
  }

  test('an error of the protocol keeps its text, code and times, and leaves out the rest', async () => {
    const { answer, onError } = await failing(
      new FrameError('EMAIL_COOLDOWN', 'Please try again after 3 seconds', { retryAfterMs: 2100 }),
    )
    expect(answer).toMatchObject({ type: '@w3m-frame/GET_CHAIN_ID_ERROR' })
    expect(answer?.payload).toEqual({ message: 'Please try again after 3 seconds', code: 'EMAIL_COOLDOWN', retryAfterMs: 2100 })
    expect(onError).not.toHaveBeenCalled()
    expect((await failing(new FrameError('USER_REJECTED', 'Rejected'))).answer?.payload).toMatchObject({ rpcCode: 4001 })
  })

  testRows([new Error('SELECT secret FROM keys'), 'secret', undefined, { code: 'secret' }])(
    'anything else is FAILED without a word of it: %j',
    async (error) => {
      const { answer, onError } = await failing(error)
      expect(answer?.payload).toEqual({ message: 'An error occurred', code: 'FAILED' })
      expect(onError).toHaveBeenCalledWith('GET_CHAIN_ID', error)
    },
  )

  test('a handler that throws at once is answered as one that rejects', async () => {
    const { ask } = await connected({
      GET_CHAIN_ID: () => {
        throw new FrameError('OFFLINE', 'Offline')
      },
    })
    expect(await ask({ id: id(), type: '@w3m-app/GET_CHAIN_ID' })).toMatchObject([{ payload: { code: 'OFFLINE' } }])
  })

  test('a request without a handler is not supported', async () => {
    const { ask } = await connected({}, { handlers: {} as FrameHandlers })
    expect(await ask({ id: id(), type: '@w3m-app/AWAIT_UPDATE_EMAIL' })).toMatchObject([
      { type: '@w3m-frame/AWAIT_UPDATE_EMAIL_ERROR', payload: { code: 'METHOD_NOT_SUPPORTED', message: 'method not supported' } },
    ])
  })

  test('what the table does not name does not leave the frame', async () => {
    const { ask } = await connected({ GET_CHAIN_ID: async () => ({ chainId: 1, token: 'secret' }) })
    expect(await ask({ id: id(), type: '@w3m-app/GET_CHAIN_ID' })).toMatchObject([{ payload: { chainId: 1 } }])
    const wrong = await connected({ GET_CHAIN_ID: async () => ({ chain: 'secret' }) as never })
    const [answer] = await wrong.ask({ id: id(), type: '@w3m-app/GET_CHAIN_ID' })
    expect(answer?.payload).toEqual({ message: 'An error occurred', code: 'FAILED' })
  })

  test('an answer that is too large, or no JSON, becomes an error', async () => {
    for (const reply of ['x'.repeat(300_000), new Map(), () => 1]) {
      const { ask } = await connected({ RPC_REQUEST: async () => reply })
      const [answer] = await ask({ id: id(), type: '@w3m-app/RPC_REQUEST', payload: { method: 'eth_blockNumber' } })
      expect(answer).toMatchObject({ type: '@w3m-frame/RPC_REQUEST_ERROR', payload: { code: 'FAILED' } })
    }
  })

  test('PENDING has the id of its request, until that is answered', async () => {
    let pending = () => {}
    const { ask, heard } = await connected({
      CONNECT_DEVICE: async (_payload, context) => {
        pending = () => context.pending()
        context.pending()
      },
    })
    const asked = id()
    const answers = await ask({ id: asked, type: '@w3m-app/CONNECT_DEVICE' })
    expect(answers).toEqual([
      { id: asked, type: '@w3m-frame/PENDING' },
      { id: asked, type: '@w3m-frame/CONNECT_DEVICE_SUCCESS' },
    ])
    pending()
    await arrive()
    expect(heard.length).toBe(2)
  })

  test('a handler knows the origin of the page, and nothing that the page said of itself', async () => {
    const SYNC_DAPP_DATA = vi.fn(async (_payload: unknown, _context: { origin: string }) => {})
    const { ask } = await connected({ SYNC_DAPP_DATA })
    const metadata = { name: 'Bank', description: '', url: 'https://bank.example', icons: [] }
    await ask({ id: id(), type: '@w3m-app/SYNC_DAPP_DATA', payload: { projectId: 'p', metadata } })
    expect(SYNC_DAPP_DATA.mock.calls[0]?.[1]).toMatchObject({ origin: PAGE })
  })

  test('the page is told of sessions and surfaces', async () => {
    const { host, heard } = await connected()
    host.emit({ type: 'SESSION_UPDATE', token: 'jwt' })
    host.emit({ type: 'SURFACE', shown: true })
    await arrive()
    expect(heard).toEqual([
      { type: '@w3m-frame/SESSION_UPDATE', payload: { token: 'jwt' } },
      { type: '@w3m-frame/SURFACE', payload: { shown: true } },
    ])
  })

  test('before there is a page nothing is said', async () => {
    const windows = createWindows()
    const host = serve(windows)
    open.push(host)
    await arrive()
    const heard = heardBy(windows)
    host.emit({ type: 'SESSION_UPDATE', token: 'jwt' })
    await arrive()
    expect(heard).toEqual([])
  })
})

const account = `0x${'ab'.repeat(20)}`
describe('calls', () => {
  testRows(['eth_sign', 'Eth_Call', 'eth_call ', 'wallet_addEthereumChain', 'toString'])(
    '%s does not reach the frame', // attack 75
    async (method) => {
      const RPC_REQUEST = vi.fn(async () => 'done')
      const { ask } = await connected({ RPC_REQUEST })
      expect(await ask({ id: id(), type: '@w3m-app/RPC_REQUEST', payload: { method, params: [] } })).toMatchObject([
        { payload: { code: 'METHOD_NOT_ALLOWED', message: 'Requested RPC call is not allowed', rpcCode: 4100 } },
      ])
      expect(RPC_REQUEST).not.toHaveBeenCalled()
    },
  )

  test('parameters that are missing or of another shape have the code -32602 and the path', async () => {
    // attack 75
    const RPC_REQUEST = vi.fn(async () => 'done')
    const { ask } = await connected({ RPC_REQUEST })
    for (const [method, params, message] of [
      ['personal_sign', undefined, 'params: Required'],
      ['personal_sign', ['0xab'], 'params: Too small: expected at least 2 items'],
      ['eth_sendTransaction', [{ to: account, value: 1 }], 'params.0.value: Expected string, received number'],
      ['wallet_sendCalls', [{ calls: [] }], 'params.0.calls: Too small: expected at least 1 items'],
    ] as const)
      expect(await ask({ id: id(), type: '@w3m-app/RPC_REQUEST', payload: { method, params } })).toMatchObject([
        { payload: { code: 'INVALID_PARAMS', rpcCode: -32602, message } },
      ])
    expect(RPC_REQUEST).not.toHaveBeenCalled()
  })

  test('RPC_ABORT ends all that wait for an approval, or those that it names; reads run on', async () => {
    const signals: Record<string, AbortSignal> = {}
    const { ask, heard } = await connected({
      RPC_REQUEST: ({ method, params }, { signal }) => {
        signals[method + String((params as string[])[0])] = signal
        return new Promise(() => {})
      },
      RPC_ABORT: async () => {},
    })
    const sign = (data: string) => ({
      id: id(),
      type: '@w3m-app/RPC_REQUEST',
      payload: { method: 'personal_sign', params: [data, account] },
    })
    const [one, two, three] = [sign('one'), sign('two'), sign('three')]
    for (const message of [one, two, three]) await ask(message)
    await ask({ id: id(), type: '@w3m-app/RPC_REQUEST', payload: { method: 'eth_getBalance', params: [account] } })
    const error = { payload: { code: 'ABORTED', message: 'Request was aborted' } }
    expect(await ask({ id: id(), type: '@w3m-app/RPC_ABORT', payload: { ids: [two.id] } })).toMatchObject([
      { id: two.id, ...error },
      { type: '@w3m-frame/RPC_ABORT_SUCCESS' },
    ])
    expect([signals['personal_signone']?.aborted, signals['personal_signtwo']?.aborted]).toEqual([false, true])
    await ask({ id: id(), type: '@w3m-app/RPC_ABORT' })
    expect(heard.slice(-3)).toMatchObject([
      { id: one.id, ...error },
      { id: three.id, ...error },
      { type: '@w3m-frame/RPC_ABORT_SUCCESS' },
    ])
    expect(signals[`eth_getBalance${account}`]?.aborted).toBe(false)
  })

  test('RPC_ABORT ends a login that waits for a text to be signed, and no other', async () => {
    const signals: AbortSignal[] = []
    const wait = (_: unknown, { signal }: { signal: AbortSignal }) => (signals.push(signal), new Promise<never>(() => {}))
    const { ask } = await connected({ GET_USER: wait, RPC_ABORT: async () => {} })
    const siwxMessage = {
      accountAddress: '<<AccountAddress>>',
      chainId: 'eip155:1',
      domain: 'app.example.com',
      uri: 'https://app.example.com/',
      version: '1',
      nonce: '12345678',
    }
    await ask({ id: id(), type: '@w3m-app/GET_USER', payload: { siwxMessage } })
    await ask({ id: id(), type: '@w3m-app/GET_USER', payload: { chainId: 'eip155:1' } })
    await ask({ id: id(), type: '@w3m-app/RPC_ABORT' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  })

  test('RPC_ABORT that names it ends what waits for somebody elsewhere, too; without names it does not', async () => {
    const signals: AbortSignal[] = []
    const wait = (_: unknown, { signal }: { signal: AbortSignal }) => (signals.push(signal), new Promise<never>(() => {}))
    const { ask } = await connected({ CONNECT_DEVICE: wait, CONNECT_SOCIAL: wait, CONNECT_FARCASTER: wait, GET_USER: wait, RPC_ABORT: async () => {} }) // oxfmt-ignore
    const asked = [
      { id: id(), type: '@w3m-app/CONNECT_DEVICE' },
      { id: id(), type: '@w3m-app/CONNECT_SOCIAL', payload: { uri: 'https://wallet.example/oauth/start/x' } },
      { id: id(), type: '@w3m-app/CONNECT_FARCASTER' },
      { id: id(), type: '@w3m-app/GET_USER' },
    ]
    for (const message of asked) await ask(message)
    await ask({ id: id(), type: '@w3m-app/RPC_ABORT' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false, false])
    const ended = await ask({ id: id(), type: '@w3m-app/RPC_ABORT', payload: { ids: asked.map((message) => message.id) } })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, false])
    expect(ended).toMatchObject([
      ...asked.slice(0, 3).map((message) => ({ id: message.id, payload: { code: 'ABORTED', message: 'Something went wrong' } })),
      { type: '@w3m-frame/RPC_ABORT_SUCCESS' },
    ])
  })

  test('closing the host ends what is open, and answers it', async () => {
    let signal: AbortSignal | undefined
    const { ask, host, heard, windows } = await connected({
      CONNECT_FARCASTER: (_payload, context) => ((signal = context.signal), new Promise(() => {})),
    })
    await ask({ id: id(), type: '@w3m-app/CONNECT_FARCASTER' })
    host.close()
    host.emit({ type: 'SESSION_UPDATE', token: 'late' })
    await arrive()
    expect(signal?.aborted).toBe(true)
    expect(heard).toMatchObject([
      { type: '@w3m-frame/CONNECT_FARCASTER_ERROR', payload: { code: 'ABORTED', message: 'Something went wrong' } },
    ])
    expect(windows.frame.listeners.size).toBe(0)
  })
})

test('what a script replaces after the frame was loaded changes nothing', async () => {
  // attack 79
  const { port, heard, windows } = await connected({ GET_CHAIN_ID: async () => ({ chainId: 1 }) })
  const stolen = vi.fn()
  const { postMessage } = MessagePort.prototype
  const source = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'source')!
  const send = postMessage.bind(port)
  try {
    Object.defineProperty(MessageEvent.prototype, 'source', { get: () => windows.pageFromFrame, configurable: true })
    MessagePort.prototype.postMessage = stolen
    const sent = id()
    send({ id: sent, type: '@w3m-app/GET_CHAIN_ID' })
    await arrive()
    expect(heard).toMatchObject([{ id: sent, payload: { chainId: 1 } }])
    expect(stolen).not.toHaveBeenCalled()
    const other = new FakeWindow(PAGE)
    const fresh = createWindows()
    const host = serve(fresh)
    open.push(host)
    fresh.frame.view(other, () => other).postMessage(helloOf(), FRAME, [new MessageChannel().port2])
    await arrive()
    expect([host.refused, host.origin]).toEqual([1, undefined])
  } finally {
    MessagePort.prototype.postMessage = postMessage
    Object.defineProperty(MessageEvent.prototype, 'source', source)
  }
})

testRows(Object.keys(frameRequests) as FrameRequestName[])(
  '%s goes there, and its answer and its error come back',
  async (name) => {
    const [payload, reply] = exchanges[name]
    const handle = vi.fn(async (_payload: unknown) => reply)
    const { ask } = await connected({ [name]: handle })
    const asked = id()
    expect(await ask({ id: asked, type: `@w3m-app/${name}`, ...(payload !== undefined && { payload }) })).toEqual([
      { id: asked, type: `@w3m-frame/${name}_SUCCESS`, ...(reply !== undefined && { payload: reply }) },
    ])
    expect(handle.mock.calls[0]?.[0]).toEqual(payload)
    handle.mockRejectedValueOnce(new FrameError('FAILED', 'no'))
    const failed = id()
    expect(await ask({ id: failed, type: `@w3m-app/${name}`, ...(payload !== undefined && { payload }) })).toMatchObject([
      { id: failed, type: `@w3m-frame/${name}_ERROR`, payload: { message: 'no' } },
    ])
  },
)
