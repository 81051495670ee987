// A wallet as its owner's devices see it.
import type { Sql } from '../db/db.js'
import type { Slot, SlotKind, WirePasskey, WireWallet } from './wire.js'

/** A wallet as stored. */
export interface WalletRow {
  readonly id: string
  readonly user_id: string
  readonly vault: string
  readonly addresses: string
  readonly created_at: number
}

/** A slot as stored. The keys are null while it is only reserved. */
export interface SlotRow {
  readonly id: string
  readonly user_id: string
  readonly wallet_id: string | null
  readonly kind: SlotKind
  readonly server_half: string
  readonly public_key: string | null
  readonly wrapped_private_key: string | null
  readonly sealed_dek: string | null
  readonly label: string
  /** JSON; of the kind `passkey` alone. */
  readonly passkey: string | null
  readonly device_key: string
  readonly created_at: number
  readonly last_at: number
  readonly reserved_until: number | null
}

/** The wallet of a user; undefined: none yet. */
export async function walletOf(sql: Sql, user: string, deviceKey: string): Promise<WireWallet | undefined> {
  const [wallet] = await sql.query<WalletRow>('select * from embedded_wallets where user_id = $1', [user])
  if (!wallet) return undefined
  const slots = await slotsOf(sql, wallet.id)
  return {
    walletId: wallet.id,
    mode: slots.some(({ kind }) => kind === 'assisted') ? 'assisted' : 'sealed',
    addresses: JSON.parse(wallet.addresses) as WireWallet['addresses'], // written from a parsed value
    slots: slots.map((slot) => ({
      slotId: slot.id,
      kind: slot.kind,
      label: slot.label,
      isThisDevice: slot.kind === 'device' && slot.device_key === deviceKey,
      ...(slot.passkey === null ? {} : { passkey: passkeyOf(slot.passkey) }),
      createdAt: slot.created_at,
      lastUsedAt: slot.last_at,
    })),
    createdAt: wallet.created_at,
  }
}

/** Written from a parsed value. */
export const passkeyOf = (stored: string) => JSON.parse(stored) as WirePasskey

/** Oldest first. */
export function slotsOf(sql: Sql, wallet: string): Promise<SlotRow[]> {
  return sql.query<SlotRow>('select * from embedded_slots where wallet_id = $1 order by created_at, id', [wallet])
}

/** The part of a slot that its device opens. */
export function slotOf(row: SlotRow): Slot {
  return {
    slotId: row.id,
    kind: row.kind,
    publicKey: row.public_key ?? '',
    // All three were written from parsed values.
    wrappedPrivateKey: JSON.parse(row.wrapped_private_key ?? 'null') as Slot['wrappedPrivateKey'],
    sealedDek: JSON.parse(row.sealed_dek ?? 'null') as Slot['sealedDek'],
  }
}
