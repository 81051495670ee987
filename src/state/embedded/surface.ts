// Whether the frame needs to be seen. A part of its own, because the rules of the views read it on pages without a frame too.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { Core } from '../core.js'

/** The surface of the frame. */
export interface Surface {
  readonly $shown: ReadableAtom<boolean>
  /** The frame has said so. */
  set(shown: boolean): void
}

/** A part. */
export function createSurface(_core: Core): Surface {
  const $shown = atom(false)
  return { $shown: readonlyType($shown), set: (shown) => $shown.set(shown) }
}
