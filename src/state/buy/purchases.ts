// The purchases that were begun here: kept over page loads, and asked for at the services until they have ended.
import { atom, computed, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import { serverNow } from '../../api/clock.js'
import { getHistory, type Transaction } from '../../api/history.js'
import type { Purchase } from '../../vocabulary/account-values.js'
import { type AccountId, type AssetId, type ChainId, parseAccountId } from '../../vocabulary/caip.js'
import { isWalletError } from '../../vocabulary/errors.js'
import { delay } from '../../vocabulary/timeout.js'
import { createNativeBalance } from '../account/native-balance.js'
import { createPortfolio } from '../account/portfolio.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { createPersisted } from '../lib/persisted.js'
import { fieldsOf, isInstant, schemaOf, textOf } from '../lib/schema.js'
import { untilActive } from '../lib/until-active.js'

export type { Purchase } from '../../vocabulary/account-values.js'

/** The purchases of this browser. */
export interface Purchases {
  /** Of all accounts, the newest first. Those that have not ended are followed while this has readers, and since they were begun. */
  readonly $purchases: ReadableAtom<readonly Purchase[]>
  /** Of the active account. */
  readonly $own: ReadableAtom<readonly Purchase[]>
  /** Keeps a purchase whose checkout page is there, and follows it. */
  add(begun: Omit<Purchase, 'id' | 'status' | 'startedAt'>): Purchase
  /** Asks again for one that was not heard of. */
  lookAgain(id: string): void
}

/** Between two questions, in ms (wire reference §2.3). */
const ASK_MS = 4_000
/** After so long without any news a purchase is overdue, in ms; time in which the page is hidden does not count (wire reference §2.3). */
const OVERDUE_MS = 180_000
/** Most purchases that are kept. */
const KEPT_COUNT = 20
/** The services' clock is known to the second, and providers note a purchase when it is made. */
const CLOCK_ERROR_MS = 2_000
/** What may still change. */
const open: readonly Purchase['status'][] = ['waiting', 'paying']

/** A part. */
export function createPurchases(core: Core): Purchases {
  const { $account } = core.publicState
  const api = apiOf(core, core.config.services.data)
  const stored = createPersisted<readonly Purchase[]>(core, 'purchases', schemaOf(parsePurchases), [])
  const $all = atom(stored.get())
  const followed = new Set<string>()
  /** Rows of the services that belong to a purchase: none belongs to two. */
  const taken = new Map<string, string>()
  const find = (id: string) => $all.get().find((each) => each.id === id)

  const save = (change: (all: readonly Purchase[]) => readonly Purchase[]) => {
    const next = change(stored.get()).slice(0, KEPT_COUNT) // another tab may have added some
    stored.set(next)
    $all.set(next)
  }
  const patch = (id: string, change: Partial<Purchase>) => {
    const known = find(id)
    if (!known || Object.entries(change).every(([key, value]) => known[key as keyof Purchase] === value)) return
    save((all) => all.map((each) => (each.id === id ? { ...each, ...change } : each)))
  }
  /** What was bought is read from the chain, not from caches. */
  const refresh = ({ account, asset }: Purchase) => {
    if (account !== $account.get()?.accountId) return
    void core.use(createNativeBalance).refresh()
    void core.use(createPortfolio).refresh(asset === undefined ? [] : [asset])
  }

  /** The row of the services that is this purchase: by its id, else the newest one since it was begun. */
  const rowOf = ({ id, orderId, startedAt, symbol }: Purchase, rows: readonly Transaction[]): Transaction | undefined => {
    const known = rows.find((row) => row.id === orderId || taken.get(row.id) === id)
    if (known || orderId !== undefined) return known
    const since = startedAt + serverNow(api) - core.deps.now() - CLOCK_ERROR_MS
    return rows.find(
      ({ id: row, metadata: { minedAt, status }, transfers }) =>
        !taken.has(row) &&
        (Date.parse(minedAt) > since || status.endsWith('_IN_PROGRESS')) &&
        transfers.some(({ fungible_info: token }) => token?.symbol?.toLowerCase() === symbol.toLowerCase()),
    )
  }
  /** Asks once. Returns whether there were news. */
  async function ask(purchase: Purchase): Promise<boolean> {
    const { id, account, chainId } = purchase
    const { address } = parseAccountId(account)
    const { data } = await getHistory(api, { account: address, chainId, onramp: 'coinbase', signal: core.signal })
    const row = rowOf(purchase, data)
    if (!row) return false
    taken.set(row.id, id)
    const status = statusOf(row.metadata.status)
    const amount = row.transfers.find(({ direction }) => direction === 'in')?.quantity.numeric
    patch(id, {
      status,
      ...(amount === undefined ? {} : { amount }),
      ...(row.metadata.hash ? { hash: row.metadata.hash } : {}),
    })
    const now = find(id)
    if (status === 'done' && now) refresh(now)
    return status !== purchase.status
  }
  async function watch(id: string): Promise<void> {
    for (let silence = 0; silence < OVERDUE_MS; silence += ASK_MS) {
      await delay(ASK_MS, core.signal)
      await untilActive(core)
      const purchase = find(id)
      if (core.signal.aborted || !purchase || !open.includes(purchase.status)) return
      try {
        if (await ask(purchase)) silence = 0
      } catch (error) {
        if (core.signal.aborted) return
        // Providers that list no purchases: waiting longer would tell nothing.
        if (isWalletError(error, 'HTTP_STATUS') && error.details['status'] === 400) return patch(id, { status: 'untold' })
        core.deps.log.warn('a purchase could not be asked for', error)
      }
    }
    if (open.includes(find(id)?.status ?? 'done')) patch(id, { status: 'overdue' })
  }
  const follow = ({ id, status }: Purchase) => {
    if (!open.includes(status) || followed.has(id)) return
    followed.add(id)
    void watch(id)
      .catch(() => undefined) // the instance has ended
      .finally(() => followed.delete(id))
  }

  const $purchases = computed($all, (all) => all)
  onMount($purchases, () => {
    $all.set(stored.get())
    for (const purchase of $all.get()) follow(purchase)
  })
  return {
    $purchases: readonlyType($purchases),
    $own: computed([$purchases, $account], (all, account) => all.filter((each) => each.account === account?.accountId)),
    add(begun) {
      const startedAt = core.deps.now()
      const id = `${startedAt} ${$all.get().length} ${begun.provider}`
      const purchase: Purchase = { ...begun, id, startedAt, status: 'waiting' }
      save((all) => [purchase, ...all.filter((each) => each.id !== id)])
      follow(purchase)
      return purchase
    },
    lookAgain(id) {
      if (open.includes(find(id)?.status ?? 'done')) return
      patch(id, { status: 'waiting' })
      const purchase = find(id)
      if (purchase) follow(purchase)
    },
  }
}

/** `ONRAMP_TRANSACTION_STATUS_…`; a word that is not known is no end. */
export function statusOf(status: string): 'paying' | 'done' | 'failed' {
  if (status.endsWith('_SUCCESS')) return 'done'
  return status.endsWith('_FAILED') ? 'failed' : 'paying'
}

const statuses: readonly Purchase['status'][] = ['waiting', 'paying', 'done', 'failed', 'overdue', 'untold']

/** Entries of another shape are left out. */
function parsePurchases(value: unknown): readonly Purchase[] | undefined {
  return Array.isArray(value) ? value.slice(0, KEPT_COUNT).flatMap((each) => parsePurchase(each) ?? []) : undefined
}

function parsePurchase(value: unknown): Purchase | undefined {
  const { startedAt, status, ...texts } = fieldsOf(value) ?? {}
  const text = (key: string, max: number) => textOf(texts[key], max)
  const decimal = (key: string) => (/^\d{1,78}(?:\.\d{1,78})?$/.test(text(key, 160) ?? '') ? text(key, 160) : undefined)
  const [id, account, chainId] = [text('id', 200), text('account', 170), text('chainId', 41)]
  const [provider, symbol, paid, currency] = [text('provider', 64), text('symbol', 64), decimal('paid'), text('currency', 3)]
  const known = statuses.find((each) => each === status)
  if (!id || !account || !chainId || !provider || !symbol || !paid || !currency || !known) return undefined
  if (!/^[A-Z]{3}$/.test(currency) || !account.startsWith(`${chainId}:`) || !isInstant(startedAt)) return undefined
  return {
    id,
    account: account as AccountId, // begins with the chain id, which is compared with those of configured networks
    chainId: chainId as ChainId,
    provider,
    symbol,
    paid,
    currency,
    status: known,
    startedAt,
    orderId: text('orderId', 256),
    asset: text('asset', 256) as AssetId | undefined,
    amount: decimal('amount'),
    hash: text('hash', 128),
  }
}
