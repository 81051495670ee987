// A recovery after a social login: as fresh a proof as the link of a mail, with the same notices and the same hold.
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { recoveryAad, sealFor } from '../../../frame/keys/recovery-box.js'
import { migrate } from '../../../src/db/migrations.js'
import type { WireAnswer } from '../../../src/embedded/wire.js'
import { createKeeper } from '../../../src/recovery/keeper.js'
import { recoverySteps } from '../../../src/recovery/tables.js'
import { engine } from '../../support/engines.js'
import { newDevice, type Device } from '../support/frame.js'
import { doneOf, logIn, socialWorld } from './support.js'

const DAY = 86_400_000
const b64 = (length: number) => randomBytes(length).toString('base64url')
const sealed = () => ({ iv: b64(12), data: b64(48) })

async function makeWallet(device: Device, { userId }: WireAnswer<'/api/user'>): Promise<void> {
  const { slots } = await device.ask('/api/slots/reserve', { kinds: ['device', 'assisted'] })
  const { walletId } = await device.ask('/api/wallet/create', {
    walletId: b64(16),
    vault: sealed(),
    addresses: {
      eip155: '0x52908400098527886E0F7030069857D2E4169EE7',
      solana: 'So11111111111111111111111111111111111111112',
      bip122: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    },
    slots: slots.map(({ slotId, kind }) => ({
      slotId,
      kind,
      publicKey: b64(65),
      wrappedPrivateKey: sealed(),
      sealedDek: { ephemeralKey: b64(65), ...sealed() },
      label: kind,
    })),
  })
  const slotId = slots.find(({ kind }) => kind === 'assisted')?.slotId ?? ''
  const { publicKey } = await device.ask('/api/recovery/key', {})
  const box = await sealFor(publicKey, new Uint8Array(32), recoveryAad(userId, walletId, slotId))
  await device.ask('/api/recovery/store', { slotId, box })
}

// attack 42
test('a stranger with somebody’s session of a provider waits a day, and the owner is told', async () => {
  const clock = { ms: Date.now() }
  const now = () => clock.ms
  const halves = await engine.open()
  await migrate(halves, recoverySteps)
  onTestFinished(() => halves.close())
  const recovery = createKeeper({ db: halves, key: 'fedcba9876543210'.repeat(4), now })
  const world = await socialWorld(engine, { now, recovery })

  const device = await newDevice(world.frame, { now })
  const { session, user } = doneOf((await logIn(world, 'github', 'ada', { device })).outcome)
  device.token = session.token
  await makeWallet(device, user)

  // A half of eight days, without the provider's clock having to move.
  await halves.query('update recovery_halves set stored_at = stored_at - $1', [8 * DAY])
  const stranger = await newDevice(world.frame, { now })
  const stolen = doneOf((await logIn(world, 'github', 'ada', { device: stranger })).outcome)
  expect(stolen.user.userId).toBe(user.userId)
  expect(stolen.session.isNewDevice).toBe(true)
  stranger.token = stolen.session.token
  const started = await stranger.ask('/api/recovery/start', {})
  expect(started).toMatchObject({ state: 'held', heldUntil: clock.ms + DAY })
  const subjects = (await world.frame.mails('ada@example.org')).map(({ subject }) => subject)
  expect(subjects).toHaveLength(2)
  expect(subjects).toContain('New device logged in to your wallet')
  expect((await stranger.call('/api/recovery/release', { recoveryId: started.recoveryId, publicKey: b64(65) })).field).toBe(
    'held',
  )
})

// attack 37
test('a refresh token that is used twice is told to who logs in at a provider, too', async () => {
  const world = await socialWorld(engine)
  const device = await newDevice(world.frame)
  const { session } = doneOf((await logIn(world, 'github', 'ada', { device })).outcome)
  const next = await device.ask('/api/session/refresh', { refreshToken: session.refreshToken })
  await device.ask('/api/session/refresh', { refreshToken: next.refreshToken })
  const used = await device.call('/api/session/refresh', { refreshToken: session.refreshToken })
  expect([used.status, used.field]).toEqual([401, 'session'])
  expect((await world.frame.mails('ada@example.org')).map(({ subject }) => subject)).toEqual(['A login of your wallet was ended'])
})
