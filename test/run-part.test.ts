// The runner of the parts of `npm test`: a part that stands still ends, and says so.
import { expect, test, vi } from 'vitest'
import { runPart } from '../scripts/lib/run-part.mjs'

const told = () => {
  const lines: unknown[] = []
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line))
  return lines
}

test('a part that prints nothing for too long is ended; its exit code is not taken for an answer', async () => {
  const lines = told()
  expect(await runPart(['-e', 'console.log("begun"); setInterval(() => {}, 1000)'], { silentMs: 1_500 })).toBe('silent')
  expect(lines[0]).toBe('begun')
  expect(lines[1]).toMatch(/^ENDED after 1.5 s without a line/)
})

test('a part that prints now and then may take longer than the limit, and has its own exit code', async () => {
  told()
  const code = 'let n = 0; setInterval(() => { console.error(n); if (++n === 12) process.exit(3) }, 250)'
  expect(await runPart(['-e', code], { silentMs: 1_500 })).toBe(3)
})

test('a part that sends messages meanwhile goes on, too', async () => {
  told()
  const code = "let n = 0; setInterval(() => { process.send('goes on'); if (++n === 8) process.exit(0) }, 250)"
  expect(await runPart(['-e', code], { silentMs: 1_500 })).toBe(0)
})

test('a part that stands still ends though a process that it has left behind holds its output', async () => {
  told()
  const left = 'setTimeout(() => {}, 20000)'
  const code = `require('node:child_process').spawn(process.execPath, ['-e', '${left}'], { stdio: 'inherit' }); setInterval(() => {}, 1000)`
  const begun = performance.now()
  expect(await runPart(['-e', code], { silentMs: 1_000 })).toBe('silent')
  expect(performance.now() - begun).toBeLessThan(15_000)
})
