// Sums of money as whole cents, and what they buy. No floating point where a price is applied: a price itself is a JSON number.

/** Cents; undefined for more than two digits behind the point, or too much. */
export function readCents(amount: string): number | undefined {
  const found = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(amount)
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined
}

export function centsText(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

const PRICE_DIGITS = 12

/** Smallest units of the token that `cents` buy at `price` per whole token, rounded down. */
export function unitsFor(cents: number, price: number, decimals: number): bigint {
  const scaled = scaledPrice(price)
  return scaled === 0n ? 0n : (BigInt(cents) * 10n ** BigInt(decimals + PRICE_DIGITS)) / (100n * scaled)
}

/** Cents that so many units cost, rounded up. */
export function centsFor(units: bigint, price: number, decimals: number): number {
  const one = 10n ** BigInt(decimals + PRICE_DIGITS)
  return Number((units * 100n * scaledPrice(price) + one - 1n) / one)
}

function scaledPrice(price: number): bigint {
  const [whole = '0', fraction = ''] = price.toFixed(PRICE_DIGITS).split('.')
  return /^\d+$/.test(whole) ? BigInt(whole + fraction) : 0n
}
