// Only plain JSON crosses the border, and not too much of it. What arrives has been copied by the browser, so that it may hold a Map, a circle or an
// array of a billion holes, but no function and no getter.
import { FrameError } from './frame-error.js'

/** How much a message may hold. */
export interface PlainLimits {
  /** Bytes of its JSON, in UTF-8 and without the escapes. */
  readonly bytes: number
  /** Objects and arrays inside of each other. */
  readonly depth: number
  /** Keys of all objects together. */
  readonly keys: number
}

/** The limits of both directions. */
export const plainLimits: PlainLimits = { bytes: 262_144, depth: 16, keys: 1_000 }

/** Keys by which a careless copy would change what all objects inherit. */
const refusedKeys: readonly string[] = ['__proto__', 'constructor', 'prototype']

const bad = (problem: string): never => {
  throw new FrameError('BAD_MESSAGE', problem)
}

/**
 * A copy of `value`, which is plain JSON within the limits. Members that are undefined are left out. `bigints` writes them as `0x` hex.
 * @throws FrameError BAD_MESSAGE
 */
export function readPlain(value: unknown, { bytes, depth, keys }: PlainLimits = plainLimits, { bigints = false } = {}): unknown {
  let bytesLeft = bytes
  let keysLeft = keys
  const spend = (count: number) => {
    bytesLeft -= count
    if (bytesLeft < 0) bad(`Too big: expected at most ${bytes} bytes`)
  }
  const text = (of: string) => {
    spend(of.length + 2) // before they are counted one by one
    spend(utf8Extra(of))
    return of
  }
  const visit = (of: unknown, level: number): unknown => {
    switch (typeof of) {
      case 'string':
        return text(of)
      case 'number':
        if (!Number.isFinite(of)) return bad(`Expected JSON, received ${of}`)
        spend(String(of).length)
        return of
      case 'boolean':
        spend(5)
        return of
      case 'bigint':
        return bigints && of >= 0n ? text(`0x${of.toString(16)}`) : bad('Expected JSON, received bigint')
      case 'object':
        if (of !== null) break
        spend(4)
        return of
      default:
        return bad(`Expected JSON, received ${typeof of}`)
    }
    if (level >= depth) return bad(`Too deep: expected at most ${depth} levels`)
    if (Array.isArray(of)) {
      spend(of.length + 2)
      // Less than that has holes, more has members beside the items.
      if (Object.keys(of).length !== of.length) return bad('Expected JSON, received an array with holes')
      return of.map((item) => visit(item, level + 1))
    }
    if (!isPlain(of)) return bad(`Expected JSON, received another kind of object`)
    spend(2)
    const copy: Record<string, unknown> = {}
    for (const key of Object.keys(of)) {
      if (--keysLeft < 0) return bad(`Too big: expected at most ${keys} keys`)
      if (refusedKeys.includes(key)) return bad(`Expected no key ${key}`)
      const member = (of as Record<string, unknown>)[key] // of its own
      spend(2)
      if (member !== undefined) copy[text(key)] = visit(member, level + 1)
    }
    return copy
  }
  return visit(value, 0)
}

/** Also of an object that another window of this browser made. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === null) return true
  return Object.getPrototypeOf(prototype) === null && Object.prototype.toString.call(value) === '[object Object]'
}

/** How many bytes a text has more than UTF-16 units. */
function utf8Extra(text: string): number {
  let extra = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) extra += unit > 0x7ff && !(unit >= 0xd800 && unit <= 0xdfff) ? 2 : 1
  }
  return extra
}
