// What a row of the table of settings is made of. The rows are in `settings.ts`.
import { type Read, shape } from './readers.js'
import type { Metadata } from './values.js'

/** What the first chunk checks of a setting: its JavaScript type, lists and objects apart. */
type KindOf<Given> = Given extends string
  ? 'text'
  : Given extends boolean
    ? 'flag'
    : Given extends readonly unknown[]
      ? 'list'
      : 'object'

/** How the text of an attribute is read: as it is; `false` or anything else; words between commas or spaces; words that name networks. */
export type AttributeReading = 'text' | 'flag' | 'list' | 'networks'

/** An attribute of `<wallet-modal>` that sets the setting. Its name is that of the setting, with hyphens: `terms-url`. */
export interface SettingAttribute {
  readonly reads: AttributeReading
  /** Another name. */
  readonly name?: string
  /** The closed modal goes by it: it is read when the element is connected, and an empty text counts as none. Others are read when the core is made. */
  readonly early?: true
}

/** Makes what the modal works with. `page`: what the page says of itself. */
export type Fill<Given, Filled> = (given: Given | undefined, page: Metadata) => Filled

/** One setting: how it is given, and how the modal has it (`Filled`). */
export interface Setting<Given, Filled> {
  /** One kind, or a list of several. */
  readonly kind: KindOf<Given> | readonly KindOf<Given>[]
  readonly read: Read<Given>
  /** Used when the setting is absent. Without `default` and `fill` an absent setting stays absent. */
  readonly default?: Filled
  /** Instead of a default: a function that another module exports. */
  readonly fill?: Fill<Given, Filled>
  readonly attribute?: SettingAttribute
}

/** Types a row: `setting<Given, Filled>({ … })`. `Filled` is written where it is another type than `Given`. */
export const setting = <Given, Filled = Given>(row: Setting<Given, Filled>) => row

type Rows = Readonly<Record<string, { readonly read: Read<unknown> }>>

/** Settings under a common name, each with a row of its own: `features.analytics`. */
export const group = (fields: Rows) => ({ read: shape(readersOf(fields)) })

/** The readers of some rows, by their names. */
export function readersOf(rows: Rows): Readonly<Record<string, Read<unknown>>> {
  return Object.fromEntries(Object.entries(rows).map(([name, { read }]) => [name, read]))
}
