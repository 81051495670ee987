// Amounts of which each digit counts, such as those that are sent, or allowed.
import type { Core } from '../../state/core.js'
import { formatUnits } from '../../vocabulary/amount.js'
import type { Asset } from '../../vocabulary/asset.js'
import { fieldNumber } from './field-number.js'
import { createMessages } from './localize.js'

/** An amount with all its digits and its symbol, as it is written in the chosen language. */
export function exactAmount(core: Core, amount: bigint, { decimals, symbol }: Pick<Asset, 'decimals' | 'symbol'>): string {
  return `${fieldNumber(formatUnits(amount, decimals), core.use(createMessages).formatTag())} ${symbol}`
}
