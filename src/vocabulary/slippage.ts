// How much worse a swap's price may get, as a page sets it.

/** Most that services and modal take, in percent. */
export const SLIPPAGE_MAX_PERCENT = 50
/** Percent with at most two decimal places: whole hundredths, which is what amounts are reckoned with. */
const PERCENT = /^\d{1,2}(?:\.\d{1,2})?$/

/**
 * Reads the setting `features.slippagePercent`.
 * @param given a number or a decimal text with a point, in percent
 * @returns 0.01 to 50, in percent; undefined for everything else
 */
export function readSlippage(given: unknown): number | undefined {
  if (typeof given !== 'number' && typeof given !== 'string') return undefined
  const percent = PERCENT.test(String(given)) ? Number(given) : 0
  return percent > 0 && percent <= SLIPPAGE_MAX_PERCENT ? percent : undefined
}
