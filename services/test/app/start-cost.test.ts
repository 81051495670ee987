// What a start of the compiled services costs. Bounds of memory only: processor time depends on who else is at work (bench/start.mjs measures it).
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { compiled, measureStart } from '../../../bench/start.mjs'
import { compileServices } from '../support/compiled.js'
import { MIGRATED, missingPostgres, startPostgres } from '../support/postgres.js'

const patient = 120_000
const missing = missingPostgres()

describe.skipIf(!existsSync('/proc/self/status'))('S5: the compiled services (skipped where there is no /proc)', () => {
  beforeAll(compileServices, patient)

  test('take at most 250 MB with the embedded database, new or there already', { timeout: patient }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wm-cost-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const run of ['new', 'again']) {
      const { peakMb } = await measureStart({ command: compiled, env: { WM_DATA_DIR: folder } })
      expect(peakMb, run).toBeLessThanOrEqual(250)
    }
  })

  test.skipIf(missing)(
    `take at most 130 MB on Postgres${missing ? ` (skipped: ${missing})` : ''}`,
    { timeout: patient },
    async () => {
      const server = await startPostgres()
      const DATABASE_URL = await server.createDatabase(MIGRATED)
      onTestFinished(() => server.dropDatabase(DATABASE_URL))
      const { residentMb } = await measureStart({ command: compiled, env: { DATABASE_URL } })
      expect(residentMb).toBeLessThanOrEqual(130)
    },
  )
})
