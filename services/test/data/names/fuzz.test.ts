// Thousands of bodies and paths that nobody should send: each is refused as JSON with a 4xx, and nothing is written.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useSeededDevnet } from '../../support/devnet.js'
import { onEachEngine } from '../../support/engines.js'
import { startWorld, type World } from './support.js'

const CASES = 4000
const PARALLEL = 16
const devnet = useSeededDevnet({ past: false })

onEachEngine((engine) => {
  let world: World
  beforeAll(async () => void (world = await startWorld({ engine, devnet: devnet() })))
  afterAll(() => world.stop())

  /** Mulberry32: the same cases on every run. */
  function randomOf(seed: number) {
    return () => {
      seed = (seed + 0x6d2b79f5) | 0
      let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
    }
  }

  test(`${CASES} bad requests`, async () => {
    const random = randomOf(7)
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
    const address = world.account(1).address
    const odd = () =>
      pick<unknown>([
        null,
        '',
        '0x',
        -1,
        1e309,
        1.5,
        true,
        [],
        {},
        '\u0000',
        'a'.repeat(5000),
        '../..',
        '%',
        '🦊',
        [[[]]],
        { a: { b: 1 } },
        2 ** 53,
        "';--",
        '0xzz',
        address,
      ])
    const message = () =>
      pick<unknown>([
        odd(),
        JSON.stringify(odd()),
        JSON.stringify({ name: odd(), attributes: odd(), timestamp: odd() }),
        JSON.stringify({ name: 'fuzzed.wallet.example', attributes: {}, timestamp: Math.floor(world.clock.now / 1000) }),
        JSON.stringify({ attributes: { bio: odd() }, timestamp: Math.floor(world.clock.now / 1000) }),
      ])
    const nameBody = () => ({
      coin_type: pick<unknown>([60, 501, 2_147_483_649, odd()]),
      address: pick<unknown>([address, odd()]),
      message: message(),
      signature: pick<unknown>([`0x${'11'.repeat(65)}`, `0x${'00'.repeat(64)}`, '0x', odd()]),
    })
    const currency = () =>
      pick<unknown>([odd(), { id: odd(), payment_method_limits: odd() }, { id: 'e', name: 'e', symbol: odd(), networks: [] }])
    const bodies: Readonly<Record<string, () => unknown>> = {
      '/v1/profile/account': nameBody,
      '/v1/profile/account/ada.wallet.example/attributes': nameBody,
      '/v1/profile/account/ada.wallet.example/address': nameBody,
      '/v1/onramp/quote': () => ({ purchaseCurrency: currency(), paymentCurrency: currency(), amount: odd(), network: odd() }),
      '/v1/generators/onrampurl': () => ({
        destinationWallets: pick<unknown>([
          odd(),
          [odd()],
          [{ address: pick<unknown>(['x', 7, '', '\u0000', [], `${address}00`]) }],
        ]),
        partnerUserId: odd(),
      }),
      '/ccip': () => ({
        sender: pick<unknown>([address, odd()]),
        data: pick<unknown>(['0x9061b923', `0x9061b923${'00'.repeat(64)}`, `0x9061b923${'ff'.repeat(96)}`, odd()]),
      }),
    }
    const paths = [
      '/v1/profile/account/',
      '/v1/profile/reverse/',
      '/v1/profile/suggestions/',
      '/v1/identity/',
      `/ccip/${address}/`,
      '/v1/onramp/buy/options?country=',
      '/v1/onramp/buy/quotes?paymentAmount=',
    ]
    const queue = Array.from({ length: CASES }, (_, index) => {
      if (index % 4 === 0)
        return { path: `${pick(paths)}${encodeURIComponent(JSON.stringify(odd() ?? null).slice(0, 500))}`, init: {} }
      const path = pick(Object.keys(bodies))
      const text = JSON.stringify(bodies[path]?.())
      const cut = random() < 0.15 ? text.slice(0, Math.floor(random() * text.length)) : text
      return { path, init: { method: 'POST', body: cut } }
    })
    const strange: unknown[] = []
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          const response = await fetch(`${world.services.url}${next.path}`, next.init)
          const text = await response.text()
          const isRefusal = response.status >= 400 && response.status < 500 && text.startsWith('{"status":"FAILED"')
          if (!isRefusal && !next.path.endsWith(address))
            strange.push({ ...next, status: response.status, text: text.slice(0, 200) })
        }
      }),
    )
    expect(strange.slice(0, 5)).toEqual([])
    for (const table of ['names', 'name_messages', 'onramp_quotes', 'onramp_orders'])
      expect(await world.services.db?.query(`select 1 from ${table}`)).toEqual([])
  }, 120_000)
})
