// Registering a name: what is asked while one types, and what becomes of the signature under a wrong clock, a rival, a refusal and a lost answer.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
// What the part loads when it needs it, so that nothing here waits for files.
import '../../../src/api/clock.js'
import '../../../src/api/identity.js'
import '../../../src/api/name-writes.js'
import '../../../src/api/names.js'
import { mainnet, solana } from '../../../src/vocabulary/networks.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import type { ModalEvent } from '../../../src/vocabulary/events.js'
import { createIdentity } from '../../../src/state/account/identity.js'
import { createNames } from '../../../src/state/account/names.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createAccounts } from '../../../src/state/connections/accounts.js'
import { labelOf, problemOf } from '../../../src/state/names/name-field.js'
import { createRegisterName } from '../../../src/state/names/register-name.js'
import { createTestCore } from '../../support/core.js'
import { createScriptedPort, ScriptedWallet } from '../../support/wallets.js'
import { testRows } from '../../support/rows.js'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 2), toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const ZONE = 'wm.example'
const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const accountId = `eip155:1:${address}` as const
const refusal = (status: number, field: string) =>
  Response.json({ reasons: [{ field, description: 'It is refused here' }] }, { status })
const recordOf = (name: string, owner = address) => ({
  name,
  registered_at: '2026-01-02T00:00:00Z',
  addresses: { 60: { address: owner } },
})

/** Lets time pass, and then whatever waits for no time: chunks that load, answers that are there. */
async function pass(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
}

interface Options {
  readonly taken?: readonly string[]
  /** Suggested beside the others. */
  readonly more?: readonly string[]
  /** By label; what it returns is waited for. */
  readonly suggest?: (label: string) => Promise<unknown> | undefined
  /** The answers of a registration, the first one first; `undefined`: the answer is lost. */
  readonly answers?: (Response | undefined)[]
  /** How far the services' clock is ahead, in ms. */
  readonly skewMs?: number
  readonly namespaces?: readonly ('eip155' | 'solana')[]
}

async function start(options: Options = {}) {
  const asked: URL[] = []
  const sent: { readonly message: string }[] = []
  const taken = new Set(options.taken)
  const reply = async (url: URL, init?: RequestInit): Promise<Response> => {
    const { pathname } = url
    if (pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:1'], ws: [] })
    if (pathname === '/v1/profile/zone') return Response.json({ zone: ZONE })
    asked.push(url)
    if (pathname.startsWith('/v1/profile/suggestions/')) {
      const label = pathname.split('/').at(-1) ?? ''
      await options.suggest?.(label)
      const names = [`${label}.${ZONE}`, `${label}-dao.${ZONE}`, ...(options.more ?? [])]
      return Response.json({ suggestions: names.map((name) => ({ name, registered: taken.has(name) })) })
    }
    if (init?.method === 'POST') {
      const body = JSON.parse(init.body as string) as { message: string }
      sent.push(body)
      const { name } = JSON.parse(body.message) as { name: string }
      const next =
        options.answers?.shift() ??
        (options.answers?.length === 0 ? undefined : Response.json({ ...recordOf(name), success: true }))
      if (next) return next
      taken.add(name)
      throw new TypeError('fetch failed')
    }
    if (pathname.startsWith('/v1/profile/account/')) {
      const name = pathname.split('/').at(-1) ?? ''
      return Response.json(taken.has(name) ? recordOf(name) : [])
    }
    if (pathname.startsWith('/v1/identity/')) return Response.json({ name: null, avatar: null })
    return Response.json([])
  }
  const wallets = (options.namespaces ?? ['eip155']).map((namespace) => new ScriptedWallet({ namespace }))
  const { core } = createTestCore({
    config: {
      networks: options.namespaces?.includes('solana') ? [solana, mainnet] : [mainnet],
      services: 'https://services.example',
    },
    connectors: createScriptedPort(wallets),
    fetch: async (input, init) => {
      const response = await reply(new URL(input instanceof Request ? input.url : input), init)
      response.headers.set('date', new Date(Date.now() + (options.skewMs ?? 0)).toUTCString())
      response.headers.set('cache-control', 'no-store')
      return response
    },
  })
  core.use(createAccounts)
  for (const wallet of wallets) await core.use(createConnection).connect(wallet.installed, { beside: true })
  const part = core.use(createRegisterName)
  const events: ModalEvent[] = []
  core.on('event', (event) => void (event.name.startsWith('REGISTER') && events.push(event)))
  part.$field.listen(() => undefined)
  await pass()
  const type = async (text: string, ms = 500) => {
    part.setText(text)
    await pass(ms)
  }
  const labels = () =>
    asked.flatMap(({ pathname }) => (pathname.includes('/suggestions/') ? [pathname.split('/').at(-1) ?? ''] : []))
  return { core, part, wallet: wallets[0]!, asked, sent, events, type, labels, field: () => part.$field.get() }
}

describe('what is typed', () => {
  testRows([
    ['Ada-1', 'ada-1', undefined],
    ['  ada1 ', 'ada1', undefined],
    ['ada.WM.example', 'ada', 'short'],
    ['ada', 'ada', 'short'],
    ['adä1', 'adä1', 'characters'],
    ['ada1\u212A', 'ada1\u212A', 'characters'], // Kelvin, whose lower case is k
    ['ada١٢', 'ada١٢', 'characters'], // Arabic digits
    ['ada１', 'ada１', 'characters'], // full width
    ['аda1', 'аda1', 'characters'], // Cyrillic
    ['ada 1', 'ada 1', 'characters'],
    ['-ada1', '-ada1', 'ends'],
    ['ada1-', 'ada1-', 'ends'],
    ['0x7099', '0x7099', 'address'],
    ['a'.repeat(64), 'a'.repeat(64), undefined],
    ['z'.repeat(65), 'z'.repeat(65), 'long'],
  ])('is a name, or has one problem: %s', (text, label, problem) => {
    expect([labelOf(text, ZONE), problemOf(labelOf(text, ZONE))]).toEqual([label, problem])
  })

  test('is asked about once, 500 ms after the last key, and never while it cannot be a name', async () => {
    const { type, labels, field } = await start()
    expect(field().zone).toBe(ZONE)
    await type('ada')
    await type('adal', 499)
    expect([labels(), field().status]).toEqual([[], 'checking'])
    await type('adalo', 499)
    await type('ada lo', 1000)
    expect([labels(), field().problem]).toEqual([[], 'characters'])
    await type('Adalove')
    expect(labels()).toEqual(['adalove'])
    expect(field()).toMatchObject({ status: 'ready', text: 'adalove', chosen: `adalove.${ZONE}` })
  })

  test('a late answer never replaces that of a newer question', async () => {
    let answerFirst = () => {}
    const first = new Promise<void>((resolve) => (answerFirst = resolve))
    const { type, field } = await start({ suggest: (label) => (label === 'adal' ? first : undefined) })
    await type('adal')
    await type('grace')
    answerFirst()
    await pass(100)
    expect(field()).toMatchObject({ text: 'grace', chosen: `grace.${ZONE}` })
    expect(field().suggestions[0]?.name).toBe(`grace.${ZONE}`)
  })

  test('a taken name is not chosen, and one of its likes is, without another question', async () => {
    const { part, type, labels, field } = await start({ taken: [`ada1.${ZONE}`] })
    await type('ada1')
    expect(field().chosen).toBeUndefined()
    part.choose(`ada1.${ZONE}`)
    expect(field().chosen).toBeUndefined()
    part.choose(`ada1-dao.${ZONE}`)
    expect(field()).toMatchObject({ text: 'ada1-dao', chosen: `ada1-dao.${ZONE}`, status: 'ready' })
    await pass(1000)
    expect(labels()).toEqual(['ada1'])
  })

  test('a failure is said, keeps the text, and is asked about again', async () => {
    let isDown = true
    const { part, type, field } = await start({
      suggest: () => (isDown ? Promise.reject(new TypeError('fetch failed')) : undefined),
    })
    await type('ada1')
    for (let retries = 0; retries < 3; retries++) await pass(2000)
    expect(field()).toMatchObject({ status: 'error', text: 'ada1', error: { code: 'SUGGESTIONS_UNAVAILABLE' } })
    isDown = false
    part.retry()
    await pass()
    expect(field()).toMatchObject({ status: 'ready', chosen: `ada1.${ZONE}` })
  })

  test('an error of another account is over with it', async () => {
    let isDown = true
    const { wallet, type, field } = await start({
      suggest: () => (isDown ? Promise.reject(new TypeError('fetch failed')) : undefined),
    })
    await type('ada1')
    for (let retries = 0; retries < 3; retries++) await pass(2000)
    expect(field().status).toBe('error')
    isDown = false
    wallet.say({ type: 'accounts', accounts: ['eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })
    await pass(100)
    expect(field()).toMatchObject({ status: 'ready', chosen: `ada1.${ZONE}` })
  })

  test('suggestions of another zone, of several labels or with letters that look alike are left out', async () => {
    const more = ['ada2.evil.example', `ada2.evil.${ZONE}`, `аda2.${ZONE}`, `ada\u202e2.${ZONE}`, `ad.${ZONE}`, ZONE]
    const { type, field, part } = await start({ more })
    await type('ada1')
    expect(field().suggestions.map(({ name }) => name)).toEqual([`ada1.${ZONE}`, `ada1-dao.${ZONE}`])
    part.choose('ada2.evil.example')
    expect(field().chosen).toBe(`ada1.${ZONE}`)
  })

  test('without an account of an ecosystem with names nothing is asked, and nothing registered', async () => {
    const { part, type, field, asked } = await start({ namespaces: ['solana'] })
    await type('ada1')
    expect(field().error).toMatchObject({ code: 'NAME_NEEDS_ADDRESS', message: 'Address or auth connector not found' })
    await expect(part.register({ name: `ada1.${ZONE}`, from: accountId })).rejects.toMatchObject({ code: 'NAME_NEEDS_ADDRESS' })
    expect(asked).toEqual([])
  })

  test('with another ecosystem active the connected EVM account is the one', async () => {
    const { core, field, type } = await start({ namespaces: ['eip155', 'solana'] })
    expect(core.publicState.$account.get()?.namespace).toBe('solana')
    expect(core.use(createNames).$account.get()?.accountId).toBe(accountId)
    await type('ada1')
    expect(field().chosen).toBe(`ada1.${ZONE}`)
  })
})

describe('registering', () => {
  const order = { name: `ada1.${ZONE}`, from: accountId } as const
  const textOf = ({ message }: { readonly message: string }) =>
    JSON.parse(message) as { name: string; timestamp: number; host: string }

  test('signs the time of the services, sends it once, and asks anew who the account is', async () => {
    const { core, part, wallet, sent, events, type, field, asked } = await start({ skewMs: 3_600_000 })
    core.use(createIdentity).$identity.listen(() => undefined)
    core.use(createNames).$names.listen(() => undefined)
    await type('ada1')
    await pass(10_000)
    const before = asked.length
    const [first, second] = [part.register(order), part.register(order)]
    expect(await first).toBe(order.name)
    expect(await second).toBe(order.name)
    await pass()
    expect([wallet.signed.length, sent.length]).toEqual([1, 1])
    const { name, timestamp, host } = textOf(sent[0]!)
    expect({ name, host }).toEqual({ name: order.name, host: 'services.example' })
    expect(Math.abs(timestamp * 1000 - Date.now() - 3_600_000)).toBeLessThan(2_000)
    const [registered, ...then] = asked.slice(before).map(({ pathname }) => pathname)
    expect(registered).toBe('/v1/profile/account')
    expect(then.sort()).toEqual([`/v1/identity/${address}`, `/v1/profile/reverse/${address}`])
    expect(field().text).toBe('')
    const facts = { ensName: order.name, isSmartAccount: false }
    expect(events).toEqual([
      { name: 'REGISTER_NAME_INITIATED', ...facts },
      { name: 'REGISTER_NAME_SUCCESS', ...facts },
    ])
  })

  test('a time that is refused is taken from the services, and signed once more, but no third time', async () => {
    const again = await start({ answers: [refusal(400, 'timestamp'), Response.json({ success: true })] })
    const steps: string[] = []
    again.part.$step.listen((step) => void steps.push(step))
    await again.part.register(order)
    expect([again.wallet.signed.length, again.sent.length, steps]).toEqual([2, 2, ['register', 'signAgain', 'register']])

    const never = await start({ answers: [refusal(400, 'timestamp'), refusal(400, 'timestamp')] })
    await expect(never.part.register(order)).rejects.toMatchObject({ details: { field: 'timestamp' } })
    expect(never.wallet.signed.length).toBe(2)
  })

  test('a name that was taken meanwhile is said, and what else is free is asked for', async () => {
    const { part, type, labels, events, field } = await start({ answers: [refusal(400, 'name'), refusal(400, 'name')] })
    await type('ada1')
    await expect(part.register(order)).rejects.toMatchObject({ details: { field: 'name' } })
    await pass()
    expect(labels()).toEqual(['ada1', 'ada1'])
    expect(field().text).toBe('ada1')
    expect(events.at(-1)).toEqual({
      name: 'REGISTER_NAME_ERROR',
      ensName: order.name,
      isSmartAccount: false,
      error: 'HTTP_STATUS',
    })
  })

  test('a person who declines keeps what was typed, and can do it again', async () => {
    const { part, wallet, sent, type, field } = await start()
    await type('ada1')
    wallet.onSign = walletError('USER_REJECTED')
    await expect(part.register(order)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect([field().chosen, sent.length]).toEqual([order.name, 0])
    wallet.onSign = undefined
    expect(await part.register(order)).toBe(order.name)
  })

  test('an answer that is lost is looked up: the name may be registered', async () => {
    const { part, sent } = await start({ answers: [] })
    expect(await part.register(order)).toBe(order.name)
    expect(sent.length).toBe(1)
  })

  test('while one name is on its way another one is refused, and not taken for it', async () => {
    const { part, wallet, sent } = await start()
    wallet.onSign = 'hold'
    const first = part.register(order)
    await pass()
    await expect(part.register({ ...order, name: `ada2.${ZONE}` })).rejects.toMatchObject({ code: 'REQUEST_PENDING' })
    expect(part.$registered.get()).toBe(order.name)
    wallet.release()
    expect([await first, sent.length]).toEqual([order.name, 1])
  })

  test('another account than the one that was shown registers nothing', async () => {
    const { part, sent, wallet } = await start()
    await expect(part.register({ ...order, from: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })).rejects.toMatchObject({
      code: 'ACCOUNT_CHANGED',
    })
    wallet.onSign = 'hold'
    const pending = part.register(order)
    pending.catch(() => undefined)
    await pass()
    wallet.say({ type: 'accounts', accounts: ['eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] })
    wallet.release()
    await expect(pending).resolves.toBe(order.name) // the signature is of the account that was shown, whatever is selected by now
    expect(sent.length).toBe(1)
  })
})
