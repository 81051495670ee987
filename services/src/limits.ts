// How often one address may call one route: a token bucket per (address, route), kept in memory of this process.
import { isIPv6 } from 'node:net'

export interface LimitConfig {
  /** Size of a full bucket. */
  readonly tokens: number
  readonly refillPerSecond: number
}

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

export interface Limiter {
  /** Takes `cost` tokens from the bucket of this address and route, or says when to come back. */
  take(address: string, route: string, cost: number): Verdict
}

/** Buckets beyond this number push out the one that was used longest ago (it has refilled most). */
const BUCKETS_MAX = 50_000

export function createLimiter(config: LimitConfig, now: () => number = Date.now): Limiter {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take(address, route, cost) {
      const key = `${route} ${addressGroup(address)}`
      const bucket = buckets.get(key) ?? { tokens: config.tokens, at: now() }
      const elapsedSeconds = Math.max(0, now() - bucket.at) / 1000
      const tokens = Math.min(config.tokens, bucket.tokens + elapsedSeconds * config.refillPerSecond)
      const isEnough = tokens >= cost
      buckets.delete(key) // and in again at the end: the map's order is the order of use
      buckets.set(key, { tokens: isEnough ? tokens - cost : tokens, at: now() })
      if (buckets.size > BUCKETS_MAX) buckets.delete(buckets.keys().next().value ?? '')
      if (isEnough) return { ok: true }
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((cost - tokens) / config.refillPerSecond)) }
    },
  }
}

/** One household has 2^64 IPv6 addresses: they share a bucket by their /64. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...middle, ...last].slice(0, 4).join(':')
}

/**
 * The caller's address. With `hops` trusted proxies in front, each of which appends to `x-forwarded-for`, it is the
 * `hops`-th entry from the right; entries further left are whatever the caller wrote. With 0 the header is ignored.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, hops: number): string {
  if (hops === 0 || !forwardedFor) return socketAddress
  const entries = forwardedFor.split(',').map((entry) => entry.trim())
  return entries.at(-hops) ?? entries[0] ?? socketAddress
}
