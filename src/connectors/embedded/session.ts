// The wallet in the frame as a session (`WalletSession`), so that the connectors of EVM, Solana and Bitcoin speak with it as with a wallet over the relay.
// It decides which methods may be asked for at all; the frame decides again.
import type { FrameClient } from '../../frame/client.js'
import { classifyRpc, safeMethods, unsafeMethods } from '../../frame/rpc-policy.js'
import type { ChainId, Namespace } from '../../vocabulary/caip.js'
import { EMBEDDED } from '../../vocabulary/embedded.js'
import { createEmitter } from '../../vocabulary/emitter.js'
import { walletError } from '../../vocabulary/errors.js'
import { ProviderRpcError } from '../../vocabulary/rpc-error.js'
import { isNodeMethod } from '../../vocabulary/rpc-methods.js'
import type { ConnectedWallet } from '../../vocabulary/wallet.js'
import type { GrantedNamespace, WalletSession } from '../connector.js'
import type { EmbeddedConnectOptions } from '../connector.js'
import { toRequestError } from './errors.js'

/** The addresses of each chain, by namespace. No list is empty. */
export type FrameAccounts = ReadonlyMap<Namespace, ReadonlyMap<ChainId, readonly string[]>>

/** The session, and its end from the frame's side. */
export interface FrameSession extends WalletSession {
  /** It has ended in the frame or in another tab. */
  end(): void
}

/** What the frame answers besides reads, which the chain's nodes answer. */
const answered: ReadonlySet<string> = new Set([...unsafeMethods, ...safeMethods].filter((method) => !isNodeMethod(method)))

/** Makes the session of `accounts`. @param smart addresses of smart accounts */
export function createFrameSession(
  frame: FrameClient,
  wallet: ConnectedWallet,
  accounts: FrameAccounts,
  smart: ReadonlySet<string>,
  { read, signOut, onRefused }: Pick<EmbeddedConnectOptions, 'read' | 'signOut' | 'onRefused'>,
): FrameSession {
  const events = createEmitter<{ grant: undefined; end: string }>((_, error) => {
    throw error
  })
  const granted = new Map<Namespace, GrantedNamespace>(
    [...accounts].map(([namespace, chains]) => [namespace, { accounts: chains, methods: answered, unasked: new Set() }]),
  )
  let isOpen = true
  let closing: Promise<void> | undefined
  const end = (reason: string) => {
    if (!isOpen) return
    isOpen = false
    granted.clear()
    events.emit('end', reason)
  }
  const admit = (method: string) => {
    if (classifyRpc(method) !== undefined) return
    onRefused(method)
    throw walletError('METHOD_NOT_ALLOWED', { details: { method } })
  }
  const ended = () => new ProviderRpcError(4900, 'The session has ended.')
  return {
    topic: EMBEDDED,
    transport: 'embedded',
    wallet,
    describe: (address) => ({ type: smart.has(address) ? 'smartAccount' : 'eoa' }),
    admit,
    granted: (namespace) => granted.get(namespace),
    async request(chain, { method, params = [] }) {
      if (!isOpen) throw ended()
      admit(method)
      try {
        const answer = await frame.request('RPC_REQUEST', { method, params: plain(method, params), chainId: chain })
        if (!isOpen) throw ended() // what was answered after the end is not the page's any more
        return answer
      } catch (error) {
        throw error instanceof ProviderRpcError ? error : toRequestError(error)
      }
    },
    read,
    allow: () => undefined, // the frame's grant has all chains that it serves
    refresh: () => undefined,
    leave(namespace) {
      granted.delete(namespace)
      if (granted.size === 0) end('The wallet took its accounts back.')
    },
    onGrant: (listener) => events.on('grant', listener),
    onEvent: () => () => undefined, // the frame tells of no account or chain by itself
    onEnd: (listener) => events.on('end', listener),
    get isOpen() {
      return isOpen
    },
    close() {
      isOpen = false
      granted.clear()
      return (closing ??= signOut())
    },
    release() {
      isOpen = false
      granted.clear()
    },
    end: () => end('The session has ended.'),
  }
}

/** The parameters as the frame has them: over the relay, those of a transaction on Solana name the account too. */
function plain(method: string, params: unknown): unknown {
  if (!/^solana_sign(?:AndSend|All)?Transactions?$/.test(method) || typeof params !== 'object' || params === null) return params
  const { pubkey: _, ...rest } = params as { readonly pubkey?: unknown }
  return rest
}
