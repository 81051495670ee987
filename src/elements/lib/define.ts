// Registers a custom element, once per page. A second copy of this package must fail loudly, never mix its elements with ours.
import { CodedError } from '../../coded-error.js'

/**
 * `customElements.define`, skipped where there is no DOM.
 * @throws CodedError DUPLICATE_COPY when another class has the name already
 */
export function register(tag: string, element: CustomElementConstructor): void {
  if (typeof customElements === 'undefined') return
  const known = customElements.get(tag)
  if (known === undefined) customElements.define(tag, element)
  else if (known !== element) throw new CodedError('DUPLICATE_COPY', 'Two copies of wallet-modal are loaded on this page')
}
