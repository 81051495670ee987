// What has become of a task that a page has asked for by opening a view: it is followed until it has succeeded, or the visitor has left it.
import type { ReadableAtom } from 'nanostores'
import { walletError, type WalletError } from '../../vocabulary/errors.js'
import type { ViewRow } from '../../vocabulary/view.js'
import type { Core } from '../core.js'
import type { OperationState } from '../lib/operation.js'
import { createModal } from './modal.js'
import { createRouter } from './router.js'

/** What is followed. */
export interface Followed<T> {
  /** Of the operation that does the task. */
  readonly $state: ReadableAtom<OperationState<T>>
  /** The task of the views. */
  readonly task: ViewRow['task']
  /** Called when the visitor leaves while the operation is pending. Default: its end is waited for. */
  readonly onLeave?: (() => void) | undefined
  /** Ends the waiting: another request has taken the place of this one. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Resolves with the next success of the operation. A visitor may try again after a failure, so that it ends only when they leave.
 * @throws WalletError what the last attempt has failed with, such as USER_REJECTED; MODAL_CLOSED without an attempt; ABORTED by `signal`; DESTROYED
 */
export function followOutcome<T>(core: Core, { $state, task, onLeave, signal }: Followed<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const begun = $state.get()
    let failure: WalletError | undefined
    let isLeft = false
    const end = (act: () => void) => {
      for (const stop of stops) stop()
      core.signal.removeEventListener('abort', destroyed)
      signal?.removeEventListener('abort', replaced)
      act()
    }
    const destroyed = () => end(() => reject(walletError('DESTROYED')))
    const replaced = () => end(() => reject(failure ?? walletError('ABORTED')))
    const leave = () => {
      isLeft = true
      if ($state.get().status === 'pending') {
        if (!onLeave) return
        onLeave()
      }
      end(() => reject(failure ?? walletError('MODAL_CLOSED')))
    }
    const stops = [
      $state.listen((state) => {
        if (state === begun) return
        if (state.status === 'done') end(() => resolve(state.value))
        else if (state.status === 'failed') {
          failure = state.error
          if (isLeft) end(() => reject(state.error))
        } else if (state.status === 'idle' && isLeft) end(() => reject(failure ?? walletError('MODAL_CLOSED')))
      }),
      core.on('close', leave),
      core.use(createRouter).$history.listen(() => {
        if (core.use(createModal).$open.get() && !isUnderWay(core, task)) leave()
      }),
    ]
    core.signal.addEventListener('abort', destroyed)
    signal?.addEventListener('abort', replaced)
    if (hasLeft(core, task)) leave()
  })
}

/** Whether a step of a task is among the views that Back leads to. A step may lead elsewhere, such as to another wallet, and back. */
export const isUnderWay = (core: Core, task: ViewRow['task']): boolean =>
  core
    .use(createRouter)
    .$history.get()
    .some((view) => core.deps.views.find(view)?.task === task)

/** Whether the visitor has left a task while its code was on its way. From Connect its view follows. */
export function hasLeft(core: Core, task: ViewRow['task']): boolean {
  const [first] = core.use(createRouter).$history.get()
  return !core.use(createModal).$open.get() || !(isUnderWay(core, task) || first?.name === 'Connect')
}

/** Resolves when an account is connected. @throws WalletError MODAL_CLOSED, DESTROYED */
export function whenConnected(core: Core): Promise<void> {
  const { $account } = core.publicState
  if ($account.get()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      for (const stop of stops) stop()
      core.signal.removeEventListener('abort', destroyed)
      act()
    }
    const destroyed = () => end(() => reject(walletError('DESTROYED')))
    if (!core.use(createModal).$open.get()) return reject(walletError('MODAL_CLOSED')) // while this code was on its way
    const stops = [
      $account.listen((account) => account && end(resolve)),
      core.on('close', () => end(() => reject(walletError('MODAL_CLOSED')))),
    ]
    core.signal.addEventListener('abort', destroyed)
  })
}
