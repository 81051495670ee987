// What the tables of known methods and their reader say to each other.
import type { Scope } from './scope.js'
import type { Approval, CallView, Hex, Row } from './types.js'

/** A call as the chain sees it. */
export interface Call {
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

/** What is said of a call, and the calls within it. */
export interface Said {
  readonly title: CallView['title']
  readonly rows: readonly Row[]
  /** Their data stand in the last argument: a list of data, or of tuples that end with them. */
  readonly calls?: readonly Call[]
  /** An allowance, of which token, and which argument is its amount. */
  readonly allows?: { readonly token: Hex; readonly at: number }
}

/** Describes the whole request anew, with another call in the place of one. */
export type Change = (call: Call) => Promise<Approval>

type Answer = Said | undefined | Promise<Said | undefined>

/** A method: how its arguments are encoded, and what it does. `undefined`: these arguments say nothing that can be said. */
export interface KnownCall {
  readonly name: string
  readonly types: string
  say(scope: Scope, call: Call, values: readonly unknown[]): Answer
}

/** A table of methods by selector. The tests compute each selector from the name and the types. */
export type KnownCalls = readonly (readonly [selector: Hex, call: KnownCall])[]

/** A row of the tables. @param types of the arguments, in the notation of `abi.ts` */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it says what `types` decodes to
export const known = <Values extends readonly unknown[]>(
  selector: Hex,
  name: string,
  types: string,
  say: (scope: Scope, call: Call, values: Values) => Answer,
): KnownCalls[number] => [selector, { name, types, say: (scope, call, values) => say(scope, call, values as unknown as Values) }]
