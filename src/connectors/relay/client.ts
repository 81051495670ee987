// The WalletConnect client, imported here and nowhere else, so that it is a chunk of its own. Whatever of it would call its vendor is switched off.
import * as z from 'zod/mini'
import type { UniversalProvider } from '@walletconnect/universal-provider'
import type { RelayOptions } from '../connector.js'
import type { RelayStorage } from './shared-storage.js'
import { openRelayStorage, withoutLocalStorage } from './storage.js'

export type RelayClient = InstanceType<typeof UniversalProvider>['client']

/** A close frame holds no more than 123 bytes; whatever says more is cut. */
const REASON_MAX_CHARACTERS = 200

/**
 * Opens the client; sessions of an earlier page load are in it. It connects to the relay only when it has something to say or to hear.
 * The provider around the client is not used: it knows one session only, and asks a vendor's host about the state of batched calls.
 * `publishLimitMs`: how long it tries to bring a message to the relay.
 */
export async function openRelayClient(
  options: RelayOptions,
  publishLimitMs: number,
  storage?: RelayStorage,
): Promise<RelayClient> {
  const [library, kept] = await Promise.all([
    withoutLocalStorage(() => import('@walletconnect/universal-provider')),
    openRelayStorage(storage, openDatabase),
  ])
  const Provider = library.UniversalProvider ?? library.default // Node gives the CommonJS module, a bundler the named export
  const provider = await Provider.init({
    projectId: options.projectId,
    relayUrl: options.relayUrl,
    metadata: { ...options.metadata, icons: [...options.metadata.icons] },
    customStoragePrefix: options.storagePrefix,
    telemetryEnabled: false,
    disableProviderPing: true,
    logger: 'silent',
    storage: kept,
  })
  // The provider takes the first stored session for its own, and would delete pairings of ours when that one ends.
  Object.assign(provider, { session: undefined })
  const { client } = provider
  // An iframe of the vendor's verify service before each proposal and request, waited for up to 5 s. There is no option for it.
  client.core.verify.register = () => Promise.resolve('')
  // What is asked of the wallet, in clear to the relay: methods, contract addresses, transaction hashes. Nobody's business.
  Object.assign(client.engine, { getTVFParams: () => ({}) })
  // One minute by default, and no option either.
  Object.assign(client.core.relayer.publisher, { publishTimeout: publishLimitMs })
  tellRefusals(client.core.relayer, options.onRefused)
  client.core.relayer.on('relayer_connect', () => options.onConnection?.(true))
  client.core.relayer.on('relayer_disconnect', () => options.onConnection?.(false))
  connectOneAtATime(client.core.relayer)
  dropLateRequests(client.core.relayer, publishLimitMs)
  return client
}

/** What the client would open by itself. */
async function openDatabase(): Promise<RelayStorage> {
  const { KeyValueStorage } = await import('@walletconnect/keyvaluestorage')
  return new KeyValueStorage()
}

/** A relay refuses by a close frame of code 3000 with its reason; the library makes a sentence of both. A refused upgrade tells a browser nothing. */
function tellRefusals(relayer: RelayClient['core']['relayer'], tell: RelayOptions['onRefused']): void {
  relayer.on('relayer_error', (error: unknown) => {
    const [, reason] = /code: 3000 \((.*)\)/.exec(error instanceof Error ? error.message : '') ?? []
    if (reason) tell?.(reason.slice(0, REASON_MAX_CHARACTERS))
  })
}

/** What the relay protocol calls a message with a request to the wallet (`wc_sessionRequest`). */
const REQUEST_TAG = 1108
const messageSchema = z.object({ params: z.object({ tag: z.literal(REQUEST_TAG) }) })

/**
 * The client lets go of a message after `limitMs` and says so, but what waits for a connection at that moment goes out when there is one: a
 * person who was told "could not be reached" and sent again would pay twice. Whatever has waited that long is dropped here, before it is written.
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
 * Client 2.21.8 opens a connection per waiting message while its relay is away, each failure starts more, and after seconds the page does
 * nothing else. One attempt at a time, shared by all that wait. May go when `Relayer.toEstablishConnection` shares its attempt upstream.
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

/** Ends timers and socket; sessions stay stored, for whoever opens a client with the same prefix next. */
export async function closeRelayClient(client: RelayClient): Promise<void> {
  // The library keeps one core per prefix for the whole page: the next client would get this one, without its timers.
  const kept = `_walletConnectCore_${client.core.opts?.customStoragePrefix ?? ''}`
  for (const name of [kept, `${kept}_count`]) Reflect.deleteProperty(globalThis, name)
  client.core.heartbeat.stop()
  stayClosed(client.core.relayer)
  await client.core.relayer.transportClose()
}

/** A closed client opens its connection again for whatever still waits in it. What waits ends with the page, or with its own time. */
export function stayClosed(relayer: object): void {
  for (const open of ['connect', 'transportOpen']) Reflect.set(relayer, open, () => new Promise(() => undefined))
}
