// What was answered with true survives the sudden death of the process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fillFolder } from '../support/embedded.js'
import { startRelayProcess } from '../support/spawn-relay.js'
import { connectClient, createIdentity, randomTopic } from '../support/relay-client.js'

test('mail, subscriptions and acknowledgements survive a kill', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wm-crash-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await fillFolder(join(folder, 'db'))
  const topic = randomTopic()
  const identity = createIdentity()

  const first = await startRelayProcess(join(folder, 'db'))
  const [dapp, phone] = [await connectClient(first.url), await connectClient(first.url, { identity })]
  await phone.ask('irn_subscribe', { topic })
  await dapp.publish(topic, 'read')
  phone.ack(await phone.nextPush())
  await phone.settled()
  expect(await dapp.publish(topic, 'unread')).toMatchObject({ result: true })
  await first.kill()
  expect((await dapp.closed).code).toBe(1006)

  const second = await startRelayProcess(join(folder, 'db'))
  const back = await connectClient(second.url, { identity })
  await back.ask('irn_subscribe', { topic })
  expect((await back.nextPush()).params.data.message).toBe('unread')
  expect(back.pushes).toHaveLength(1)
})
