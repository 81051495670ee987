// What the active account lets others take: read from the data service, and taken back by a transaction.
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import type { TokenApproval } from '../../api/token-approvals.js'
import { isUnlimited } from '../../vocabulary/allowance.js'
import { tokenId } from '../../vocabulary/asset.js'
import type { AccountId, ChainId } from '../../vocabulary/caip.js'
import { PORTFOLIO_CACHE_MS } from '../../vocabulary/constants.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import type { Account } from '../../vocabulary/events.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { queryForAccount } from '../account/account-query.js'
import { createTransactions, type SentTransaction, type TransactionStatus } from '../account/transactions.js'
import { createAccounts } from '../connections/accounts.js'
import { createSigning } from '../connections/signing.js'
import type { Core } from '../core.js'
import { createNotices } from '../interface/notices.js'
import { apiOf } from '../lib/api.js'
import { latest, once, type Operation } from '../lib/operation.js'
import { createQuery, type Query, type QueryState } from '../lib/query.js'
import { createNetworks } from '../networks/networks.js'
import { rpcWorld } from '../networks/reads.js'

/** One approval: somebody may take a token, or all of a collection. Names and symbols are one visible line. */
export interface Approval {
  readonly id: string
  readonly kind: 'erc20' | 'collection'
  readonly account: AccountId
  readonly chainId: ChainId
  /** Plain address of the token or collection. */
  readonly contract: `0x${string}`
  /** The symbol of a token, the name of a collection. */
  readonly label: string
  readonly name: string
  readonly decimals: number
  /** Safe for `<img src>`. */
  readonly icon: string | undefined
  /** Whether the services list the token; another one may have any name. */
  readonly isVerified: boolean
  /** Plain address of who may take it. */
  readonly spender: `0x${string}`
  readonly spenderName: string | undefined
  /** Base units that may be taken. */
  readonly amount: bigint
  /** More than there will ever be, or all of a collection. */
  readonly isUnlimited: boolean
  /** Unix ms. */
  readonly grantedAt: number | undefined
  /** A transaction that takes it back is on its way. */
  readonly isRevoking: boolean
  /** The wallet sent another transaction in place of the one that was to take it back. */
  readonly isReplaced: boolean
}

/** The approvals of an account, as far as they are loaded. */
export interface ApprovalList {
  /** Newest first. */
  readonly approvals: readonly Approval[]
  readonly hasMore: boolean
  /** The services have not read the whole chain yet: older ones may be missing. */
  readonly isIncomplete: boolean
}

/** The approvals of the active account. */
export interface Approvals {
  /** `pending` and `idle` while no EVM account is active. Fails with CHAIN_NOT_SUPPORTED, NO_SERVICES, and as `get`. */
  readonly $list: ReadableAtom<QueryState<ApprovalList>>
  /** Asks again. A failure is in `$list`. */
  refresh(): Promise<void>
  /** Loads one page more. */
  loadMore(): Promise<void>
  /** What taking it back will cost in the network's own coin, in base units; estimated, the wallet decides. */
  readonly estimate: Operation<[Approval], bigint>
  /**
   * Has the wallet send the transaction that takes it back; resolves once it is sent. The approval leaves the list when that is on its chain.
   * @throws WalletError REQUEST_PENDING while the wallet is asked about another approval; MALFORMED_RESPONSE when the chain knows of no such approval;
   * further as `callRpc` and `Signing.call`
   */
  readonly revoke: Operation<[Approval], void>
  /** What the newest call of `revoke` is about, as `keyOf` has it. */
  readonly $revoked: ReadableAtom<string | undefined>
}

/** Pages of each load: most of what is approved is used up, and then a page has no rows. */
const PAGES_MAX = 20

interface Loaded {
  readonly rows: readonly TokenApproval[]
  readonly hasMore: boolean
  readonly isIncomplete: boolean
}

/** A part. The first reader of `$list` starts the request. */
export function createApprovals(core: Core): Approvals {
  const { $account } = core.use(createAccounts)
  const transactions = core.use(createTransactions)
  const { call } = core.use(createSigning)
  const api = apiOf(core, core.config.services.data)
  /** How many pages of rows are wanted, by account. */
  const wanted = new Map<AccountId, number>()
  /** The hash of the transaction that takes an approval back, and of the one that gave it, by key of the approval. */
  const $sent = atom<ReadonlyMap<string, { readonly hash: string; readonly granted: string }>>(new Map())
  const load = () => import('../../api/token-approvals.js').catch(unreachable)

  const queryOf = ({ accountId, namespace, address, chainId }: Account): Query<Loaded> | undefined =>
    namespace !== 'eip155'
      ? undefined
      : createQuery(core, {
          key: `approvals ${accountId}`,
          lifetimeMs: PORTFOLIO_CACHE_MS,
          fetch: async (signal) => {
            const { getTokenApprovals } = await load()
            const rows: TokenApproval[] = []
            let isIncomplete = false
            const count = wanted.get(accountId) ?? 1
            let cursor: string | undefined
            for (let pages = 0, full = 0; full < count && pages < PAGES_MAX * count; pages++) {
              const page = await getTokenApprovals(api, { address, chainId, cursor, signal })
              rows.push(...page.data)
              isIncomplete ||= page.isIncomplete
              if (page.data.length > 0) full++
              cursor = page.next
              if (cursor === undefined) break
            }
            return { rows, hasMore: cursor !== undefined, isIncomplete }
          },
        })

  const $loaded = queryForAccount($account, queryOf)
  const $list = computed(
    [$loaded, $account, transactions.$transactions, $sent],
    ({ value, ...state }, account, all, sent): QueryState<ApprovalList> => {
      if (!value || !account) return state
      const approvals = value.rows.flatMap((row) => {
        const sentHere = sent.get(keyOf({ id: row.id, account: account.accountId }))
        const revocation = all.find(({ hash, ...each }) => hash === sentHere?.hash || isRevocation(each, row, account.accountId))
        // The node of the services may be a block behind.
        if (revocation?.status === 'confirmed' && sentHere?.granted === row.hash) return []
        return [approvalOf(row, account, revocation?.status)]
      })
      return { ...state, value: { ...value, approvals } }
    },
  )
  async function refresh(): Promise<void> {
    const account = $account.get()
    const query = account && queryOf(account)
    query?.cancel() // what is under way was asked before the change
    await query?.refresh()
  }
  onMount($list, () => {
    let pending = 0
    // One that was sent on an earlier page load, or by another view, is on its chain now.
    return transactions.$own.subscribe((own) => {
      const before = pending
      pending = own.filter(({ kind, status }) => kind !== 'send' && status === 'pending').length
      if (pending < before) void refresh()
    })
  })

  const $revoked = atom<string | undefined>()
  const revoking = once(core, async (_signal, approval: Approval) => {
    const { account, chainId, contract, spender, kind, label, decimals } = approval
    const { revokeData, isApproved } = await load()
    const owner = account.slice(chainId.length + 1)
    const network = core.use(createNetworks).find(chainId)
    if (!network) throw walletError('NETWORK_NOT_FOUND')
    if (!(await isApproved({ ...rpcWorld(core, network), signal: core.signal }, { kind, contract, spender, owner }))) {
      void refresh() // it may have been used up
      throw walletError('MALFORMED_RESPONSE', { details: { problem: 'the approval: its chain knows of none' } })
    }
    const hash = await call({ from: account, to: contract, data: revokeData(approval), value: 0n })
    const token = kind === 'erc20' ? tokenId(chainId, contract) : undefined
    const out = token && { id: token, symbol: label, decimals, amount: '0' }
    const granted = $loaded.get().value?.rows.find((row) => row.id === approval.id)?.hash ?? ''
    $sent.set(new Map($sent.get()).set(keyOf(approval), { hash, granted }))
    transactions.add({ hash, chainId, account, kind: 'revoke', to: spender, out })
    const { show, showError } = core.use(createNotices)
    void transactions.settled(hash, core.signal).then(
      ({ status }) => status === 'confirmed' && show('success', 'approvalRevoked'),
      (error: unknown) => isWalletError(error, 'TRANSACTION_FAILED') && showError(error),
    )
  })
  const { $state, cancel, reset } = revoking
  const revoke = (approval: Approval): Promise<void> => {
    const key = keyOf(approval)
    if ($state.get().status === 'pending' && $revoked.get() !== key) return Promise.reject(walletError('REQUEST_PENDING'))
    $revoked.set(key)
    return revoking(approval)
  }

  return {
    $list,
    refresh,
    async loadMore() {
      const account = $account.get()
      if (!account) return
      wanted.set(account.accountId, (wanted.get(account.accountId) ?? 1) + 1)
      await refresh()
    },
    estimate: latest(core, async (signal, approval: Approval) => {
      const network = core.use(createNetworks).find(approval.chainId)
      if (!network) throw walletError('NETWORK_NOT_FOUND')
      const [{ revokeData }, { estimateFee }] = await Promise.all([load(), import('../../api/fees.js').catch(unreachable)])
      const from = approval.account.slice(approval.chainId.length + 1)
      const query = { from, to: approval.contract, value: 0n, data: revokeData(approval) }
      return (await estimateFee({ ...rpcWorld(core, network), signal }, query)).amount
    }),
    revoke: Object.assign(revoke, { $state, cancel, reset }),
    $revoked,
  }
}

/** Names an approval among those of all accounts. */
export function keyOf({ id, account }: Pick<Approval, 'id' | 'account'>): string {
  return `${account} ${id}`
}

/** Whether a transaction takes this approval back: what is kept over page loads says so of tokens. */
function isRevocation(
  { kind, status, account, to, out }: Omit<SentTransaction, 'hash'>,
  row: TokenApproval,
  owner: AccountId,
): boolean {
  return (
    kind === 'revoke' &&
    status === 'pending' &&
    account === owner &&
    to?.toLowerCase() === row.spender.toLowerCase() &&
    out?.id.toLowerCase() === `${row.chainId}/${row.kind}:${row.contract}`.toLowerCase()
  )
}

function approvalOf(row: TokenApproval, { accountId, chainId }: Account, revocation: TransactionStatus | undefined): Approval {
  const { id, kind, contract, decimals, spender } = row
  const amount = BigInt(row.amount)
  const name = visibleName(row.name) ?? contract
  return {
    id,
    kind,
    account: accountId,
    chainId,
    contract,
    label: visibleName(row.symbol) ?? name,
    name,
    decimals,
    icon: row.iconUrl ?? undefined,
    isVerified: row.verified,
    spender,
    spenderName: visibleName(row.spenderName),
    amount,
    isUnlimited: kind === 'collection' || isUnlimited(amount),
    grantedAt: row.grantedAt === null ? undefined : Date.parse(row.grantedAt),
    isRevoking: revocation === 'pending',
    isReplaced: revocation === 'replaced',
  }
}
