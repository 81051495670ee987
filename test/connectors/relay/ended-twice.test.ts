// A session that both sides end at once: what the library does twice leaves no rejection that nobody holds.
import { expect, test } from 'vitest'
import { holdDroppedPromises } from '../../../src/connectors/relay/client.js'
import { nextSession, useRelay } from '../../support/relay-page.js'

const { createPage, createWallet } = useRelay()

test('a session that is gone is deleted without an error; one that is there keeps its error', async () => {
  const wallet = await createWallet()
  const page = createPage()
  const session = await page.relay.pair({ ...page.options, onUri: (uri) => void wallet.pair(uri) })
  await nextSession(wallet).toBe(1)
  const { engine } = wallet.client
  await (engine as unknown as { deleteSession(given: object): Promise<void> }).deleteSession({ topic: session.topic })
  await (engine as unknown as { deleteSession(given: object): Promise<void> }).deleteSession({ topic: session.topic })
  expect(wallet.sessions()).toEqual([])

  const failure = new Error('storage')
  const broken = { client: { session: { keys: ['there'] } }, deleteSession: () => Promise.reject(failure) }
  holdDroppedPromises(broken)
  await expect((broken.deleteSession as (given: object) => Promise<void>)({ topic: 'there' })).rejects.toBe(failure)
})
