// Passkeys of the embedded wallet: which credential opens a slot, as the browser has to be asked for it. Nothing of it is secret.
import type { Migration } from '../migration.js'

export const passkeyColumns: Migration = {
  id: 21,
  name: 'passkeys',
  // JSON, written from a parsed value; null for slots of other kinds.
  statements: ['alter table embedded_slots add column passkey text'],
}
