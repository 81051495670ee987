// Two instances of the services on one Postgres: an order is paid once, a name has one owner, and both outlive the instances.
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getHistory } from '../../../../src/api/history.js'
import { registerName } from '../../../../src/api/name-writes.js'
import { getName } from '../../../../src/api/names.js'
import { createOnrampUrl } from '../../../../src/api/onramp.js'
import { testApi } from '../../../../test/api/server.js'
import { connectDb } from '../../../src/db/connect.js'
import { FAUCET_KEY } from '../../../devnet/manifest.js'
import { startSeededDevnet, type SeededDevnet } from '../../support/devnet.js'
import { describePostgres } from '../../support/engines.js'
import { startPostgres, type TestPostgres } from '../../support/postgres.js'
import { startServices, type TestServices } from '../../support/services.js'
import { CHAIN, signed } from '../names/support.js'

const ZONE = 'wallet.example'

describePostgres('two instances on one Postgres', () => {
  let postgres: TestPostgres
  let devnet: SeededDevnet
  let databaseUrl: string
  let instances: readonly TestServices[]
  const open: (() => Promise<void>)[] = []

  /** With connections of its own, as a process has them. */
  async function start(): Promise<TestServices> {
    const db = await connectDb({ databaseUrl })
    const services = await startServices({ db, evmUrl: devnet.url })
    let isOpen = true
    const stop = async () => {
      if (!isOpen) return
      isOpen = false
      await services.stop()
      await db.close()
    }
    open.push(stop)
    return { ...services, stop }
  }

  beforeAll(async () => {
    ;[postgres, devnet] = await Promise.all([startPostgres(), startSeededDevnet({ past: false })])
    databaseUrl = await postgres.createDatabase()
    instances = [await start(), await start()]
  })
  afterAll(async () => {
    for (const stop of open) await stop()
    await devnet.stop()
    await postgres.stop()
  })

  const [one, other] = [() => instances[0]!, () => instances[1]!]
  const account = (index: number) => privateKeyToAccount(devnet.accounts[index]!.privateKey)
  const balanceOf = (index: number) => devnet.reader.getBalance({ address: account(index).address })
  const faucet = privateKeyToAccount(FAUCET_KEY).address
  const paid = () => devnet.reader.getTransactionCount({ address: faucet })

  /** Path of the checkout page, which every instance serves. */
  async function buy(index: number, services = one()): Promise<string> {
    const { address } = account(index)
    const order = { destinationWallets: [{ address, assets: ['ETH'] }], partnerUserId: address, presetFiatAmount: 50 }
    const page = await createOnrampUrl(testApi(services.url), { chainId: CHAIN, order })
    return new URL(page?.url ?? '').pathname
  }

  async function confirm(path: string, services: TestServices): Promise<number> {
    const token = /name="token" value="([^"]+)"/.exec(await (await fetch(services.url + path)).text())?.[1] ?? ''
    return (await fetch(`${services.url}${path}/confirm`, { method: 'POST', body: new URLSearchParams({ token }) })).status
  }

  async function orderOf(path: string) {
    const [row] = (await one().db?.query<{ state: string; amount: string }>(
      'select state, amount from onramp_orders where id = $1',
      [path.split('/').at(-1) ?? ''],
    ))!
    return row!
  }

  const settle = () => Promise.all(instances.map(async ({ parts }) => parts?.jobs.run('on-ramp orders')))
  /** The order after a sweep. The node may answer before it has mined: what one sweep does not note, the next does. */
  const settled = (path: string) => settle().then(() => orderOf(path))

  test('one order, confirmed on both at once and swept by both, is paid once', async () => {
    const [before, count] = [await balanceOf(1), await paid()]
    const path = await buy(1)
    const clicks = Array.from({ length: 8 }, (_, index) => confirm(path, index % 2 === 0 ? one() : other()))
    await Promise.all([...clicks, settle()])
    await expect.poll(() => settled(path)).toMatchObject({ state: 'done' })
    expect((await balanceOf(1)) - before).toBe(BigInt((await orderOf(path)).amount))
    expect((await paid()) - count).toBe(1)
    const { address } = account(1)
    const { data } = await getHistory(testApi(other().url), { chainId: CHAIN, account: address, onramp: 'coinbase' })
    expect(data).toMatchObject([{ metadata: { operationType: 'buy', status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS' } }])
  })

  test('different orders, confirmed on both at once, are all paid', async () => {
    const buyers = [2, 3, 4, 5, 6, 7]
    const [before, count] = [await Promise.all(buyers.map(balanceOf)), await paid()]
    const paths = await Promise.all(buyers.map((index) => buy(index, index % 2 === 0 ? one() : other())))
    await Promise.all(paths.map((path, index) => confirm(path, index % 2 === 0 ? other() : one())))
    for (const path of paths) await expect.poll(() => settled(path)).toMatchObject({ state: 'done' })
    const orders = await Promise.all(paths.map(orderOf))
    const after = await Promise.all(buyers.map(balanceOf))
    expect(after.map((balance, index) => balance - before[index]!)).toEqual(orders.map(({ amount }) => BigInt(amount)))
    expect((await paid()) - count).toBe(buyers.length)
  })

  test('a payment that was made but not noted, as a crash in between leaves it, is noted and not made again', async () => {
    const path = await buy(8)
    await confirm(path, one())
    await expect.poll(() => settled(path)).toMatchObject({ state: 'done' })
    const [balance, count] = [await balanceOf(8), await paid()]
    await one().db?.query(`update onramp_orders set state = 'paying' where id = $1`, [path.split('/').at(-1) ?? ''])
    await Promise.all([settle(), confirm(path, one()), confirm(path, other())])
    await expect.poll(() => settled(path)).toMatchObject({ state: 'done' })
    expect([await balanceOf(8), await paid()]).toEqual([balance, count])
  })

  test('one name, registered on both at once by ten, has one owner, to both the same', async () => {
    const name = `rush.${ZONE}`
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, async (_, index) => {
        const api = testApi((index % 2 === 0 ? one() : other()).url)
        return registerName(api, await signed(account(index), { name, attributes: {} }, Date.now()))
      }),
    )
    const won = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(won).toHaveLength(1)
    for (const each of all) {
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ code: 'HTTP_STATUS', details: { status: 400, field: 'name' } })
    }
    for (const { url } of instances)
      expect(await getName(testApi(url), { chainId: CHAIN, name })).toMatchObject({ addresses: won[0]?.record?.addresses })
  })

  test('one signed text, sent to both at once, counts once', async () => {
    const text = await signed(account(9), { name: `twice.${ZONE}`, attributes: {} }, Date.now())
    const all = await Promise.allSettled(instances.map(({ url }) => registerName(testApi(url), text)))
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('names and orders are there after all instances have gone', async () => {
    const path = await buy(9)
    for (const stop of open.splice(0)) await stop()
    const third = await start()
    onTestFinished(() => third.stop())
    const api = testApi(third.url)
    const { address } = account(9)
    expect(await getName(api, { chainId: CHAIN, name: `twice.${ZONE}` })).toMatchObject({ addresses: { 60: { address } } })
    const count = await paid()
    await third.parts?.jobs.run('on-ramp orders')
    expect(await paid()).toBe(count)
    expect(await confirm(path, third)).toBe(200)
    expect((await paid()) - count).toBe(1)
  })
})
