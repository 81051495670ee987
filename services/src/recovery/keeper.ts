// The recovery service over its database. What it stores opens no wallet: server halves and vaults are elsewhere.
import { HttpError } from '../http/errors.js'
import type { Db } from '../db/db.js'
import { createSecretBox } from '../db/secret-box.js'
import { fromBase64url, toBase64url } from '../../frame/keys/bytes.js'
import { KeyError } from '../../frame/keys/errors.js'
import {
  exportBoxKey,
  importBoxKeys,
  newBoxKeys,
  openWith,
  recoveryAad,
  sealFor,
  type BoxKeys,
} from '../../frame/keys/recovery-box.js'
import type { HalfName, RecoveryService } from './service.js'

/** Halves that are older wait this long before they are given back. */
export const HOLD_MS = 24 * 3_600_000
/** A wallet of the last days holds little, and its owner is most likely the one who made it. */
export const YOUNG_MS = 7 * 24 * 3_600_000
const HALF_BYTES = 32

/** What `createKeeper` needs. */
export interface KeeperOptions {
  readonly db: Db
  /** 32 bytes in hex, known to this service alone. */
  readonly key: string
  readonly now?: (() => number) | undefined
}

/** Keeps halves in `db`; it stays open. */
export function createKeeper({ db, key, now = Date.now }: KeeperOptions): RecoveryService {
  const halves = createSecretBox(key, 'recovery halves')
  const keyBox = createSecretBox(key, 'recovery key')
  let keys: Promise<BoxKeys> | undefined

  const ownKeys = () =>
    (keys ??= loadKeys().catch((error: unknown) => {
      keys = undefined
      throw error
    }))

  /** Two instances that make a key pair at once agree on the row that was there first. */
  async function loadKeys(): Promise<BoxKeys> {
    const find = async () =>
      (await db.query<{ public_key: string; private_sealed: string }>('select public_key, private_sealed from recovery_keys'))[0]
    let row = await find()
    if (!row) {
      const made = await newBoxKeys(true)
      const sealed = keyBox.seal(toBase64url(await exportBoxKey(made)), made.publicKey)
      await db.query('insert into recovery_keys (id, public_key, private_sealed) values (1, $1, $2) on conflict do nothing', [
        made.publicKey,
        sealed,
      ])
      row = await find()
    }
    if (!row) throw new Error('the key of the recovery service vanished')
    return importBoxKeys(row.public_key, fromBase64url(keyBox.open(row.private_sealed, row.public_key)))
  }

  return {
    publicKey: async () => (await ownKeys()).publicKey,

    async store({ user, wallet, slot, box }) {
      const half = await openWith(await ownKeys(), box, recoveryAad(user, wallet, slot)).catch(refuseBox)
      if (half.length !== HALF_BYTES) throw new HttpError(400, 'recovery', 'The box does not hold a half')
      const stored = await db.query(
        'insert into recovery_halves (slot, user_id, wallet, half, stored_at) values ($1, $2, $3, $4, $5) on conflict do nothing returning slot',
        [slot, user, wallet, halves.seal(toBase64url(half), ownerOf({ user, wallet, slot })), now()],
      )
      if (stored.length === 0) throw new HttpError(409, 'recovery', 'This half is stored already')
    },

    async begin({ id, user, wallet, slot, atLeastUntil }) {
      const [half] = await db.query<{ stored_at: number }>(
        'select stored_at from recovery_halves where slot = $1 and user_id = $2 and wallet = $3',
        [slot, user, wallet],
      )
      if (!half) throw new HttpError(404, 'recovery', 'This wallet has no half here')
      const at = now()
      const heldUntil = Math.max(atLeastUntil, at - half.stored_at > YOUNG_MS ? at + HOLD_MS : at)
      const begun = await db.query(
        "insert into recovery_releases (id, slot, state, held_until, started_at) values ($1, $2, 'open', $3, $4) on conflict do nothing returning id",
        [id, slot, heldUntil, at],
      )
      if (begun.length === 0) throw new HttpError(409, 'recovery', 'This recovery was started already')
      return { heldUntil }
    },

    async release({ id, publicKey }) {
      const at = now()
      return db.transaction(async (sql) => {
        const [row] = await sql.query<{
          state: string
          held_until: number
          slot: string
          user_id: string
          wallet: string
          half: string
        }>(
          `select r.state, r.held_until, h.slot, h.user_id, h.wallet, h.half from recovery_releases r join recovery_halves h on h.slot = r.slot
           where r.id = $1 for update of r`,
          [id],
        )
        if (row?.state !== 'open') throw new HttpError(410, 'recovery', 'This recovery has ended')
        if (row.held_until > at) {
          const seconds = String(Math.ceil((row.held_until - at) / 1000))
          throw new HttpError(403, 'held', 'The recovery is on hold', { 'retry-after': seconds })
        }
        const name = { user: row.user_id, wallet: row.wallet, slot: row.slot }
        const half = fromBase64url(halves.open(row.half, ownerOf(name)))
        const box = await sealFor(publicKey, half, recoveryAad(name.user, name.wallet, name.slot)).catch(refuseBox)
        await sql.query("update recovery_releases set state = 'released' where id = $1", [id])
        return { slot: row.slot, box }
      })
    },

    async cancel({ id }) {
      await db.query("update recovery_releases set state = 'cancelled' where id = $1 and state = 'open'", [id])
    },

    async forget({ slot }) {
      await db.query('delete from recovery_halves where slot = $1', [slot])
    },

    stop: () => Promise.resolve(),
  }
}

/** A row that was moved to another user, wallet or slot does not open. */
const ownerOf = ({ user, wallet, slot }: HalfName) => `${user}:${wallet}:${slot}`

function refuseBox(error: unknown): never {
  if (error instanceof KeyError) throw new HttpError(400, 'recovery', 'The box was not made for this')
  throw error
}
