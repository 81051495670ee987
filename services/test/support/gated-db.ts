// A database that lets a test decide when the relay is told of a socket's mail.
import { expect } from 'vitest'
import type { Db, Parameter } from '../../src/db/db.js'

/** The database, behind a gate that the relay has to pass when it asks for the mail of a socket. */
export function gateTo(db: Db) {
  let underWay = 0
  const gate = {
    pass: async (): Promise<void> => undefined,
    /** Resolves when nobody asks. */
    idle: () => expect.poll(() => underWay).toBe(0),
    db: {
      ...db,
      async query<R extends object>(text: string, parameters?: readonly Parameter[]) {
        if (!/^select m\.seq.*m\.topic in/s.test(text)) return db.query<R>(text, parameters)
        underWay += 1
        try {
          await gate.pass()
          return await db.query<R>(text, parameters)
        } finally {
          underWay -= 1
        }
      },
    },
  }
  return gate
}
