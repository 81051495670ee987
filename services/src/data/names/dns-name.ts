// Names as resolvers pass them on: each label after its length in one byte, a zero at the end (ENSIP-10).
import { hexToBytes, type Hex } from 'viem'

const BYTES_MAX = 1024

/** The name with dots; undefined when the bytes are no such name. The root is the empty name. */
export function readDnsName(encoded: Hex): string | undefined {
  const bytes = hexToBytes(encoded)
  if (bytes.length > BYTES_MAX) return undefined
  const labels: string[] = []
  let at = 0
  for (;;) {
    const length = bytes[at]
    if (length === undefined) return undefined
    at += 1
    if (length === 0) break
    const label = text(bytes.subarray(at, at + length))
    if (at + length >= bytes.length || label === undefined || label.includes('.')) return undefined
    labels.push(label)
    at += length
  }
  return at === bytes.length ? labels.join('.') : undefined
}

function text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
