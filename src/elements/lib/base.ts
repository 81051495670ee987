// The base class of all elements. Primitives extend it directly.
import { LitElement, type CSSResultGroup, type CSSResultOrNative } from 'lit'
import { host } from '../styles/host.js'

/** A Lit element with the shared host styles (`styles/host.ts`). */
export abstract class WmElement extends LitElement {
  /** Adds the shared host rules before the element's own. */
  protected static override finalizeStyles(styles?: CSSResultGroup): CSSResultOrNative[] {
    return [host, ...super.finalizeStyles(styles)]
  }
}
