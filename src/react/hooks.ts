'use client'
// The state of the modal as React hooks. On the server and in the first client render every hook returns the state without a modal, so that hydration
// finds the same markup.
import type { ReadableAtom } from 'nanostores'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type {
  Account,
  ChainId,
  ModalEvents,
  Namespace,
  Network,
  NetworkInput,
  Providers,
  Purchase,
  SwapQuestion,
  ThemeMode,
  ViewNamed,
  WalletModal,
  Watchable,
} from '../index.js'
import { isWalletError } from '../index.js'
import { useMaybeWalletModal, useWalletModal } from './provider.js'

const nothing = () => undefined
const never = () => nothing

function useStore<T>(pick: (modal: WalletModal) => ReadableAtom<T>): T | undefined {
  const modal = useMaybeWalletModal()
  const store = modal && pick(modal)
  return useSyncExternalStore<T | undefined>(
    useCallback((changed: () => void) => store?.listen(() => changed()) ?? never(), [store]),
    () => store?.get(),
    nothing,
  )
}

/** What `useAccount` returns. */
export interface AccountState {
  /** Undefined while nothing is connected. */
  readonly account: Account | undefined
  /** The account's address. */
  readonly address: string | undefined
  /** `reconnecting`: a connection of an earlier page load is being restored. */
  readonly status: 'disconnected' | 'connecting' | 'connected' | 'reconnecting'
  readonly isConnected: boolean
}

/** The connected account, and the status of the connection. */
export function useAccount(): AccountState {
  const account = useStore((modal) => modal.$account)
  const status = useStore((modal) => modal.$status) ?? 'disconnected'
  return { account, address: account?.address, status, isConnected: account !== undefined }
}

/** The chosen network, and a function to switch it. `switchNetwork` rejects as `WalletModal.switchNetwork`. */
export function useNetwork(): {
  readonly network: Network | undefined
  readonly switchNetwork: (network: NetworkInput | ChainId) => Promise<void>
} {
  const modal = useMaybeWalletModal()
  const network = useStore((each) => each.$network)
  const switchNetwork = useCallback(async (to: NetworkInput | ChainId) => modal?.switchNetwork(to), [modal])
  return { network, switchNetwork }
}

/** The modal's provider of a namespace (default: that of EVM chains, EIP-1193), connected or not; undefined without a modal. */
export function useProvider<N extends Namespace = 'eip155'>(namespace?: N): Providers[N] | undefined {
  return useMaybeWalletModal()?.provider(namespace)
}

/** A function that disconnects everything, and whether it is pending. It rejects as `WalletModal.disconnect`. */
export function useDisconnect(): { readonly disconnect: () => Promise<void>; readonly pending: boolean } {
  const modal = useMaybeWalletModal()
  const [pending, setPending] = useState(false)
  const disconnect = useCallback(async () => {
    setPending(true)
    try {
      await modal?.disconnect()
    } finally {
      setPending(false)
    }
  }, [modal])
  return { disconnect, pending }
}

/** Whether the modal is open. */
export function useModalOpen(): boolean {
  return useStore((modal) => modal.$open) ?? false
}

/** Calls `listener` for each event of `name`: always that of the latest render, so that it needs no `useCallback`. */
export function useModalEvents<Name extends keyof ModalEvents>(name: Name, listener: (detail: ModalEvents[Name]) => void): void {
  const modal = useMaybeWalletModal()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => modal?.on(name, (detail) => latest.current(detail)), [modal, name])
}

/** A function that sets the theme's mode and, if given, the design tokens. */
export function useModalTheme(): {
  readonly setTheme: (mode: ThemeMode, variables?: Readonly<Record<`--wm-${string}`, string>>) => void
} {
  const modal = useMaybeWalletModal()
  const setTheme = useCallback(
    (mode: ThemeMode, variables?: Readonly<Record<`--wm-${string}`, string>>) => {
      // Nobody waits for it; a modal that was destroyed meanwhile has no theme.
      modal?.setTheme(mode, variables).catch((error: unknown) => {
        if (!isWalletError(error, 'DESTROYED')) console.error('[wallet-modal]', error)
      })
    },
    [modal],
  )
  return { setTheme }
}

function useWatched<What extends Exclude<keyof Watchable, 'swapQuote'>>(what: What): Watchable[What] | undefined {
  const modal = useMaybeWalletModal()
  const [known, setKnown] = useState<{ readonly of: unknown; readonly value: Watchable[What] }>()
  useEffect(() => modal?.watch(what, (value) => setKnown({ of: modal, value })), [modal, what])
  return modal && known?.of === modal ? known.value : undefined // never that of another modal
}

/** The active account's balance in its network's native coin. It is requested while the component is mounted. */
export function useBalance(): { readonly balance: Watchable['balance']; readonly error: Watchable['balanceError'] } {
  return { balance: useWatched('balance'), error: useWatched('balanceError') }
}

/** What the active account holds, with prices. It is requested while the component is mounted. */
export function usePortfolio(): Watchable['portfolio'] {
  return useWatched('portfolio') ?? noPortfolio
}

const noPortfolio: Watchable['portfolio'] = {
  status: 'pending',
  assets: [],
  worth: undefined,
  isIncomplete: false,
  updatedAt: undefined,
  error: undefined,
}

const noList = {
  status: 'pending',
  entries: [],
  hasMore: false,
  hasMoreFailed: false,
  loadMore: () => undefined,
  isIncomplete: false,
  error: undefined,
} as const

/** The transactions of the active account on its chain. They are requested while the component is mounted. */
export function useActivity(): Watchable['activity'] {
  return useWatched('activity') ?? noList
}

/** The NFTs of the active account on its chain, without spam. They are requested while the component is mounted. */
export function useNfts(): Watchable['nfts'] {
  return useWatched('nfts') ?? noList
}

/** Who may take tokens of the active account. Asked while the component is mounted; the view `TokenApprovals` takes approvals back. */
export function useApprovals(): Watchable['approvals'] {
  return useWatched('approvals') ?? noList
}

/**
 * The smart sessions of the active account. Asked while the component is mounted; the view `SmartSessionList` takes them back, and
 * `modal.open({ view: 'SmartSessionRequest', request })` asks for one.
 */
export function useSmartSessions(): Watchable['smartSessions'] {
  return useWatched('smartSessions') ?? noList
}

/**
 * What a swap would give now, asked again every 10 s while the component is mounted. Undefined instead of a question asks nothing.
 * Swapping itself: `modal.open({ view: 'Swap', from, to, amount })`.
 */
export function useSwapQuote(question: SwapQuestion | undefined): Watchable['swapQuote'] {
  const modal = useMaybeWalletModal()
  const [quote, setQuote] = useState<Watchable['swapQuote']>()
  const { from, to, amount } = question ?? {}
  useEffect(() => {
    setQuote(undefined) // that of another question
    if (from !== undefined && to !== undefined && amount !== undefined)
      return modal?.watch('swapQuote', setQuote, { from, to, amount })
  }, [modal, from, to, amount])
  return quote ?? noQuote
}

const noQuote: Watchable['swapQuote'] = {
  status: 'pending',
  from: undefined,
  to: undefined,
  fromAmount: undefined,
  toAmount: undefined,
  error: undefined,
}

/**
 * A function that lets the visitor send: it opens the view with the given fields, and resolves with the hash of the transaction, or rejects with a coded
 * reason, such as MODAL_CLOSED. `pending`: the view is open.
 */
export function useSend(): {
  readonly send: (fields?: Omit<ViewNamed<'WalletSend'>, 'name'>) => Promise<string>
  readonly pending: boolean
} {
  const { open } = useWalletModal()
  const [pending, setPending] = useState(false)
  const send = useCallback(
    async (fields: Omit<ViewNamed<'WalletSend'>, 'name'> = {}) => {
      setPending(true)
      try {
        return await open({ ...fields, name: 'WalletSend' })
      } finally {
        setPending(false)
      }
    },
    [open],
  )
  return { send, pending }
}

/** The purchases that the active account has begun in this browser, the newest first. Those under way are asked for while the component is mounted. */
export function usePurchases(): Watchable['purchases'] {
  return useWatched('purchases') ?? noPurchases
}

const noPurchases: Watchable['purchases'] = []

/**
 * A function that lets the visitor buy: it opens the view with the given fields, and resolves with the purchase when it has ended, as its `status` says, or
 * rejects with a coded reason, such as MODAL_CLOSED. `pending`: it has not ended.
 */
export function useBuy(): {
  readonly buy: (fields?: Omit<ViewNamed<'OnRampProviders'>, 'name'>) => Promise<Purchase>
  readonly pending: boolean
} {
  const { open } = useWalletModal()
  const [pending, setPending] = useState(false)
  const buy = useCallback(
    async (fields: Omit<ViewNamed<'OnRampProviders'>, 'name'> = {}) => {
      setPending(true)
      try {
        return await open({ ...fields, name: 'OnRampProviders' })
      } finally {
        setPending(false)
      }
    },
    [open],
  )
  return { buy, pending }
}

/** Whether the active account has signed in (the setting `siwx`). Signing in opens with `modal.open('SIWXSignMessage')`. */
export function useSignIn(): Watchable['signIn'] {
  return useWatched('signIn') ?? off
}

const off: Watchable['signIn'] = { status: 'off' }

/** The wallets of the Connect view, the installed ones first. The wallet list is requested, if the page has one. */
export function useWallets(): Watchable['wallets'] {
  return useWatched('wallets') ?? none
}

const none: Watchable['wallets'] = []
