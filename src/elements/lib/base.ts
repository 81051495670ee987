// The class under every element: shared host styles, nothing else. Primitives extend it.
import { LitElement, type CSSResultGroup, type CSSResultOrNative } from 'lit'
import { host } from '../styles/host.js'

export abstract class WmElement extends LitElement {
  /** Puts the shared host rules before an element's own, so that no element has to remember to. */
  protected static override finalizeStyles(styles?: CSSResultGroup): CSSResultOrNative[] {
    return [host, ...super.finalizeStyles(styles)]
  }
}
