// The methods that approvals can say in words, in the manner of ERC-7730: selector, types, and how to say it.
import { exchangeCalls } from './known-exchange-calls.js'
import { tokenCalls } from './known-token-calls.js'
import type { KnownCall } from './said.js'

/** By selector. */
export const knownCalls: ReadonlyMap<string, KnownCall> = new Map([...tokenCalls, ...exchangeCalls])
