// Events are bytes that strangers store: so many of an address in a day, so many of a project, and the oldest go.
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../../src/db/connect.js'
import { storageLimits } from '../../support/budget.js'
import { engine } from '../../support/engines.js'
import { startServices } from '../../support/services.js'
import { fieldOf } from '../sessions/support.js'
import { named, NOW, send } from './reports.js'

const KB = 1024
const DAY_MS = 24 * 3600 * 1000
const projects = { blog: { origins: [], analytics: true }, shop: { origins: [], analytics: true } }

let db: Db
let time: number
beforeEach(async () => {
  db ??= await engine.open()
  await db.query('delete from analytics_events')
  time = NOW
})
afterAll(() => db.close())

/** Services whose `report` sends events of some 1 to 8 kB from an address. */
async function withBounds(analytics: { readonly address?: number; readonly project?: number }) {
  const config = { storage: storageLimits({ analytics }), trustedProxies: 1, metrics: { onMain: true } }
  const services = await startServices({ db, projects, now: () => time, config })
  onTestFinished(() => services.stop())
  const report = (from: string, body: unknown, project = 'blog') =>
    send(services, body, { project, path: '/batch', headers: { 'x-forwarded-for': from } })
  return { services, report }
}
const large = (length = 2 * KB, name = 'MODAL_OPEN') => named(name, { text: '-'.repeat(length) })
const names = async () =>
  (await db.query<{ name: string }>('select name from analytics_events order by seq')).map(({ name }) => name)
const counted = async () => {
  const rows = await db.query<{ scope: string; amount: number }>(
    `select split_part(holder, ':', 1) as scope, sum(amount) as amount from storage_use where kind = 'analytics' and amount > 0 group by 1`,
  )
  return new Map(rows.map(({ scope, amount }) => [scope, amount]))
}

test('an address reports so many bytes in a day, under whatever id; a report is stored whole or not at all', async () => {
  const { services, report } = await withBounds({ address: 10 * KB })
  expect((await report('10.0.0.1', [large(), large()])).status).toBe(202)
  expect((await report('10.0.0.1', large(), 'shop')).status).toBe(202)
  const refused = await report('10.0.0.1', [large(1), large(), large()])
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect(await fieldOf(refused)).toEqual([429, 'storage'])
  expect(await names()).toHaveLength(3)
  expect((await report('10.0.0.1', large(1))).status).toBe(202)
  expect((await report('10.0.0.2', large())).status).toBe(202)
  const metrics = await (await fetch(`${services.url}/metrics`)).text()
  expect(metrics).toContain('wm_storage_refused_total{kind="analytics",scope="address"} 1')
  expect(metrics).toMatch(/wm_storage_largest\{kind="analytics",scope="address"\} [7-9]\d{3}/)

  time += DAY_MS + 1000
  await services.parts?.jobs.run('storage budget')
  expect([...(await counted()).keys()]).toEqual(['project'])
  expect((await report('10.0.0.1', [large(), large(), large()])).status).toBe(202)
  expect(await names()).toHaveLength(8)
})

test('an event that is there already takes no room, and one that is deleted gives its room back', async () => {
  const { services, report } = await withBounds({ address: 100 * KB })
  const said = large()
  for (let count = 0; count < 3; count += 1) await report('10.0.0.1', said)
  const used = (await counted()).get('address') ?? 0
  expect([used > 2 * KB, used < 3 * KB]).toEqual([true, true])
  time += 31 * DAY_MS
  await services.parts?.jobs.run('analytics retention')
  expect([await names(), (await counted()).size]).toEqual([[], 0])
})

test('a full project lets each address report a little, and the oldest beyond its bound go', async () => {
  const { services, report } = await withBounds({ address: 64 * KB, project: 20 * KB })
  for (let count = 0; count < 8; count += 1) await report('10.0.0.1', large(2 * KB, `FLOOD_${count}`))
  expect(await fieldOf(await report('10.0.0.1', large(2 * KB, 'LAST')))).toEqual([429, 'storage'])
  for (let visitor = 0; visitor < 4; visitor += 1)
    expect((await report(`10.0.1.${visitor}`, large(2 * KB, 'HONEST'))).status).toBe(202)
  expect((await report('10.0.0.1', large(2 * KB, 'ELSEWHERE'), 'shop')).status).toBe(202)
  await services.parts?.jobs.run('analytics retention')
  const kept = await names()
  expect(kept.filter((name) => !name.startsWith('FLOOD'))).toEqual(['HONEST', 'HONEST', 'HONEST', 'HONEST', 'ELSEWHERE'])
  const floods = kept.filter((name) => name.startsWith('FLOOD'))
  expect([floods.length, floods.at(-1)]).toEqual([4, 'FLOOD_7'])
})
