// What the parts of the wallet API share.
import type { Db, Sql } from '../db/db.js'
import type { SecretBox } from '../db/secret-box.js'
import type { Log } from '../operations/log.js'
import type { RecoveryService } from '../recovery/service.js'
import type { FrameSettings } from '../settings/frame.js'
import type { Post } from './mails/post.js'
import type { FrameProjects } from './projects.js'
import type { CodeKey } from './code.js'
import type { Pepper } from './secrets.js'
import type { Signals } from './signals.js'

/** The shared parts. */
export interface EmbeddedContext {
  readonly db: Db
  readonly settings: FrameSettings
  readonly projects: FrameProjects
  readonly post: Post
  readonly signals: Signals
  readonly log: Log
  /** Undefined where no wallet has an assisted slot. */
  readonly recovery: RecoveryService | undefined
  /** For the hashes of codes. */
  readonly codes: CodeKey
  /** For the keys of limits. */
  readonly uses: Pepper
  /** For ids of users that differ from app to app. */
  readonly subjects: Pepper
  /** Seals server halves. */
  readonly halves: SecretBox
  /** Seals the key that signs identities. */
  readonly keys: SecretBox
  /** Unix milliseconds. */
  now(): number
  /** Origin under which browsers reach the frame. */
  origin(): string
}

/** Who calls, and from where. */
export interface Caller {
  /** Thumbprint of the key that signed the call's proof. */
  readonly deviceKey: string
  /** For people: `Firefox · Linux`. */
  readonly browser: string
  /** The caller's IP address. */
  readonly address: string
}

/** A row that the user can look up: what happened to the account, and when. */
export async function audit(
  sql: Sql,
  {
    user,
    at,
    what,
    detail = '',
    browser,
  }: { user: string; at: number; what: string; detail?: string; browser?: string | undefined },
): Promise<void> {
  await sql.query('insert into embedded_audit (user_id, at, what, detail, browser) values ($1, $2, $3, $4, $5)', [
    user,
    at,
    what,
    detail,
    browser ?? null,
  ])
}
