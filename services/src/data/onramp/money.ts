// Sums of money as whole cents, and what they buy. Prices are JSON numbers; they are applied without floating point.

/** Cents of a decimal amount; undefined for more than two decimals, more than nine digits, and any other text. */
export function readCents(amount: string): number | undefined {
  const found = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(amount)
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined
}

/** Cents as a decimal amount: `1050` → `10.50`. */
export function centsText(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

const PRICE_DIGITS = 12

/** Base units that `cents` buy at `price` per whole token, rounded down; 0 for a price of 0. */
export function unitsFor(cents: number, price: number, decimals: number): bigint {
  const scaled = scaledPrice(price)
  return scaled === 0n ? 0n : (BigInt(cents) * 10n ** BigInt(decimals + PRICE_DIGITS)) / (100n * scaled)
}

/** Cents that `units` base units cost, rounded up. */
export function centsFor(units: bigint, price: number, decimals: number): number {
  const one = 10n ** BigInt(decimals + PRICE_DIGITS)
  return Number((units * 100n * scaledPrice(price) + one - 1n) / one)
}

function scaledPrice(price: number): bigint {
  const [whole = '0', fraction = ''] = price.toFixed(PRICE_DIGITS).split('.')
  return /^\d+$/.test(whole) ? BigInt(whole + fraction) : 0n
}
