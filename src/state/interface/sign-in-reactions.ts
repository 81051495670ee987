// How the modal reacts to signing in (specification §4, §8): the view opens for an account that has not signed in, and closes with its answer. For pages
// with the setting `siwx`.
import { createConnection } from '../connections/connection.js'
import { createSignIns } from '../connections/sign-in.js'
import type { Core } from '../core.js'
import type { SignInStatus } from '../../vocabulary/sign-in.js'
import type { View } from '../../vocabulary/view.js'
import { createModal } from './modal.js'
import { createNotices } from './notices.js'
import { createRouter } from './router.js'

/** A part: listens for the life of the core. */
export function createSignInReactions(core: Core): void {
  const connection = core.use(createConnection)
  const modal = core.use(createModal)
  const notices = core.use(createNotices)
  const router = core.use(createRouter)
  const signIns = core.use(createSignIns)
  const { $signIn, isRequired } = signIns
  const rowOf = (view: View) => core.deps.views.find(view)
  const isSignIn = (view: View) => rowOf(view)?.asks?.includes('sign') ?? false
  /** The active account has signed in, or there is none that could. */
  const isOver = () => ['signedIn', 'off'].includes($signIn.get().status)
  const isShown = () => modal.$open.get() && isSignIn(router.$view.get())

  function afterStatus(now: SignInStatus): void {
    const { status, account, error } = now
    if (isOver()) return void (isShown() && modal.close({ force: true }))
    if (status !== 'needed' || !account || isShown()) return void (error && isShown() && afterFailedSetup())
    // A wallet that was connected by an earlier page load stays so while the store cannot be asked; the modal asks again when it is opened.
    const isWanted = isRequired || (modal.$open.get() && !signIns.isDeclined(account))
    if (isWanted && !error) modal.open({ name: 'SIWXSignMessage' })
  }

  /** Nobody can find out whether the account has signed in: specification §8, "wallet disconnected, view reset to Connect". */
  async function afterFailedSetup(): Promise<void> {
    notices.show('error', 'SIGN_IN_UNAVAILABLE')
    if (!isRequired) return void modal.close({ force: true })
    const { id } = connection.find() ?? {}
    router.reset({ name: 'Connect' }) // before another wallet becomes the active one: that is not asked to sign in while the store is away
    await connection.disconnect(id === undefined ? undefined : { id }).catch(() => undefined) // the failure is told by `reactions.ts`
    modal.open(modal.home())
  }

  /** An account that has to sign in sees nothing else of the modal first. */
  function afterOpen(): void {
    const { status, error } = $signIn.get()
    if (isOver()) return void (isShown() && modal.close({ force: true }))
    if (!isRequired || status !== 'needed') return
    const [first, next] = router.$history.get()
    if (first && !next && rowOf(first)?.needs.connection && !isSignIn(first)) router.reset({ name: 'SIWXSignMessage' })
    if (error) void signIns.check()
  }

  let before: View | undefined
  function afterView(view: View): void {
    if (before && modal.$open.get() && isSignIn(before) && !isSignIn(view)) signIns.sign.cancel()
    before = view
    if (isShown() && isOver()) modal.close({ force: true }) // nothing will change any more that closes it
  }

  /** Closing the view is an answer, too. */
  function afterClose(): void {
    if (!before || !isSignIn(before)) return
    const { status } = $signIn.get()
    if (status === 'needed' || status === 'checking') signIns.decline().catch(notices.showError)
  }

  const stops = [
    $signIn.subscribe((now) => afterStatus(now)),
    router.$view.subscribe(afterView),
    core.on('open', afterOpen),
    core.on('close', afterClose),
  ]
  core.onEnd(() => stops.forEach((stop) => stop()))
}
