// The WalletConnect client. Everything in it that would call its vendor is switched off.
import * as z from 'zod/mini'
import type { SignClient } from '@walletconnect/sign-client'
import type { RelayOptions } from '../connector.js'
import type { RelayStorage } from './shared-storage.js'
import { loadLibrary } from './load-library.js'
import { openRelayStorage } from './storage.js'

/** The sign client of WalletConnect 2. */
export type RelayClient = InstanceType<typeof SignClient>

/** The relay's reason comes in a close frame of at most 123 bytes (RFC 6455 §5.5); a longer text is cut. */
const REASON_MAX_CHARACTERS = 200

/**
 * Opens the client, with the sessions of earlier page loads in it. It connects to the relay when it has a message to send or
 * topics to listen to. The library's provider around the client (`universal-provider`) is not used: it knows one session only, and
 * asks a host of the vendor about the status of batched calls. Rejects with whatever the library throws.
 * @param publishLimitMs milliseconds within which a message must reach the relay
 * @param storage default: IndexedDB in a browser, else memory
 */
export async function openRelayClient(
  options: RelayOptions,
  publishLimitMs: number,
  storage?: RelayStorage,
): Promise<RelayClient> {
  const [library, kept] = await Promise.all([loadLibrary(), openRelayStorage(storage, openDatabase)])
  const client = await library.SignClient.init({
    projectId: options.projectId,
    relayUrl: options.relayUrl,
    metadata: { ...options.metadata, icons: [...options.metadata.icons] },
    customStoragePrefix: options.storagePrefix,
    telemetryEnabled: false,
    logger: 'silent',
    storage: kept,
  })
  // Before each proposal and request the library loads an iframe of the vendor's verify service and waits up to 5 s. No option
  // turns it off.
  client.core.verify.register = () => Promise.resolve('')
  // The library would tell the relay, unencrypted, the methods, contract addresses and transaction hashes of requests.
  Object.assign(client.engine, { getTVFParams: () => ({}) })
  holdDroppedPromises(client.engine)
  // The library tries for one minute, and has no option for it.
  Object.assign(client.core.relayer.publisher, { publishTimeout: publishLimitMs })
  tellRefusals(client.core.relayer, options.onRefused)
  client.core.relayer.on('relayer_connect', () => options.onConnection?.(true))
  client.core.relayer.on('relayer_disconnect', () => options.onConnection?.(false))
  options.onReturn?.(() => reconnect(client.core.relayer))
  connectOneAtATime(client.core.relayer)
  dropLateRequests(client.core.relayer, publishLimitMs)
  holdRepeatedMessages(client.core.relayer.publisher)
  return client
}

/**
 * Opens a new socket in place of the present one, and subscribes again: the relay then sends what it has kept. Does nothing for a client that needs no
 * connection. Without a network the client tries again by itself.
 */
function reconnect(relayer: RelayClient['core']['relayer']): void {
  if (relayer.subscriber.hasAnyTopics) relayer.restartTransport().catch(() => undefined)
}

/** The storage that the client opens by default: IndexedDB in a browser. */
async function openDatabase(): Promise<RelayStorage> {
  const { KeyValueStorage } = await loadLibrary()
  return new KeyValueStorage()
}

/**
 * Reports why the relay refuses this client. It closes the socket with code 3000 and a reason, and the library puts both into one
 * message. A refused upgrade of the connection cannot be reported: browsers hide its status.
 */
function tellRefusals(relayer: RelayClient['core']['relayer'], tell: RelayOptions['onRefused']): void {
  relayer.on('relayer_error', (error: unknown) => {
    const [, reason] = /code: 3000 \((.*)\)/.exec(error instanceof Error ? error.message : '') ?? []
    if (reason) tell?.(reason.slice(0, REASON_MAX_CHARACTERS))
  })
}

/** Tag of a message with a request to the wallet (`wc_sessionRequest`) in the relay protocol. */
const REQUEST_TAG = 1108
const messageSchema = z.object({ params: z.object({ tag: z.literal(REQUEST_TAG) }) })

/**
 * Drops requests to the wallet that have waited for a connection for `limitMs` or longer. The client reports such a request as
 * failed, but still sends it when there is a connection again: a person who then tries again would pay twice. May go when the
 * client drops them itself.
 * @param relayer the library's relayer; its `request` is replaced
 */
export function dropLateRequests(relayer: object, limitMs: number): void {
  const request: unknown = Reflect.get(relayer, 'request')
  const connected: unknown = Reflect.get(relayer, 'toEstablishConnection')
  if (typeof request !== 'function' || typeof connected !== 'function') return
  const since = new WeakMap<object, number>() // a message is the same object in each attempt
  Reflect.set(relayer, 'request', async (message: object) => {
    if (messageSchema.safeParse(message).success) {
      const began = since.get(message) ?? Date.now()
      since.set(message, began)
      await Reflect.apply(connected, relayer, [])
      if (Date.now() - began >= limitMs)
        throw new Error('Failed to publish: the message was given up before there was a connection.')
    }
    return Reflect.apply(request, relayer, [message]) as Promise<unknown> // as the library declares it
  })
}

/**
 * Makes all waiting messages share one attempt to connect. Client 2.21.8 makes an attempt for each message while the relay cannot
 * be reached, and each failure starts more of them, until the page does nothing else. May go when `Relayer.toEstablishConnection`
 * shares its attempt upstream.
 * @param relayer the library's relayer; its `connect` is replaced
 */
export function connectOneAtATime(relayer: object): void {
  const connect: unknown = Reflect.get(relayer, 'connect')
  if (typeof connect !== 'function') return
  let running: Promise<void> | undefined
  const shared = (...args: unknown[]) =>
    (running ??= Promise.resolve(Reflect.apply(connect, relayer, args))
      .then(() => undefined)
      .finally(() => {
        running = undefined
      }))
  Reflect.set(relayer, 'connect', shared)
}

/** What the engine of client 2.21.8 calls without holding the promise when a message of the other side comes. */
const DROPPED = [
  'isValidDisconnect',
  'isValidEmit',
  'isValidExtend',
  'isValidPing',
  'isValidUpdate',
  'cleanupPendingSentRequestsForTopic',
] as const

/**
 * Keeps a message about an ended session from being an uncaught error. When both sides end a session at once, the checks of the other side's message reject,
 * and so does failing a request that nobody waits for; the client holds neither promise. Nor does it hold that of a refusal that it publishes, which rejects
 * where the relay does not take it, nor that of the listener in which it deletes the session, so that deleting one that is gone already succeeds here. May go
 * when it awaits them upstream.
 * @param engine the library's engine; the methods of `DROPPED`, `deleteSession` and its relayer's `publish` are replaced
 */
export function holdDroppedPromises(engine: object): void {
  for (const name of DROPPED) hold(engine, name)
  const { client } = engine as { readonly client?: Pick<RelayClient, 'core' | 'session'> } // as the library declares it
  if (!client) return
  hold(client.core.relayer, 'publish')
  const remove: unknown = Reflect.get(engine, 'deleteSession')
  if (typeof remove !== 'function') return
  Reflect.set(engine, 'deleteSession', async (given: { readonly topic: string }) => {
    try {
      return (await Reflect.apply(remove, engine, [given])) as unknown
    } catch (error) {
      if (client.session.keys.includes(given.topic)) throw error
    }
  })
}

/** A rejection of this method is no uncaught error; a caller that awaits the promise still hears of it. */
function hold(owner: object, name: string): void {
  const method: unknown = Reflect.get(owner, name)
  if (typeof method !== 'function') return
  Reflect.set(owner, name, (...args: unknown[]) => {
    const settling = Promise.resolve().then(() => Reflect.apply(method, owner, args) as unknown)
    settling.catch(() => undefined)
    return settling
  })
}

/**
 * Keeps a refusal of a repeated message from being an uncaught error. Client 2.21.8 publishes a message again at each pulse until the relay accepts
 * it, and holds no promise of these attempts; the message stays, and has its own time limit. May go when it holds them upstream.
 * @param publisher the library's publisher; its `checkQueue` is replaced
 */
export function holdRepeatedMessages(publisher: object): void {
  const repeat: unknown = Reflect.get(publisher, 'checkQueue')
  const publish: unknown = Reflect.get(publisher, 'rpcPublish')
  if (typeof repeat !== 'function' || typeof publish !== 'function') return
  const held = (...args: unknown[]) => Promise.resolve(Reflect.apply(publish, publisher, args) as unknown).catch(() => undefined)
  // Whoever publishes a message for the first time still hears of the refusal.
  const holding: object = Object.create(publisher, { rpcPublish: { value: held } }) as object
  Reflect.set(publisher, 'checkQueue', () => Reflect.apply(repeat, holding, []) as unknown)
}

/** Ends the timers and the connection of a client. Its sessions stay stored, for the next client with the same prefix. */
export async function closeRelayClient(client: RelayClient): Promise<void> {
  // The library keeps one core per prefix on `globalThis`, and the next client would get this one, whose timers have ended.
  const kept = `_walletConnectCore_${client.core.opts?.customStoragePrefix ?? ''}`
  for (const name of [kept, `${kept}_count`]) Reflect.deleteProperty(globalThis, name)
  client.core.heartbeat.stop()
  stayClosed(client.core.relayer)
  await client.core.relayer.transportClose()
}

/**
 * Keeps a closed client from connecting again for messages that still wait in it: `connect` and `transportOpen` never settle any
 * more. Waiting messages end with their own time limit.
 * @param relayer the library's relayer
 */
export function stayClosed(relayer: object): void {
  for (const open of ['connect', 'transportOpen']) Reflect.set(relayer, open, () => new Promise(() => undefined))
}
