// What follows from what: every step that the world, not a click, makes the modal take. One named function each.
import type { Namespace } from '../caip.js'
import { createAccounts } from './accounts.js'
import { createPresence } from './forget.js'
import { createConnection, type ConnectionChange } from './connection.js'
import type { Core } from './core.js'
import { createModal } from './modal.js'
import { createNetworks } from './networks.js'
import { createNotices } from './notices.js'
import { createPairing } from './pairing.js'
import { createRouter } from './router.js'
import { createRecents } from './recents.js'
import { createWallets } from './wallets.js'
import type { View, WalletRequest } from '../view.js'

type Connected = Extract<ConnectionChange, { type: 'connected' }>
type Ended = Extract<ConnectionChange, { type: 'ended' }>
type Moved = Extract<ConnectionChange, { type: 'chain' }>

/** Listens from now on, for the life of the core. Needs the rows of all views. `connection.reconnect()` is the root's to call. */
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

  /** A connection that was asked for ends the visit, wherever it was asked from; an unsupported chain comes first. */
  function afterConnected({ connection: made, how }: Connected): void {
    const account = accounts.find(made.namespace)
    if (account) core.emit('connect', account)
    if (how === 'restored') return afterRestored(made.namespace)
    if (made !== connection.find()) return // one of several that a session brought
    if (how === 'chosen') rememberInstalled(made)
    notices.announce('connected', { wallet: made.wallet.name, address: account?.address ?? '' })
    if (modal.$isStranded.get()) modal.open(modal.home())
    else modal.close({ force: true })
  }

  /** Nobody asked just now. But where nothing was pressed yet, the first view is what it would have been a moment later (specification §2). */
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
    // After a disconnect by the person the whole modal closes, see `afterDisconnect`.
    if (by !== 'user') leaveAccount()
  }

  /** The specification's 'Failed to disconnect' is shown where the person is: the wallet is forgotten here all the same. */
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
    if (modal.$isStranded.get()) showUnsupportedChain()
    else leaveUnsupportedChain()
  }

  function showUnsupportedChain(): void {
    const isShown = modal.$open.get() && modal.isHeld()
    if (!isShown) modal.open(modal.home())
  }

  /** Solved, in the wallet or here: there is nothing left to choose. */
  function leaveUnsupportedChain(): void {
    if (modal.isHeld() && !modal.$isStranded.get()) modal.close({ force: true })
  }

  let before: View | undefined
  /** What was asked for in a modal that closes is no longer wanted. */
  function afterClose(): void {
    connection.connect.cancel()
    core.use(createPairing).cancel({ force: true })
    if (before) endRequest(before)
  }

  /** Only the router knows who leaves: a view's element leaves the document also when the page moves the modal to another place. */
  function afterView(view: View): void {
    if (before && modal.$open.get()) {
      endRequest(before)
      if (asks(before, 'pair') && !asks(view, 'pair')) core.use(createPairing).cancel()
    }
    before = view
  }

  /** Whoever leaves `view` no longer waits for what it asked of a wallet. */
  function endRequest(view: View): void {
    if (asks(view, 'connect')) connection.connect.cancel()
    if (!asks(view, 'switchNetwork')) return
    const network = 'network' in view ? view.network : undefined
    // A wallet may tell of the new network before it answers: then what closes the modal must not undo the switch.
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
    core.session.$account.listen((account) => core.emit('account', account)),
    router.$view.subscribe(afterView),
    core.on('close', afterClose),
  ]
  core.onEnd(() => stops.forEach((stop) => stop()))
  if (!core.config.reconnect) core.use(createPresence)

  // A wallet that does not ask anybody may have answered before this was loaded.
  const made = connection.find()
  if (made && modal.$open.get() && asks(router.$view.get(), 'connect'))
    afterConnected({ type: 'connected', connection: made, how: 'chosen' })
}
