// What a transaction has moved for an account, merged into the few amounts that a row shows.
import type { Transfer } from '../../api/history.js'
import { isNativeToken } from '../../api/native.js'
import { parseUnits } from '../../vocabulary/amount.js'
import { isAccountId, isAddress, parseAccountId } from '../../vocabulary/caip.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import { toMoney } from '../../vocabulary/money.js'

/** The sum of the transfers of one asset in one direction. */
export interface Leg {
  readonly direction: 'in' | 'out' | 'self'
  readonly amount: bigint
  readonly decimals: number
  /** A symbol, or the name of an NFT; one safe line. Undefined: it has none. */
  readonly name: string | undefined
  readonly isNft: boolean
  /** Plain address of a token's contract; undefined for coins and NFTs, and where the services do not say it. */
  readonly contract: string | undefined
  /** Whether the services' list has the token, or it is the chain's own coin; undefined where they do not say it. */
  readonly isVerified: boolean | undefined
  /** A url for `<img src>`. */
  readonly picture: string | undefined
  /** In 10^-12 US dollars, when it was mined; undefined where no price is known. */
  readonly worth: bigint | undefined
}

/** At most this many amounts are shown of a transaction. */
const SHOWN_COUNT = 2

/** The amounts of a row. */
export interface Legs {
  /** Outgoing first. Where both directions moved something, at least one of each. */
  readonly shown: readonly Leg[]
  /** How many more assets the transaction has moved, besides what was probably a fee. */
  readonly others: number
}

/**
 * Merges the transfers of a transaction: the same asset in the same direction is summed exactly, fees paid beside the main amounts and zero amounts are left
 * out, and the most valuable are shown.
 * @param isApproval nothing has moved: the first asset is shown, whatever its amount
 */
export function legsOf(transfers: readonly Transfer[], isApproval = false): Legs {
  const sums = new Map<string, Leg>()
  for (const transfer of transfers) {
    const { key, leg } = read(transfer)
    const before = sums.get(key)
    sums.set(key, before ? sum(before, leg) : leg)
  }
  const moved = [...sums.values()].filter(({ amount }) => isApproval || amount > 0n)
  const kept = moved.filter((leg) => !isFee(leg, moved)).sort(byWorth)
  const best = (direction: Leg['direction']) => kept.find((leg) => leg.direction === direction)
  const sides = [best('out'), best('in')].filter((leg) => leg !== undefined)
  const shown = (sides.length === SHOWN_COUNT ? sides : kept.slice(0, SHOWN_COUNT)).sort(byDirection)
  return { shown, others: kept.length - shown.length }
}

function read({ fungible_info: token, nft_info: nft, direction, quantity, value }: Transfer): {
  readonly key: string
  readonly leg: Leg
} {
  const { numeric } = quantity
  const decimals = numeric.split('.')[1]?.length ?? 0
  const picture = nft ? nft.content?.preview?.url : token?.icon?.url
  const text = nft ? nft.name : (token?.symbol ?? token?.name)
  return {
    key: JSON.stringify([direction, nft ? 'nft' : 'token', text, token?.name, picture, token?.address]),
    leg: {
      direction,
      amount: parseUnits(numeric, decimals),
      decimals,
      name: visibleName(text),
      isNft: !!nft,
      contract: contractOf(token?.address),
      isVerified: token?.flags?.is_verified ?? undefined,
      picture: picture ?? undefined,
      worth: typeof value === 'number' && value >= 0 ? toMoney(value) : undefined,
    },
  }
}

/** @param id CAIP-10; from a stranger */
function contractOf(id: string | null | undefined): string | undefined {
  if (!isAccountId(id) || isNativeToken(id)) return undefined
  const { namespace, address } = parseAccountId(id)
  return isAddress(namespace, address) ? address : undefined
}

/**
 * Whether a token may be another one than its name says: the services have it in no list, or where they do not say that, it came without a price.
 * @param hasPrices the services know prices of the past
 */
export function isDoubtfulLeg({ direction, isNft, isVerified, worth }: Leg, hasPrices: boolean): boolean {
  if (isNft || isVerified !== undefined) return isVerified === false
  return hasPrices && direction === 'in' && worth === undefined
}

function sum(one: Leg, other: Leg): Leg {
  const decimals = Math.max(one.decimals, other.decimals)
  const scaled = (leg: Leg) => leg.amount * 10n ** BigInt(decimals - leg.decimals)
  const worth = one.worth === undefined || other.worth === undefined ? undefined : one.worth + other.worth
  return { ...one, decimals, amount: scaled(one) + scaled(other), worth }
}

/**
 * Whether a leg is probably a fee: another one goes the same way, and it is worth less than a tenth of what comes the other way, or less than a hundredth of
 * the largest of its own way. A leg of unknown worth is none.
 */
function isFee(leg: Leg, all: readonly Leg[]): boolean {
  if (leg.worth === undefined) return false
  const largest = (isSide: (direction: Leg['direction']) => boolean) =>
    all.reduce((most, { direction, worth }) => (isSide(direction) && worth !== undefined && worth > most ? worth : most), 0n)
  const own = largest((direction) => direction === leg.direction)
  if (own <= leg.worth) return false // it is the largest of its own way
  const opposite = largest((direction) => direction !== leg.direction && direction !== 'self')
  return leg.worth * 10n < opposite || leg.worth * 100n < own
}

/** Those of unknown worth last: an NFT before a token. */
function byWorth(one: Leg, other: Leg): number {
  const [left, right] = [one.worth ?? -1n, other.worth ?? -1n]
  return left === right ? Number(other.isNft) - Number(one.isNft) : left < right ? 1 : -1
}

const places = { out: 0, self: 1, in: 2 } as const
const byDirection = (one: Leg, other: Leg) => places[one.direction] - places[other.direction]
