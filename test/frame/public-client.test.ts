// Public clients, which know no port: they are served over window messages, under the same rules.
import { afterEach, expect, test, vi } from 'vitest'
import { FrameError } from '../../src/frame/frame-error.js'
import type { FrameHandlers, FrameHost, FrameHostOptions } from '../../src/frame/host.js'
import { arrive, createWindows, FakeWindow, PAGE, serve } from '../support/frame-world.js'
import { createPublicClient } from '../support/public-frame-client.js'

const account = `0x${'ab'.repeat(20)}`
const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

/** A wallet in memory: one mail, one code, one account. */
function createWallet(): Partial<FrameHandlers> {
  let isSignedIn = false
  let email: string | undefined
  return {
    CONNECT_EMAIL: async (payload) => ((email = payload.email), { action: 'VERIFY_OTP', resendAfterMs: 30_000 }),
    CONNECT_OTP: async ({ otp }, { pending }) => {
      pending()
      if (otp !== '012345') throw new FrameError('OTP_INVALID', 'Invalid code')
      isSignedIn = true
    },
    GET_USER: async () => {
      if (!isSignedIn) throw new FrameError('NOT_CONNECTED', 'Not connected')
      return { address: account, chainId: 1, email: email ?? null }
    },
    IS_CONNECTED: async () => ({ isConnected: isSignedIn }),
    RPC_REQUEST: async ({ method, params }) => `${method} ${(params as string[])[0]}`,
    SIGN_OUT: async () => void (isSignedIn = false),
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({ smartAccountEnabledNetworks: [1] }),
  }
}

function world(more: Partial<FrameHostOptions> = {}) {
  const windows = createWindows()
  const client = createPublicClient(windows.page as never, windows.frameFromPage)
  const host: FrameHost = serve(windows, createWallet(), { legacyClients: true, ...more })
  open.push(host)
  return { windows, client, host }
}

test('it connects by e-mail, knows the user, signs, and signs out', async () => {
  const onChannel = vi.fn()
  const { client, host } = world({ onChannel })
  expect(await client.start()).toEqual({ smartAccountEnabledNetworks: [1] })
  expect([host.origin, onChannel.mock.calls]).toEqual([PAGE, [[PAGE]]])
  await expect(client.ask('GET_USER', { chainId: 1 })).rejects.toThrow('Not connected')
  expect(await client.ask('CONNECT_EMAIL', { email: 'ada@example.com' })).toEqual({ action: 'VERIFY_OTP', resendAfterMs: 30_000 })
  await expect(client.ask('CONNECT_OTP', { otp: '999999' })).rejects.toThrow('Invalid code')
  await client.ask('CONNECT_OTP', { otp: '012345' })
  expect(await client.ask('GET_USER', { chainId: 1 })).toEqual({ address: account, chainId: 1, email: 'ada@example.com' })
  expect(await client.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0xabcd', account] })).toBe('personal_sign 0xabcd')
  await expect(client.ask('RPC_REQUEST', { method: 'eth_sign', params: [account, '0xab'] })).rejects.toThrow(
    'Requested RPC call is not allowed',
  )
  host.emit({ type: 'SESSION_UPDATE', token: 'jwt' })
  await client.ask('SIGN_OUT')
  expect(await client.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  expect(client.tokens).toEqual(['jwt'])
  // It was told nothing that it does not know: neither that it takes longer, nor that the frame wants to be seen.
  host.emit({ type: 'SURFACE', shown: true })
  await arrive()
  expect(client.failures).toEqual([])
})

test('its messages are held to the same schemas', async () => {
  // attack 6
  const { client } = world()
  await expect(client.ask('CONNECT_OTP', { otp: 7 })).rejects.toThrow('payload.otp: Expected string, received number')
  await expect(client.ask('CONNECT_OTP', { otp: '1', more: 1 })).rejects.toThrow(
    'payload.more: Expected undefined, received number',
  )
  await expect(client.ask('SYNC_THEME', JSON.parse('{"themeVariables":{"__proto__":"x"}}') as object)).rejects.toThrow(
    'Expected no key',
  )
  await expect(client.ask('RPC_REQUEST', { method: 'personal_sign', params: ['x'.repeat(300_000), account] })).rejects.toThrow(
    'Too big',
  )
})

test('an id of any letters is used once within the channel, and has at most 64', async () => {
  // attack 7
  const { client } = world()
  expect(await client.ask('IS_CONNECTED', undefined, 'ab3x')).toEqual({ isConnected: false })
  await expect(client.ask('IS_CONNECTED', undefined, 'ab3x')).rejects.toThrow('id: was used before')
  expect(await client.ask('IS_CONNECTED', undefined, 'x'.repeat(64))).toEqual({ isConnected: false })
  const before = client.heard.length
  void client.ask('IS_CONNECTED', undefined, 'y'.repeat(65)).catch(() => {})
  void client.ask('IS_CONNECTED', undefined, '').catch(() => {})
  await arrive()
  expect(client.heard.slice(before).map(({ id, payload }) => [id, payload?.['message']])).toEqual([
    [undefined, 'id: Expected text, received string'],
    [undefined, 'id: Expected text, received string'],
  ])
})

test('it is throttled as others are', async () => {
  // attack 9
  const { client } = world({ limits: { burst: 10, perSecond: 1 } })
  const all = Array.from({ length: 50 }, () => client.ask('IS_CONNECTED').then(() => 'answered', (error: unknown) => (error as Error).message)) // oxfmt-ignore
  const answers = await Promise.all(all)
  expect(answers.filter((answer) => answer === 'answered').length).toBe(10)
  expect(answers.filter((answer) => answer === 'Too many requests').length).toBe(40)
})

test('what is no request is not answered: pages send messages of other kinds, too', async () => {
  const { windows, client, host } = world()
  await arrive()
  const before = client.heard.length
  for (const message of ['x', null, { type: 'webpackOk' }, { type: '@w3m-app/NOTHING', id: 'a' }, { type: '@w3m-frame/READY' }])
    windows.frameFromPage.postMessage(message, '*')
  await arrive()
  expect([client.heard.length, host.refused, host.origin]).toEqual([before, 5, undefined])
})

test.each([
  ['where that is switched off', {}, { legacyClients: false }],
  ['from a page that is not on the list', { page: 'https://evil.example' }, {}],
])('it is not served %s', async (_name, origins, options) => {
  const windows = createWindows(origins)
  const client = createPublicClient(windows.page as never, windows.frameFromPage)
  const host = serve(windows, createWallet(), { legacyClients: true, ...options })
  open.push(host)
  await arrive()
  const before = client.heard.length
  void client.ask('IS_CONNECTED').catch(() => {})
  await arrive()
  expect([client.heard.length, host.refused, host.origin]).toEqual([before, 1, undefined])
})

test('answers go to the exact origin of the page', async () => {
  const { windows, client } = world()
  await arrive()
  const before = client.heard.length
  void client.ask('IS_CONNECTED').catch(() => {})
  await Promise.resolve()
  // The page has gone elsewhere before the answer.
  windows.page.location.origin = 'https://evil.example'
  await arrive()
  expect(client.heard.length).toBe(before)
})

test('a page that says HELLO after that gets the port, and nothing is taken from its window any more', async () => {
  const { windows, client, host } = world()
  expect(await client.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  const { port1, port2 } = new MessageChannel()
  open.push(port1)
  const onPort: unknown[] = []
  port1.onmessage = ({ data }) => void onPort.push(data)
  const random = '0'.repeat(32)
  windows.frameFromPage.postMessage({ type: '@w3m-app/HELLO', v: 1, channelId: random, nonce: random }, '*', [port2])
  await arrive()
  expect(onPort).toMatchObject([{ type: '@w3m-frame/HELLO_SUCCESS' }])
  const before = client.heard.length
  void client.ask('IS_CONNECTED').catch(() => {})
  host.emit({ type: 'SURFACE', shown: true })
  await arrive()
  expect([client.heard.length, host.refused, onPort.length]).toEqual([before, 1, 2])
})

test('a window that only looks like the page is not answered, while a public client is served', async () => {
  const { windows, client, host } = world()
  await client.start()
  const other = new FakeWindow(PAGE)
  const heard: unknown[] = []
  other.addEventListener('message', (event) => heard.push(event))
  windows.frame.view(other, () => other).postMessage({ id: 'x', type: '@w3m-app/GET_USER' }, '*')
  await arrive()
  expect([heard, host.refused]).toEqual([[], 1])
})
