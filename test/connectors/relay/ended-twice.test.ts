// A session that both sides end at once, and a refusal that the relay does not take: what the library does leaves no rejection that nobody holds.
import { expect, onTestFinished, test, vi } from 'vitest'
import { holdDroppedPromises } from '../../../src/connectors/relay/client.js'
import { nextSession, sign, useRelay } from '../../support/relay-page.js'

const { createPage, createWallet, paired } = useRelay()

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
  const broken = { client: { core: { relayer: {} }, session: { keys: ['there'] } }, deleteSession: () => Promise.reject(failure) }
  holdDroppedPromises(broken)
  await expect(deleting(broken)({ topic: 'there' })).rejects.toBe(failure)
})

test('a refusal that the relay does not take is no uncaught error', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const { wallet, connector } = await paired()
  // From the first answer on the client wants to hear of every answer that fails.
  await sign(connector, wallet.address)
  wallet.policy.requests = 'ignore'
  const asked = sign(connector, wallet.address)
  asked.catch(() => undefined) // the page's life ends with the test
  await expect.poll(() => wallet.requests.length).toBe(2)
  const { relayer } = wallet.client.core
  Object.assign(relayer.publisher, { publishTimeout: 50 })
  Reflect.set(relayer, 'request', () => new Promise(() => undefined))
  const publish = vi.spyOn(relayer.publisher, 'publish')
  const [, request] = wallet.requests
  const { topic = '', id = 0 } = request ?? {}
  await wallet.client.respond({ topic, response: { id, jsonrpc: '2.0', error: { code: 5000, message: 'User rejected.' } } })
  await expect(publish.mock.results[0]?.value).rejects.toThrow('Failed to publish payload')
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).not.toHaveBeenCalled()
})
