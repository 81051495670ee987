// The shake of a modal whose close was refused (specification §4). It is loaded with the effects of the dialog.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { MODAL_SHAKE_MS } from '../../vocabulary/constants.js'
import type { Core } from '../core.js'
import { createModal } from './modal.js'

/** A part: true for 500 ms after a refused close. A second refusal within that time adds nothing. */
export function createShake(core: Core): ReadableAtom<boolean> {
  const $shaking = atom(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  core.onEnd(
    core.use(createModal).$refusals.listen(() => {
      if (timer !== undefined) return
      $shaking.set(true)
      timer = setTimeout(() => {
        timer = undefined
        $shaking.set(false)
      }, MODAL_SHAKE_MS)
    }),
  )
  core.onEnd(() => clearTimeout(timer))
  return readonlyType($shaking)
}
