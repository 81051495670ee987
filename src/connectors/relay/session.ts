// A settled session over the relay, shared by the connectors of its namespaces. It passes methods and events on; the connectors
// interpret them.
import * as z from 'zod/mini'
import type { ChainId, Namespace } from '../../vocabulary/caip.js'
import { createEmitter } from '../../vocabulary/emitter.js'
import type { GrantedNamespace, RelayOptions, RequestArguments, SessionEvent, WalletSession } from '../connector.js'
import { ProviderRpcError } from '../../vocabulary/rpc-error.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import { codesOf, toWalletError } from '../wallet-errors.js'
import type { RelayClient } from './client.js'
import { endSession } from './end-session.js'
import { type AskedChains, type NamespaceReader, readNamespaces, type SettledSession } from './proposal.js'

const eventSchema = z.object({
  topic: z.string(),
  params: z.object({ chainId: z.string(), event: z.object({ name: z.string(), data: z.unknown() }) }),
})
const topicSchema = z.object({ topic: z.string() })

/** What `createWalletSession` works with, besides the client. */
export interface SessionOptions extends Pick<RelayOptions, 'read'> {
  readonly settled: SettledSession
  readonly asked: AskedChains
  readonly readers: ReadonlyMap<Namespace, NamespaceReader>
}

/**
 * Makes the shared session, and listens to the client until it ends, is closed or is released. The grant is read again with each
 * update of the session (`session_update`); a session that grants nothing any more is ended.
 */
export function createWalletSession(client: RelayClient, { settled, asked, readers, read }: SessionOptions): WalletSession {
  const { topic, wallet } = settled
  const chains = new Map(asked)
  const events = createEmitter<{ grant: undefined; event: SessionEvent; end: string }>((_, error) => {
    throw error
  })
  const life = new AbortController()
  const readersLeft = new Map(readers)
  let granted: ReadonlyMap<Namespace, GrantedNamespace> = readNamespaces(settled.namespaces, chains, readersLeft)
  let closing: Promise<void> | undefined

  function refresh(): void {
    if (life.signal.aborted || !client.session.keys.includes(topic)) return
    granted = readNamespaces(client.session.get(topic).namespaces, chains, readersLeft)
    if (granted.size > 0) events.emit('grant', undefined)
    else takenBack()
  }

  /** The session grants nothing any more: reports its end, and ends it in the wallet too. */
  function takenBack(): void {
    end('The wallet took its accounts back.')
    closing ??= endSession(client, topic)
    closing.catch(() => {}) // `close` returns the same promise, with its failure
  }

  const isOurs = (payload: unknown) => topicSchema.safeParse(payload).data?.topic === topic
  const onUpdate = (payload: unknown) => {
    if (isOurs(payload)) refresh()
  }
  const onSessionEvent = (payload: unknown) => {
    const parsed = eventSchema.safeParse(payload)
    if (!parsed.success || parsed.data.topic !== topic) return
    const { chainId, event } = parsed.data.params
    events.emit('event', { name: event.name, data: event.data, chain: chainId })
  }
  const onDelete = (payload: unknown) => {
    if (isOurs(payload)) end('The session has ended.')
  }
  const release = () => {
    life.abort()
    client.off('session_event', onSessionEvent)
    client.off('session_update', onUpdate)
    client.off('session_delete', onDelete)
    client.off('session_expire', onDelete)
  }
  const end = (reason: string) => {
    if (life.signal.aborted) return
    release()
    granted = new Map() // a connector that is asked only now has no accounts
    events.emit('end', reason)
  }
  client.on('session_event', onSessionEvent)
  client.on('session_update', onUpdate)
  client.on('session_delete', onDelete)
  client.on('session_expire', onDelete)

  async function request(chain: ChainId, { method, params = [] }: RequestArguments): Promise<unknown> {
    if (life.signal.aborted) throw new ProviderRpcError(4900, 'The session has ended.')
    const [chainId = chain] = [...granted.values()].flatMap(({ wireIds }) => wireIds?.get(chain) ?? [])
    try {
      return await withTimeout(client.request({ topic, chainId, request: { method, params } }), { signal: life.signal })
    } catch (error) {
      // The library keeps a request open for 5 min after its session has ended, so `life` ends it.
      if (life.signal.aborted) throw new ProviderRpcError(4900, 'The session has ended.')
      // An error of the wallet has a numeric code. One without is the library's own, whose text says nothing to a person.
      throw codesOf(error).length > 0 ? error : toWalletError(error)
    }
  }

  return {
    topic,
    wallet,
    granted: (namespace) => granted.get(namespace),
    properties() {
      if (!client.session.keys.includes(topic)) return undefined
      const { sessionProperties, scopedProperties } = client.session.get(topic)
      return { session: sessionProperties, scoped: scopedProperties }
    },
    request,
    read,
    allow: (chain) => void chains.set(chain, chain),
    refresh,
    leave(namespace) {
      readersLeft.delete(namespace)
      granted = new Map([...granted].filter(([other]) => other !== namespace))
      if (granted.size === 0 && !life.signal.aborted) takenBack()
    },
    onGrant: (listener) => events.on('grant', listener),
    onEvent: (listener) => events.on('event', listener),
    onEnd: (listener) => events.on('end', listener),
    get isOpen() {
      return !life.signal.aborted
    },
    close() {
      const wasOpen = !life.signal.aborted
      release()
      return (closing ??= wasOpen ? endSession(client, topic) : Promise.resolve())
    },
    release,
  }
}
