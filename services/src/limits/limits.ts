// Rate limits: a token bucket per (address, route), in the memory of this process. With shared buckets (`shared-buckets.ts`), all instances
// spend from one bucket: each lets a small share through by itself and then asks how much is left.
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** Size and refill of a token bucket. One token is the cost of a plain call. */
export interface LimitConfig {
  /** Tokens in a full bucket. */
  readonly tokens: number
  readonly refillPerSecond: number
}

/** The answer of a limiter. `retryAfterSeconds`, at least 1, is when the bucket holds enough tokens again. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

/** `V`: a limiter without shared buckets answers synchronously. */
export interface Limiter<V extends Verdict | Promise<Verdict> = Verdict | Promise<Verdict>> {
  /**
   * Takes `cost` tokens from the bucket of this address and route, or says when to come back. A cost above the size of the bucket is refused for ever,
   * unless `paid` says what the same call has taken before (0: nothing): then it needs a bucket that is full but for that, and leaves it below zero.
   * Returns a promise only where the shared bucket has to be asked first; the promise never rejects.
   */
  take(address: string, route: string, cost: number, paid?: number): V
  /**
   * Takes `cost` tokens for work whose size was not known before, also below zero, but no further than a full bucket is above. Seconds, with fractions, until it is not
   * below zero any more; 0 where it is not. Shared buckets hear of it with the next `take`.
   */
  owe(address: string, route: string, cost: number): number
}

/** Buckets that all instances share: each instance reports what it let through and learns what is left. */
export interface SharedBuckets {
  /**
   * Takes `spent` tokens off the shared bucket `key` and resolves with the tokens left: below 0 when instances together spent more than
   * there was. Undefined: the database did not answer, so the instance counts alone for now. Never rejects.
   */
  charge(key: string, spent: number, config: LimitConfig): Promise<number | undefined>
  /** True for a while after the database failed: charges are not sent then. */
  isResting(): boolean
}

/** Buckets beyond this number push out the one that was used longest ago (it has refilled most). */
const BUCKETS_MAX = 50_000
/** An instance asks the shared bucket each time it has spent one of this many parts of a bucket. */
const SHARES = 10

interface Bucket {
  /** As far as this instance knows; other instances may have spent more. */
  tokens: number
  at: number
  /** Tokens let through here and not yet charged to the shared bucket; at most the share, or the cost of one call. */
  spent: number
  asking: Promise<void> | undefined
}

interface Charge {
  readonly cost: number
  readonly paid: number | undefined
}

/**
 * Creates a limiter with `config` for every pair of address and route. `now` is Unix milliseconds.
 *
 * With `sharedBuckets`, N instances together let through at most (N − 1) · `shareOf(config)` tokens more than one instance would, in any
 * period: an instance that has spent its share since it last asked waits for the shared bucket before it lets the next call through. A full
 * bucket gains nothing, so a late charge may be lost: at most one share per instance. While the database does not answer, each instance
 * counts for itself.
 */
export function createLimiter(config: LimitConfig, now?: () => number): Limiter<Verdict>
export function createLimiter(
  config: LimitConfig,
  now: (() => number) | undefined,
  sharedBuckets: SharedBuckets | undefined,
): Limiter
export function createLimiter(config: LimitConfig, now: () => number = Date.now, sharedBuckets?: SharedBuckets): Limiter {
  const buckets = new Map<string, Bucket>()
  const share = shareOf(config)

  function bucketOf(key: string): Bucket {
    const bucket = buckets.get(key) ?? { tokens: config.tokens, at: now(), spent: 0, asking: undefined }
    buckets.delete(key) // and in again at the end: the map's order is the order of use
    buckets.set(key, bucket)
    if (buckets.size > BUCKETS_MAX) buckets.delete(buckets.keys().next().value ?? '')
    return bucket
  }

  function refill(bucket: Bucket): void {
    const elapsedSeconds = Math.max(0, now() - bucket.at) / 1000
    bucket.tokens = Math.min(config.tokens, bucket.tokens + elapsedSeconds * config.refillPerSecond)
    bucket.at = now()
  }

  /** Undefined: the shared bucket must be asked first. A refusal needs no question: other instances can only have spent more. */
  function decide(bucket: Bucket, { cost, paid }: Charge): Verdict | undefined {
    refill(bucket)
    const needed = paid === undefined ? cost : Math.min(cost, config.tokens - paid)
    if (bucket.tokens < needed) {
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((needed - bucket.tokens) / config.refillPerSecond)) }
    }
    if (sharedBuckets && !sharedBuckets.isResting()) {
      if (bucket.asking || (bucket.spent > 0 && bucket.spent + cost > share)) return undefined
      bucket.spent += cost
    }
    bucket.tokens -= cost
    return { ok: true }
  }

  async function ask(to: SharedBuckets, key: string, bucket: Bucket): Promise<void> {
    const left = await to.charge(key, bucket.spent, config)
    // Tokens that were spent while the database was away are not charged later.
    bucket.spent = 0
    if (left === undefined) return
    bucket.tokens = Math.min(config.tokens, left)
    bucket.at = now()
  }

  async function settle(to: SharedBuckets, key: string, bucket: Bucket, charge: Charge): Promise<Verdict> {
    for (;;) {
      bucket.asking ??= ask(to, key, bucket).finally(() => (bucket.asking = undefined))
      await bucket.asking
      const verdict = decide(bucket, charge)
      if (verdict) return verdict
    }
  }

  return {
    take(address, route, cost, paid) {
      const key = `${route} ${addressGroup(address)}`
      const bucket = bucketOf(key)
      const verdict = decide(bucket, { cost, paid })
      if (verdict || !sharedBuckets) return verdict ?? { ok: true }
      return settle(sharedBuckets, key, bucket, { cost, paid })
    },
    owe(address, route, cost) {
      const bucket = bucketOf(`${route} ${addressGroup(address)}`)
      refill(bucket)
      const taken = Math.min(cost, bucket.tokens + config.tokens)
      bucket.tokens -= taken
      if (sharedBuckets && !sharedBuckets.isResting()) bucket.spent += taken
      return Math.max(0, -bucket.tokens / config.refillPerSecond)
    },
  }
}

/** Tokens that an instance lets through between two charges to the shared bucket. A single call that costs more is a share of its own. */
export function shareOf({ tokens }: LimitConfig): number {
  return Math.max(1, Math.floor(tokens / SHARES))
}

/**
 * The key under which an address is limited: an IPv4 address itself (also in its IPv6-mapped form), the /64 network of an IPv6 address,
 * because one household has 2^64 of those.
 */
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

/** The caller's address of a request that no route has read, such as an upgrade; as `clientAddress`. */
export function addressOf({ socket, headers }: IncomingMessage, hops: number): string {
  const forwarded = headers['x-forwarded-for']
  return clientAddress(socket.remoteAddress ?? '', Array.isArray(forwarded) ? forwarded.join(',') : forwarded, hops)
}
