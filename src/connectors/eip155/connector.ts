// The EVM namespace spoken over any channel: accounts, network, signing, sending. Nothing the wallet says is believed before it is checked.
import { encodeFunctionData, numberToHex, stringToHex } from 'viem/utils'
import { accountIdOf, type GrantedAccount } from '../../account.js'
import { type AccountId, type ChainId, parseAssetId } from '../../caip.js'
import { CHAIN_DEFAULT_CODE, CHAIN_INVALID_CODE, CHAIN_UNRECOGNIZED_CODE } from '../../constants.js'
import { isWalletError, WalletError } from '../../errors.js'
import type { Network } from '../../network.js'
import type { ConnectedWallet } from '../../wallet.js'
import { createChanges } from '../changes.js'
import type {
  Channel,
  Connector,
  ConnectOptions,
  Grant,
  RequestArguments,
  Signature,
  SignRequest,
  Transfer,
} from '../connector.js'
import {
  type Address,
  type Eip155Chain,
  copyOf,
  readAddresses,
  readChain,
  readHash,
  readSignature,
  requireAddress,
  toAddedChain,
  toHexChain,
} from './codec.js'
import { codesOf, problemOf, toWalletError } from '../wallet-errors.js'
import { GOODBYE_LIMIT_MS } from '../limits.js'
import { type Timeout, withTimeout } from '../../timeout.js'

/** A channel that carries several chains (relay): which ones, with which accounts, and a choice that needs no wallet. */
export interface MultiChainChannel extends Channel {
  chains(): readonly ChainId[]
  /** On all chains; on each the selected one first. */
  accounts(): readonly GrantedAccount[]
  /** `false`: not among `chains`. */
  choose(chain: ChainId): boolean
  /** Whenever `chains` are others. Returns the stop function. */
  onChains(listener: () => void): () => void
}

/** A question that opens nothing in the wallet must be answered in this time. */
const QUIET_LIMIT_MS = 10_000
/** Wallets answer a switch before they have switched; this long they may take. */
const SETTLE_LIMIT_MS = 3_000
/** A wallet that contradicts itself more often than this is taken at its last answer; what it tells next is heard anyway. */
const CONNECT_ROUNDS_MAX = 3
/** MetaMask: "trying to reconnect"; the accounts remain. */
const RECONNECTING_CODE = 1013
const erc20Transfer = [
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
] as const

/** What a wallet has told by itself while it was being asked: newer than its answers. */
interface Heard {
  accounts?: readonly Address[]
  chain?: Eip155Chain
}

/**
 * `id` is what the connection is stored by.
 *
 * Between two answers of a wallet it may lock, change account or move. So every question is put with an ear on its events, and an answer that an
 * event contradicts is asked for again.
 */
export function createEip155(channel: Channel | MultiChainChannel, wallet: ConnectedWallet, id: string): Connector {
  const multiChain = 'accounts' in channel ? channel : undefined
  const changes = createChanges()
  const ears = new Set<Heard>()
  /** What was answered or told last, as JSON: nothing is told twice. */
  let told = ''
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
    if (JSON.stringify(grant) === told) return
    told = JSON.stringify(grant)
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
    if (!answer) throw new WalletError('WALLET_FAILED', { details: { problem: 'it did not say which chain it is on' } })
    return answer
  }
  /** @throws WalletError NOT_CONNECTED, UNAUTHORIZED */
  const requireGranted = (account: AccountId): { address: string; on: ChainId } => {
    if (addresses.length === 0 || !chain) throw new WalletError('NOT_CONNECTED')
    const granted = grantOn(chain).accounts.find((each) => accountIdOf(each) === account)
    if (!granted) throw new WalletError('UNAUTHORIZED', { details: { account } })
    return { address: granted.address, on: granted.chain }
  }

  /** Puts questions with an ear on what the wallet tells meanwhile. */
  const listening = async <T>(put: (heard: Heard) => Promise<T>): Promise<T> => {
    const heard: Heard = {}
    ears.add(heard)
    try {
      return await put(heard)
    } finally {
      ears.delete(heard)
    }
  }
  const note = (heard: Heard) => {
    for (const ear of ears) Object.assign(ear, heard)
  }

  const hearAccounts = (payload: unknown) => {
    const list = copyOf(payload)
    const next = list && readAddresses(list)
    if (!next || (next.length === 0 && list.length > 0)) return
    note({ accounts: next })
    if (!chain) return
    if (next.length === 0) {
      addresses = []
      // EIP-1193: locked, or access taken back. A session may live on with its other namespaces.
      changes.tell(multiChain ? { type: 'grant', grant: { accounts: [], chain } } : { type: 'disconnect' })
    } else if (next.join() !== addresses.join()) {
      addresses = next
      tellGrant(chain)
    }
  }
  const hearChain = (payload: unknown) => {
    const next = readChain(payload)
    if (!next) return
    note({ chain: next })
    if (!chain || next === chain) return
    chain = next
    if (multiChain) addresses = addressesOn(multiChain, next)
    tellGrant(next)
  }
  const hearDisconnect = (payload: unknown) => {
    if (codesOf(payload).includes(RECONNECTING_CODE)) return
    note({ accounts: [] })
    addresses = []
    if (chain) changes.tell({ type: 'disconnect' })
  }
  const attach = () => {
    if (stops.length > 0) return
    stops = [
      channel.on('accountsChanged', hearAccounts),
      channel.on('chainChanged', hearChain),
      channel.on('disconnect', hearDisconnect),
      channel.on('message', (message) => changes.tell({ type: 'message', message })),
      ...(multiChain ? [multiChain.onChains(() => chain && tellGrant(chain))] : []),
    ]
  }
  const detach = () => {
    for (const stop of stops) stop()
    stops = []
  }

  /** One round of questions. */
  const askGrant = async (method: string, limits: Timeout, isSilent: boolean) => {
    const answer = await ask({ method }, limits)
    const granted = readAddresses(answer) ?? []
    if (granted.length === 0) throw new WalletError(isSilent && Array.isArray(answer) ? 'NOT_CONNECTED' : 'NO_ACCOUNTS')
    return { granted, current: await askChain(limits.signal) }
  }

  async function connect({ chain: wanted, silent = false, signal }: ConnectOptions): Promise<Grant> {
    attach()
    try {
      if (wanted) multiChain?.choose(wanted) // a channel of many chains starts on the wanted one; a wallet is never switched by connecting
      const quiet = { signal, ms: QUIET_LIMIT_MS }
      return await listening(async (heard) => {
        for (let round = 1; ; round++) {
          delete heard.accounts
          delete heard.chain
          const isFirst = round === 1 && !silent
          const { granted, current } = await (isFirst
            ? askGrant('eth_requestAccounts', { signal }, false)
            : askGrant('eth_accounts', quiet, silent))
          // Looked at in the same turn in which the answer is believed: from then on every change is told.
          const isContradicted = (heard.accounts ?? granted).join() !== granted.join() || (heard.chain ?? current) !== current
          if (isContradicted && round < CONNECT_ROUNDS_MAX) continue
          addresses = granted
          chain = current
          ending = undefined
          changes.clear()
          const grant = grantOn(current)
          told = JSON.stringify(grant)
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

  /** Resolves once the wallet is on `target`, or with where it is when it has had its time. */
  const settleOn = (target: Eip155Chain): Promise<Eip155Chain> =>
    listening(async (heard) => {
      /** In the same turn in which it is believed: a change after it is told as one. */
      const believe = (now: Eip155Chain | undefined) => {
        if (now === target) hearChain(target)
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
        if (believe(heard.chain ?? first)) return target
        await withTimeout(arrived, { ms: SETTLE_LIMIT_MS }).catch(() => {}) // no event in time: the question below decides
        if (believe(heard.chain)) return target
        delete heard.chain
        const second = await askChain()
        const last = heard.chain ?? second
        believe(last)
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
    if (reached !== target) throw new WalletError('SWITCH_FAILED', { details: { chain: reached } })
    return grantOn(target)
  }

  async function sign({ account, message }: SignRequest): Promise<Signature> {
    const { address, on } = requireGranted(account)
    return { signature: readSignature(await ask({ method: 'personal_sign', params: [stringToHex(message), address] }, {}, on)) }
  }

  async function send({ from: sender, to, amount, asset }: Transfer): Promise<string> {
    const { address: from, on } = requireGranted(sender)
    const { chainId: wanted, assetNamespace, reference, tokenId } = parseAssetId(asset)
    if (wanted !== on) throw new WalletError('UNSUPPORTED_CHAIN', { details: { chain: wanted } })
    const receiver = requireAddress(to)
    if (amount < 0n) throw new WalletError('AMOUNT_INVALID')
    if (!/^(slip44|erc20)$/.test(assetNamespace) || tokenId !== undefined)
      throw new WalletError('INVALID_PARAMS', { details: { asset } })
    const call =
      assetNamespace === 'erc20'
        ? { to: requireAddress(reference), data: encodeFunctionData({ abi: erc20Transfer, args: [receiver, amount] }) }
        : { to: receiver, value: numberToHex(amount) }
    // A transfer on the wrong chain, or from another account, may be lost money: ask, rather than trust the last event.
    await listening(async (heard) => {
      const answer = await askChain()
      if ((heard.chain ?? answer) !== readChain(wanted))
        throw new WalletError('UNSUPPORTED_CHAIN', { details: { chain: wanted } })
      if (heard.accounts && !heard.accounts.some((address) => address === from)) throw new WalletError('UNAUTHORIZED')
    })
    return readHash(await ask({ method: 'eth_sendTransaction', params: [{ from, ...call }] }, {}, wanted))
  }

  function release(): void {
    detach()
    addresses = []
    channel.release()
  }

  async function end(): Promise<void> {
    detach()
    addresses = []
    // EIP-2255; many wallets lack it, some never answer. The connection is over for the page either way.
    const revoke: RequestArguments = { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }
    if (!multiChain) await withTimeout(channel.request(revoke), { ms: GOODBYE_LIMIT_MS }).catch(() => {})
    await channel.close()
  }

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
    send,
    request: (requested, args) => channel.request(args, requested),
    onChange(listener) {
      attach()
      return changes.onChange(listener)
    },
  }
}

function addressesOn(channel: MultiChainChannel, chain: ChainId): Address[] {
  return readAddresses(channel.accounts().flatMap((account) => (account.chain === chain ? [account.address] : []))) ?? []
}

/** 4902 at any depth; some wallets say ±32603 or 5000 instead (specification §8). Over the relay 5000 is a person's no. */
const unknownCodes: readonly number[] = [CHAIN_UNRECOGNIZED_CODE, CHAIN_INVALID_CODE, -CHAIN_INVALID_CODE]
const isChainUnknown = (error: unknown, isRelayed: boolean): boolean =>
  codesOf(error).some((code) => unknownCodes.includes(code) || (code === CHAIN_DEFAULT_CODE && !isRelayed))

function switchError(error: unknown, network: Network): WalletError {
  const known = toWalletError(error)
  const passes = ['USER_REJECTED', 'REQUEST_PENDING', 'WALLET_DISCONNECTED', 'RELAY_UNREACHABLE', 'UNAUTHORIZED']
  if (passes.includes(known.code)) return known
  return new WalletError('SWITCH_FAILED', { details: { chain: network.caipNetworkId, problem: problemOf(error) }, cause: error })
}
