// A database that counts: which statements were sent, and how many rows the ones that read had to look at.
import type { Db, Parameter, Sql } from '../../src/db/db.js'

export interface Sent {
  readonly text: string
  readonly parameters: readonly Parameter[]
}

export interface CountingDb extends Db {
  /** What was sent since the last call; the begin and end of a transaction count as one statement each. */
  sent(): readonly Sent[]
  /** How many statements wait for their answer. */
  underWay(): number
}

export function countStatements(db: Db): CountingDb {
  let sent: Sent[] = []
  let underWay = 0
  const note = (text: string, parameters: readonly Parameter[] = []) => void sent.push({ text, parameters })
  const counted = (sql: Sql): Sql => ({
    query(text, parameters, options) {
      note(text, parameters)
      underWay += 1
      return sql.query<never>(text, parameters, options).finally(() => (underWay -= 1))
    },
    notify(channel, payload) {
      note('notify', [channel, payload])
      return sql.notify(channel, payload)
    },
  })
  return {
    ...db,
    ...counted(db),
    async transaction(work) {
      note('begin')
      const result = await db.transaction((sql) => work(counted(sql)))
      note('commit')
      return result
    },
    underWay: () => underWay,
    sent() {
      const all = sent
      sent = []
      return all
    },
  }
}

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** The rows that the plans' leaves (scans of tables and indexes) came upon, the ones they threw away included. What the statements change is not kept. */
export async function rowsTouched(db: Db, statements: readonly Sent[]): Promise<number> {
  let rows = 0
  const visit = (node: PlanNode): void => {
    const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0, Plans = [] } = node
    if (Plans.length === 0) rows += (node['Actual Rows'] + filtered + rechecked) * node['Actual Loops']
    Plans.forEach(visit)
  }
  for (const { text, parameters } of statements) {
    if (!/^\s*(?:select|with)/i.test(text)) continue
    const undo = new Error('looked at')
    await db
      .transaction(async (sql) => {
        const [explained] = await sql.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
          `explain (analyze, format json) ${text}`,
          parameters,
        )
        explained?.['QUERY PLAN'].forEach(({ Plan }) => visit(Plan))
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
  }
  return rows
}
