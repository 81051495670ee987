// Buying as a page asks for it: what it has filled in is checked, and it is told what has become of the purchase.
import { parseUnits } from '../../vocabulary/amount.js'
import { FIAT_DIGITS } from '../../vocabulary/constants.js'
import { walletError } from '../../vocabulary/errors.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import type { Core } from '../core.js'
import { createModal } from '../interface/modal.js'
import { hasLeft, whenConnected } from '../interface/outcome.js'
import { createRouter } from '../interface/router.js'
import { createBuy } from './buy.js'
import { type BuyPreset, currencyOf, methodOf, nameOf, tokenOf } from './draft.js'
import { type BuyOptions, createBuyMarket } from './options.js'
import { createPurchases, type Purchase } from './purchases.js'

/** How long the options are waited for before nothing is said against what the page has filled in, in ms. */
const OPTIONS_WAIT_MS = 15_000

/**
 * Checks what the page has filled in once an account is connected, and resolves with the purchase when it has ended: `done`, `failed`, or with nothing more
 * to be heard (`overdue`, `untold`). It ends also after the visitor has closed the modal with the provider's page open.
 * @throws WalletError MODAL_CLOSED when the visitor leaves without a purchase; AMOUNT_INVALID; TOKEN_REQUIRED and INVALID_PARAMS for a token, a currency or
 * a method that is not offered; ABORTED when another request took its place before anything was bought; REQUEST_PENDING while the page of an earlier request
 * is made; DESTROYED
 */
export async function buyOutcome(core: Core, preset: BuyPreset): Promise<Purchase> {
  checkAmount(preset.amount)
  await whenConnected(core)
  const outcome = purchased(core) // first: the visitor may leave while the names are checked
  outcome.catch(() => undefined) // it is awaited below, unless a name is none
  await Promise.race([checkNames(core, preset), outcome])
  return outcome
}

/** @throws WalletError AMOUNT_INVALID for what is no amount above zero */
export function checkAmount(amount: unknown): void {
  if (amount === undefined) return
  if (typeof amount !== 'string' || parseUnits(amount, FIAT_DIGITS) <= 0n)
    throw walletError('AMOUNT_INVALID', { details: { value: (nameOf(amount) ?? '').slice(0, 80) } })
}

/**
 * Waits for the options, and checks the names that the page has filled in. The chosen network decides which tokens are sold.
 * @throws WalletError TOKEN_REQUIRED and INVALID_PARAMS for a token, a currency or a method that is not offered; WALLET_TIMEOUT; DESTROYED
 */
export async function checkNames(core: Core, preset: BuyPreset): Promise<void> {
  const [token, currency, method] = [nameOf(preset.token), nameOf(preset.currency), nameOf(preset.method)]
  if ((token ?? currency ?? method) === undefined) return
  const { $options } = core.use(createBuyMarket)
  let stop = () => {}
  const loaded = new Promise<BuyOptions>((resolve) => {
    stop = $options.subscribe(({ value }) => value && resolve(value))
  })
  try {
    const options = await withTimeout(loaded, { ms: OPTIONS_WAIT_MS, signal: core.signal })
    const refuse = (name: string, value: string) => walletError('INVALID_PARAMS', { details: { [name]: value.slice(0, 80) } })
    if (token !== undefined && !tokenOf(options.tokens, token))
      throw walletError('TOKEN_REQUIRED', { details: { asset: token.slice(0, 200) } })
    const known = currencyOf(options, currency)
    if (currency !== undefined && !known) throw refuse('currency', currency)
    if (method !== undefined && methodOf(known, method)?.id !== method) throw refuse('method', method)
  } finally {
    stop()
  }
}

const ended: readonly Purchase['status'][] = ['done', 'failed', 'overdue', 'untold']

/** A part: ends the waiting of the request before, unless its purchase is begun. */
const createWaiting = () => ({ stop: () => {} })

/** The next purchase that is begun, once it has ended. */
function purchased(core: Core): Promise<Purchase> {
  const { $run } = core.use(createBuy)
  const { $purchases } = core.use(createPurchases)
  const waiting = core.use(createWaiting)
  // The purchase that is being made is that of an earlier request.
  if ($run.get()?.phase === 'opening') return Promise.reject(walletError('REQUEST_PENDING'))
  waiting.stop()
  return new Promise((resolve, reject) => {
    const before = $run.get()?.purchase
    let id: string | undefined
    const end = (act: () => void) => {
      for (const stop of stops) stop()
      core.signal.removeEventListener('abort', destroyed)
      act()
    }
    const destroyed = () => end(() => reject(walletError('DESTROYED')))
    /** A purchase that was begun may still be paid. */
    const leave = () => id === undefined && $run.get()?.phase !== 'opening' && end(() => reject(walletError('MODAL_CLOSED')))
    const look = (all: readonly Purchase[]) => {
      const found = all.find((each) => each.id === id)
      if (found && ended.includes(found.status)) end(() => resolve(found))
    }
    const stops = [
      $run.listen((run) => {
        if (run?.purchase !== undefined && run.purchase !== before) {
          id = run.purchase
          look($purchases.get())
        } else if (run?.phase === 'refused' && !core.use(createModal).$open.get()) leave()
      }),
      $purchases.listen(look),
      core.on('close', leave),
      core.use(createRouter).$history.listen((history) => {
        const isLeftBehind = !history.some((view) => core.deps.views.find(view)?.task === 'buy')
        if (core.use(createModal).$open.get() && isLeftBehind) leave()
      }),
    ]
    core.signal.addEventListener('abort', destroyed)
    waiting.stop = () => {
      if (id === undefined) end(() => reject(walletError('ABORTED')))
    }
    if (hasLeft(core, 'buy')) leave()
  })
}
