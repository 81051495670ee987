// Two service processes on one Postgres, under load, and one of them is killed: what was accepted is delivered and paid by the other.
import { createPublicClient, createTestClient, http, type Address } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { createOnrampUrl } from '../../../src/api/onramp.js'
import { testApi } from '../../../test/api/server.js'
import { connectDb, type Db } from '../../src/db/connect.js'
import { DEVNET } from '../../src/settings/config.js'
import { startDevnet } from '../../devnet/evm.js'
import { describePostgres } from '../support/engines.js'
import { MIGRATED, startPostgres } from '../support/postgres.js'
import { connectClient, createIdentity, randomTopic, type Identity } from '../support/relay-client.js'
import { programOf } from '../support/programs.js'
import { runServices } from '../support/service-process.js'

const poll = { interval: 100 }

/** Nothing here may fail because the machine is slow, or because the load comes from one address. */
const roomy = { WM_RATE_TOKENS: '1000000', WM_RATE_REFILL_PER_S: '1000000', WM_LOG: 'debug' }

/** Publishes one message after the other until the relay is gone or it is told to stop. A message counts once it was answered with true. */
function startPublisher(url: string, topic: string, name: string) {
  const accepted: string[] = []
  let isStopped = false
  const run = async () => {
    const client = await connectClient(url)
    for (let count = 0; !isStopped; count += 1) {
      const message = `${name} ${count}`
      const reply = await Promise.race([client.publish(topic, message), client.closed])
      if (!('id' in reply)) return // closed
      if (reply.result !== true) throw new Error(`refused: ${JSON.stringify(reply)}`)
      accepted.push(message)
    }
    await client.close()
  }
  const finished = run()
  return {
    accepted,
    finished,
    stop() {
      isStopped = true
      return finished
    },
  }
}

/** Subscribes, notes and acknowledges what comes, until the socket closes. */
async function listenAt(url: string, topic: string, identity: Identity, received: Set<string>) {
  const client = await connectClient(url, { identity })
  await client.ask('irn_subscribe', { topic })
  const reading = async () => {
    for (;;) {
      const push = await client.nextPush()
      received.add(push.params.data.message)
      client.ack(push)
    }
  }
  void reading() // ends with the test
  return client
}

/** A buyer: one order after the other through `url`, the first half of them confirmed at once. */
function startBuyer(url: () => string) {
  /** Orders whose creation was answered with 200, and to whom they go. */
  const accepted = new Map<string, Address>()
  /** Those whose confirmation was answered, too. */
  const confirmed = new Set<string>()
  let isStopped = false
  const run = async () => {
    for (let count = 0; !isStopped; count += 1) {
      const base = url()
      const address = privateKeyToAddress(generatePrivateKey())
      const wallet = { address, blockchains: ['ethereum'], assets: ['ETH'] }
      const order = { destinationWallets: [wallet], partnerUserId: 'kill', presetFiatAmount: 20 + (count % 50) }
      try {
        const page = await createOnrampUrl(testApi(base), { chainId: DEVNET, order })
        const id = page?.url.split('/').at(-1)
        if (!id) throw new Error('no order')
        accepted.set(id, address)
        if (count % 2 === 0) await confirm(base, id).then(() => confirmed.add(id))
      } catch (error) {
        if (base === url()) throw error // on the one that was killed, this is what one has to expect
      }
    }
  }
  const finished = run()
  return {
    accepted,
    confirmed,
    finished,
    stop() {
      isStopped = true
      return finished
    },
  }
}

/** As the checkout page does it. */
async function confirm(base: string, id: string): Promise<void> {
  const page = await (await fetch(`${base}/onramp/checkout/${id}`)).text()
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1]
  if (token === undefined) return // not to be confirmed any more
  const body = new URLSearchParams({ token })
  const response = await fetch(`${base}/onramp/checkout/${id}/confirm`, { method: 'POST', body, redirect: 'manual' })
  if (response.status !== 303) throw new Error(`confirm: ${response.status}`)
}

async function statesOf(db: Db): Promise<Map<string, { state: string; amount: string }>> {
  const rows = await db.query<{ id: string; state: string; amount: string }>('select id, state, amount from onramp_orders')
  return new Map(rows.map(({ id, ...rest }) => [id, rest]))
}

describePostgres('kill -9 under load', () => {
  test('loses no accepted message and no accepted order, and pays none twice', async () => {
    const postgres = await startPostgres()
    const databaseUrl = await postgres.createDatabase(MIGRATED)
    const devnet = await startDevnet()
    const chain = createTestClient({ mode: 'anvil', transport: http(devnet.url) })
    const reader = createPublicClient({ transport: http(devnet.url) })
    const db = await connectDb({ databaseUrl })
    onTestFinished(async () => {
      await db.close()
      await devnet.stop()
      await postgres.dropDatabase(databaseUrl)
    })
    const program = await programOf('beside-devnets')
    const start = () => runServices({ ...roomy, DATABASE_URL: databaseUrl, WM_EVM_URL: devnet.url }, [], program)
    const [doomed, other] = [start(), start()]
    const [first, second] = await Promise.all([doomed.ready, other.ready])

    // One wallet stays on the second instance, one is on the first and will have to move.
    const [settled, mover] = [randomTopic(), randomTopic()]
    const [stays, moves] = [new Set<string>(), new Set<string>()]
    const identity = createIdentity()
    const phone = await listenAt(second.relay, settled, createIdentity(), stays)
    const moving = await listenAt(first.relay, mover, identity, moves)

    const publish = (relay: string, topic: string, name: string) => startPublisher(relay, topic, name)
    const cutOff = [1, 2, 3, 4].map((count) => publish(first.relay, count % 2 ? settled : mover, `first ${count}`))
    const goesOn = [1, 2].map((count) => publish(second.relay, count % 2 ? settled : mover, `second ${count}`))
    let shop = first.url
    const buyers = [startBuyer(() => shop), startBuyer(() => shop)]
    const running = Promise.all([...cutOff, ...goesOn, ...buyers].map(({ finished }) => finished))
    const confirmed = () => buyers.reduce((sum, buyer) => sum + buyer.confirmed.size, 0)
    const until = (done: () => boolean) => Promise.race([expect.poll(done, poll).toBe(true), running])

    await until(() => cutOff.every(({ accepted }) => accepted.length >= 40) && confirmed() >= 6)
    // From here on the chain takes payments without working on them: they are accepted, but not done, when the process dies.
    await chain.setAutomine(false)
    const before = confirmed()
    await until(() => confirmed() >= before + 4)
    shop = second.url
    expect(await doomed.signal('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    await chain.setAutomine(true)
    await chain.mine({ blocks: 1 })

    await moving.closed
    await listenAt(second.relay, mover, identity, moves)
    const sofar = goesOn.map(({ accepted }) => accepted.length)
    await until(() => goesOn.every(({ accepted }, index) => accepted.length >= (sofar[index] ?? 0) + 20))
    for (const part of [...goesOn, ...buyers]) await part.stop()
    await running

    const sent = (index: number) => [...cutOff, ...goesOn].filter((_, at) => at % 2 === index).flatMap(({ accepted }) => accepted)
    const lost = () => [...sent(0).filter((text) => !stays.has(text)), ...sent(1).filter((text) => !moves.has(text))]
    await expect.poll(lost, poll).toEqual([])
    expect(phone.socket.readyState).toBe(phone.socket.OPEN)

    // As whoever runs them would: the dead one is replaced. What was begun is finished by the one or the other.
    const replacement = start()
    await replacement.ready
    const accepted = new Map(buyers.flatMap((buyer) => [...buyer.accepted]))
    for (const id of accepted.keys()) await confirm(second.url, id)
    const open = async () => {
      const states = await statesOf(db)
      return [...accepted.keys()].filter((id) => states.get(id)?.state !== 'done')
    }
    await expect.poll(open, poll).toEqual([])
    const states = await statesOf(db)
    for (const [id, address] of accepted) {
      expect(await reader.getBalance({ address })).toBe(BigInt(states.get(id)?.amount ?? -1))
    }
    // An order that was written, but whose buyer got no answer, costs nobody anything.
    for (const [id, { state }] of states) if (!accepted.has(id)) expect(state).toBe('pending')

    expect(await other.signal('SIGTERM')).toEqual({ code: 0, signal: null })
    for (const { lines } of [other, replacement]) {
      expect(lines.filter((line) => /"level":"error"|"status":5/.test(line))).toEqual([])
      expect(lines.join('\n')).not.toContain(new URL(databaseUrl).pathname)
    }
  })
})
