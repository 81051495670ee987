'use client'
// Gives one modal to the components below: makes it from a config on the client, or takes one that the page made.
import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react'
import { type ModalConfig, type WalletModal, WalletError, createWalletModal } from '../index.js'
import { WalletProviderElement } from './components.js'

const ModalContext = createContext<WalletModal | undefined>(undefined)

export interface WalletProviderProps {
  /** A modal that the page made and owns. */
  readonly modal?: WalletModal | undefined
  /** Settings for a modal that lives as long as this component. Read once; give another `key` to start again. */
  readonly config?: ModalConfig | undefined
  readonly children?: ReactNode
}

/**
 * Nothing is made while rendering, so the server's markup and the client's first render are the same, and
 * StrictMode's second effect run makes a fresh modal instead of reviving a destroyed one.
 */
export function WalletProvider({ modal, config, children }: WalletProviderProps) {
  const [own, setOwn] = useState<WalletModal>()
  // The first config counts: a literal in the parent's render is a new object each time.
  const first = useMemo(() => config, [])
  useEffect(() => {
    if (modal) return undefined
    const made = createWalletModal(first)
    setOwn(made)
    return () => {
      setOwn(undefined)
      made.destroy()
    }
  }, [modal, first])
  const current = modal ?? own
  return (
    <ModalContext.Provider value={current}>
      <WalletProviderElement modal={current}>{children}</WalletProviderElement>
    </ModalContext.Provider>
  )
}

/** The modal of the nearest `<WalletProvider>`; undefined on a server and in the first render. */
export function useMaybeWalletModal(): WalletModal | undefined {
  return useContext(ModalContext)
}

/** The same, for event handlers that run when the modal is there. @throws WalletError NO_MODAL when it is used before */
export function useWalletModal(): Pick<
  WalletModal,
  'open' | 'close' | 'connect' | 'disconnect' | 'switchNetwork' | 'setTheme' | 'setLocale'
> {
  const modal = useContext(ModalContext)
  return useMemo(() => {
    const there = (): WalletModal => {
      if (!modal)
        throw new WalletError(
          'NO_MODAL',
          'The modal is not there yet: call this in an event handler or an effect, inside <WalletProvider>',
        )
      return modal
    }
    return {
      open: (view) => there().open(view),
      close: () => there().close(),
      connect: (options) => there().connect(options),
      disconnect: (options) => there().disconnect(options),
      switchNetwork: (network) => there().switchNetwork(network),
      setTheme: (mode, variables) => there().setTheme(mode, variables),
      setLocale: (tag) => there().setLocale(tag),
    }
  }, [modal])
}
