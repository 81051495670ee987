// One chain that never answers takes nothing from the others: neither their balances nor their prices.
import { expect, test, vi } from 'vitest'
import { CHAINS_MS } from '../../../src/data/balances/feature.js'
import * as timeouts from '../../../src/timeout.js'
import { startData } from '../support/world.js'

const [good, silent] = ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1']
const account = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

vi.mock(import('../../../src/timeout.js'), { spy: true })

test('a node that hangs is left out when the time is over, and the answer says so', async () => {
  // The time is over when the test says so.
  const time = new AbortController()
  const { signalAfter } = await vi.importActual<typeof timeouts>('../../../src/timeout.js')
  vi.mocked(timeouts.signalAfter).mockImplementation((ms, signal) => (ms === CHAINS_MS ? time.signal : signalAfter(ms, signal)))
  let reached = () => {}
  const hangs = new Promise<void>((resolve) => (reached = resolve))
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input)
    if (host === 'silent.example') {
      reached()
      return new Promise(() => undefined)
    }
    const { method } = JSON.parse(init?.body as string) as { method: string }
    return Promise.resolve(Response.json({ id: 1, result: { value: method === 'getBalance' ? 2_000_000_000 : [] } }))
  }
  const solana = { [good]: { url: 'https://good.example', prices: { native: 150 } }, [silent]: { url: 'https://silent.example' } }
  const data = await startData({ dataFile: { solana }, fetch, now: () => 0 })
  const ask = (more: string) => data.get(`/v1/account/${account}/balance?currency=usd${more}`)
  // Remembered from here on, so that the second answer has it as soon as it is asked for.
  expect((await ask(`&chainId=${good}`)).status).toBe(200)
  const both = ask('')
  await hangs
  time.abort()
  const { status, body, headers } = await both
  expect([status, headers.get('x-incomplete')]).toEqual([200, '1'])
  expect(body.balances).toMatchObject([{ symbol: 'SOL', chainId: good, price: 150, value: 300, quantity: { numeric: '2' } }])
  await data.stop()
})
