// A session that both sides end at once: what the library does twice leaves no rejection that nobody holds.
import { expect, test } from 'vitest'
import { holdDroppedPromises } from '../../../src/connectors/relay/client.js'
import { nextSession, useRelay } from '../../support/relay-page.js'

const { createPage, createWallet } = useRelay()

/** What deletes a session of an engine, which its types do not have. */
function deleting(engine: object): (given: { readonly topic: string }) => Promise<unknown> {
  const remove: unknown = Reflect.get(engine, 'deleteSession')
  if (typeof remove !== 'function') throw new Error('this engine deletes no sessions')
  return async (given) => Reflect.apply(remove, engine, [given]) as unknown
}

test('a session that is gone is deleted without an error; one that is there keeps its error', async () => {
  const wallet = await createWallet()
  const page = createPage()
  const session = await page.relay.pair({ ...page.options, onUri: (uri) => void wallet.pair(uri) })
  await nextSession(wallet).toBe(1)
  const remove = deleting(wallet.client.engine)
  await remove({ topic: session.topic })
  await remove({ topic: session.topic })
  expect(wallet.sessions()).toEqual([])

  const failure = new Error('storage')
  const broken = { client: { session: { keys: ['there'] } }, deleteSession: () => Promise.reject(failure) }
  holdDroppedPromises(broken)
  await expect(deleting(broken)({ topic: 'there' })).rejects.toBe(failure)
})
