// What the sections of the page `/wallet` are given, and what each of them is.
import type { TemplateResult } from 'lit/html.js'
import type { WireUser } from '../../src/embedded/wire.js'
import type { Keyring } from '../keys/keyring.js'
import type { FrameLocale } from '../messages.js'
import type { Screens } from '../screens.js'
import type { FrameSession } from '../session.js'
import type { FrameStore } from '../store.js'
import type { FrameWallet } from '../wallet.js'
import type { PageMessages } from './messages.js'
import type { PageTools } from './tools.js'

/** Of one person, from their login to the end of their session. */
export interface PageContext {
  /** Calls of the wallet API, with the session. */
  readonly api: Pick<FrameSession, 'call'>
  readonly wallet: FrameWallet
  readonly store: FrameStore
  /** The frame's own screens, which take the place of the page. */
  readonly screens: Screens
  readonly tools: PageTools
  /** Who is signed in, as the services said last. */
  user(): WireUser
  /** Asks the services who is signed in anew, with their slots, and lets all sections load again: to be called after something has changed. */
  refresh(): Promise<void>
  /** The keys of this user, opened. @throws FrameError RECOVERY_HELD, WALLET_LOCKED, USER_REJECTED */
  keys(): Promise<Keyring>
  readonly texts: PageMessages
  readonly locale: FrameLocale
  /** Draws the page anew: to be called after what a section shows has changed. */
  update(): void
  /**
   * Resolves when the last code of a mail is at most five minutes old: asks for one, where it is older.
   * @throws FrameError USER_REJECTED when the person gives up
   */
  reauthenticate(): Promise<void>
  /** Aborts when the session ends: what is shown of a wallet goes with it. */
  readonly signal: AbortSignal
}

/** A part of the page, under a heading of its own. */
export interface Section {
  readonly id: string
  readonly title: string
  render(): TemplateResult
  /** Called once the wallet is shown, and when something has changed. Never rejects: what goes wrong is drawn. */
  load?(): Promise<void>
}
