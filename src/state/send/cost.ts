// What the transfer of a draft costs: asked of the nodes when the draft changes, and again while it is looked at.
import { atom, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import type { CostQuery, TransferCost } from '../../api/transfer-costs.js'
import { SEARCH_DELAY_MS } from '../../vocabulary/constants.js'
import { walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import { delay } from '../../vocabulary/timeout.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import type { Core } from '../core.js'
import { createAttention } from '../lib/attention.js'
import { asWalletError } from '../lib/operation.js'
import { rpcWorld } from '../networks/reads.js'

/** The cost of one transfer. */
export interface Cost {
  readonly status: 'none' | 'asking' | 'known' | 'failed'
  /** The last known; while another amount of the same transfer is asked for, that of the amount before. */
  readonly value?: TransferCost | undefined
  /** The nodes say that the transaction would fail on its chain. */
  readonly wouldFail?: boolean | undefined
  /** While another amount of the same transfer is asked for, that of the amount before. */
  readonly error?: WalletError | undefined
}

/** A transfer, and the network that it is on. */
export interface Costed extends CostQuery {
  readonly network: Network
}

/** The cost of whatever `ask` was called with last. */
export interface CostPart {
  readonly $cost: ReadableAtom<Cost>
  /** Asks for the cost of a transfer, if it is another one than before; undefined: of none. */
  ask(transfer: Costed | undefined): void
  retry(): void
}

/** The price of gas changes with each block; so often it is asked for again. In ms. */
const AGAIN_MS = 15_000

/** A part. Asks again every 15 s while `$cost` has readers and the visitor sees the page. */
export function createCost(core: Core): CostPart {
  const { $active } = core.use(createAttention)
  const $cost = atom<Cost>({ status: 'none' })
  let running = new AbortController()
  let wanted: Costed | undefined
  let key = ''
  let isRead = false

  const start = (isLater: boolean) => {
    running.abort(walletError('ABORTED'))
    const { signal } = (running = new AbortController())
    if (!wanted) return $cost.set({ status: 'none' })
    void follow(wanted, isLater, signal).catch(() => undefined) // aborted
  }
  async function follow({ network, ...query }: Costed, isLater: boolean, signal: AbortSignal): Promise<void> {
    if (isLater) await delay(AGAIN_MS, signal)
    else await delay(SEARCH_DELAY_MS, signal) // the visitor is typing
    const next = await ask(network, query, signal)
    if (signal.aborted || core.signal.aborted) return
    const failed = next.status === 'failed' && next.wouldFail !== true ? { value: $cost.get().value } : {}
    $cost.set({ ...next, ...failed })
    if (isRead && $active.get()) start(true)
  }
  async function ask(network: Network, query: CostQuery, signal: AbortSignal): Promise<Cost> {
    let isRevert: (error: unknown) => boolean = () => false
    try {
      const api = await import('../../api/transfer-costs.js').catch(unreachable)
      isRevert = api.isRevert
      return { status: 'known', value: await api.getTransferCost({ ...rpcWorld(core, network), signal }, query) }
    } catch (error) {
      return { status: 'failed', error: asWalletError(error), wouldFail: isRevert(error) }
    }
  }

  onMount($cost, () => {
    isRead = true
    if ($cost.get().status !== 'none') start(false)
    const stop = $active.listen((active) => active && $cost.get().status !== 'none' && start(false))
    return () => {
      isRead = false
      running.abort(walletError('ABORTED')) // the next reader asks again
      stop()
    }
  })
  core.onEnd(() => running.abort(walletError('DESTROYED')))
  return {
    $cost: readonlyType($cost),
    ask(transfer) {
      const nextKey = partsOf(transfer).join(' ')
      if (nextKey === key) return
      const isSameButAmount =
        transfer !== undefined && partsOf(wanted).slice(1).join(' ') === partsOf(transfer).slice(1).join(' ')
      key = nextKey
      wanted = transfer
      const { value, error } = isSameButAmount ? $cost.get() : {} // that of another sender, receiver or asset says nothing of this one
      if (transfer) $cost.set({ status: 'asking', value, error })
      start(false)
    },
    retry: () => start(false),
  }
}

/** By what one transfer differs from another, the amount first. */
function partsOf(transfer: Costed | undefined): readonly unknown[] {
  if (!transfer) return []
  const { network, from, asset, to, amount, decimals, isSmartAccount } = transfer
  return [amount, network.caipNetworkId, from, asset, to, decimals, isSmartAccount]
}
