// The type of a row of the table of settings. The rows are in `settings.ts`.
import { type Read, shape } from './readers.js'

/** The kind of a setting's type, which the first chunk checks. */
type KindOf<Given> = Given extends string
  ? 'text'
  : Given extends boolean
    ? 'flag'
    : Given extends number
      ? 'number'
      : Given extends readonly unknown[]
        ? 'list'
        : 'object'

/**
 * How the text of an attribute is read. `text`: as it is; `flag`: true, unless it is `false`; `list`: words between commas or spaces; `networks`: such
 * words, each the name or CAIP-2 id of a network.
 */
export type AttributeReading = 'text' | 'flag' | 'list' | 'networks'

/** The attribute of `<wallet-modal>` for a setting. */
export interface SettingAttribute {
  readonly reads: AttributeReading
  /** Default: the setting's name with hyphens, such as `terms-url`. */
  readonly name?: string
  /**
   * The closed modal needs it: it is read when the element is connected, and an empty text counts as absent. Other attributes are read when the core is
   * made.
   */
  readonly early?: true
}

/** Makes the value that the modal works with from the given one. */
export type Fill<Given, Filled> = (given: Given | undefined) => Filled

/** One setting: the type that a page gives (`Given`), and the type that the modal works with (`Filled`). */
export interface Setting<Given, Filled> {
  /** The kind of its type, or a list of several. */
  readonly kind: KindOf<Given> | readonly KindOf<Given>[]
  /** Checks the given value. */
  readonly read: Read<Given>
  /** Used when the setting is absent. Without `default` and `fill` an absent setting stays absent. */
  readonly default?: Filled
  /** Instead of `default`: a function of `derive.ts` that makes the value. */
  readonly fill?: Fill<Given, Filled>
  readonly attribute?: SettingAttribute
}

/** Returns its argument: gives a row its types, `setting<Given, Filled>({ … })`. `Filled` is needed where it differs from `Given`. */
export const setting = <Given, Filled = Given>(row: Setting<Given, Filled>) => row

type Rows = Readonly<Record<string, { readonly read: Read<unknown> }>>

/** A setting whose fields are settings with a row each, such as `features.analytics`. */
export const group = (fields: Rows) => ({ read: shape(readersOf(fields)) })

/** The readers of rows, by the rows' names. */
export function readersOf(rows: Rows): Readonly<Record<string, Read<unknown>>> {
  return Object.fromEntries(Object.entries(rows).map(([name, { read }]) => [name, read]))
}
