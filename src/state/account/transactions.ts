// The transactions that were sent here: followed until they are on their chain, and kept over page loads, so that one that was sent is never forgotten.
import { atom, computed, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import type { AccountId, AssetId, ChainId } from '../../vocabulary/caip.js'
import { PENDING_TRANSACTIONS_MAX_COUNT } from '../../vocabulary/constants.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import { delay, withTimeout } from '../../vocabulary/timeout.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { createConnection } from '../connections/connection.js'
import type { Core } from '../core.js'
import { asWalletError } from '../lib/operation.js'
import { createPersisted } from '../lib/persisted.js'
import { fieldsOf, isInstant, schemaOf, textOf } from '../lib/schema.js'
import { untilActive } from '../lib/until-active.js'
import { createNetworks } from '../networks/networks.js'
import { rpcWorld } from '../networks/reads.js'
import { createNativeBalance } from './native-balance.js'
import { createPortfolio } from './portfolio.js'

/** What a transaction was for. */
export type TransactionKind = 'send' | 'swap' | 'approve' | 'revoke'
/** `replaced`: another transaction of the account took its place in the wallet. */
export type TransactionStatus = 'pending' | 'confirmed' | 'failed' | 'replaced'

/** An asset that a transaction moves. */
export interface MovedAsset {
  readonly id: AssetId
  readonly symbol: string
  readonly decimals: number
  /** Base units, as decimal digits: a bigint does not survive JSON. */
  readonly amount: string
}

/** A transaction that was sent here. */
export interface SentTransaction {
  readonly hash: string
  readonly chainId: ChainId
  /** CAIP-10 of the sender. */
  readonly account: AccountId
  readonly kind: TransactionKind
  readonly status: TransactionStatus
  /** Unix ms. */
  readonly sentAt: number
  /** The receiver, contract or spender: a plain address. */
  readonly to?: string | undefined
  readonly out?: MovedAsset | undefined
  readonly in?: MovedAsset | undefined
  /** On EVM chains, once a node has had it: by this it is known that another transaction took its place, also after a page load. */
  readonly nonce?: number | undefined
}

/** The transactions that were sent here. */
export interface Transactions {
  /** Of all accounts, the newest first; at most 99 (specification §9). They are followed while this has readers. */
  readonly $transactions: ReadableAtom<readonly SentTransaction[]>
  /** Of the active account on its chain. */
  readonly $own: ReadableAtom<readonly SentTransaction[]>
  /** Keeps a transaction that the wallet has just sent, and follows it. */
  add(sent: Omit<SentTransaction, 'status' | 'sentAt'>): void
  /**
   * Resolves with the transaction once it is `confirmed` or `replaced`.
   * @throws WalletError TRANSACTION_FAILED when it has failed on its chain; ABORTED when `signal` ends, which ends the waiting only; UNKNOWN when it is not
   * kept
   */
  settled(hash: string, signal?: AbortSignal): Promise<SentTransaction>
}

/** Between two questions about a transaction, in ms: it doubles up to the second. */
const [ASK_FIRST_MS, ASK_MAX_MS] = [500, 8_000]
/** A transaction that no node has known for so long counts as replaced. In ms. */
const LOST_AFTER_MS = 30 * 60_000
/** On Solana a transaction is valid for about 150 blocks, a minute or two: one that no node knows by now has failed. In ms. */
const EXPIRED_AFTER_MS = 5 * 60_000

/** As long after it was first seen a bad end is asked for again. In ms. */
const SURE_AFTER_MS = 2_000
/** The longest wait for a wallet's answer about a transaction. In ms. */
const WALLET_ANSWER_LIMIT_MS = 5_000

/** A part. What is pending is followed for the life of the instance, beginning with the first use. */
export function createTransactions(core: Core): Transactions {
  const stored = createPersisted<readonly SentTransaction[]>(core, 'transactions', schemaOf(parseTransactions), [])
  const $all = atom(stored.get())
  const followed = new Set<string>()
  const find = (hash: string) => $all.get().find((each) => each.hash === hash)

  const save = (change: (all: readonly SentTransaction[]) => readonly SentTransaction[]) => {
    const next = newest(change(stored.get())) // another tab may have added some
    stored.set(next)
    $all.set(next)
  }
  const settle = (hash: string, status: TransactionStatus) => {
    save((all) => all.map((each) => (each.hash === hash ? { ...each, status } : each)))
    const settled = find(hash)
    if (settled) refresh(settled)
  }
  /** What it has moved is read from the chain again, not from caches. */
  const refresh = ({ account, out, in: into }: SentTransaction) => {
    if (account !== core.publicState.$account.get()?.accountId) return
    void core.use(createNativeBalance).refresh()
    void core.use(createPortfolio).refresh([out, into].flatMap((moved) => moved?.id ?? []))
  }

  const keepNonce = (hash: string, nonce: bigint | undefined) => {
    if (nonce !== undefined && nonce <= BigInt(Number.MAX_SAFE_INTEGER))
      save((all) => all.map((each) => (each.hash === hash ? { ...each, nonce: Number(nonce) } : each)))
  }

  const follow = ({ hash, status }: SentTransaction) => {
    if (status !== 'pending' || followed.has(hash)) return
    followed.add(hash)
    void watch(hash)
      .catch((error: unknown) => {
        if (!core.signal.aborted) core.deps.log.warn('a transaction is no longer followed', error)
      })
      .finally(() => followed.delete(hash))
  }
  async function watch(hash: string): Promise<void> {
    let suspected: TransactionStatus | undefined
    for (let pause = ASK_FIRST_MS; !core.signal.aborted; pause = Math.min(pause * 2, ASK_MAX_MS)) {
      const sent = find(hash)
      if (sent?.status !== 'pending') return
      const network = core.use(createNetworks).find(sent.chainId)
      if (!network) return // it was sent on a network that the page no longer has
      try {
        const status = await judge(sent, network)
        if (status === 'confirmed') return settle(hash, status)
        // Each question may be answered by another node, of which one may be wrong or behind: what has ended badly is asked for twice.
        if (status && status === suspected) return settle(hash, status)
        suspected = status
      } catch (error) {
        if (core.signal.aborted) return
        core.deps.log.warn('a transaction could not be asked for', error) // the nodes do not answer now
      }
      await delay(suspected ? SURE_AFTER_MS : pause, core.signal)
      await untilActive(core)
    }
  }
  /** How a transaction has ended, as far as is known now. */
  async function judge(sent: SentTransaction, network: Network): Promise<Exclude<TransactionStatus, 'pending'> | undefined> {
    const { hash, nonce } = sent
    const api = await import('../../api/outcomes.js').catch(unreachable)
    const world = { ...rpcWorld(core, network), signal: core.signal }
    const outcome = await api.getOutcome(world, hash)
    if (outcome === 'confirmed' || outcome === 'failed') return outcome
    const waited = core.deps.now() - sent.sentAt
    if (network.chainNamespace !== 'eip155') {
      const isLost = network.chainNamespace === 'solana' && waited > EXPIRED_AFTER_MS
      return outcome !== 'unknown' ? undefined : isLost ? 'failed' : waited > LOST_AFTER_MS ? 'replaced' : undefined
    }
    const from = sent.account.slice(sent.chainId.length + 1)
    if (outcome === 'pending') {
      const waiting = nonce === undefined ? await api.getWaiting(world, hash) : undefined
      if (waiting?.from.toLowerCase() === from.toLowerCase()) keepNonce(hash, waiting.nonce)
      return undefined
    }
    if (nonce !== undefined && (await api.getSentCount(world, from)) > BigInt(nonce)) {
      // Asked for once more after the count: it may have been mined between the two questions.
      const last = await api.getOutcome(world, hash)
      return last === 'confirmed' || last === 'failed' ? last : 'replaced'
    }
    const told = await api.getOutcomeOfWallet(world, from, hash, await askWallet(sent))
    if (told === 'confirmed' || told === 'failed') return told
    // What other owners of the account have still to sign may wait for days.
    return waited > LOST_AFTER_MS && !(await api.hasCode(world, from)) ? 'replaced' : undefined
  }
  /** The receipt that the sender's wallet has; undefined where it is not connected, has none, or is a phone, which would be woken for it. */
  async function askWallet({ account, chainId, hash }: SentTransaction): Promise<unknown> {
    const connection = core.use(createConnection).find('eip155')
    if (account !== core.publicState.$account.get()?.accountId || !connection || connection.transport === 'relay')
      return undefined
    const asked = connection.connector.request(chainId, { method: 'eth_getTransactionReceipt', params: [hash] })
    return withTimeout(asked, { ms: WALLET_ANSWER_LIMIT_MS, signal: core.signal }).catch(() => undefined)
  }
  for (const sent of $all.get()) follow(sent)
  const $transactions = computed($all, (all) => all)
  onMount($transactions, () => {
    $all.set(stored.get())
    for (const sent of $all.get()) follow(sent)
  })
  return {
    $transactions: readonlyType($transactions),
    $own: computed([$all, core.publicState.$account], (all, account) =>
      all.filter((sent) => sent.account === account?.accountId),
    ),
    add(sent) {
      const added: SentTransaction = { ...sent, status: 'pending', sentAt: core.deps.now() }
      save((all) => [added, ...all.filter(({ hash }) => hash !== sent.hash)])
      follow(added)
    },
    settled(hash, signal = core.signal) {
      return new Promise<SentTransaction>((resolve, reject) => {
        let stop = () => {}
        const end = (act: () => void) => {
          stop()
          signal.removeEventListener('abort', abort)
          act()
        }
        const abort = () => end(() => reject(asWalletError(signal.reason)))
        const look = () => {
          const sent = find(hash)
          if (!sent) end(() => reject(walletError('UNKNOWN', { details: { hash } })))
          else if (sent.status === 'failed')
            end(() => reject(walletError('TRANSACTION_FAILED', { details: { hash, chain: sent.chainId } })))
          else if (sent.status !== 'pending') end(() => resolve(sent))
        }
        if (signal.aborted) return abort()
        signal.addEventListener('abort', abort)
        stop = $all.listen(look)
        look()
      })
    },
  }
}

const kinds: readonly TransactionKind[] = ['send', 'swap', 'approve', 'revoke']
const statuses: readonly TransactionStatus[] = ['pending', 'confirmed', 'failed', 'replaced']

/** As many as are kept. Those that are still followed stay before older ones that have ended. */
function newest(all: readonly SentTransaction[]): readonly SentTransaction[] {
  if (all.length <= PENDING_TRANSACTIONS_MAX_COUNT) return all
  const last = all.map(({ status }) => status !== 'pending').lastIndexOf(true)
  return newest(all.filter((_, index) => index !== (last > 0 ? last : all.length - 1)))
}

/** Entries of another shape are left out. */
function parseTransactions(value: unknown): readonly SentTransaction[] | undefined {
  return Array.isArray(value)
    ? value.slice(0, PENDING_TRANSACTIONS_MAX_COUNT).flatMap((each) => parseTransaction(each) ?? [])
    : undefined
}

function parseTransaction(value: unknown): SentTransaction | undefined {
  const { hash, chainId, account, kind, status, sentAt, to, nonce, ...moved } = fieldsOf(value) ?? {}
  const known = {
    hash: textOf(hash, 128),
    chainId: textOf(chainId, 41) as ChainId | undefined,
    account: textOf(account, 170) as AccountId | undefined,
    kind: kinds.find((each) => each === kind),
    status: statuses.find((each) => each === status),
  }
  const { hash: h, chainId: c, account: a, kind: k, status: s } = known
  if (!h || !c || !a || !k || !s || !isInstant(sentAt) || !a.startsWith(`${c}:`)) return undefined
  return {
    hash: h,
    chainId: c,
    account: a,
    kind: k,
    status: s,
    sentAt,
    to: textOf(to, 128),
    out: parseMoved(moved['out']),
    in: parseMoved(moved['in']),
    nonce: Number.isSafeInteger(nonce) ? (nonce as number) : undefined, // checked in this line
  }
}

function parseMoved(value: unknown): MovedAsset | undefined {
  const { id, symbol, decimals, amount } = fieldsOf(value) ?? {}
  const [knownId, knownAmount] = [textOf(id, 256), textOf(amount, 78)]
  if (!knownId || !knownAmount || !/^\d+$/.test(knownAmount) || !Number.isInteger(decimals)) return undefined
  const places = decimals as number // an integer, checked above
  return places < 0 || places > 255
    ? undefined
    : { id: knownId as AssetId, symbol: textOf(symbol, 2048) ?? '', decimals: places, amount: knownAmount }
}
