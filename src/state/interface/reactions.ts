// How the modal reacts to changes that no click of the visitor has caused: connections that are made, restored or ended, wallets that change chain,
// failed operations, a modal that closes. One function for each.
import type { Namespace } from '../../vocabulary/caip.js'
import { createAccounts } from '../connections/accounts.js'
import { createFreshStart } from '../connections/forget.js'
import { createConnection, type ConnectionChange } from '../connections/connection.js'
import type { Core } from '../core.js'
import { createModal } from './modal.js'
import { createNetworks } from '../networks/networks.js'
import { createNotices } from './notices.js'
import { createPairing } from '../connections/pairing.js'
import { createRouter } from './router.js'
import { createRecents } from '../wallets/recents.js'
import { createWallets } from '../wallets/wallets.js'
import type { View, WalletRequest } from '../../vocabulary/view.js'

type Connected = Extract<ConnectionChange, { type: 'connected' }>
type Ended = Extract<ConnectionChange, { type: 'ended' }>
type Moved = Extract<ConnectionChange, { type: 'chain' }>

/** A part: listens for the life of the core. Make it when the rows of all views are loaded. The root calls `connection.reconnect()`. */
export function createReactions(core: Core): void {
  const accounts = core.use(createAccounts)
  const connection = core.use(createConnection)
  const modal = core.use(createModal)
  const networks = core.use(createNetworks)
  const notices = core.use(createNotices)
  const router = core.use(createRouter)
  const isDone = () => connection.$connections.get().length === 0
  const { views } = core.deps
  const asks = (view: View, request: WalletRequest) => views.find(view)?.asks?.includes(request) ?? false

  /** Closes the modal after a connection that the visitor has asked for, or shows UnsupportedChain when the wallet is on such a chain. */
  function afterConnected({ connection: made, how }: Connected): void {
    const account = accounts.find(made.namespace)
    if (account) core.emit('connect', account)
    if (how === 'restored') return afterRestored(made.namespace)
    if (made !== connection.find()) return // one of several connections of a session: announce only the active one
    if (how === 'chosen') rememberInstalled(made)
    notices.announce('connected', { wallet: made.wallet.name, address: account?.address ?? '' })
    if (modal.$needsNetworkSwitch.get()) modal.open(modal.home())
    else if (core.config.siwx) modal.open({ name: 'SIWXSignMessage' })
    else if (!returnFromConnect() && !goOn()) modal.close({ force: true })
  }

  /** The view that waits for a connection. */
  let waiting: View | undefined

  /** Leads to Connect from a view that is shown without the connection that it needs first. */
  function connectFirst(): void {
    const view = router.$view.get()
    if (!modal.$open.get() || core.publicState.$status.get() !== 'disconnected') return
    if (views.find(view)?.needs.connection !== 'first') return
    router.reset({ name: 'Connect' })
    waiting = view
  }

  /** Shows the view that has waited for the connection. Returns false when there is none. */
  function goOn(): boolean {
    if (!waiting || !modal.$open.get()) return false
    router.reset(waiting)
    waiting = undefined
    return true
  }

  /** Goes back to the view from which Connect was opened, such as the list of wallets. Returns false when Connect is the first view. */
  function returnFromConnect(): boolean {
    const at = router.$history.get().findIndex(({ name }) => name === 'Connect')
    if (at < 1 || !modal.$open.get()) return false
    while (router.$history.get().length > at) router.pop()
    return true
  }

  /** Replaces the untouched Connect view of an open modal by the view that the modal opens at when connected (specification §2). */
  function afterRestored(restored: Namespace): void {
    const [first, next] = router.$history.get()
    const isUntouched = modal.$open.get() && first?.name === 'Connect' && !next && (first.namespace ?? restored) === restored
    if (isUntouched) router.reset(modal.home())
  }

  function rememberInstalled({ connector, wallet: { id, name, icon, rdns } }: Connected['connection']): void {
    const { find } = core.use(createWallets)
    const { remember } = core.use(createRecents)
    const itself = {
      id,
      name,
      ...(icon ? { icon } : {}),
      ...(rdns ? { rdns } : {}),
      installed: [],
      certified: false,
      recent: true,
    }
    const wallet = find(connector.id) ?? find(name) ?? itself
    remember(wallet)
    core.emit('event', { name: 'CONNECT_SUCCESS', method: 'browser', wallet: wallet.name })
  }

  function afterEnded({ connection: ended, by }: Ended): void {
    core.emit('disconnect', { namespace: ended.namespace })
    if (by === 'user') core.emit('event', { name: 'DISCONNECT_SUCCESS', namespace: ended.namespace })
    notices.announce('disconnected')
    if (by === 'wallet') notices.show('info', 'sessionEnded')
    if (!isDone()) return leaveUnsupportedChain()
    // After a disconnect by the visitor the whole modal closes, see `afterDisconnect`.
    if (by !== 'user') leaveAccount()
  }

  /**
   * Closes the modal when nothing is connected any more. After a failure it stays open at a view that needs no connection, so that 'Failed to disconnect'
   * (specification §8) can be read.
   */
  function afterDisconnect({ status }: { readonly status: string }): void {
    if (status === 'done' && isDone()) modal.close({ force: true })
    if (status === 'failed' && isDone()) leaveAccount()
  }

  /** Leaves a view that has nothing to show without a connection. */
  function leaveAccount(): void {
    if (views.find(router.$view.get())?.needs.connection) router.reset({ name: 'Connect' })
  }

  function afterChain({ connection: moved, by }: Moved): void {
    const network = networks.find(moved.grant.chain)
    if (network && by === 'wallet') notices.show('info', 'networkChangedInWallet', { network: network.name })
    if (network && by === 'user') core.emit('event', { name: 'SWITCH_NETWORK', network: network.caipNetworkId })
    if (modal.$needsNetworkSwitch.get()) showUnsupportedChain()
    else leaveUnsupportedChain()
  }

  /** The history has a view that holds the modal, and it is not that for signing in. */
  const isOnUnsupportedChain = () =>
    router.$history.get().some((view) => views.find(view)?.refusesClosing !== undefined && !asks(view, 'sign'))

  function showUnsupportedChain(): void {
    const isShown = modal.$open.get() && isOnUnsupportedChain()
    if (!isShown) modal.open(modal.home())
  }

  /** Closes UnsupportedChain when the wallet is on a configured network again, or is disconnected. */
  function leaveUnsupportedChain(): void {
    if (isOnUnsupportedChain() && !modal.$needsNetworkSwitch.get()) modal.close({ force: true })
  }

  let before: View | undefined
  /** Cancels the pending requests of a modal that closes. Its news of success has been seen; other news gets the rest of its time, also under a pointer. */
  function afterClose(): void {
    waiting = undefined
    if (notices.$notice.get()?.variant === 'success') notices.hide()
    else notices.resume()
    connection.connect.cancel()
    core.use(createPairing).cancel({ force: true })
    if (before) endRequest(before)
  }

  /**
   * Cancels the requests of the view that was left. Follows the router, because a view's element also leaves the document when the page moves the modal
   * to another place.
   */
  function afterView(view: View): void {
    if (before && modal.$open.get()) {
      endRequest(before)
      if (asks(before, 'pair') && !asks(view, 'pair')) core.use(createPairing).cancel()
    }
    before = view
    if (router.$history.get()[0]?.name !== 'Connect') waiting = undefined // the page or the visitor has gone elsewhere
    connectFirst()
  }

  /** Cancels the requests that `view` has sent to a wallet. */
  function endRequest(view: View): void {
    if (asks(view, 'connect')) connection.connect.cancel()
    if (!asks(view, 'switchNetwork')) return
    const network = 'network' in view ? view.network : undefined
    // A wallet may report the new network before it answers the request: closing the modal then must not cancel the switch.
    const isThere = network && connection.find(network.chainNamespace)?.grant.chain === network.caipNetworkId
    if (!isThere) connection.switchTo.cancel()
  }

  function tellConnectFailure(state: { readonly status: string; readonly error?: { code: string; message: string } }): void {
    if (state.status !== 'failed' || !state.error) return
    const { code, message } = state.error
    core.emit('event', code === 'USER_REJECTED' ? { name: code, message } : { name: 'CONNECT_ERROR', code, message })
  }

  const stops = [
    connection.onChange((change) => {
      if (change.type === 'connected') afterConnected(change)
      else if (change.type === 'ended') afterEnded(change)
      else afterChain(change)
    }),
    connection.connect.$state.listen(tellConnectFailure),
    connection.disconnect.$state.listen((state) => {
      if (state.status === 'failed') core.emit('event', { name: 'DISCONNECT_ERROR', message: state.error.message })
      afterDisconnect(state)
    }),
    core.publicState.$account.listen((account) => core.emit('account', account)),
    router.$view.subscribe(afterView),
    core.publicState.$status.listen(connectFirst),
    core.on('open', connectFirst),
    core.on('close', afterClose),
  ]
  core.onEnd(() => stops.forEach((stop) => stop()))
  if (!core.config.reconnect) void core.use(createFreshStart)
  if (core.config.siwx) startSignIn(core)

  // A wallet that connects without a prompt may have answered before this module was loaded.
  const made = connection.find()
  if (made && modal.$open.get() && asks(router.$view.get(), 'connect'))
    afterConnected({ type: 'connected', connection: made, how: 'chosen' })
}

/** Loads the reactions of pages with sign-in. When that fails, the view loads them. */
function startSignIn(core: Core): void {
  import('./sign-in-reactions.js').then(
    ({ createSignInReactions }) => core.signal.aborted || core.use(createSignInReactions),
    (error: unknown) => core.deps.log.warn('signing in did not load', error),
  )
}
