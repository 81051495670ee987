// The remembered identities: as many as a sweep leaves, those that expire last.
import { expect, onTestFinished, test } from 'vitest'
import { createIdentityCache } from '../../../src/data/identity/cache.js'
import { engine } from '../../support/engines.js'

test('whoever asks for addresses without end fills no table: a sweep leaves what expires last', async () => {
  const db = await engine.open()
  onTestFinished(() => db.close())
  let now = 1_000_000
  const cache = createIdentityCache(db, () => (now += 1), 2)
  const put = (address: string, name: string | null) => cache.put(address, { name, avatar: null, provider: 'ens' })
  await put('0x01', 'early.example')
  for (let count = 2; count < 6; count += 1) await put(`0x0${count}`, null)
  await put('0x06', 'late.example')
  await cache.sweep()
  const rows = await db.query<{ address: string }>('select address from identities order by address')
  expect(rows.map(({ address }) => address)).toEqual(['0x01', '0x06'])
})
