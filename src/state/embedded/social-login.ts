// Signing in with a social login, in a window of its provider, or with Farcaster, by a code or in its app. What the provider says goes to the services, and from
// there by way of the frame to this page: the window tells the page nothing.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { WalletError } from '../../vocabulary/errors.js'
import type { Social, WindowSocial } from '../../vocabulary/social.js'
import { isSocial } from '../../vocabulary/social-names.js'
import { createConnection } from '../connections/connection.js'
import type { Core } from '../core.js'
import { isUnderWay } from '../interface/outcome.js'
import { createRouter } from '../interface/router.js'
import { asWalletError, latest } from '../lib/operation.js'
import { leadPopup, whenPopupGone } from '../lib/popup.js'
import { createEmbedded } from './embedded.js'
import { readCodeUrl, readLoginUrl } from './login-url.js'
import { createLoginCache } from './login-cache.js'

/** An attempt to sign in. */
export interface SocialRun {
  readonly social: Social
  /**
   * `opening`: the frame is asked where to; `away`: a window is there, or the code is shown; `blocked`: the browser has opened none, there is only the address;
   * `gone`: the window is not to be seen any more, and the login may still end well; `finishing`: signed in, the accounts are asked for; `failed`: see `error`.
   */
  readonly phase: 'opening' | 'away' | 'blocked' | 'gone' | 'finishing' | 'failed'
  /** Where the login goes on: of a provider on the frame's origin. It is kept in memory only. */
  readonly url?: string | undefined
  readonly error?: WalletError | undefined
}

/** Signing in with a social login to one modal. */
export interface SocialLogin {
  readonly $run: ReadableAtom<SocialRun | undefined>
  /**
   * Begins an attempt, and ends the one before. Never throws: how it ends is in `$run`.
   * @param popup what was opened in the press; undefined where the browser refused, and for Farcaster
   */
  begin(social: Social, popup?: Window): void
  /** The visitor has followed the address of `blocked`. */
  opened(): void
  /** Ends the attempt, and closes its window. */
  leave(): void
}

/** A part. */
export function createSocialLogin(core: Core): SocialLogin {
  const cache = core.use(createLoginCache)
  const connection = core.use(createConnection)
  const embedded = core.use(createEmbedded)
  const router = core.use(createRouter)
  const $run = atom<SocialRun | undefined>()
  /** Once the accounts are there the login counts, also when the visitor closes the modal in that moment. */
  let isAdopting = false

  /** With a provider. @returns the name that it has for the visitor */
  async function byWindow(signal: AbortSignal, social: WindowSocial, popup: Window | undefined, set: SetRun) {
    const { frame = '' } = core.config.services
    const { uri } = await embedded.request('GET_SOCIAL_REDIRECT_URI', { provider: social }, { signal })
    const url = readLoginUrl(uri, frame)
    const isOpen = leadPopup(popup, url)
    set({ phase: isOpen ? 'away' : popup ? 'gone' : 'blocked', url })
    const stopLooking = popup && isOpen ? whenPopupGone(core, popup, () => set({ phase: 'gone', url })) : () => {}
    try {
      // A window that is gone ends nothing: its site may have cut it off. The services say when the attempt is over.
      return (await embedded.request('CONNECT_SOCIAL', { uri: url }, { signal })).userName ?? undefined
    } finally {
      stopLooking()
    }
  }

  /** With Farcaster. @returns the visitor's name there */
  async function byCode(signal: AbortSignal, set: SetRun) {
    const { url } = await embedded.request('GET_FARCASTER_URI', undefined, { signal })
    set({ phase: 'away', url: readCodeUrl(url) })
    return (await embedded.request('CONNECT_FARCASTER', undefined, { signal })).userName
  }

  const attempt = latest(core, async (signal, social: Social, popup: Window | undefined): Promise<void> => {
    const set: SetRun = (more) => signal.aborted || $run.set({ social, ...more })
    try {
      const known = social === 'farcaster' ? await byCode(signal, set) : await byWindow(signal, social, popup, set)
      popup?.close()
      set({ phase: 'finishing' })
      core.emit('event', { name: 'SOCIAL_LOGIN_REQUEST_USER_DATA', provider: social })
      const session = await embedded.connect(signal)
      signal.throwIfAborted()
      isAdopting = true
      await connection.adopt(session, () => {
        const { email, userName = known } = session.user
        cache.loggedIn(email, userName)
        core.emit('event', { name: 'SOCIAL_LOGIN_SUCCESS', provider: social })
        core.emit('event', { name: 'CONNECT_SUCCESS', method: 'social', wallet: session.wallet.name })
      })
    } finally {
      isAdopting = false
      popup?.close()
    }
  })

  /** The attempt that `$run` shows; another one has been ended. */
  let current: symbol | undefined

  function begin(social: Social, popup?: Window): void {
    if (!isSocial(social) || isAdopting) {
      popup?.close()
      return
    }
    const mine = Symbol(social)
    current = mine
    core.emit('event', { name: 'SOCIAL_LOGIN_STARTED', provider: social })
    $run.set({ social, phase: 'opening' })
    attempt(social, popup).then(
      () => {
        if (current === mine) $run.set(undefined)
      },
      (thrown: unknown) => {
        const error = asWalletError(thrown)
        const isEnded = current !== mine
        const name = isEnded || error.code === 'USER_REJECTED' ? 'SOCIAL_LOGIN_CANCELED' : 'SOCIAL_LOGIN_ERROR'
        core.emit('event', { name, provider: social })
        if (!isEnded) $run.set({ social, phase: 'failed', error })
      },
    )
  }

  function opened(): void {
    const run = $run.get()
    if (run?.phase === 'blocked') $run.set({ ...run, phase: 'away' })
  }

  function leave(): void {
    const run = $run.get()
    if (!run || isAdopting) return
    current = undefined
    attempt.cancel()
    $run.set(undefined)
    // Back from Farcaster forgets the code and loads the frame anew (specification §2), so that nobody is signed in by it who has gone elsewhere.
    if (run.social === 'farcaster' && !core.publicState.$account.get())
      embedded.request('RELOAD').catch((error: unknown) => core.deps.log.debug('the frame was not loaded anew', error))
  }

  const stops = [
    core.on('close', leave),
    router.$history.listen(() => {
      if (!isUnderWay(core, 'social')) leave()
    }),
  ]
  core.onEnd(() => stops.forEach((stop) => stop()))
  return { $run: readonlyType($run), begin, opened, leave }
}

type SetRun = (more: Omit<SocialRun, 'social'>) => void
