'use client'
// Provides a modal to the components below it: one that it makes from `config` on the client, or one that the page has made.
import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react'
import { type ModalConfig, type WalletModal, WalletError, createWalletModal } from '../index.js'
import { WalletProviderElement } from './components.js'

const ModalContext = createContext<WalletModal | undefined>(undefined)

/** Props of `<WalletProvider>`: either `modal` or `config`. */
export interface WalletProviderProps {
  /** A modal that the page made and owns. */
  readonly modal?: WalletModal | undefined
  /** Settings of a modal that lives as long as this component. Only those of the first render count; another `key` makes a new modal. */
  readonly config?: ModalConfig | undefined
  readonly children?: ReactNode
}

/**
 * Provides `modal`, or a modal made from `config`, to the hooks and elements inside. The modal is made in an effect: so the server's markup and the
 * client's first render are the same, and the second effect run of StrictMode makes a new modal.
 */
export function WalletProvider({ modal, config, children }: WalletProviderProps) {
  const [own, setOwn] = useState<WalletModal>()
  // Only the first config counts: an object literal in the parent's render is a new object each time.
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

/**
 * The methods of the nearest `<WalletProvider>`'s modal, for event handlers and effects.
 * @throws WalletError NO_MODAL when a method is called before the modal is made, or outside of `<WalletProvider>`
 */
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
