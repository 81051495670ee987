// Wallets for tests of the wallet API: as a device makes them, and with a recovery service of their own.
import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { recoveryAad, sealFor } from '../../../frame/keys/recovery-box.js'
import { migrate } from '../../../src/db/migrations.js'
import type { Sealed, Slot } from '../../../src/embedded/wire.js'
import { createKeeper } from '../../../src/recovery/keeper.js'
import type { RecoveryService } from '../../../src/recovery/service.js'
import { recoverySteps } from '../../../src/recovery/tables.js'
import type { Engine } from '../../support/engines.js'
import { frameOn, logIn, newDevice, type Device, type FrameOptions, type TestFrame } from './frame.js'

export const b64 = (length: number) => randomBytes(length).toString('base64url')
export const sealed = (): Sealed => ({ iv: b64(12), data: b64(48) })
export const addresses = {
  eip155: '0x52908400098527886E0F7030069857D2E4169EE7',
  solana: 'So11111111111111111111111111111111111111112',
  bip122: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
}
const RECOVERY_KEY = 'fedcba9876543210'.repeat(4)

/** A recovery service with a database of its own. */
async function recoveryOn(engine: Engine, now?: () => number): Promise<RecoveryService> {
  const db = await engine.open()
  await migrate(db, recoverySteps)
  onTestFinished(() => db.close())
  return createKeeper({ db, key: RECOVERY_KEY, now })
}

export async function walletFrame(engine: Engine, options: Omit<FrameOptions, 'db'> = {}) {
  return frameOn(engine, { recovery: await recoveryOn(engine, options.now), ...options })
}

export function slotFor({ slotId, kind }: { slotId: string; kind: Slot['kind'] }): Slot {
  return { slotId, kind, publicKey: b64(65), wrappedPrivateKey: sealed(), sealedDek: { ephemeralKey: b64(65), ...sealed() } }
}

export async function makeWallet(device: Device, kinds: readonly Slot['kind'][] = ['device', 'assisted']) {
  const { slots } = await device.ask('/api/slots/reserve', { kinds: [...kinds] })
  const vault = sealed()
  const made = slots.map(slotFor)
  const body = { walletId: b64(16), vault, addresses, slots: made.map((slot) => ({ ...slot, label: slot.kind })) }
  return { wallet: await device.ask('/api/wallet/create', body), halves: slots, slots: made, vault, body }
}

async function storeAssisted(device: Device, userId: string, walletId: string, slotId: string): Promise<Uint8Array> {
  const half = new Uint8Array(randomBytes(32))
  const { publicKey } = await device.ask('/api/recovery/key', {})
  await device.ask('/api/recovery/store', { slotId, box: await sealFor(publicKey, half, recoveryAad(userId, walletId, slotId)) })
  return half
}

/** A user with an assisted wallet on one device. */
export async function owner(
  frame: TestFrame,
  { now = Date.now, email = 'ada@example.org' }: { now?: () => number; email?: string } = {},
) {
  const device = await newDevice(frame, { now })
  const { user } = await logIn(frame, device, { email })
  const made = await makeWallet(device)
  const assisted = made.slots.find(({ kind }) => kind === 'assisted')?.slotId ?? ''
  const half = await storeAssisted(device, user.userId, made.wallet.walletId, assisted)
  return { device, user, ...made, assisted, half, own: made.slots.find(({ kind }) => kind === 'device')?.slotId ?? '' }
}
