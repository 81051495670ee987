// How often one caller may do one thing: a token bucket per (address, route), in the memory of this process. With a ledger, instances
// spend from one bucket together: each lets a small share through by itself, then asks what is left over all of them.
import { isIPv6 } from 'node:net'
import { HttpError } from './errors.js'

export interface LimitConfig {
  /** Size of a full bucket. */
  readonly tokens: number
  readonly refillPerSecond: number
}

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

/** `V`: a limiter without a ledger answers at once. */
export interface Limiter<V extends Verdict | Promise<Verdict> = Verdict | Promise<Verdict>> {
  /**
   * Takes `cost` tokens from the bucket of this address and route, or says when to come back. At once, except where the ledger has to
   * be asked; never rejects.
   */
  take(address: string, route: string, cost: number): V
}

/** Where instances settle what they let through. */
export interface Ledger {
  /**
   * Takes `spent` tokens off the shared bucket `key` and resolves with what is left: below 0 when instances together spent more than
   * there was. Undefined: nobody knows now, count alone. Never rejects.
   */
  charge(key: string, spent: number, config: LimitConfig): Promise<number | undefined>
  /** True while it is no use to ask. */
  isResting(): boolean
}

/** Buckets beyond this number push out the one that was used longest ago (it has refilled most). */
const BUCKETS_MAX = 50_000
/** An instance asks the ledger once per so many parts of a bucket. */
const SHARES = 10

interface Bucket {
  /** As far as this instance knows: others may have spent more. */
  tokens: number
  at: number
  /** Let through here and not in the ledger yet; never more than the share. */
  spent: number
  asking: Promise<void> | undefined
}

/**
 * With a ledger, N instances together let through at most (N − 1) · `shareOf(config)` tokens more than one alone would, in any span of
 * time: whoever has spent its share since it last asked waits for the ledger's answer before it lets the next one through. A full
 * bucket gains nothing, so what is charged late may be missing: at most a share per instance. While the ledger does not answer, each
 * counts for itself.
 */
export function createLimiter(config: LimitConfig, now?: () => number): Limiter<Verdict>
export function createLimiter(config: LimitConfig, now: (() => number) | undefined, ledger: Ledger | undefined): Limiter
export function createLimiter(config: LimitConfig, now: () => number = Date.now, ledger?: Ledger): Limiter {
  const buckets = new Map<string, Bucket>()
  const share = shareOf(config)

  function bucketOf(key: string): Bucket {
    const bucket = buckets.get(key) ?? { tokens: config.tokens, at: now(), spent: 0, asking: undefined }
    buckets.delete(key) // and in again at the end: the map's order is the order of use
    buckets.set(key, bucket)
    if (buckets.size > BUCKETS_MAX) buckets.delete(buckets.keys().next().value ?? '')
    return bucket
  }

  /** Undefined: the ledger must be asked first. What is refused here would be refused there: others can only have spent more. */
  function decide(bucket: Bucket, cost: number): Verdict | undefined {
    const elapsedSeconds = Math.max(0, now() - bucket.at) / 1000
    bucket.tokens = Math.min(config.tokens, bucket.tokens + elapsedSeconds * config.refillPerSecond)
    bucket.at = now()
    if (bucket.tokens < cost) {
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((cost - bucket.tokens) / config.refillPerSecond)) }
    }
    if (ledger && !ledger.isResting()) {
      if (bucket.asking || (bucket.spent > 0 && bucket.spent + cost > share)) return undefined
      bucket.spent += cost
    }
    bucket.tokens -= cost
    return { ok: true }
  }

  async function ask(to: Ledger, key: string, bucket: Bucket): Promise<void> {
    const left = await to.charge(key, bucket.spent, config)
    // What was let through while the ledger was away is not charged later.
    bucket.spent = 0
    if (left === undefined) return
    bucket.tokens = Math.min(config.tokens, left)
    bucket.at = now()
  }

  async function settle(to: Ledger, key: string, bucket: Bucket, cost: number): Promise<Verdict> {
    for (;;) {
      bucket.asking ??= ask(to, key, bucket).finally(() => (bucket.asking = undefined))
      await bucket.asking
      const verdict = decide(bucket, cost)
      if (verdict) return verdict
    }
  }

  return {
    take(address, route, cost) {
      const key = `${route} ${addressGroup(address)}`
      const bucket = bucketOf(key)
      const verdict = decide(bucket, cost)
      if (verdict || !ledger) return verdict ?? { ok: true }
      return settle(ledger, key, bucket, cost)
    },
  }
}

/** Tokens that an instance lets through between two looks at the ledger. (A single call that costs more counts as a share of its own.) */
export function shareOf({ tokens }: LimitConfig): number {
  return Math.max(1, Math.floor(tokens / SHARES))
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

/** The refusal of a verdict; undefined: let through. */
export function tooMany(verdict: Verdict, description: string): HttpError | undefined {
  if (verdict.ok) return undefined
  return new HttpError(429, 'rate_limited', description, { 'retry-after': String(verdict.retryAfterSeconds) })
}
