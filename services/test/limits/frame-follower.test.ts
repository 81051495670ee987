// What a follower of frames counts, against frames as a client of `ws` writes them.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import * as ws from 'ws'
import { createFrameFollower } from '../../src/limits/frame-follower.js'

type Fragment = readonly [opcode: 'text' | 'more' | 'ping' | 'pong', length: number, isLast: boolean]
const opcodes = { more: 0, text: 1, ping: 9, pong: 10 }

/** The bytes of these frames as a client sends them. */
function bytesOf(frames: readonly Fragment[]): Buffer {
  const parts = frames.flatMap(([opcode, length, fin]) =>
    // What both ends of `ws` write frames with; its types leave it out.
    (ws as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } }).Sender.frame(randomBytes(length), {
      ...{ fin, opcode: opcodes[opcode], mask: true, readOnly: true, rsv1: false },
    }),
  )
  return Buffer.concat(parts)
}

function feedIn(follower: ReturnType<typeof createFrameFollower>, bytes: Buffer, size: number): void {
  for (let at = 0; at < bytes.length; at += size) follower.feed(bytes.subarray(at, at + size), 1)
}

test.each([1, 2, 3, 7, 1_000, 1_000_000])('holds nothing between messages, however they are cut (%i bytes at a time)', (size) => {
  const follower = createFrameFollower()
  const whole: Fragment[] = [
    ['text', 0, true],
    ['text', 125, true],
    ['ping', 0, true],
    ['text', 126, false],
    ['ping', 125, true],
    ['more', 0, false],
    ['pong', 3, true],
    ['more', 65_536, true],
    ['text', 65_535, true],
  ]
  feedIn(follower, bytesOf(whole), size)
  expect([follower.bytes, follower.since]).toEqual([0, undefined])
})

test('counts what an unfinished message holds, control frames between its fragments as well, and since when', () => {
  const follower = createFrameFollower()
  follower.feed(bytesOf([['text', 1, false]]), 5)
  expect(follower.since).toBe(5)
  const first = follower.bytes
  expect(first).toBeGreaterThan(0)
  follower.feed(
    bytesOf([
      ['pong', 100, true],
      ['more', 1, false],
    ]),
    9,
  )
  expect(follower.bytes).toBeGreaterThan(first + 100)
  expect(follower.since).toBe(5)
  follower.feed(bytesOf([['more', 1, true]]), 10)
  expect([follower.bytes, follower.since]).toEqual([0, undefined])
})

test('counts every chunk of a frame that dribbles in with what the chunk costs', () => {
  const follower = createFrameFollower()
  feedIn(follower, bytesOf([['text', 1_000, true]]).subarray(0, 500), 1)
  expect(follower.bytes).toBeGreaterThan(500 * 200)
})

test('counts a chunk whole that ends one message and begins the next', () => {
  const follower = createFrameFollower()
  const next = bytesOf([
    ['text', 10, true],
    ['text', 500, true],
  ])
  follower.feed(next.subarray(0, next.length - 1), 1)
  expect(follower.bytes).toBeGreaterThanOrEqual(next.length - 1)
  follower.feed(next.subarray(-1), 2)
  expect(follower.bytes).toBe(0)
})
