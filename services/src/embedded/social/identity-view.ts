// What a provider said about a user, for display.
import type { Sql } from '../../db/db.js'

/** Name and mail address as the provider wrote them: nobody is found by them, and nothing is sent to the address but notices. */
export interface IdentityView {
  readonly name: string | null
  readonly email: string | null
}

/** Of the account with which the user logged in last; undefined for a user without one. */
export async function identityViewOf(sql: Sql, user: string): Promise<IdentityView | undefined> {
  const [row] = await sql.query<{ name: string | null; email: string | null }>(
    'select name, email from embedded_identities where user_id = $1 order by last_at desc, issuer limit 1',
    [user],
  )
  return row
}
