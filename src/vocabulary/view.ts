// The types of views for all layers: their names and parameters, and the part of a view's row that the rules of the modal read. The rows are in
// `elements/routes.ts` and `elements/all-routes.ts`; every view has one.
import type { Purchase } from './account-values.js'
import type { Namespace } from './caip.js'
import type { Network } from './network.js'
import type { SmartSessionResult } from './smart-session.js'

/** Names of the parameters without which a view cannot be shown. */
type RequiredKeys<Parameters> = { [Key in keyof Parameters]-?: undefined extends Parameters[Key] ? never : Key }[keyof Parameters]

/**
 * What a view needs to be shown. `connection`: the modal changes to Connect when the last connection ends; with `first` also when there is none yet, and the
 * view follows once a wallet is connected. Every other key is a parameter: Connect is shown instead when the page does not pass it. The type demands
 * exactly the required parameters of the view.
 */
export type Needs<Parameters = unknown> = { readonly connection?: true | 'first' } & {
  readonly [Key in RequiredKeys<Parameters>]: true
}

/** The requests that a view may send to a wallet. */
export type WalletRequest = 'connect' | 'pair' | 'switchNetwork' | 'sign'

/** The part of a view's row that does not depend on elements. `Route` in `elements/routes.ts` is the whole row. */
export interface ViewRow<Parameters = unknown> {
  /** The element that shows the view. */
  readonly tag: string
  /** The heading of the dialog while the view is shown. */
  title(translate: never, view: Parameters): string
  readonly needs: Needs<Parameters>
  /** The view connects a wallet: where the page asks for consent (`features.legalCheckbox`), it is opened only when the consent is given. */
  readonly connects?: true
  /** The requests that it sends to a wallet. They are cancelled when the visitor leaves the view. */
  readonly asks?: readonly WalletRequest[]
  /** The task of which the view is a step, for the state of that task. */
  readonly task?: 'send' | 'buy' | 'smartSession' | 'email' | 'social' | 'updateEmail' | 'approve'
  /**
   * Whether the modal stays open now: on this view and on those that were reached from it, except by going back (specification §2). Its argument is the
   * core, whose type is not known to this layer: as a method it may be written with a parameter of that type. Default: it closes.
   */
  refusesClosing?(core: unknown): boolean
  /**
   * Waits for what the visitor does in the view: what `open` resolves with, once the view is shown. Default: `open` waits for nothing more.
   * @throws WalletError MODAL_CLOSED when the visitor closes the modal without it
   */
  outcome?(core: unknown, view: Parameters): Promise<unknown>
}

/** The rows of the views. The root hands them to the core, because state may not import elements. */
export interface ViewTable<Row extends ViewRow = ViewRow> {
  /**
   * The row of the view that is shown for `view`: its own, or that of Connect when there is no such view or a parameter that it needs is missing.
   * Undefined for other views than Connect until `load` has resolved.
   */
  find(view: View): Row | undefined
  /** Loads all rows. When that rejects, a later call tries again. */
  load(): Promise<LoadedViewTable<Row>>
}

/** The rows of the views after `ViewTable.load`. */
export interface LoadedViewTable<Row extends ViewRow = ViewRow> extends ViewTable<Row> {
  find(view: View): Row
}

/**
 * The tables of views. Each table adds its rows here by declaration merging, so that all layers know names and parameters of the views
 * without importing the table.
 */
export interface ViewTables {
  readonly first: {
    /**
     * `namespace` narrows the list to wallets of one ecosystem. `network` is where the connection starts, if the wallet has it. `beside` keeps what is
     * connected in the ecosystem, which is then no longer the active connection; by default the new connection replaces it.
     */
    readonly Connect: ViewRow<{
      readonly namespace?: Namespace | undefined
      readonly network?: Network | undefined
      readonly beside?: boolean | undefined
    }>
  }
}

type ViewsOf<Table> = {
  [Name in keyof Table]: Table[Name] extends { title(translate: never, view: infer Parameters): string }
    ? { readonly name: Name } & Parameters
    : never
}[keyof Table]

/** A view with its parameters: `{ name: 'SwitchNetwork', network }`. */
export type View = { [Table in keyof ViewTables]: ViewsOf<ViewTables[Table]> }[keyof ViewTables]
/** A view with its parameters, as pages may write it too: `{ view: 'SwitchNetwork', network }`. */
export type ViewByName = View extends infer Each
  ? Each extends { readonly name: infer Name }
    ? { readonly view: Name } & Omit<Each, 'name'>
    : never
  : never
/** What `open` opens. */
export type Opening = ViewName | View | ViewByName
/** What `open` resolves with, by name of the view; with nothing for all others. */
export interface ViewOutcomes {
  /** The hash of the transaction that was sent. */
  readonly WalletSend: string
  /** The purchase, once it has ended: `done` or `failed`, or nothing more is heard of it (`overdue`, `untold`). */
  readonly OnRampProviders: Purchase
  /** What the wallet has granted. */
  readonly SmartSessionRequest: SmartSessionResult
}
type NameOf<Opened> = Opened extends string
  ? Opened
  : Opened extends { readonly name: infer Name } | { readonly view: infer Name }
    ? Name
    : never
/** What `open` resolves with for an opening. */
export type OutcomeOf<Opened> = NameOf<Opened> extends keyof ViewOutcomes ? ViewOutcomes[NameOf<Opened>] : void
/** Name of a view. */
export type ViewName = View['name']
/** One view with its parameters. */
export type ViewNamed<Name extends ViewName> = Extract<View, { readonly name: Name }>

/** The view of an opening, which may lack parameters: the page may have no types. */
export const viewOf = (opening: Opening | undefined) =>
  (typeof opening === 'string' ? { name: opening } : opening && { name: (opening as ViewByName).view, ...opening }) as
    | View
    | undefined
