// What an answer holds that its caller does not read.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { serveOnAccount } from '../../src/http/request-memory.js'
import { createMemoryBudget } from '../../src/limits/memory-budget.js'

/** More than a kernel takes for a connection that is not read. */
const ANSWER_BYTES = 32 * 1024 * 1024

async function ask(addressLimit: number) {
  const budget = createMemoryBudget({ address: addressLimit, instance: 1e9 })
  const server = createServer((incoming, outgoing) => {
    void serveOnAccount(budget, '10.0.0.1', incoming, outgoing, async () => void outgoing.end(Buffer.alloc(ANSWER_BYTES)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  caller.on('error', () => undefined)
  onTestFinished(() => {
    caller.destroy()
    server.close()
  })
  caller.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return { budget, caller }
}

test('it is counted until the connection ends', async () => {
  const { budget, caller } = await ask(1e9)
  await expect.poll(() => budget.stats().bytes.request).toBeGreaterThan(ANSWER_BYTES / 2)
  caller.destroy()
  await expect.poll(() => budget.stats().bytes.request).toBe(0)
})

test('the connection is closed where that is too much for its address', async () => {
  const { budget, caller } = await ask(1024 * 1024)
  await expect.poll(() => budget.stats().closed.request).toBe(1)
  caller.resume()
  await once(caller, 'close')
  expect(budget.stats().bytes.request).toBe(0)
})
