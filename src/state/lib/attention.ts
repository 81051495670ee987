// Whether anybody is there to see a result. Queries pause while the browser is offline or the page hidden; their retries also while the page is
// not the one in front (specification §5: "pauses when offline or unfocused").
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { Core } from '../core.js'

export interface Attention {
  /** Online and visible. True where there is no window. */
  readonly $awake: ReadableAtom<boolean>
  /** And focused: worth trying again. */
  readonly $attentive: ReadableAtom<boolean>
}

export function createAttention(core: Core): Attention {
  const { window } = core.deps
  const { signal } = core
  const isAwake = () => window === undefined || (window.navigator.onLine && window.document.visibilityState !== 'hidden')
  const isAttentive = () => isAwake() && window?.document.hasFocus() !== false
  const [$awake, $attentive] = [atom(isAwake()), atom(isAttentive())]
  const update = () => {
    $awake.set(isAwake())
    $attentive.set(isAttentive())
  }
  for (const event of ['online', 'offline', 'focus', 'blur']) window?.addEventListener(event, update, { signal })
  window?.document.addEventListener('visibilitychange', update, { signal })
  return { $awake: readonlyType($awake), $attentive: readonlyType($attentive) }
}
