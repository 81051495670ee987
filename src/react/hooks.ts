'use client'
// What the modal knows, as React state. Every hook answers "nothing" on the server and in the first client render, so hydration never differs.
import type { ReadableAtom } from 'nanostores'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type {
  Account,
  ChainId,
  Eip1193Provider,
  ModalEvents,
  Network,
  NetworkInput,
  ThemeMode,
  WalletModal,
  Watchable,
} from '../index.js'
import { useMaybeWalletModal } from './provider.js'

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

export interface AccountState {
  readonly account: Account | undefined
  readonly address: string | undefined
  readonly status: 'disconnected' | 'connecting' | 'connected' | 'reconnecting'
  readonly isConnected: boolean
}

/** The connected account. */
export function useAccount(): AccountState {
  const account = useStore((modal) => modal.$account)
  const status = useStore((modal) => modal.$status) ?? 'disconnected'
  return { account, address: account?.address, status, isConnected: account !== undefined }
}

/** The active network and how to change it. */
export function useNetwork(): {
  readonly network: Network | undefined
  readonly switchNetwork: (network: NetworkInput | ChainId) => Promise<void>
} {
  const modal = useMaybeWalletModal()
  const network = useStore((each) => each.$network)
  const switchNetwork = useCallback(async (to: NetworkInput | ChainId) => modal?.switchNetwork(to), [modal])
  return { network, switchNetwork }
}

/** EIP-1193 provider of the modal; connected or not. */
export function useProvider(): Eip1193Provider | undefined {
  return useMaybeWalletModal()?.provider()
}

/** Ends the connection; `pending` while the wallet is asked. */
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

/** Calls `listener` for each event; the newest function is always the one called. */
export function useModalEvents<Name extends keyof ModalEvents>(name: Name, listener: (detail: ModalEvents[Name]) => void): void {
  const modal = useMaybeWalletModal()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => modal?.on(name, (detail) => latest.current(detail)), [modal, name])
}

/** Sets the modal's appearance. */
export function useModalTheme(): {
  readonly setTheme: (mode: ThemeMode, variables?: Readonly<Record<`--wm-${string}`, string>>) => void
} {
  const modal = useMaybeWalletModal()
  return { setTheme: useCallback((mode, variables) => modal?.setTheme(mode, variables), [modal]) }
}

function useWatched<What extends keyof Watchable>(what: What): Watchable[What] | undefined {
  const modal = useMaybeWalletModal()
  const [value, setValue] = useState<Watchable[What]>()
  useEffect(() => modal?.watch(what, setValue), [modal, what])
  return modal && value
}

/** Balance of the active account in its network's own coin. Asks the node while the component is mounted. */
export function useBalance(): { readonly balance: Watchable['balance']; readonly error: Watchable['balanceError'] } {
  return { balance: useWatched('balance'), error: useWatched('balanceError') }
}

/** The wallets of the Connect view, those in this browser first. Asks the wallet list, if services are configured. */
export function useWallets(): Watchable['wallets'] {
  return useWatched('wallets') ?? none
}

const none: Watchable['wallets'] = []
