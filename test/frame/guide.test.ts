// The guide of the frame protocol has every message.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { frameEvents, frameRequests } from '../../src/frame/messages.js'

const guide = readFileSync(new URL('../../docs/guide/frame-protocol.md', import.meta.url), 'utf8')

test('each request has one row, and each event a word', () => {
  const rows = [...guide.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  expect(rows.sort()).toEqual(Object.keys(frameRequests).sort())
  for (const name of [...Object.keys(frameEvents), 'PENDING', 'HELLO']) expect(guide).toMatch(new RegExp(`[\`/]${name}\\b`))
})
