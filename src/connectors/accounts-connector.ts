// The connector of a wallet that shares accounts and leaves the network to the page: Solana, Bitcoin, Polkadot, Cosmos. What
// differs between ecosystems and wallets is an `AccountsWallet`.
import { accountIdOf, type GrantedAccount } from '../vocabulary/account.js'
import type { AccountId, ChainId, Namespace } from '../vocabulary/caip.js'
import { isWalletError, walletError } from '../vocabulary/errors.js'
import type { Network } from '../vocabulary/network.js'
import { withTimeout } from '../vocabulary/timeout.js'
import type { ConnectedWallet } from '../vocabulary/wallet.js'
import { createChanges } from './changes.js'
import type {
  Abilities,
  Connector,
  ConnectOptions,
  Grant,
  RequestArguments,
  Signature,
  SignRequest,
  Transfer,
  Transport,
} from './connector.js'
import { DISCONNECT_ANSWER_LIMIT_MS } from './limits.js'
import { toWalletError } from './wallet-errors.js'

/** What an `AccountsWallet` is asked for its accounts with. */
export interface AccountsOptions {
  /** The configured networks of the namespace. */
  readonly networks: readonly Network[]
  /** The wallet must not show anything: answer with `[]` when it would have to ask the person. */
  readonly silent: boolean
}

/**
 * One wallet as the shapes of its ecosystem give it. Its functions may throw whatever the wallet throws; their answers are
 * checked by themselves, since only they know the shape.
 */
export interface AccountsWallet {
  readonly transport: Transport
  /** As `Connector.abilities`. */
  readonly abilities?: Abilities | undefined
  /** The accounts on all configured networks that the wallet serves; the selected one first on each. */
  accounts(options: AccountsOptions): Promise<readonly GrantedAccount[]>
  /**
   * Calls `listener` when the wallet reports that its accounts have changed: with the new ones, `[]` when it is locked or has
   * taken them back, `undefined` when it has ended the connection. Returns the function that stops listening.
   */
  onAccounts(listener: (accounts: readonly GrantedAccount[] | undefined) => void): () => void
  /** Makes the wallet go to a network on which it has not shared accounts, and resolves with the accounts then. */
  switchTo?(network: Network): Promise<readonly GrantedAccount[]>
  sign?(account: GrantedAccount, message: string): Promise<Signature>
  /** `account` is on the chain of the transfer's asset. */
  send?(account: GrantedAccount, transfer: Transfer): Promise<string>
  /** Answers a call of the page. `accounts` are those granted on `chain`. */
  request?(chain: ChainId, args: RequestArguments, accounts: readonly GrantedAccount[]): Promise<unknown>
  /** Tells the wallet that the connection has ended, where it can be told. */
  disconnect?(): Promise<unknown>
  /** Stops everything that `onAccounts` does not. */
  release?(): void
}

/**
 * Makes the connector of `spoken`. Which chain requests go to is kept here: switching asks the wallet only for a network on which
 * it has not shared an account.
 * @param id the stored connection is found again by it
 */
export function createAccountsConnector(
  namespace: Namespace,
  spoken: AccountsWallet,
  wallet: ConnectedWallet,
  id: string,
): Connector {
  const changes = createChanges()
  /** The accounts that the wallet has reported by itself while a request for them is under way: newer than its answer. */
  const reports = new Set<{ accounts?: readonly GrantedAccount[] }>()
  let accounts: readonly GrantedAccount[] = []
  let chain: ChainId | undefined
  let networks: readonly Network[] = []
  let stop: (() => void) | undefined
  let ending: Promise<void> | undefined

  const grantOn = (on: ChainId): Grant => ({
    accounts,
    chain: on,
    ...(spoken.switchTo ? {} : { chains: [...new Set(accounts.map((each) => each.chain))] }),
  })
  const isOn = (on: ChainId | undefined): on is ChainId => accounts.some((each) => each.chain === on)
  /** Takes over accounts. The chain stays, if one of them is on it. */
  const hold = (next: readonly GrantedAccount[], wanted = chain): Grant | undefined => {
    accounts = distinct(next)
    chain = isOn(wanted) ? wanted : accounts[0]?.chain
    return chain && grantOn(chain)
  }
  const onAccounts = (next: readonly GrantedAccount[] | undefined) => {
    for (const report of reports) report.accounts = next ?? []
    const before = chain
    if (!before) return
    const last = JSON.stringify(grantOn(before))
    const grant = hold(next ?? [])
    if (grant) {
      if (JSON.stringify(grant) !== last) changes.tell({ type: 'grant', grant })
    } else if (next && (spoken.transport === 'relay' || spoken.transport === 'embedded')) {
      changes.tell({ type: 'grant', grant: { accounts: [], chain: before } }) // the session may go on with its other namespaces
    } else {
      changes.tell({ type: 'disconnect' })
    }
  }
  const attach = () => {
    stop ??= spoken.onAccounts(onAccounts)
  }
  const detach = () => {
    stop?.()
    stop = undefined
  }
  /** What the wallet answers, unless it has reported something else meanwhile. */
  const ask = async (act: () => Promise<readonly GrantedAccount[]>, signal?: AbortSignal): Promise<readonly GrantedAccount[]> => {
    const report: { accounts?: readonly GrantedAccount[] } = {}
    reports.add(report)
    try {
      const answer = await attempt(act, signal)
      return report.accounts ?? answer
    } finally {
      reports.delete(report)
    }
  }
  /** @throws WalletError NOT_CONNECTED, UNAUTHORIZED */
  const requireGranted = (account: AccountId): GrantedAccount => {
    if (accounts.length === 0) throw walletError('NOT_CONNECTED')
    const granted = accounts.find((each) => accountIdOf(each) === account)
    if (!granted) throw walletError('UNAUTHORIZED', { details: { account } })
    return granted
  }
  // Only while connected: some wallets have no way to be asked that is sure not to prompt a page that they do not know.
  const getAccounts = async () =>
    accounts.length === 0 ? [] : distinct(await ask(() => spoken.accounts({ networks, silent: true })))

  async function end(): Promise<void> {
    detach()
    hold([])
    await withTimeout(
      attempt(async () => spoken.disconnect?.()),
      { ms: DISCONNECT_ANSWER_LIMIT_MS },
    ).catch(() => undefined) // many wallets cannot be told, and some never answer; the connection ends in any case
    spoken.release?.()
  }

  return {
    id,
    namespace,
    transport: spoken.transport,
    wallet,
    get abilities() {
      return spoken.abilities
    },
    async connect({ networks: configured, chain: wanted, silent = false, signal }: ConnectOptions) {
      networks = configured
      attach()
      try {
        const grant = hold(await ask(() => spoken.accounts({ networks, silent }), signal), wanted)
        if (!grant) throw walletError(silent ? 'NOT_CONNECTED' : 'NO_ACCOUNTS')
        ending = undefined
        changes.clear()
        return grant
      } catch (error) {
        if (!changes.hasListeners()) detach()
        throw error
      }
    },
    getAccounts,
    isAuthorized: () =>
      getAccounts().then(
        (granted) => granted.length > 0,
        () => false,
      ),
    disconnect: () => (ending ??= end()),
    release() {
      detach()
      hold([])
      spoken.release?.()
    },
    async switchTo({ caipNetworkId, ...rest }) {
      if (!caipNetworkId.startsWith(`${namespace}:`))
        throw walletError('CHAIN_NOT_SUPPORTED', { details: { chain: caipNetworkId } })
      if (accounts.length === 0) throw walletError('NOT_CONNECTED')
      const failed = (cause?: unknown) => walletError('SWITCH_FAILED', { details: { chain: caipNetworkId }, cause })
      if (!isOn(caipNetworkId)) {
        const { switchTo } = spoken
        if (!switchTo) throw failed()
        const next = await ask(() => switchTo({ ...rest, caipNetworkId })).catch((error: unknown) => {
          throw isWalletError(error, 'USER_REJECTED') || isWalletError(error, 'REQUEST_PENDING') ? error : failed(error)
        })
        hold(next)
        if (!isOn(caipNetworkId)) throw failed()
      }
      chain = caipNetworkId
      return grantOn(caipNetworkId)
    },
    async sign({ account, message }: SignRequest) {
      const granted = requireGranted(account)
      const { sign } = spoken
      if (!sign) throw walletError('UNSUPPORTED_METHOD', { details: { method: 'sign' } })
      return attempt(() => sign(granted, message))
    },
    async send(transfer: Transfer) {
      const granted = requireGranted(transfer.from)
      const { send } = spoken
      if (!transfer.asset.startsWith(`${granted.chain}/`))
        throw walletError('UNSUPPORTED_CHAIN', { details: { chain: transfer.asset.split('/')[0] } })
      if (transfer.amount < 0n) throw walletError('AMOUNT_INVALID')
      if (!send) throw walletError('UNSUPPORTED_METHOD', { details: { method: 'send' } })
      return attempt(() => send(granted, transfer))
    },
    async request(on, args) {
      if (!spoken.request) throw walletError('UNSUPPORTED_METHOD', { details: { method: args.method } })
      return spoken.request(
        on,
        args,
        accounts.filter((each) => each.chain === on),
      )
    },
    onChange(listener) {
      attach()
      return changes.onChange(listener)
    },
  }
}

/** Each account once, as it came first. */
function distinct(accounts: readonly GrantedAccount[]): readonly GrantedAccount[] {
  const seen = new Set<AccountId>()
  return accounts.filter((each) => {
    const id = accountIdOf(each)
    return !seen.has(id) && seen.add(id)
  })
}

/** Runs `act`, also one that throws at once; what the wallet throws becomes a WalletError. Rejects when `signal` ends. */
async function attempt<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await withTimeout(new Promise<T>((resolve) => resolve(act())), { signal })
  } catch (error) {
    throw toWalletError(error)
  }
}
