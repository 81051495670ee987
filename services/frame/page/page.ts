// The page `/wallet` without its looks: who is signed in, the wallet as far as this device can open it, and the sections.
import type { WireAnswer, WireUser } from '../../src/embedded/wire.js'
import type { Api } from '../api.js'
import type { Device } from '../device.js'
import { coded } from '../frame-errors.js'
import type { Keyring } from '../keys/keyring.js'
import type { Lock } from '../locks.js'
import type { FrameLocale } from '../messages.js'
import type { Screens } from '../screens.js'
import { createSession, NotSignedIn, type TabChannel } from '../session.js'
import type { FrameStore } from '../store.js'
import { createWallet, type ReadyWallet } from '../wallet.js'
import type { PageContext, Section } from './context.js'
import { failureOf, gaveUp, type PageFailure } from './failure.js'
import { createMailCode, type CodePurpose, type MailCode } from './mail-code.js'
import type { PageMessages } from './messages.js'
import { sectionsOf } from './sections.js'
import type { PageTools } from './tools.js'

export interface PageOptions {
  /** Of this page, and of the wallet API. */
  readonly origin: string
  readonly locale: FrameLocale
  readonly texts: PageMessages
  readonly api: Api
  readonly store: FrameStore
  readonly lock: Lock
  readonly tabs: TabChannel | undefined
  readonly device: Device
  /** Of this device in lists. */
  readonly label: string
  readonly keyring: () => Keyring
  readonly screens: Screens
  readonly tools: PageTools
  /** What is to be seen has changed. */
  readonly onChange: () => void
}

/** Somebody who is signed in. */
export interface SignedIn {
  readonly user: WireUser
  /** Undefined until it was asked for, and for accounts without one. */
  readonly wallet: ReadyWallet | undefined
  /** Why it is not known how this device opens the wallet. */
  readonly failure: PageFailure | undefined
  readonly isBusy: boolean
  readonly sections: readonly Section[]
}

export interface WalletPage {
  readonly texts: PageMessages
  readonly locale: FrameLocale
  readonly isLoading: boolean
  /** The page could not be loaded. */
  readonly failure: PageFailure | undefined
  /** Why nobody is signed in any more. */
  readonly notice: 'ended' | 'signedOut' | undefined
  /** A code that is asked for, instead of all else. */
  readonly code: MailCode | undefined
  readonly signedIn: SignedIn | undefined
  /** Looks who is signed in. Never rejects. */
  start(): Promise<void>
  /** Makes this device one of the wallet's, as far as the wallet allows it now. Never rejects. */
  open(): Promise<void>
  /** The same, after another proof by a link in a mail. Never rejects. */
  recover(): Promise<void>
  /** Gives up the code that is asked for. */
  cancelCode(): void
  signOut(): Promise<void>
}

/** How old the code may be that the services ask for. */
const PROOF_MS = 5 * 60_000
/** A proof that is about to be too old is made anew. */
const MARGIN_MS = 30_000

interface Person {
  user: WireUser
  wallet: ReadyWallet | undefined
  failure: PageFailure | undefined
  isBusy: boolean
  sections: readonly Section[]
  readonly ending: AbortController
}

export function createPage(options: PageOptions): WalletPage {
  const { origin, locale, texts, api, store, lock, tabs, device, label, keyring, screens, tools, onChange } = options
  const session = createSession({ api, store, lock, tabs })
  // A wallet is made in an app: here there is one, or there is nothing to manage.
  const wallet = createWallet({ session, keyring, device, store, lock, screens, recovery: 'sealed-required', label })
  let isLoading = true
  let failure: PageFailure | undefined
  let notice: WalletPage['notice']
  let code: MailCode | undefined
  let giveUp: (() => void) | undefined
  let person: Person | undefined

  let isSigningOut = false
  // By the services, by another tab, or by the button.
  session.onEnd(() => leave(isSigningOut ? 'signedOut' : 'ended'))

  function leave(why: NonNullable<WalletPage['notice']>): void {
    person?.ending.abort()
    person = undefined
    notice = why
    giveUp?.()
    void wallet.lock().catch(() => undefined)
    askLogin()
  }

  function endCode(): void {
    code?.close()
    code = undefined
  }

  function askLogin(): void {
    endCode()
    code = createMailCode({
      ...{ api, session, origin, locale, purpose: 'login', onChange },
      async onDone(given) {
        const user = await begin(given)
        endCode()
        notice = undefined
        await enter(user)
      },
    })
    isLoading = false
    onChange()
  }

  /** @returns who has typed a code, and when, by the clock of the services */
  async function begin(given: WireAnswer<'/api/email/verify'>): Promise<WireUser> {
    if (person && person.user.userId !== given.user.userId) throw coded('LOGIN_REFUSED')
    await session.begin(given.session, given.user.userId)
    const user = { ...given.user, provedAt: api.now() }
    if (person) person.user = user
    return user
  }

  /** A code to the address of the account. @throws FrameError USER_REJECTED; what sending it throws */
  async function prove(purpose: Exclude<CodePurpose, 'login'>): Promise<void> {
    const { email } = require().user
    if (email === null) throw coded('EMAIL_INVALID')
    if (code) throw gaveUp()
    try {
      await new Promise<void>((resolve, reject) => {
        giveUp = () => reject(gaveUp())
        const onDone = async (given: WireAnswer<'/api/email/verify'>) => {
          await begin(given)
          resolve()
        }
        code = createMailCode({ api, session, origin, locale, purpose, onChange, onDone })
        void code.send(email)
      })
    } finally {
      // Where the session has ended meanwhile, the code of a login is asked for already.
      if (person) endCode()
      giveUp = undefined
      onChange()
    }
  }

  function require(): Person {
    if (!person) throw new NotSignedIn(true)
    return person
  }

  async function enter(user: WireUser): Promise<void> {
    const ending = new AbortController()
    const { signal } = ending
    const entered: Person = { user, wallet: undefined, failure: undefined, isBusy: false, sections: [], ending }
    person = entered
    const load = () => Promise.all(entered.sections.flatMap((section) => (section.load ? [section.load()] : [])))
    const context: PageContext = {
      api: session,
      wallet,
      store,
      screens,
      tools,
      user: () => entered.user,
      async refresh() {
        entered.user = await session.call('/api/user', {}, { signal })
        onChange()
        await load()
      },
      keys: () => wallet.unlock(entered.user, signal),
      texts,
      locale,
      update: onChange,
      async reauthenticate() {
        const { provedAt = 0, provider } = entered.user
        if (api.now() - provedAt < PROOF_MS - MARGIN_MS) return
        // Who logs in with an account elsewhere has no mailbox here: the services say whether that login is young enough.
        if (provider === 'email') await prove('export')
      },
      signal,
    }
    if (!user.wallet) return onChange()
    entered.sections = sectionsOf(context)
    await open()
    if (!signal.aborted) await load()
  }

  async function onWallet(run: (of: Person) => Promise<ReadyWallet | undefined>): Promise<void> {
    const of = require()
    if (of.isBusy) return
    of.isBusy = true
    of.failure = undefined
    onChange()
    try {
      of.wallet = (await run(of)) ?? of.wallet
      of.user = await session.call('/api/user', {}, { signal: of.ending.signal })
    } catch (error) {
      of.failure = failureOf(error)
    } finally {
      of.isBusy = false
      onChange()
    }
  }

  const ready = ({ user, ending }: Person) => wallet.ready(user, ending.signal)

  /** What this device needs, asked for by a press: a recovery code, or the time of a hold that has passed. */
  const open = () =>
    onWallet(async (of) => {
      const known = of.wallet
      if (known?.recovery?.mode !== 'sealed') return ready(of)
      await wallet.unlock(of.user, of.ending.signal)
      return { ...known, recovery: undefined }
    })

  return {
    texts,
    locale,
    get isLoading() {
      return isLoading
    },
    get failure() {
      return failure
    },
    get notice() {
      return notice
    },
    get code() {
      return code
    },
    get signedIn() {
      return person
    },
    async start() {
      isLoading = true
      failure = undefined
      onChange()
      try {
        if ((await session.userId()) === undefined) return askLogin()
        const user = await session.call('/api/user', {})
        isLoading = false
        await enter(user)
      } catch (error) {
        if (error instanceof NotSignedIn) return askLogin()
        failure = failureOf(error)
      } finally {
        isLoading = false
        onChange()
      }
    },
    open,
    recover: () =>
      onWallet(async (of) => {
        await prove('recover')
        return ready(of)
      }),
    cancelCode: () => giveUp?.(),
    async signOut() {
      isSigningOut = true
      try {
        await wallet.lock()
        await store.deleteAll('consents:')
        await session.end()
      } finally {
        isSigningOut = false
      }
    },
  }
}
