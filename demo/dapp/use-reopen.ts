// In development a page is loaded anew when a source of the modal changes: an open modal is opened again then.
import { useEffect } from 'react'
import { useMaybeWalletModal } from '../../src/react/index.js'

const KEY = 'dev-reopen'

export function useReopen(): void {
  const modal = useMaybeWalletModal()
  useEffect(() => {
    const hot = import.meta.hot // Vite looks for these words
    if (!hot || !modal) return undefined
    const stopListening = modal.$open.listen((isOpen) => isOpen && sessionStorage.removeItem(KEY))
    if (sessionStorage.getItem(KEY) !== null) modal.open().catch(() => undefined) // React's StrictMode ends the first modal at once
    const onReload = () => modal.$open.get() && sessionStorage.setItem(KEY, '')
    hot.on('vite:beforeFullReload', onReload)
    return () => {
      stopListening()
      hot.off('vite:beforeFullReload', onReload)
    }
  }, [modal])
}
