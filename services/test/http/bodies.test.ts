// Bodies that are longer than they may be, or that end before they should.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startServices } from '../support/services.js'

async function start() {
  const lines: string[] = []
  // With a devnet there is a sandbox, whose checkout takes forms; nobody asks this one anything.
  const services = await startServices({
    evmUrl: 'http://127.0.0.1:9',
    config: { metrics: { onMain: true } },
    onLog: (line) => lines.push(line),
  })
  onTestFinished(() => services.stop())
  return { ...services, lines }
}

test('a form of the checkout that does not say its length is read no further than it may be', async () => {
  const { url, db } = await start()
  const id = `o_${'0'.repeat(40)}`
  await db!.query(
    `insert into onramp_orders (id, token, provider, account, address, chain_id, asset, symbol, decimals, amount, fiat_amount,
       fiat_currency, state, created_at, updated_at)
     values ($1, 'token', 'sandbox', '0x', '0x', 'eip155:31337', 'native', 'ETH', 18, '1', '1.00', 'USD', 'pending', 0, 0)`,
    [id],
  )
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      if (sent > 64 * 1_048_576) controller.close()
      else controller.enqueue(new Uint8Array(65_536).fill(120))
    },
  })
  const request = { method: 'POST', body, duplex: 'half' } as RequestInit // the types do not know `duplex` yet
  const response = await fetch(`${url}/onramp/checkout/${id}/confirm`, request)
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ status: 'FAILED', reasons: [{ field: 'body' }] })
  expect(sent).toBeLessThan(16 * 1_048_576)
})

test('a caller who leaves before its body is there is told of in the log, and is no error of ours', async () => {
  const { url, lines } = await start()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    'POST /v1/fungible/price?projectId=x HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"half":',
  )
  await expect.poll(async () => (await fetch(`${url}/health`)).status).toBe(200) // by then its head was read
  socket.destroy()
  await expect.poll(() => lines.join('\n')).toContain('"event":"request left"')
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).not.toContain('status="500"')
})
