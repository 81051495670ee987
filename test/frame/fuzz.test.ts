// Random messages to both ends of the frame protocol, and random lists and origins: none of them may stop an end, reach a handler that it should not, or
// let somebody in. `npm run fuzz` tries all of them.
import { afterEach, expect, test, vi } from 'vitest'
import { random, sampleOf, seedOr, type Random } from '../../services/test/support/random.js'
import { frameRequests, rowOf, type FrameRequestName } from '../../src/frame/messages.js'
import { matchesOrigin, readOriginList } from '../../src/frame/origins.js'
import { OriginListError } from '../../src/vocabulary/origin.js'
import { readPlain } from '../../src/frame/plain.js'
import { rpcParamsSchema } from '../../src/frame/rpc-params.js'
import { classifyRpc, safeMethods, unsafeMethods, type SafeMethod } from '../../src/frame/rpc-policy.js'
import type { FrameHandlers } from '../../src/frame/host.js'
import { arrive, connect, createWindows, FRAME, PAGE, serve } from '../support/frame-world.js'

const seed = seedOr(10)
const TO_HOST = sampleOf(100_000)
const TO_CLIENT = sampleOf(50_000)
const LISTS = sampleOf(100_000)
const BATCH = 500

const open: { close(): void }[] = []
const strays: unknown[] = []
const onStray = (error: unknown) => void strays.push(error)
process.on('unhandledRejection', onStray)
afterEach(() => {
  for (const each of open.splice(0)) each.close()
  expect(strays.splice(0)).toEqual([])
})

const names = Object.keys(frameRequests) as FrameRequestName[]
const words = ['', 'a', 'ada@example.com', '012345', '0x', `0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(32)}`, 'eip155:1', 'latest', '__proto__', 'constructor', 'google', 'VERIFY_OTP', 'https://a.example', '\u202e', '\ud800', '😀', 'x'.repeat(5000), ...safeMethods, ...unsafeMethods] // oxfmt-ignore
const keys = ['id', 'type', 'payload', 'email', 'otp', 'chainId', 'method', 'params', 'provider', 'projectId', 'metadata', 'themeVariables', 'to', 'value', 'calls', 'toString', 'length', '__proto__', 'constructor', 'prototype', 'ids', 'message', 'code', 'action', 'address', 'token', 'shown'] // oxfmt-ignore

/** Anything that a browser can copy to another window. */
function anything({ chance, int, pick }: Random, depth: number, self: Random): unknown {
  const leaf = depth <= 0 || chance(0.5)
  if (leaf)
    return pick<() => unknown>([
      () => pick(words),
      () => int(2 ** 31) - 2 ** 30,
      () => pick([0, -0, 1.5, Number.NaN, Infinity, -1, 2 ** 53, 1e308]),
      () => chance(0.5),
      () => null,
      () => undefined,
      () => 10n ** 20n,
      () => new Map([['type', 1]]),
      () => new Date(int(1e9)),
      () => new Uint8Array(int(8)),
      () => Object.assign([], { length: 1 + int(20) }),
    ])()
  if (chance(0.4)) return Array.from({ length: int(6) }, () => anything(self, depth - 1, self))
  const made: Record<string, unknown> = {}
  for (let count = int(6); count > 0; count--)
    Object.defineProperty(made, pick(keys), { value: anything(self, depth - 1, self), enumerable: true, configurable: true, writable: true }) // oxfmt-ignore
  return made
}

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Messages that are nearly right, so that more of them get further than the first check. */
function message(by: Random, prefix: string, name: string, id: unknown): unknown {
  if (by.chance(0.1)) return anything(by, 5, by)
  const type = by.chance(0.9) ? prefix + name : by.pick(words)
  const made: Record<string, unknown> = { id: by.chance(0.95) ? id : anything(by, 1, by), type }
  if (by.chance(0.8)) made['payload'] = payload(by, name)
  if (by.chance(0.05)) made[by.pick(keys.slice(3))] = anything(by, 2, by)
  return made
}

function payload(by: Random, name: string): unknown {
  if (by.chance(0.2)) return anything(by, 4, by)
  if (name === 'RPC_REQUEST' && by.chance(0.8)) return { method: by.pick(words), params: anything(by, 4, by) }
  const made: Record<string, unknown> = {}
  for (const key of ['email', 'otp', 'chainId', 'type', 'uri', 'provider', 'projectId'])
    if (by.chance(0.3)) made[key] = by.chance(0.7) ? by.pick(words) : anything(by, 2, by)
  return made
}

test(
  'whatever a page sends, a handler gets only what its schema takes, and each message has one answer', // attacks 5 to 8
  async () => {
    console.log(`seed ${seed}`)
    const by = random(seed)
    const handled = new Map<string, number>()
    const all = Object.fromEntries(
      names.map((name) => [
        name,
        async (given: unknown) => {
          handled.set(name, (handled.get(name) ?? 0) + 1)
          expect(rowOf(name).payload.safeParse(given).success).toBe(true)
          expect(readPlain(given ?? null)).toEqual(given ?? null)
          if (name !== 'RPC_REQUEST') return undefined
          const { method, params } = given as { method: string; params: unknown }
          expect(classifyRpc(method)).toBeDefined()
          expect(rpcParamsSchema(method as SafeMethod).safeParse(params).success).toBe(true)
          return 'done'
        },
      ]),
    )
    const errors: unknown[] = []
    const windows = createWindows()
    const host = serve(
      windows,
      {},
      {
        handlers: all as unknown as FrameHandlers,
        limits: { perSecond: 1e9, burst: 1e9, open: 1e9 },
        // An answer without what the table wants is the one thing that these handlers do wrong.
        onError: (_name, error) => error instanceof TypeError || errors.push(error),
      },
    )
    open.push(host)
    const { port1, port2 } = new MessageChannel()
    open.push(port1)
    let answers = 0
    port1.onmessage = ({ data }: MessageEvent<{ type: string }>) => {
      answers++
      if (!/^@w3m-frame\/(?:ERROR|HELLO_SUCCESS|\w+_(?:ERROR|SUCCESS))$/.test(data.type)) errors.push(data)
    }
    windows.frameFromPage.postMessage({ type: '@w3m-app/HELLO', v: 1, channelId: '0'.repeat(32), nonce: '0'.repeat(32) }, FRAME, [
      port2,
    ])
    await arrive()
    let sent = 1
    for (let index = 0; index < TO_HOST; index++) {
      const made = message(by, '@w3m-app/', by.pick(names), uuidOf(by.chance(0.02) ? by.int(index + 1) : index))
      port1.postMessage(made)
      sent++
      if (index % BATCH === BATCH - 1) await vi.waitFor(() => expect(answers).toBe(sent), { interval: 2 })
    }
    await vi.waitFor(() => expect(answers).toBe(sent), { interval: 2 })
    expect(errors).toEqual([])
    // The random messages did get through to the handlers, and the frame still works.
    expect(handled.size).toBeGreaterThan(15)
    port1.postMessage({ id: uuidOf(1e11), type: '@w3m-app/SIGN_OUT' })
    await vi.waitFor(() => expect(answers).toBe(sent + 1))
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  },
)

test(
  'whatever a frame answers, a request settles once, with what its schema takes or an error', // attack 10
  async () => {
    const by = random(seed + 1)
    const windows = createWindows()
    const { client } = connect(windows)
    open.push(client)
    let port: MessagePort | undefined
    const asked: { id: string; type: string }[] = []
    windows.frame.addEventListener('message', (event) => {
      const { data, ports } = event as MessageEvent<{ channelId: string; nonce: string }>
      port = ports[0]
      if (!port) return
      open.push(port)
      port.onmessage = ({ data: message }: MessageEvent<(typeof asked)[number]>) => {
        const name = message.type.slice('@w3m-app/'.length)
        if (name === 'SYNC_DAPP_DATA' || name === 'GET_SMART_ACCOUNT_ENABLED_NETWORKS')
          port?.postMessage({ id: message.id, type: `@w3m-frame/${name}_SUCCESS`, payload: { smartAccountEnabledNetworks: [] } })
        else asked.push(message)
      }
      port.postMessage({ type: '@w3m-frame/HELLO_SUCCESS', payload: { channelId: data.channelId, nonce: data.nonce } })
    })
    const started = client.start()
    ;(windows.pageFromFrame as { postMessage(data: unknown, origin: string): void }).postMessage(
      { type: '@w3m-frame/READY', payload: {} },
      PAGE,
    )
    await started
    client.onEvent((event) => {
      if (event.type === 'session') expect(typeof event.token).toBe('string')
      if (event.type === 'surface') expect(typeof event.shown).toBe('boolean')
    })

    const requests = {
      GET_USER: undefined,
      IS_CONNECTED: undefined,
      GET_CHAIN_ID: undefined,
      GET_FARCASTER_URI: undefined,
      INIT_SMART_ACCOUNT: undefined,
    } as const
    let sent = 0
    while (sent < TO_CLIENT) {
      asked.splice(0)
      let settled = 0
      const round = Array.from({ length: 20 }, () => by.pick(Object.keys(requests) as (keyof typeof requests)[]))
      for (const name of round)
        void client.request(name).then(
          (reply) => {
            settled++
            expect(rowOf(name).reply.safeParse(reply).data).toEqual(reply)
          },
          (error: unknown) => {
            settled++
            expect(error).toHaveProperty('code')
          },
        )
      await vi.waitFor(() => expect(asked.length).toBe(20), { interval: 1 })
      for (let index = 0; index < 200; index++, sent++) {
        const one = by.pick(asked)
        const name = one.type.slice('@w3m-app/'.length)
        const suffix = by.pick(['_SUCCESS', '_ERROR', '', '_SUCCESS_ERROR'])
        const word = by.pick([name, name, name, 'SESSION_UPDATE', 'SURFACE', 'PENDING', by.pick(names)])
        port?.postMessage(message(by, '@w3m-frame/', word + (word === name ? suffix : ''), one.id))
      }
      for (const { id, type } of asked)
        port?.postMessage({ id, type: type.replace('@w3m-app/', '@w3m-frame/') + '_ERROR', payload: { message: 'end' } })
      await vi.waitFor(() => expect(settled).toBe(20), { interval: 1 })
    }
    expect(client.isReady).toBe(true)
  },
)

/** Texts that look like origins, and are wrong somewhere. */
function originLike(by: Random): string {
  const { pick, chance, int } = by
  const label = () => pick(['a', 'app', 'evil', 'example', 'com', 'co', 'uk', 'vercel', 'localhost', '*', '', 'xn--e1afmkfd', 'ＡＢ', 'b%63', '127', '0x7f', '1', 'bücher', 'a_b', '-']) // oxfmt-ignore
  const host = chance(0.1)
    ? pick(['[::1]', '127.0.0.1', 'localhost', '[::ffff:1.2.3.4]', '2130706433'])
    : Array.from({ length: int(5) }, label).join('.')
  const at = chance(0.05) ? pick(['a@', 'a:b@', '@', '%40']) : ''
  const port = chance(0.3) ? `:${pick(['443', '80', '8080', '*', '0', '65536', '-1', '', '08'])}` : ''
  const tail = chance(0.1) ? pick(['/', '/x', '?', '#', '\\', ' ', '\n', '\t', '.', '\u0000', ',https://b.example', ' https://b.example']) : '' // oxfmt-ignore
  return `${pick(['https://', 'https://', 'https://', 'http://', '', 'HTTPS://', 'https:', 'javascript:', 'null', '//'])}${at}${host}${port}${tail}`
}

test('no random list lets in a page that its entries do not name', () => {
  // attacks 13 and 14
  const by = random(seed + 2)
  let [taken, matched] = [0, 0]
  for (let index = 0; index < LISTS; index++) {
    const entry = originLike(by)
    let patterns
    try {
      patterns = readOriginList([entry], { devOrigins: by.chance(0.5) })
    } catch (error) {
      if (!(error instanceof OriginListError)) throw error
      continue
    }
    taken++
    const candidates = [
      originLike(by),
      entry,
      entry.replace('*', 'app'),
      entry.replace('*.', ''),
      entry.replace('://*.', '://evil-'),
    ]
    for (const candidate of candidates) {
      const allowed = matchesOrigin(candidate, patterns)
      if (!allowed) continue
      matched++
      // Said again, in other words: it is written as a browser writes it, and it is the entry, or stands below its wildcard.
      const url = new URL(candidate)
      expect(url.origin).toBe(candidate)
      const text = entry.replace('*.', 'wild.').replace(/:\*$/, '')
      const named = new URL(text)
      expect(named.protocol).toBe(url.protocol)
      if (!entry.endsWith(':*')) expect(named.port).toBe(url.port)
      if (entry.includes('*.')) {
        const parent = named.hostname.slice('wild'.length)
        expect(url.hostname.endsWith(parent)).toBe(true)
        expect(url.hostname.length).toBeGreaterThan(parent.length)
      } else expect(url.hostname).toBe(named.hostname)
    }
    expect(matchesOrigin('https://attacker.invalid', patterns)).toBe(false)
    expect(matchesOrigin('null', patterns)).toBe(false)
  }
  expect(taken).toBeGreaterThan(LISTS / 200)
  expect(matched).toBeGreaterThan(LISTS / 200)
})
