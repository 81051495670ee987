// A channel over a relay session, for the EVM namespace: several chains in one pipe, and a wallet that may be asleep.
import * as z from 'zod/mini'
import type { ChainId } from '../../caip.js'
import { isNodeMethod, isWalletMethod } from '../../rpc-methods.js'
import type { Channel, RelayOptions, RequestArguments } from '../connector.js'
import type { ChainChooser } from './connector.js'
import { readAddresses, readChain, toHexChain } from './codec.js'
import type { RelayClient } from '../relay/client.js'
import { type GrantedNamespace, readNamespaces } from '../relay/proposal.js'
import { GOODBYE_LIMIT_MS, within } from '../waiting.js'
import { codesOf, toWalletError } from '../wallet-errors.js'

type ChannelEvent = Parameters<Channel['on']>[0]

/** An error with a code, as an EIP-1193 provider rejects. */
class RelayRpcError extends Error {
  override readonly name = 'RelayRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }
/** A wallet that adds a chain on request tells so by a session update, soon after its answer. */
const UPDATE_LIMIT_MS = 3_000

const switchSchema = z.tuple([z.object({ chainId: z.unknown() })], z.unknown())
const eventSchema = z.object({
  topic: z.string(),
  params: z.object({ chainId: z.string(), event: z.object({ name: z.string(), data: z.unknown() }) }),
})
const topicSchema = z.object({ topic: z.string() })

/**
 * The wallet's accounts are what its session grants. What it tells between two grants (`accountsChanged`) is a choice among them: it changes
 * their order, on every chain, and takes none away.
 * @param granted at least one account
 */
export function createRelayChannel(
  client: RelayClient,
  topic: string,
  granted: GrantedNamespace,
  { networks, read }: Pick<RelayOptions, 'networks' | 'read'>,
): Channel & ChainChooser {
  const asked = new Set<string>(networks.map(({ caipNetworkId }) => caipNetworkId))
  const listeners = new Map<ChannelEvent, Set<(payload: unknown) => void>>()
  const chainListeners = new Set<() => void>()
  const life = new AbortController()
  let approved = granted
  /** Addresses that the wallet has selected, the latest first. */
  let selected: readonly string[] = []
  let current = firstOf(granted)
  let closing: Promise<void> | undefined

  const emit = (event: ChannelEvent, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
  }
  const accountsOn = (chain: ChainId) => inOrder(approved.accounts.get(chain) ?? [], selected)
  const chains = () => [...approved.accounts.keys()]

  function choose(chain: ChainId): boolean {
    if (!approved.accounts.has(chain)) return false
    if (chain === current) return true
    const before = accountsOn(current).join()
    current = chain
    emit('chainChanged', toHexChain(chain))
    if (accountsOn(chain).join() !== before) emit('accountsChanged', accountsOn(chain))
    return true
  }

  async function askWallet(args: RequestArguments, chain: ChainId): Promise<unknown> {
    const request = { method: args.method, params: args.params ?? [] }
    try {
      return await within(client.request({ topic, chainId: chain, request }), { signal: life.signal })
    } catch (error) {
      // The library keeps a request open for five minutes after its session has ended.
      if (life.signal.aborted) throw new RelayRpcError(4900, 'The session has ended.')
      // A wallet's answer has a number. What has none is the library's own, in words that are nobody's to read.
      throw codesOf(error).length > 0 ? error : toWalletError(error)
    }
  }

  async function switchChain(params: unknown): Promise<null> {
    const parsed = switchSchema.safeParse(params)
    const next = readChain(parsed.success ? parsed.data[0].chainId : undefined)
    if (!next) throw new RelayRpcError(-32602, 'Invalid params.')
    if (choose(next)) return null
    const method = 'wallet_switchEthereumChain'
    if (!approved.methods.has(method)) throw new RelayRpcError(4200, `The wallet does not offer ${method}.`)
    asked.add(next)
    await askWallet({ method, params: [{ chainId: toHexChain(next) }] }, current)
    await arrivalOf(next)
    if (!choose(next)) throw new RelayRpcError(5100, `The wallet shares no account on ${next}.`)
    return null
  }

  /** Resolves when the wallet has added `chain` to the session, or has had its time. */
  function arrivalOf(chain: ChainId): Promise<void> {
    synchronize()
    if (approved.accounts.has(chain)) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        client.off('session_update', look)
        resolve()
      }
      const look = () => {
        synchronize()
        if (approved.accounts.has(chain)) end()
      }
      const timer = setTimeout(end, UPDATE_LIMIT_MS)
      client.on('session_update', look)
    })
  }

  /** Reads the session's namespaces again; the account that was selected stays so if it is still there. */
  function synchronize(): void {
    if (life.signal.aborted || !client.session.keys.includes(topic)) return
    const before = accountsOn(current)
    const chainsBefore = chains().sort().join()
    const next = readNamespaces(client.session.get(topic).namespaces, asked).get('eip155')
    if (!next) return end() // nothing usable is left
    selected = [...new Set([...selected, ...before.slice(0, 1)])] // what the page works with stays, if it is still there
    approved = next
    if (chains().sort().join() !== chainsBefore) for (const listener of [...chainListeners]) listener()
    if (!approved.accounts.has(current)) choose(firstOf(approved))
    else if (accountsOn(current).join() !== before.join()) emit('accountsChanged', accountsOn(current))
  }

  /** The wallet has taken its accounts back: the session has no more use, and is not left open in the wallet. */
  function end(): void {
    letGo()
    emit('disconnect', new RelayRpcError(4900, 'The wallet took its accounts back.'))
    closing ??= endSession(client, topic)
    closing.catch(() => {}) // whoever closes the channel is told
  }

  function hearAccounts(payload: unknown): void {
    if (!Array.isArray(payload)) return
    if (payload.length === 0) return end()
    const named = readAddresses(payload.map((item: unknown) => (typeof item === 'string' ? item.split(':').at(-1) : item))) ?? []
    const known = new Set([...approved.accounts.values()].flat())
    const chosen = named.filter((address) => known.has(address)) // others were never granted; if they will be, an update says so
    const before = accountsOn(current).join()
    selected = [...new Set([...chosen, ...selected])]
    if (accountsOn(current).join() !== before) emit('accountsChanged', accountsOn(current))
  }

  const hearEvent = (payload: unknown) => {
    const parsed = eventSchema.safeParse(payload)
    if (!parsed.success || parsed.data.topic !== topic) return
    const { chainId, event } = parsed.data.params
    const chain = readChain(chainId)
    if (event.name === 'accountsChanged') hearAccounts(event.data)
    // Wallets write the new chain into the data, as number, hex or CAIP-2; a chain that was not granted cannot be gone to.
    else if (event.name === 'chainChanged') choose(readChain(event.data) ?? chain ?? current)
    else emit('message', { type: event.name, data: event.data })
  }
  const isOurs = (payload: unknown) => topicSchema.safeParse(payload).data?.topic === topic
  const hearUpdate = (payload: unknown) => {
    if (isOurs(payload)) synchronize()
  }
  const hearEnd = (payload: unknown) => {
    if (!isOurs(payload) || life.signal.aborted) return
    letGo()
    emit('disconnect', new RelayRpcError(4900, 'The session has ended.'))
  }
  const letGo = () => {
    life.abort()
    client.off('session_event', hearEvent)
    client.off('session_update', hearUpdate)
    client.off('session_delete', hearEnd)
    client.off('session_expire', hearEnd)
  }
  client.on('session_event', hearEvent)
  client.on('session_update', hearUpdate)
  client.on('session_delete', hearEnd)
  client.on('session_expire', hearEnd)

  return {
    transport: 'relay',
    chains,
    choose,
    onChains(listener) {
      chainListeners.add(listener)
      return () => void chainListeners.delete(listener)
    },
    async request(args, chain = current) {
      if (life.signal.aborted) throw new RelayRpcError(4900, 'The session has ended.')
      if (args.method === 'eth_accounts' || args.method === 'eth_requestAccounts') return [...accountsOn(chain)]
      if (args.method === 'eth_chainId') return toHexChain(chain)
      if (args.method === 'wallet_switchEthereumChain') return switchChain(args.params)
      if (!approved.methods.has(args.method)) {
        if (isWalletMethod(args.method) || (approved.unasked.has(args.method) && !isNodeMethod(args.method)))
          throw new RelayRpcError(4200, `The wallet does not offer ${args.method}.`)
        return read(chain, args)
      }
      if (!approved.accounts.has(chain)) throw new RelayRpcError(4901, `The wallet shares no account on ${chain}.`)
      return askWallet(args, chain)
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return () => void listeners.get(event)?.delete(listener)
    },
    close() {
      const wasOpen = !life.signal.aborted
      letGo()
      return (closing ??= wasOpen ? endSession(client, topic) : Promise.resolve())
    },
    release: letGo,
  }
}

/** Tells the wallet and forgets the session; forgets it also when the relay cannot be reached, or it would come back on the next load. */
export async function endSession(client: RelayClient, topic: string): Promise<void> {
  if (!client.session.keys.includes(topic)) return
  await within(client.disconnect({ topic, reason: USER_DISCONNECTED }), { ms: GOODBYE_LIMIT_MS }).catch(async () => {
    if (client.session.keys.includes(topic)) await client.session.delete(topic, USER_DISCONNECTED)
  })
}

function firstOf({ accounts }: GrantedNamespace): ChainId {
  const [first] = accounts.keys()
  if (!first) throw new TypeError('A grant without accounts')
  return first
}

/** `list` with the members of `first` in front, in their order. */
const inOrder = (list: readonly string[], first: readonly string[]): readonly string[] => [
  ...first.filter((item) => list.includes(item)),
  ...list.filter((item) => !first.includes(item)),
]
