// Pieces of what swap providers answer. A provider is a stranger too: nothing of it is passed on unread.
import { isAddress, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'

/** Base units in decimal digits. */
export const units = z.string().check(z.regex(/^\d{1,78}$/))
/** Base units in digits or in hex. */
export const quantity = z.string().check(z.regex(/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/))
/** Call data in hex. */
export const hexData = z.custom<Hex>(
  (value) => typeof value === 'string' && value.length <= 262_144 && /^0x(?:[0-9a-fA-F]{2})+$/.test(value),
)
/** An EVM address in any case. */
export const wireEvmAddress = z.custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false }))
