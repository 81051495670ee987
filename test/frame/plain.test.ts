// What may cross the border between page and frame: plain JSON within limits.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameError } from '../../src/frame/frame-error.js'
import { plainLimits, readPlain } from '../../src/frame/plain.js'
import { testRows } from '../support/rows.js'

const problem = (value: unknown): string => {
  try {
    readPlain(value)
  } catch (error) {
    expect(error).toBeInstanceOf(FrameError)
    expect((error as FrameError).code).toBe('BAD_MESSAGE')
    return (error as FrameError).message
  }
  return 'taken'
}
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
const circle: { self?: unknown } = {}
circle.self = circle
class Point {
  x = 1
}

testRows([
  ['a Map', new Map([['a', 1]])],
  ['a Set', new Set()],
  ['a date', new Date(0)],
  ['an ArrayBuffer', new ArrayBuffer(8)],
  ['bytes', new Uint8Array(3)],
  ['an error', new Error('x')],
  ['a pattern', /x/],
  ['an instance of a class', new Point()],
  ['an object that inherits', Object.create({ inherited: 1 })],
  ['a function', () => 1],
  ['a symbol', Symbol('x')],
  ['nothing', undefined],
  ['no number', Number.NaN],
  ['an infinite number', Infinity],
  ['a bigint', 1n],
  ['a list with holes', Object.assign([], { length: 3 })],
  ['a list of a billion holes', Object.assign([], { length: 1e9 })],
  ['a list with more than items', Object.assign([1], { extra: 1 })],
])('%s is refused, alone and inside of something', (_name, value) => {
  // attack 5
  expect(problem(value)).toMatch(/^Expected JSON, received |^Too big/)
  expect(problem({ a: [value] })).toMatch(/^Expected JSON, received |^Too big/)
})

test('a circle, a shared object and depth end at 16 levels', () => {
  // attack 5
  expect(problem(circle)).toBe('Too deep: expected at most 16 levels')
  expect(problem(nested(16))).toBe('taken')
  expect(problem(nested(17))).toBe('Too deep: expected at most 16 levels')
  // 2^16 paths to one object, which a browser copies as one.
  let shared: unknown = 'x'.repeat(64)
  for (let level = 0; level < 15; level++) shared = [shared, shared]
  expect(problem(shared)).toBe('Too big: expected at most 262144 bytes')
})

test('at most 256 KiB, counted as UTF-8', () => {
  // attack 5
  expect(problem('x'.repeat(plainLimits.bytes - 2))).toBe('taken')
  expect(problem('x'.repeat(plainLimits.bytes - 1))).toMatch(/^Too big/)
  expect(problem('€'.repeat(plainLimits.bytes / 3))).toMatch(/^Too big/)
  expect(problem('€'.repeat(plainLimits.bytes / 3 - 2))).toBe('taken')
  expect(problem('😀'.repeat(plainLimits.bytes / 4))).toMatch(/^Too big/)
  expect(problem('😀'.repeat(plainLimits.bytes / 4 - 2))).toBe('taken')
  expect(problem('é'.repeat(plainLimits.bytes / 2))).toMatch(/^Too big/)
  expect(problem({ ['k'.repeat(plainLimits.bytes)]: 1 })).toMatch(/^Too big/)
  expect(problem(Array.from({ length: plainLimits.bytes }, () => 1))).toMatch(/^Too big/)
})

test('at most 1000 keys in all objects together', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
  expect(problem(keys(1000))).toBe('taken')
  expect(problem(keys(1001))).toBe('Too big: expected at most 1000 keys')
  expect(problem([keys(500), keys(501)])).toBe('Too big: expected at most 1000 keys')
})

test.each(['__proto__', 'constructor', 'prototype'])('the key %s is refused anywhere, and nothing is polluted', (key) => {
  // attack 8
  const evil = JSON.parse(`{ "a": [{ "${key}": { "polluted": true } }] }`) as unknown
  expect(problem(evil)).toBe(`Expected no key ${key}`)
  expect(problem(JSON.parse(`{ "${key}": 1 }`))).toBe(`Expected no key ${key}`)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('members that are undefined are left out; amounts are written in hex where that is asked for', () => {
  expect(readPlain({ a: undefined, b: [null, true, 'x', 1.5] })).toEqual({ b: [null, true, 'x', 1.5] })
  expect(Object.keys(readPlain({ a: undefined }) as object)).toEqual([])
  expect(readPlain({ value: 255n }, undefined, { bigints: true })).toEqual({ value: '0xff' })
  expect(() => readPlain({ value: -1n }, undefined, { bigints: true })).toThrow('received bigint')
})

test('any JSON is copied as it is, and is another object', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      const value: unknown = JSON.parse(text)
      fc.pre(!/"(?:__proto__|constructor|prototype)":/.test(text))
      const copy = readPlain(value)
      expect(copy).toEqual(value)
      if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
    }),
    { numRuns: 500 },
  )
})
