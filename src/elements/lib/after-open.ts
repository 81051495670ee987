// The seam between the first open and what follows it: elements of the first open take the rest from here, and never import it themselves.
import type { Namespace } from '../../caip.js'
import type { AfterOpen as StateAfterOpen, Core } from '../../state/core.js'
import type { View, ViewName } from '../../view.js'
import type { Wallet } from '../../wallet.js'
import type { FocusNote } from './focus-note.js'
import type { WmViewShownEvent } from './view-shown.js'

/** What the dialog does besides standing there. */
export interface DialogEffects {
  /** The card was rendered. */
  rendered(): void
  /** Another view is in place; without an event what stands for it until it comes. */
  shown(event?: WmViewShownEvent): void
  /** Moves focus to what the view that has come wants focused. */
  focus(event: WmViewShownEvent): void
  /** The view that the head of the card is about: `view`, or in a card of the page the one before, until that has shown how it ended. */
  headOf(view: View): View
  /** Waits until the view has shown how it ended, and the card has gone from sight. True: the modal is open again. */
  leave(): Promise<boolean>
  /** The card is gone. `opener`: who had focus before it came. */
  gone(opener: FocusNote | undefined): void
}

/** What `createDialogEffects` works on. */
export interface DialogHost extends HTMLElement {
  readonly core: Core
  readonly renderRoot: HTMLElement | DocumentFragment
  /** When the modal was opened, in unix ms. */
  readonly openedAt: number
  /** The `data-key` of what was clicked last; the effects take it away. */
  pressed: string | undefined
  requestUpdate(): void
}

/** As much of `after-open.ts` as elements of the first open know. */
export interface AfterOpen extends StateAfterOpen {
  createDialogEffects(host: DialogHost): DialogEffects
  /** Follows the theme of `core` on an element of the page until the returned function is called. */
  followTheme(host: HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment }, core: Core): () => void
  /** The view that a click on a wallet's row leads to. `only` narrows to one family. */
  viewOf(core: Core, wallet: Wallet, only?: Namespace): { readonly name: ViewName }
  /** Goes there, and tells the page. */
  chooseWallet(core: Core, wallet: Wallet, only?: Namespace): void
}

/** Fetches what follows the first view; one fetch for all who ask. @throws WalletError NETWORK_ERROR, and the next call asks again */
export const afterOpen = ({ deps }: Core): Promise<AfterOpen> => deps.afterOpen() as Promise<AfterOpen> // the root hands in a module that has these: `instance.ts`

/** Resolves a moment after what was rendered last has been painted; soon also in a page that is not painted at all. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, NOT_PAINTED_MS)
    const frame: typeof requestAnimationFrame | undefined = globalThis.requestAnimationFrame // jsdom has none by itself
    frame?.(() => frame(() => setTimeout(resolve, REST_MS)))
  })

/** A tab in the background has no frames. */
const NOT_PAINTED_MS = 300
/** In these the opening moves, and the visitor has only begun to read. */
const REST_MS = 80
