// The channel of EVM wallets over a relay session. One session has several chains, and the wallet may be asleep: `eth_accounts`,
// `eth_chainId` and the current chain are therefore answered here, from what the session grants.
import * as z from 'zod/mini'
import type { GrantedAccount } from '../../vocabulary/account.js'
import type { ChainId } from '../../vocabulary/caip.js'
import { createEmitter } from '../../vocabulary/emitter.js'
import { ProviderRpcError, unsupportedMethod } from '../../vocabulary/rpc-error.js'
import { isNodeMethod, isWalletMethod } from '../../vocabulary/rpc-methods.js'
import type { Channel, GrantedNamespace, RequestArguments, SessionEvent, WalletSession } from '../connector.js'
import { readAddresses, readChain, toHexChain } from './codec.js'
import type { MultiChainChannel } from './connector.js'

type ChannelEvents = Record<Parameters<Channel['on']>[0], unknown> & { chains: undefined }

/** Milliseconds to wait for the session update by which a wallet adds a chain, after its answer to the switch. */
const UPDATE_LIMIT_MS = 3_000

const switchSchema = z.tuple([z.object({ chainId: z.unknown() })], z.unknown())

/**
 * Makes the channel of a session. The accounts are those that the session grants. An `accountsChanged` event of the wallet
 * selects among them: it changes their order on every chain and removes none. Methods that the session does not grant go to
 * the chain's nodes, unless only a wallet can answer them. Its own errors are ProviderRpcErrors (EIP-1193): 4200 for a method
 * that the wallet does not offer, 4900 when the session has ended, 4901 and 5100 for a chain without accounts, -32602 for a
 * malformed switch.
 * @param session grants at least one account on eip155
 */
export function createRelayChannel(session: WalletSession): MultiChainChannel {
  const events = createEmitter<ChannelEvents>((_, error) => {
    throw error
  })
  let approved = requireGrant(session)
  let isOpen = true
  /** Addresses that the wallet has selected, the last one first. */
  let selected: readonly string[] = []
  let current = firstOf(approved)

  const accountsOn = (chain: ChainId) => inOrder(approved.accounts.get(chain) ?? [], selected)
  const chains = () => [...approved.accounts.keys()]

  function choose(chain: ChainId): boolean {
    if (!approved.accounts.has(chain)) return false
    if (chain === current) return true
    const before = accountsOn(current).join()
    current = chain
    events.emit('chainChanged', toHexChain(chain))
    if (accountsOn(chain).join() !== before) events.emit('accountsChanged', accountsOn(chain))
    return true
  }

  async function switchChain(params: unknown): Promise<null> {
    const parsed = switchSchema.safeParse(params)
    const next = readChain(parsed.success ? parsed.data[0].chainId : undefined)
    if (!next) throw new ProviderRpcError(-32602, 'Invalid params.')
    if (choose(next)) return null
    const method = 'wallet_switchEthereumChain'
    if (!approved.methods.has(method)) throw unsupportedMethod(method)
    session.allow(next)
    await session.request(current, { method, params: [{ chainId: toHexChain(next) }] })
    await arrivalOf(next)
    if (!choose(next)) throw new ProviderRpcError(5100, `The wallet shares no account on ${next}.`)
    return null
  }

  /** Resolves when the wallet has added `chain` to the session, at the latest after 3 s. */
  function arrivalOf(chain: ChainId): Promise<void> {
    session.refresh()
    if (approved.accounts.has(chain)) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        stop()
        resolve()
      }
      const timer = setTimeout(end, UPDATE_LIMIT_MS)
      const stop = session.onGrant(() => approved.accounts.has(chain) && end())
    })
  }

  /** The session grants something else. The selected account stays selected if it is still granted. */
  function onGrant(): void {
    const before = accountsOn(current)
    const chainsBefore = chains().sort().join()
    const next = session.granted('eip155')
    if (!next) return leave()
    selected = [...new Set([...selected, ...before.slice(0, 1)])] // keeps the account that the page works with
    approved = next
    if (!approved.accounts.has(current)) choose(firstOf(approved))
    else if (accountsOn(current).join() !== before.join()) events.emit('accountsChanged', accountsOn(current))
    if (chains().sort().join() !== chainsBefore) events.emit('chains', undefined)
  }

  function onAccounts(payload: unknown): void {
    if (!Array.isArray(payload)) return
    if (payload.length === 0) return leave()
    const named = readAddresses(payload.map((item: unknown) => (typeof item === 'string' ? item.split(':').at(-1) : item))) ?? []
    const known = new Set([...approved.accounts.values()].flat())
    const chosen = named.filter((address) => known.has(address)) // others are not granted; a session update would come first
    const before = accountsOn(current).join()
    selected = [...new Set([...chosen, ...selected])]
    if (accountsOn(current).join() !== before) events.emit('accountsChanged', accountsOn(current))
  }

  const onEvent = ({ name, data, chain }: SessionEvent) => {
    const on = readChain(chain)
    if (name === 'accountsChanged') onAccounts(data)
    // Wallets write the new chain into the data, as number, hex or CAIP-2. `choose` ignores a chain that is not granted.
    else if (name === 'chainChanged') choose(readChain(data) ?? on ?? current)
    else events.emit('message', { type: name, data })
  }
  /** The wallet has taken its EVM accounts back. The session ends too, unless another namespace still has accounts. */
  function leave(): void {
    session.leave('eip155')
    if (!isOpen) return
    release()
    events.emit('accountsChanged', [])
  }
  function end(reason: string): void {
    if (!isOpen) return
    release()
    events.emit('disconnect', new ProviderRpcError(4900, reason))
  }
  const stops = [session.onGrant(onGrant), session.onEvent(onEvent), session.onEnd(end)]
  function release(): void {
    isOpen = false
    for (const stop of stops) stop()
  }

  async function request(args: RequestArguments, chain: ChainId = current): Promise<unknown> {
    if (!isOpen || !session.isOpen) throw new ProviderRpcError(4900, 'The session has ended.')
    if (args.method === 'eth_accounts' || args.method === 'eth_requestAccounts') return [...accountsOn(chain)]
    if (args.method === 'eth_chainId') return toHexChain(chain)
    if (args.method === 'wallet_switchEthereumChain') return switchChain(args.params)
    session.admit?.(args.method)
    if (!approved.methods.has(args.method)) {
      if (isWalletMethod(args.method) || (approved.unasked.has(args.method) && !isNodeMethod(args.method)))
        throw unsupportedMethod(args.method)
      return session.read(chain, args)
    }
    if (!approved.accounts.has(chain)) throw new ProviderRpcError(4901, `The wallet shares no account on ${chain}.`)
    return session.request(chain, args)
  }

  return {
    transport: session.transport ?? 'relay',
    chains,
    accounts: (): GrantedAccount[] =>
      chains().flatMap((chain) => accountsOn(chain).map((address) => ({ chain, address, ...session.describe?.(address) }))),
    choose,
    onChains: (listener) => events.on('chains', listener),
    properties: () => session.properties?.(),
    request,
    on: (event, listener) => events.on(event, listener),
    close() {
      release()
      return session.close()
    },
    release() {
      release()
      session.release()
    },
  }
}

function requireGrant(session: WalletSession): GrantedNamespace {
  const granted = session.granted('eip155')
  if (!granted) throw new TypeError('A session without accounts on eip155')
  return granted
}

function firstOf({ accounts }: GrantedNamespace): ChainId {
  const [first] = accounts.keys()
  if (!first) throw new TypeError('A grant without accounts')
  return first
}

/** `list` with those of its members in front that `first` has, in the order of `first`. */
const inOrder = (list: readonly string[], first: readonly string[]): readonly string[] => [
  ...first.filter((item) => list.includes(item)),
  ...list.filter((item) => !first.includes(item)),
]
