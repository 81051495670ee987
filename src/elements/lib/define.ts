// Registers the custom elements. A second copy of this package on the page is an error, because the elements of two copies do not work together.
import { WalletError } from '../../vocabulary/wallet-error.js'

/**
 * Defines `tag`; does nothing without a DOM, or if the same class has the name.
 * @throws WalletError DUPLICATE_COPY when another class has the name already
 */
export function register(tag: string, element: CustomElementConstructor): void {
  if (typeof customElements === 'undefined') return
  const known = customElements.get(tag)
  if (known === undefined) customElements.define(tag, element)
  else if (known !== element) throw new WalletError('DUPLICATE_COPY', 'Two copies of wallet-modal are loaded on this page')
}
