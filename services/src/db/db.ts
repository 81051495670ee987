// The port to SQL: the same Postgres dialect whether a server or the embedded PGlite answers.
// int8 and numeric columns arrive as numbers (we store only milliseconds, counts and row numbers, all far below 2^53).

/** One row as the driver returns it; the caller names the columns that its own statement selects. */
export type Row = Record<string, unknown>

/** What a statement may be given: arrays become Postgres arrays, everything else its plain SQL value. */
export type Parameter = string | number | boolean | null | readonly string[] | readonly number[]

/** The database did not answer, or could not take the statement now: the caller may try again. `cause` says why. */
export class DbUnavailableError extends Error {
  constructor(options: ErrorOptions, message = 'The database does not answer') {
    super(message, options)
    this.name = 'DbUnavailableError'
  }
}

/** Names of the settings that choose the database, as the program calls them. */
export interface DbSettingNames {
  /** Folder of the embedded database. */
  readonly dataFolder: string
  /** Url of a server. */
  readonly databaseUrl: string
}

/** Names in the services; the recovery service has its own. */
export const dbSettingNames: DbSettingNames = { dataFolder: 'WM_DATA_DIR', databaseUrl: 'DATABASE_URL' }

/** The database cannot be opened. The message is one line for the operator, with the name of the setting at fault. */
export class DbOpenError extends Error {
  constructor(
    setting: string,
    /** The message without the name of the setting. */
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`${setting}: ${problem}`, options)
    this.name = 'DbOpenError'
  }
}

/** The database has migrations that this program does not know: a newer program, or another one, has used it. */
export class DbNewerError extends DbOpenError {
  /** Stands in the message, too. */
  readonly code = 'database_newer'
  /** @param unknown such as `22 passkey names` */
  constructor(setting: string, unknown: readonly string[]) {
    super(
      setting,
      `refused (database_newer): the database has migrations that this program does not know: ${unknown.join(', ')}. Start the version that made them, or restore the copy from before the upgrade`,
    )
    this.name = 'DbNewerError'
  }
}

/** Connection lost, out of resources, ended by an operator, took too long, also for a lock or between two statements: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNAVAILABLE = /^(?:08|53|57P0|57014|25P03|25P04|55P03)/

/** Whether an answer of Postgres with this code means: try again later. */
export function isUnavailable(code: string | undefined): boolean {
  return UNAVAILABLE.test(code ?? '')
}

/** Ended by the server so that others go on, with nothing done: deadlock, or a conflict that a stricter isolation does not allow. */
const UNDONE = /^40(?:P01|001)$/
const UNDONE_TRIES = 5

/** Runs `work`, a statement or a whole transaction, again where the server ended it because others stood in its way. It must change nothing else. */
export async function repeatUndone<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (tries === UNDONE_TRIES || !UNDONE.test(code)) throw error
    }
  }
}

/** How a statement is run. */
export interface QueryOptions {
  /** The server keeps its plan for the connection: for the few statements that are long, never change, and run all the time. Default: false. */
  readonly isPrepared?: boolean
}

/** Runs statements, either each on its own (a Db) or all in one transaction. */
export interface Sql {
  /** Runs one statement with `$1…` parameters and resolves with its rows (use RETURNING for changes). */
  query<R extends object = Row>(text: string, parameters?: readonly Parameter[], options?: QueryOptions): Promise<R[]>
  /** Sends `payload` (under 8000 bytes) to every listener of `channel`; inside a transaction it leaves at commit. */
  notify(channel: string, payload: string): Promise<void>
}

/** Limits of time that an operator may have set for the database or its users, by their names in Postgres. Versions know different ones. */
const TIME_LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout']

/** Lifts the server's limits of time for the rest of this transaction, and no longer: for what takes as long as it takes. */
export async function liftTimeLimits(sql: Sql): Promise<void> {
  await sql.query('select set_config(name, $1, true) from pg_settings where name = any($2::text[])', ['0', TIME_LIMITS])
}

/** An open database. */
export interface Db extends Sql {
  /** Which engine answers. */
  readonly kind: 'postgres' | 'pglite'
  /** Runs `work` in one transaction: commits when it resolves, rolls back when it throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * Calls `onPayload` for each notification on `channel`, until the returned function is called. `onResume` is called when the
   * connection had broken and stands again: notifications sent in between are lost, so the caller should look at its tables.
   */
  listen(channel: string, onPayload: (payload: string) => void, onResume?: () => void): Promise<() => Promise<void>>
  /** Rejects when statements would not be answered, or nothing could be written, and says why. Default: `select 1` is enough to know. */
  check?(): Promise<void>
  /** Ends all connections; the data stay. */
  close(): Promise<void>
}
