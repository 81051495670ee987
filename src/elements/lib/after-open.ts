// The interface of the chunk that is loaded after the first view (`root/after-open.ts`). Elements of the first open call it, and never import
// modules of that chunk.
import type { Namespace } from '../../vocabulary/caip.js'
import type { AfterOpen as StateAfterOpen, Core } from '../../state/core.js'
import type { View, ViewName } from '../../vocabulary/view.js'
import type { Wallet } from '../../vocabulary/wallet.js'
import type { FocusNote } from './focus-note.js'
import type { WmViewShownEvent } from './view-shown.js'

/** The effects of the dialog: animations, focus, closing, announcements. `shell/dialog-effects.ts` implements them. */
export interface DialogEffects {
  /** The dialog has rendered. */
  rendered(): void
  /** Another view is shown; without an event: a placeholder for it. */
  shown(event?: WmViewShownEvent): void
  /** Moves focus into the view that the event is about. */
  focus(event: WmViewShownEvent): void
  /** The view whose title the header shows: `view`; in an inline card the one before, until that has shown how it ended. */
  headOf(view: View): View
  /** Waits until the view has shown how it ended and the closing transition is over. True: the modal was opened again meanwhile. */
  leave(): Promise<boolean>
  /** The card was removed. `opener`: the element that had focus before it opened. */
  gone(opener: FocusNote | undefined): void
}

/** The members of `<wm-dialog>` that `createDialogEffects` uses. */
export interface DialogHost extends HTMLElement {
  readonly core: Core
  readonly renderRoot: HTMLElement | DocumentFragment
  /** When the modal was opened, in unix ms. */
  readonly openedAt: number
  /** The `data-key` of what was clicked last; the effects reset it. */
  pressed: string | undefined
  requestUpdate(): void
}

/** The exports of `root/after-open.ts` that elements of the first open call. */
export interface AfterOpen extends StateAfterOpen {
  /** Starts the effects of the dialog `host`. */
  createDialogEffects(host: DialogHost): DialogEffects
  /** Applies the theme of `core` to an element of the page until the returned function is called. */
  followTheme(host: HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment }, core: Core): () => void
  /** Whether a wallet supports a family of networks. */
  canServe(core: Core, wallet: Wallet, family: Namespace): boolean
  /** The display name of a family of networks. */
  familyName(core: Core, family: Namespace): string
  /** Sets the colours of `name` on a letter that stands for a picture. */
  tint(letter: HTMLElement, name: string): void
  /** The view that a click on a wallet's row opens. `only` narrows to one family of networks. */
  viewOf(core: Core, wallet: Wallet, only?: Namespace): { readonly name: ViewName }
  /** Waits until wallets have been looked for, opens that view, and emits `SELECT_WALLET`. */
  chooseWallet(core: Core, wallet: Wallet, only?: Namespace): Promise<void>
}

/** Loads the chunk that follows the first view; concurrent calls share one load. @throws WalletError NETWORK_ERROR; the next call loads again */
export const afterOpen = ({ deps }: Core): Promise<AfterOpen> => deps.afterOpen() as Promise<AfterOpen> // `root/loaded-modal.ts` passes such a module

/** Resolves 80 ms after the next paint, so that the first paint and the start of the opening animation come first; after 300 ms at the latest. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, NOT_PAINTED_MS)
    const frame: typeof requestAnimationFrame | undefined = globalThis.requestAnimationFrame // undefined in jsdom
    frame?.(() => frame(() => setTimeout(resolve, REST_MS)))
  })

/** The time limit for tabs in the background, which have no animation frames, ms. */
const NOT_PAINTED_MS = 300
/** Time left to the opening animation after the paint, ms. */
const REST_MS = 80
