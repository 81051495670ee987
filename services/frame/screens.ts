// The frame's own screens, apart from approvals. Drawn when they are needed, by `screen-view.ts`.
import { FrameError } from '../../src/frame/frame-error.js'
import type { WireWallet } from '../src/embedded/wire.js'
import { aborted, loaded } from './frame-errors.js'
import { phraseOf } from './phrase.js'
import type { FrameStore } from './store.js'
import type { FrameLocale } from './messages.js'
import type { PasskeyAnswer, PasskeyOffer } from './passkeys/passkey-screen.js'
import type { Surface } from './surface.js'

/** What a person is asked or told. Each rejects with the signal's reason, as an abort, when the page no longer waits. */
export interface Screens {
  /** Whether this origin may know who is signed in, and where their wallet is. */
  askConsent(
    about: { origin: string; user: string | undefined; mode: WireWallet['mode'] | undefined },
    signal: AbortSignal,
  ): Promise<boolean>
  /** Resolves once the person says that it is written down. @throws FrameError USER_REJECTED */
  showCode(code: string, signal: AbortSignal): Promise<void>
  /** Until `check` takes a code. False: the person gave up. */
  askCode(check: (code: string) => Promise<boolean>, signal: AbortSignal): Promise<boolean>
  /** Until `unlock` has opened the wallet with a passkey. Where nothing can be shown, another way is taken. */
  askPasskey(offer: PasskeyOffer, unlock: () => Promise<void>, signal: AbortSignal): Promise<PasskeyAnswer>
  /** This browser keeps nothing. */
  tellNotKept(signal: AbortSignal): Promise<void>
}

export interface ScreensOptions {
  readonly document: Document
  readonly surface: Surface
  readonly locale: () => FrameLocale
  /** Whether the page can be asked to show the frame: public clients cannot. Where nothing can be shown, nothing is asked, and the answer is no. */
  readonly canShow: () => boolean
  /** Keeps the visitor's phrase. Absent: there is none. */
  readonly store?: FrameStore | undefined
}

/** One screen at a time: a second waits until the first is answered. */
export function createScreens({ document, surface, locale, canShow, store }: ScreensOptions): Screens {
  let last: Promise<unknown> = Promise.resolve()
  const view = () => loaded(import('./screen-view.js'))
  function inTurn<T>(show: () => Promise<T>, signal: AbortSignal, unseen: T): Promise<T> {
    const turn = async () => {
      if (signal.aborted) throw aborted()
      return canShow() ? surface.show(show) : unseen
    }
    const next = last.then(turn, turn)
    last = next
    return next
  }
  const at = async (signal: AbortSignal) => ({
    document,
    locale: locale(),
    signal,
    phrase: store && (await phraseOf(store)),
    keepPhrase: store && ((phrase: string) => void store.set('phrase', phrase)),
  })

  return {
    askConsent: (about, signal) => inTurn(async () => (await view()).consentScreen(await at(signal), about), signal, false),
    async showCode(code, signal) {
      const isWritten = await inTurn(async () => (await view()).codeScreen(await at(signal), code), signal, false)
      if (!isWritten) throw new FrameError('USER_REJECTED', 'User rejected the request')
    },
    askCode: (check, signal) => inTurn(async () => (await view()).enterCodeScreen(await at(signal), check), signal, false),
    askPasskey(offer, unlock, signal) {
      const screen = () => loaded(import('./passkeys/passkey-screen.js'))
      const show = async () => (await screen()).passkeyScreen(await at(signal), offer, unlock)
      return inTurn<PasskeyAnswer>(show, signal, 'other')
    },
    tellNotKept: (signal) => inTurn(async () => (await view()).notKeptScreen(await at(signal)), signal, undefined),
  }
}
