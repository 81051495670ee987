// The whole table.
import type { Row } from './row.js'
import { commonRows } from './rows-common.js'
import { nameRows } from './rows-names.js'
import { onrampRows } from './rows-onramp.js'
import { tokenRows } from './rows-tokens.js'

export const allRows: Readonly<Record<string, Row>> = { ...commonRows, ...tokenRows, ...nameRows, ...onrampRows }
