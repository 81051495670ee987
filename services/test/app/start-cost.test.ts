// What a start of the compiled services costs. Bounds of memory only: processor time depends on who else is at work (bench/start.mjs measures it).
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compiled, measureStart } from '../../../bench/start.mjs'
import { useCompiledServices } from '../support/compiled.js'
import { describeEmbedded, describePostgres } from '../support/engines.js'
import { MIGRATED, startPostgres } from '../support/postgres.js'

const withoutProc = existsSync('/proc/self/status') ? '' : ' (skipped: there is no /proc)'

useCompiledServices()

describeEmbedded('the compiled services with the embedded database', () => {
  test.skipIf(withoutProc)(`take at most 250 MB, new or there already${withoutProc}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wm-cost-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const run of ['new', 'again']) {
      const { peakMb } = await measureStart({ command: compiled, env: { WM_DATA_DIR: folder } })
      expect(peakMb, run).toBeLessThanOrEqual(250)
    }
  })
})

describePostgres('the compiled services on Postgres', () => {
  test.skipIf(withoutProc)(`take at most 130 MB${withoutProc}`, async () => {
    const server = await startPostgres()
    const DATABASE_URL = await server.createDatabase(MIGRATED)
    onTestFinished(() => server.dropDatabase(DATABASE_URL))
    const { residentMb } = await measureStart({ command: compiled, env: { DATABASE_URL } })
    expect(residentMb).toBeLessThanOrEqual(130)
  })
})
