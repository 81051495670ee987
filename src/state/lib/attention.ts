// Whether the visitor can see a result. Queries pause while the browser is offline or the tab is hidden, and their retries also while the tab has no
// focus (specification §4: "pauses when offline or unfocused").
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { Core } from '../core.js'

/** The visibility of this tab. */
export interface Attention {
  /** Online and visible. Always true without a window. */
  readonly $active: ReadableAtom<boolean>
  /** `$active`, and the document has the focus. Always true without a window. */
  readonly $attentive: ReadableAtom<boolean>
}

/** A part. Listens to the window for the life of the core. */
export function createAttention(core: Core): Attention {
  const { window } = core.deps
  const { signal } = core
  const isActive = () => window === undefined || (window.navigator.onLine && window.document.visibilityState !== 'hidden')
  const isAttentive = () => isActive() && window?.document.hasFocus() !== false
  const [$active, $attentive] = [atom(isActive()), atom(isAttentive())]
  const update = () => {
    $active.set(isActive())
    $attentive.set(isAttentive())
  }
  for (const event of ['online', 'offline', 'focus', 'blur']) window?.addEventListener(event, update, { signal })
  window?.document.addEventListener('visibilitychange', update, { signal })
  return { $active: readonlyType($active), $attentive: readonlyType($attentive) }
}
