// Approvals in a window of the wallet's own: what the frame and the window pass to each other, sealed by a key that is in neither column.
import type { Migration } from '../migration.js'

export const approvalWindowTables: Migration = {
  id: 20,
  name: 'approval-windows',
  statements: [
    // One row per window. hash: of the request that is shown. box: the request, answer: what the window says to it; both are ciphertexts. popup_key: the
    // RFC 7638 thumbprint of the key of the window that came first, and the only one that may answer.
    `create table embedded_approvals (
      id text primary key,
      session_id text not null references embedded_sessions on delete cascade,
      user_id text not null references embedded_users on delete cascade,
      device_key text not null,
      app_origin text not null,
      public_key text not null,
      turn integer not null default 0,
      hash text not null,
      box text not null,
      answer text,
      popup_key text,
      leave_hash text unique,
      closed_at bigint,
      ended_at bigint,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    'create index embedded_approvals_session on embedded_approvals (session_id)',
    'create index embedded_approvals_expiry on embedded_approvals (expires_at)',
  ],
}
