// The recovery service over HTTP, as a process of its own is asked.
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { newBoxKeys, openWith, recoveryAad, sealFor } from '../../frame/keys/recovery-box.js'
import { migrate } from '../../src/db/migrations.js'
import { listen } from '../../src/http/server.js'
import { createLog } from '../../src/operations/log.js'
import { createKeeper, HOLD_MS, YOUNG_MS } from '../../src/recovery/keeper.js'
import { connectRecovery, createRecoveryApp } from '../../src/recovery/remote.js'
import { recoverySteps } from '../../src/recovery/tables.js'
import { engine } from '../support/engines.js'

const key = 'fedcba9876543210'.repeat(4)
const token = 'abcdefghijklmnopqrstuvwxyz'
const id = () => randomBytes(16).toString('base64url')

async function serve(now?: () => number) {
  const db = await engine.open()
  await migrate(db, recoverySteps)
  const lines: string[] = []
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) })
  const running = await listen(createRecoveryApp({ service: createKeeper({ db, key, now }), token, log }), {
    host: '127.0.0.1',
    port: 0,
  })
  onTestFinished(async () => {
    await running.stop(100)
    await db.close()
  })
  return { db, lines, url: running.url, service: connectRecovery({ url: running.url, token }) }
}
const name = () => ({ user: id(), wallet: id(), slot: id() })
const boxFor = async (publicKey: string, half: Uint8Array<ArrayBuffer>, { user, wallet, slot }: ReturnType<typeof name>) =>
  sealFor(publicKey, half, recoveryAad(user, wallet, slot))

test('a half that was sealed for the service comes back sealed for who may have it, once', async () => {
  const { service, db } = await serve()
  const [half, of, keys] = [new Uint8Array(randomBytes(32)), name(), await newBoxKeys()]
  await service.store({ ...of, box: await boxFor(await service.publicKey(), half, of) })
  expect(JSON.stringify(await db.query('select * from recovery_halves, recovery_keys'))).not.toContain(
    Buffer.from(half).toString('base64url'),
  )
  const recovery = id()
  await service.begin({ ...of, id: recovery, atLeastUntil: 0 })
  const { slot, box } = await service.release({ id: recovery, publicKey: keys.publicKey })
  expect(slot).toBe(of.slot)
  expect(await openWith(keys, box, recoveryAad(of.user, of.wallet, of.slot))).toEqual(half)
  await expect(service.release({ id: recovery, publicKey: keys.publicKey })).rejects.toMatchObject({ status: 410 })
  await expect(service.begin({ ...of, id: recovery, atLeastUntil: 0 })).rejects.toMatchObject({ status: 409 })
  await expect(service.store({ ...of, box: await boxFor(await service.publicKey(), half, of) })).rejects.toMatchObject({
    status: 409,
  })
})

test('it holds older halves for a day by its own clock, whatever it is told, and longer where it is told so', async () => {
  let time = Date.now()
  const { service } = await serve(() => time)
  const [of, keys] = [name(), await newBoxKeys()]
  await service.store({ ...of, box: await boxFor(await service.publicKey(), new Uint8Array(randomBytes(32)), of) })
  time += YOUNG_MS + 1
  const recovery = id()
  expect(await service.begin({ ...of, id: recovery, atLeastUntil: 0 })).toEqual({ heldUntil: time + HOLD_MS })
  expect(await service.begin({ ...of, id: id(), atLeastUntil: time + 2 * HOLD_MS })).toEqual({ heldUntil: time + 2 * HOLD_MS })
  time += HOLD_MS - 1
  await expect(service.release({ id: recovery, publicKey: keys.publicKey })).rejects.toMatchObject({
    status: 403,
    headers: { 'retry-after': '1' },
  })
  const cancelled = id()
  await service.begin({ ...of, id: cancelled, atLeastUntil: 0 })
  await service.cancel({ id: cancelled })
  time += 2 * HOLD_MS
  await expect(service.release({ id: cancelled, publicKey: keys.publicKey })).rejects.toMatchObject({ status: 410 })
  await service.release({ id: recovery, publicKey: keys.publicKey })
  await service.forget({ slot: of.slot })
  await expect(service.begin({ ...of, id: id(), atLeastUntil: 0 })).rejects.toMatchObject({ status: 404 })
})

test('a box for another slot, a box of another size, and a recovery of another wallet are refused', async () => {
  const { service } = await serve()
  const [of, other] = [name(), name()]
  const publicKey = await service.publicKey()
  const half = new Uint8Array(randomBytes(32))
  await expect(service.store({ ...of, box: await boxFor(publicKey, half, other) })).rejects.toMatchObject({ status: 400 })
  await expect(service.store({ ...of, box: await boxFor(publicKey, new Uint8Array(16), of) })).rejects.toMatchObject({
    status: 400,
  })
  await service.store({ ...of, box: await boxFor(publicKey, half, of) })
  for (const wrong of [{ ...of, user: other.user }, { ...of, wallet: other.wallet }, other])
    await expect(service.begin({ ...wrong, id: id(), atLeastUntil: 0 })).rejects.toMatchObject({ status: 404 })
})

test('nobody asks it without the token, and what is wrong with it is not told to visitors', async () => {
  const { url, lines } = await serve()
  const stranger = connectRecovery({ url, token: `${token}x` })
  await expect(stranger.publicKey()).rejects.toMatchObject({ status: 503, reasons: [{ field: 'recovery' }] })
  expect((await fetch(`${url}/recovery/publicKey`, { method: 'POST', body: '{}' })).status).toBe(401)
  expect(
    (await fetch(`${url}/recovery/anything`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(404)
  await expect(connectRecovery({ url: 'http://127.0.0.1:1', token }).publicKey()).rejects.toMatchObject({ status: 503 })
  const html = (() => Promise.resolve(new Response('<html>', { status: 200 }))) as typeof fetch
  await expect(connectRecovery({ url, token }, { fetch: html }).publicKey()).rejects.toMatchObject({ status: 503 })
  expect(lines.join('\n')).not.toContain(token)
})
