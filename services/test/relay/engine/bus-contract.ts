// What a relay expects of a `Bus`, whichever engine it is of.
import { expect, onTestFinished, test } from 'vitest'
import type { Bus } from '../../../src/relay/bus.js'
import type { Update } from '../../../src/relay/mailbox.js'
import { randomTopic } from '../../support/relay-client.js'

/** Tests of two buses of one engine, as two instances have them: `open` gives a new one. */
export function describeBus(open: () => Bus): void {
  async function listen(bus: Bus) {
    const heard: Update[] = []
    const stop = await bus.subscribe(
      (updates) => heard.push(...updates),
      () => undefined,
    )
    onTestFinished(stop)
    return { heard, stop }
  }

  const updatesFrom = (first: number, count: number): readonly Update[] =>
    Array.from({ length: count }, (_, at) => ({ topic: randomTopic(), seq: first + at }))

  test('tells the other instances what was published, in order, however much at once; its own instance nothing', async () => {
    const [here, there] = [open(), open()]
    const [own, other] = [await listen(here), await listen(there)]
    const many = updatesFrom(1, 1_000)
    here.publish(many.slice(0, 1))
    here.publish(many.slice(1, 998))
    await here.idle()
    here.publish(many.slice(998))
    await here.idle()
    await expect.poll(() => other.heard.length).toBe(many.length)
    expect(other.heard).toEqual(many)
    expect(own.heard).toEqual([])
  })

  test('has room for the largest number', async () => {
    const [here, there] = [open(), open()]
    const { heard } = await listen(there)
    const large = updatesFrom(Number.MAX_SAFE_INTEGER - 200, 200)
    here.publish(large)
    await expect.poll(() => heard).toEqual(large)
  })

  test('tells nobody who has stopped listening', async () => {
    const [here, there, still] = [open(), open(), open()]
    const [stopped, listening] = [await listen(there), await listen(still)]
    await stopped.stop()
    here.publish(updatesFrom(1, 1))
    await expect.poll(() => listening.heard.length).toBe(1)
    expect(stopped.heard).toEqual([])
  })
}
