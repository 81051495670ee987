// Registers a custom element, once per page. A second copy of this package must fail loudly, never mix its elements with ours.
import { WalletError } from '../../errors.js'

/**
 * Class decorator: `customElements.define`, skipped where there is no DOM.
 * @throws WalletError DUPLICATE_COPY when another class has the name already
 */
export const define = (tag: string) => (element: CustomElementConstructor) => {
  if (typeof customElements === 'undefined') return
  const known = customElements.get(tag)
  if (known === undefined) customElements.define(tag, element)
  else if (known !== element) throw new WalletError('DUPLICATE_COPY')
}
