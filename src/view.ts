// What all layers know of views: their names and parameters, and the part of a view's row that the rules of the modal read. The rows are in
// `elements/routes.ts` and `elements/all-routes.ts`; a view without a row does not exist.
import type { Namespace } from './caip.js'

/** Names of the parameters without which a view cannot be shown. */
type RequiredKeys<Parameters> = { [Key in keyof Parameters]-?: undefined extends Parameters[Key] ? never : Key }[keyof Parameters]

/**
 * What a view cannot be shown without. `connection`: it is left for Connect when the last connection ends. Every other key is a parameter:
 * Connect is shown instead when the page leaves it out. All required parameters of the view are listed, and nothing else compiles.
 */
export type Needs<Parameters = unknown> = { readonly connection?: true } & { readonly [Key in RequiredKeys<Parameters>]: true }

/** What a view may ask of a wallet by itself. */
export type WalletRequest = 'connect' | 'pair' | 'switchNetwork'

/** The part of a view's row that needs no elements. `Route` in `elements/routes.ts` is all of it. */
export interface ViewRow<Parameters = unknown> {
  /** The element that shows the view. */
  readonly tag: string
  /** Imports the element's module; rejects when the chunk cannot be had, and may be called again. Absent: it comes with the dialog. */
  readonly load?: () => Promise<unknown>
  /** The heading of the dialog while the view is shown. */
  title(translate: never, view: Parameters): string
  readonly needs: Needs<Parameters>
  /** It leads straight to a wallet: a page that asks for consent opens it only when consent is given (specification §2). */
  readonly connects?: true
  /** What it asks of a wallet. Whoever leaves the view no longer waits for the answer. */
  readonly asks?: readonly WalletRequest[]
  /**
   * While the wallet is on a network that the page does not support, closing is refused here and in what was reached from here. Back closes.
   * Default: the view closes at any time.
   */
  readonly refusesClosing?: true
}

/** The rows of the views. The root hands them to the core, because state may not import elements. */
export interface ViewTable<Row extends ViewRow = ViewRow> {
  /**
   * The row of what is shown for `view`: its own, or that of Connect where there is no such view, or the page left out what it needs.
   * Undefined while it takes `load` to know. Connect is known at once.
   */
  find(view: View): Row | undefined
  /** Fetches all rows. Rejects when they cannot be had, and may be called again. */
  load(): Promise<LoadedViewTable<Row>>
}

/** All rows are there. */
export interface LoadedViewTable<Row extends ViewRow = ViewRow> extends ViewTable<Row> {
  find(view: View): Row
  /** Fetches a view's chunk ahead of its use. A failure is left to who shows the view. Returns the view's row, or that of Connect. */
  preload(name: ViewName): Row
}

/**
 * The tables of views. Each table adds its rows here by declaration merging, so that all layers know names and parameters of the views
 * without importing the table.
 */
export interface ViewTables {
  readonly first: {
    /** `namespace` narrows the list to wallets of one ecosystem. */
    readonly Connect: ViewRow<{ readonly namespace?: Namespace | undefined }>
  }
}

type ViewsOf<Table> = {
  [Name in keyof Table]: Table[Name] extends { title(translate: never, view: infer Parameters): string }
    ? { readonly name: Name } & Parameters
    : never
}[keyof Table]

/** A view with its parameters: `{ name: 'SwitchNetwork', network }`. */
export type View = { [Table in keyof ViewTables]: ViewsOf<ViewTables[Table]> }[keyof ViewTables]
export type ViewName = View['name']
/** One view with its parameters. */
export type ViewNamed<Name extends ViewName> = Extract<View, { readonly name: Name }>
