// The embedded database in a process of its own, to be killed: `embedded-process.ts <folder> <what>`. It prints one line for each thing that it has done.
import { connectDb } from '../../src/db/connect.js'
import { lockFolder } from '../../src/db/folder-lock.js'
import { migrate } from '../../src/db/migrations.js'

const [folder = '', what = ''] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(): Promise<void> {
  say('begins')
  if (what === 'lock') {
    await lockFolder(folder, { beatMs: 200, staleMs: 1_500 })
    say('locked')
    setInterval(() => undefined, 60_000) // it runs until it is killed
    return
  }
  const db = await connectDb({ dataFolder: folder, onTrouble: (reason) => say(`trouble: ${reason}`) })
  say('open')
  if (what === 'migrate') {
    const statements = Array.from({ length: 2_000 }, (_, n) => `create table phase_${n} (id integer primary key)`)
    say('migrating')
    await migrate(db, [{ id: 900, name: 'phase', statements }])
    say('migrated')
  }
  if (what === 'log') {
    // Only the log grows, no table: a full disk breaks the engine when it cannot begin the next segment.
    let last = ''
    for (let n = 1; ; n++) {
      const outcome = await db.query("select pg_logical_emit_message(true, 'filler', repeat('x', 20000))").then(
        () => `wrote ${n - (n % 10)}`,
        (error: unknown) => `refused: ${String(error)}`,
      )
      if (outcome !== last) say(outcome)
      last = outcome
      if (outcome.startsWith('refused')) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  if (what === 'write') {
    await db.query('create table if not exists written (n integer primary key, filler text)')
    const [last] = await db.query<{ n: number }>('select coalesce(max(n), 0) as n from written')
    for (let n = (last?.n ?? 0) + 1; ; n++) {
      await db.query('insert into written values ($1, $2)', [n, 'x'.repeat(5_000)])
      say(String(n))
    }
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
