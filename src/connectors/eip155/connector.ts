// The connector of EVM wallets over any channel: accounts, network, signing, sending. Every answer and event of the wallet is
// checked before it is used.
import { stringToHex } from 'viem/utils'
import { accountIdOf, type GrantedAccount } from '../../vocabulary/account.js'
import type { AccountId, ChainId } from '../../vocabulary/caip.js'
import { CHAIN_DEFAULT_CODE, CHAIN_INVALID_CODE, CHAIN_UNRECOGNIZED_CODE } from '../../vocabulary/constants.js'
import { isWalletError, walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import type { ConnectedWallet } from '../../vocabulary/wallet.js'
import { createChanges } from '../changes.js'
import type {
  Channel,
  Connector,
  ConnectOptions,
  Grant,
  RequestArguments,
  SessionProperties,
  Signature,
  SignRequest,
} from '../connector.js'
import {
  type Address,
  type Eip155Chain,
  copyOf,
  readAddresses,
  readChain,
  readSignature,
  toAddedChain,
  toHexChain,
} from './codec.js'
import { transactionsOf } from './transactions.js'
import { codesOf, problemOf, toWalletError } from '../wallet-errors.js'
import { isOptionalMethod } from '../../vocabulary/rpc-methods.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { DISCONNECT_ANSWER_LIMIT_MS } from '../limits.js'
import { type Timeout, withTimeout } from '../../vocabulary/timeout.js'

/**
 * A channel that carries several chains (relay). It knows the chains and accounts itself, and changes the current chain without
 * asking the wallet.
 */
export interface MultiChainChannel extends Channel {
  /** The granted chains (CAIP-2). */
  chains(): readonly ChainId[]
  /** The granted accounts on all chains; on each chain the selected one first. */
  accounts(): readonly GrantedAccount[]
  /** Makes `chain` the current one and emits the events of EIP-1193. `false` when it is not granted. */
  choose(chain: ChainId): boolean
  /** Calls `listener` when the granted chains have changed. Returns the function that stops it. */
  onChains(listener: () => void): () => void
  /** What the wallet has said of itself with its session (CAIP-25). */
  properties?(): SessionProperties | undefined
}

/** Milliseconds for requests that show nothing to the person (`eth_accounts`, `eth_chainId`). */
const QUIET_LIMIT_MS = 10_000
/** Milliseconds to wait for `chainChanged`: some wallets answer a switch before they have switched. */
const SETTLE_LIMIT_MS = 3_000
/**
 * How often `connect` asks again while events contradict the answers. Then the last answer counts; later events still change it.
 */
const CONNECT_ROUNDS_MAX = 3
/** Code of MetaMask's `disconnect` event while it tries to reconnect to its node; the accounts stay granted. */
const RECONNECTING_CODE = 1013
/** What the events of a wallet have reported while a request was under way: newer than the answer to that request. */
interface Reported {
  accounts?: readonly Address[]
  chain?: Eip155Chain
}

/**
 * Makes the connector of one EVM wallet.
 *
 * Between two answers a wallet may lock, change account or switch network. So events are recorded while requests are under way,
 * and a request whose answer an event contradicts is made again.
 * @param id the stored connection is found again by it
 */
export function createEip155(channel: Channel | MultiChainChannel, wallet: ConnectedWallet, id: string): Connector {
  const multiChain = 'accounts' in channel ? channel : undefined
  const changes = createChanges()
  const recordings = new Set<Reported>()
  /** The last grant that was answered or reported, as JSON, so that none is reported twice. */
  let lastGrant = ''
  let stops: (() => void)[] = []
  let addresses: readonly Address[] = []
  let chain: Eip155Chain | undefined
  let ending: Promise<void> | undefined

  const grantOn = (on: Eip155Chain): Grant => ({
    accounts: multiChain ? multiChain.accounts() : addresses.map((address) => ({ chain: on, address })),
    chain: on,
    chains: multiChain?.chains(),
  })
  const tellGrant = (on: Eip155Chain) => {
    const grant = grantOn(on)
    if (JSON.stringify(grant) === lastGrant) return
    lastGrant = JSON.stringify(grant)
    changes.tell({ type: 'grant', grant })
  }
  const ask = async (args: RequestArguments, limits: Timeout = {}, on?: ChainId): Promise<unknown> => {
    try {
      return await withTimeout(channel.request(args, on), limits)
    } catch (error) {
      throw toWalletError(error)
    }
  }
  const askChain = async (signal?: AbortSignal): Promise<Eip155Chain> => {
    const answer = readChain(await ask({ method: 'eth_chainId' }, { signal, ms: QUIET_LIMIT_MS }))
    if (!answer) throw walletError('WALLET_FAILED', { details: { problem: 'it did not say which chain it is on' } })
    return answer
  }
  /** @throws WalletError NOT_CONNECTED, UNAUTHORIZED */
  const requireGranted = (account: AccountId): { address: string; on: ChainId } => {
    if (addresses.length === 0 || !chain) throw walletError('NOT_CONNECTED')
    const granted = grantOn(chain).accounts.find((each) => accountIdOf(each) === account)
    if (!granted) throw walletError('UNAUTHORIZED', { details: { account } })
    return { address: granted.address, on: granted.chain }
  }

  /** Runs requests while the wallet's events are recorded in the `reported` that they are given. */
  const recording = async <T>(run: (reported: Reported) => Promise<T>): Promise<T> => {
    const reported: Reported = {}
    recordings.add(reported)
    try {
      return await run(reported)
    } finally {
      recordings.delete(reported)
    }
  }
  const record = (reported: Reported) => {
    for (const each of recordings) Object.assign(each, reported)
  }

  const onAccountsChanged = (payload: unknown) => {
    const list = copyOf(payload)
    const next = list && readAddresses(list)
    if (!next || (next.length === 0 && list.length > 0)) return
    record({ accounts: next })
    if (!chain) return
    if (next.length === 0) {
      addresses = []
      // No accounts (EIP-1193): the wallet is locked, or has taken the permission back. A session may go on with its other
      // namespaces.
      changes.tell(multiChain ? { type: 'grant', grant: { accounts: [], chain } } : { type: 'disconnect' })
    } else if (next.join() !== addresses.join()) {
      addresses = next
      tellGrant(chain)
    }
  }
  const onChainChanged = (payload: unknown) => {
    const next = readChain(payload)
    if (!next) return
    record({ chain: next })
    if (!chain || next === chain) return
    chain = next
    if (multiChain) addresses = addressesOn(multiChain, next)
    tellGrant(next)
  }
  const onDisconnect = (payload: unknown) => {
    if (codesOf(payload).includes(RECONNECTING_CODE)) return
    record({ accounts: [] })
    addresses = []
    if (chain) changes.tell({ type: 'disconnect' })
  }
  const attach = () => {
    if (stops.length > 0) return
    stops = [
      channel.on('accountsChanged', onAccountsChanged),
      channel.on('chainChanged', onChainChanged),
      channel.on('disconnect', onDisconnect),
      channel.on('message', (message) => changes.tell({ type: 'message', message })),
      ...(multiChain ? [multiChain.onChains(() => chain && tellGrant(chain))] : []),
    ]
  }
  const detach = () => {
    for (const stop of stops) stop()
    stops = []
  }

  /** Asks for accounts and chain once. @throws WalletError `NOT_CONNECTED` or `NO_ACCOUNTS` when there are no accounts */
  const askGrant = async (method: string, limits: Timeout, isSilent: boolean) => {
    const answer = await ask({ method }, limits)
    const granted = readAddresses(answer) ?? []
    if (granted.length === 0) throw walletError(isSilent && Array.isArray(answer) ? 'NOT_CONNECTED' : 'NO_ACCOUNTS')
    return { granted, current: await askChain(limits.signal) }
  }

  async function connect({ chain: wanted, silent = false, signal }: ConnectOptions): Promise<Grant> {
    attach()
    try {
      // A channel of several chains starts on the wanted one. Connecting never switches a wallet.
      if (wanted) multiChain?.choose(wanted)
      const quiet = { signal, ms: QUIET_LIMIT_MS }
      return await recording(async (reported) => {
        for (let round = 1; ; round++) {
          delete reported.accounts
          delete reported.chain
          const isFirst = round === 1 && !silent
          const { granted, current } = await (isFirst
            ? askGrant('eth_requestAccounts', { signal }, false)
            : askGrant('eth_accounts', quiet, silent))
          // No `await` between this check and the assignments below: an event after them is reported as a change.
          const isContradicted =
            (reported.accounts ?? granted).join() !== granted.join() || (reported.chain ?? current) !== current
          if (isContradicted && round < CONNECT_ROUNDS_MAX) continue
          addresses = granted
          chain = current
          ending = undefined
          changes.clear()
          const grant = grantOn(current)
          lastGrant = JSON.stringify(grant)
          return grant
        }
      })
    } catch (error) {
      if (!changes.hasListeners()) detach()
      throw error
    }
  }

  async function getAccounts(): Promise<readonly GrantedAccount[]> {
    try {
      const { granted, current } = await askGrant('eth_accounts', { ms: QUIET_LIMIT_MS }, true)
      return multiChain ? multiChain.accounts() : granted.map((address) => ({ chain: current, address }))
    } catch (error) {
      if (isWalletError(error, 'NOT_CONNECTED') || isWalletError(error, 'NO_ACCOUNTS')) return []
      throw error
    }
  }

  /** Resolves with the wallet's chain: `target` as soon as the wallet is on it, or after 3 s whichever chain it is on. */
  const settleOn = (target: Eip155Chain): Promise<Eip155Chain> =>
    recording(async (reported) => {
      /** Takes over the chain at once if it is `target`, so that an event after it is reported as a change. */
      const accept = (now: Eip155Chain | undefined) => {
        if (now === target) onChainChanged(target)
        return now === target
      }
      let stop = () => {}
      const arrived = new Promise<void>((resolve) => {
        stop = channel.on('chainChanged', (payload) => {
          if (readChain(payload) === target) resolve()
        })
      })
      try {
        const first = await askChain()
        if (accept(reported.chain ?? first)) return target
        await withTimeout(arrived, { ms: SETTLE_LIMIT_MS }).catch(() => {}) // no event in time: the question below decides
        if (accept(reported.chain)) return target
        delete reported.chain
        const second = await askChain()
        const last = reported.chain ?? second
        accept(last)
        return last
      } finally {
        stop()
      }
    })

  async function switchTo(network: Network): Promise<Grant> {
    const chainId = toHexChain(network.caipNetworkId)
    const target: Eip155Chain = `eip155:${Number(chainId)}`
    const change = () => channel.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] }, chain)
    try {
      await change().catch(async (error: unknown) => {
        if (!isChainUnknown(error, multiChain !== undefined)) throw error
        await channel.request({ method: 'wallet_addEthereumChain', params: [toAddedChain(network)] }, chain)
        if ((await askChain()) !== target) await change() // adding may switch, or not (EIP-3085 leaves it open)
      })
    } catch (error) {
      throw switchError(error, network)
    }
    const reached = await settleOn(target)
    if (reached !== target) throw walletError('SWITCH_FAILED', { details: { chain: reached } })
    return grantOn(target)
  }

  async function sign({ account, message }: SignRequest): Promise<Signature> {
    const { address, on } = requireGranted(account)
    return { signature: readSignature(await ask({ method: 'personal_sign', params: [stringToHex(message), address] }, {}, on)) }
  }

  /** A transfer on the wrong chain or from another account may lose money, so the wallet is asked for both once more. */
  async function confirm(from: string, wanted: ChainId): Promise<void> {
    await recording(async (reported) => {
      const accounts = await ask({ method: 'eth_accounts' }, { ms: QUIET_LIMIT_MS })
      const answer = await askChain()
      if ((reported.chain ?? answer) !== readChain(wanted)) throw walletError('UNSUPPORTED_CHAIN', { details: { chain: wanted } })
      const granted = reported.accounts ?? readAddresses(accounts)
      if (granted && !granted.some((address) => address === from)) throw walletError('UNAUTHORIZED')
    })
  }

  function release(): void {
    detach()
    addresses = []
    channel.release()
  }

  async function end(): Promise<void> {
    detach()
    addresses = []
    // Takes the permission back (EIP-2255). Many wallets lack the method and some never answer; the connection ends in any case.
    const revoke: RequestArguments = { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }
    if (!multiChain) await withTimeout(channel.request(revoke), { ms: DISCONNECT_ANSWER_LIMIT_MS }).catch(() => {})
    await channel.close()
  }

  /** Not every wallet tells by an event that it has taken its accounts back. */
  const onRevoked = async () => {
    const left = multiChain ? undefined : await getAccounts().catch(() => undefined)
    if (left?.length === 0 && addresses.length > 0) onAccountsChanged([])
  }
  let optional: ReturnType<typeof loadOptional> | undefined
  const loadOptional = () =>
    import('./optional-methods.js').then(
      ({ createOptionalMethods }) =>
        createOptionalMethods({
          ask: channel.request,
          accounts: () => (chain ? grantOn(chain).accounts : []),
          chains: () => multiChain?.chains(),
          properties: multiChain && (() => multiChain.properties?.()),
          onRevoked,
        }),
      (cause: unknown) => {
        optional = undefined // the next call loads it again
        return unreachable(cause)
      },
    )

  const request = async (requested: ChainId, args: RequestArguments): Promise<unknown> =>
    isOptionalMethod(args.method) ? (await (optional ??= loadOptional()))(requested, args) : channel.request(args, requested)

  return {
    id,
    namespace: 'eip155',
    transport: channel.transport,
    wallet,
    connect,
    getAccounts,
    isAuthorized: () =>
      getAccounts().then(
        (accounts) => accounts.length > 0,
        () => false,
      ),
    disconnect: () => (ending ??= end()),
    release,
    switchTo,
    sign,
    ...transactionsOf({
      requireGranted,
      send: (transaction, on) => ask({ method: 'eth_sendTransaction', params: [transaction] }, {}, on),
      confirm,
    }),
    ask: async (account, args) => {
      const { on } = requireGranted(account)
      return request(on, args).catch((error: unknown) => {
        throw toWalletError(error)
      })
    },
    request,
    onChange(listener) {
      attach()
      return changes.onChange(listener)
    },
  }
}

function addressesOn(channel: MultiChainChannel, chain: ChainId): Address[] {
  return readAddresses(channel.accounts().flatMap((account) => (account.chain === chain ? [account.address] : []))) ?? []
}

/**
 * Codes of a wallet that does not know a chain: 4902 (EIP-3326), and ±32603 or 5000 of some wallets (specification §8). Over the
 * relay 5000 means that the person refused.
 */
const unknownCodes: readonly number[] = [CHAIN_UNRECOGNIZED_CODE, CHAIN_INVALID_CODE, -CHAIN_INVALID_CODE]
const isChainUnknown = (error: unknown, isRelayed: boolean): boolean =>
  codesOf(error).some((code) => unknownCodes.includes(code) || (code === CHAIN_DEFAULT_CODE && !isRelayed))

function switchError(error: unknown, network: Network): WalletError {
  const known = toWalletError(error)
  const passes = ['USER_REJECTED', 'REQUEST_PENDING', 'WALLET_DISCONNECTED', 'RELAY_UNREACHABLE', 'UNAUTHORIZED']
  if (passes.includes(known.code)) return known
  return walletError('SWITCH_FAILED', { details: { chain: network.caipNetworkId, problem: problemOf(error) }, cause: error })
}
