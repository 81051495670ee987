// What follows from what: every step that the world, not a click, makes the modal take. One named function each; started once by the root.
import { createAccounts } from './accounts.js'
import { createConnection, type ConnectionChange } from './connection.js'
import type { Core } from './core.js'
import { createModal } from './modal.js'
import { createNetworks } from './networks.js'
import { createNotices } from './notices.js'
import { createPairing } from './pairing.js'
import { createRouter } from './router.js'
import { createWallets } from './wallets.js'

export interface Reactions {
  /** Begins to listen, and restores the last connections if the settings say so. A second call does nothing. */
  start(): void
}

export function createReactions(core: Core): Reactions {
  const { config } = core
  const { $account } = core.use(createAccounts)
  const connection = core.use(createConnection)
  const modal = core.use(createModal)
  const networks = core.use(createNetworks)
  const notices = core.use(createNotices)
  const router = core.use(createRouter)
  let isStarted = false

  /** A connection that was asked for ends the visit, wherever it was asked from; an unsupported chain comes first. */
  function afterConnected({ connection: made, how }: Extract<ConnectionChange, { type: 'connected' }>): void {
    tellPageConnected(made.namespace)
    if (how === 'restored') return
    notices.announce('connected', {
      wallet: made.wallet.name,
      address: core.use(createAccounts).find(made.namespace)?.address ?? '',
    })
    if (how === 'chosen') rememberInstalled(made.connector.id, made.wallet.name)
    if (modal.$isStranded.get()) return modal.open({ name: 'UnsupportedChain' })
    modal.close({ force: true })
    notices.show('success', 'connected', { wallet: made.wallet.name })
  }

  function tellPageConnected(namespace: ConnectionChange['connection']['namespace']): void {
    const account = core.use(createAccounts).find(namespace)
    if (account) core.emit('connect', account)
  }

  function rememberInstalled(id: string, name: string): void {
    const wallets = core.use(createWallets)
    const wallet = wallets.find(id) ?? wallets.find(name)
    if (wallet) wallets.remember(wallet)
    core.emit('event', { name: 'CONNECT_SUCCESS', method: 'browser', wallet: wallet?.name ?? name })
  }

  /** The views behind a connection make no sense without it. */
  function afterEnded({ connection: ended, by }: Extract<ConnectionChange, { type: 'ended' }>): void {
    core.emit('disconnect', { namespace: ended.namespace })
    if (by === 'user') core.emit('event', { name: 'DISCONNECT_SUCCESS', namespace: ended.namespace })
    notices.announce('disconnected')
    if (connection.$connections.get().length > 0) return leaveUnsupportedChain()
    if (by === 'user') {
      modal.close({ force: true })
      return
    }
    notices.show('info', 'sessionEnded')
    if (modal.$open.get() && needsConnection.has(router.$view.get().name)) router.reset({ name: 'Connect' })
  }

  function afterChain({ connection: moved, by }: Extract<ConnectionChange, { type: 'chain' }>): void {
    const network = networks.find(moved.grant.chain)
    if (network && by === 'wallet') notices.show('info', 'networkChangedInWallet', { network: network.name })
    if (network && by === 'user') core.emit('event', { name: 'SWITCH_NETWORK', network: network.caipNetworkId })
    if (modal.$isStranded.get()) modal.open({ name: 'UnsupportedChain' })
    else leaveUnsupportedChain()
  }

  /** Solved, in the wallet or here: there is nothing left to choose. */
  function leaveUnsupportedChain(): void {
    const isThere = router.$history.get().some((view) => view.name === 'UnsupportedChain')
    if (modal.$open.get() && isThere && !modal.$isStranded.get()) modal.close({ force: true })
  }

  function tellPageAccount(): void {
    let told = $account.get()
    // The store is asked anew in each round; only a different fact is told.
    const stop = $account.listen((account) => {
      if (account === told) return
      told = account
      core.emit('account', account)
    })
    core.signal.addEventListener('abort', stop, { once: true })
  }

  function tellFailures(): void {
    const stops = [
      connection.connect.$state.listen((state) => {
        if (state.status !== 'failed') return
        const { code, message } = state.error
        if (code === 'USER_REJECTED') core.emit('event', { name: 'USER_REJECTED', message })
        else core.emit('event', { name: 'CONNECT_ERROR', code, message })
      }),
      connection.disconnect.$state.listen((state) => {
        if (state.status === 'failed') core.emit('event', { name: 'DISCONNECT_ERROR', message: state.error.message })
      }),
    ]
    core.signal.addEventListener('abort', () => stops.forEach((stop) => stop()), { once: true })
  }

  return {
    start() {
      if (isStarted) return
      isStarted = true
      const stops = [
        connection.onChange((change) => {
          if (change.type === 'connected') afterConnected(change)
          else if (change.type === 'ended') afterEnded(change)
          else afterChain(change)
        }),
        // What is asked for in a modal that closes is no longer wanted.
        core.on('close', () => {
          connection.connect.cancel()
          core.use(createPairing).cancel({ force: true })
        }),
      ]
      core.signal.addEventListener('abort', () => stops.forEach((stop) => stop()), { once: true })
      tellPageAccount()
      tellFailures()
      if (config.reconnect) void connection.reconnect()
    },
  }
}

const needsConnection: ReadonlySet<string> = new Set(['Account', 'Networks', 'SwitchNetwork', 'UnsupportedChain'])
