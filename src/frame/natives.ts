// What the browser says of a message, and what carries it, as they were when this module was loaded: a script of the page that replaces them afterwards
// does not change whom we believe. Any script can dispatch a `MessageEvent` with an origin and a source of its choice; only `isTrusted` is false then.

const { apply } = Reflect
const { getOwnPropertyDescriptor } = Object

/** Absent where there is no browser: then nothing is believed. */
const prototypeOf = (name: string): object | undefined =>
  (globalThis as unknown as Readonly<Record<string, { readonly prototype?: object } | undefined>>)[name]?.prototype

function getter(owner: object | undefined, key: string): (of: unknown) => unknown {
  const get = owner && getOwnPropertyDescriptor(owner, key)?.get
  return (of) => (get ? (apply(get, of, []) as unknown) : undefined)
}

function method(owner: object | undefined, key: string): (of: unknown, args: readonly unknown[]) => void {
  const call: unknown = owner && getOwnPropertyDescriptor(owner, key)?.value
  return (of, args) => void (typeof call === 'function' && apply(call, of, args))
}

function setter(owner: object | undefined, key: string): (of: unknown, value: unknown) => void {
  const set = owner && getOwnPropertyDescriptor(owner, key)?.set
  return (of, value) => void (set && apply(set, of, [value]))
}

const event = prototypeOf('MessageEvent')
const data = getter(event, 'data')
const origin = getter(event, 'origin')
const source = getter(event, 'source')
const ports = getter(event, 'ports')
// An own property of each event, which no script can replace.
const isTrusted = getter(event && new MessageEvent('message'), 'isTrusted')

const port = prototypeOf('MessagePort')
const post = method(port, 'postMessage')
const closePort = method(port, 'close')
const onMessage = setter(port, 'onmessage')
const addListener = method(prototypeOf('EventTarget'), 'addEventListener')
const MessageChannelClass = globalThis.MessageChannel as typeof MessageChannel | undefined
const pair = prototypeOf('MessageChannel')
const port1 = getter(pair, 'port1')
const port2 = getter(pair, 'port2')
const frame = prototypeOf('HTMLIFrameElement')
const contentWindow = getter(frame, 'contentWindow')
// The object belongs to the browser, and its methods to a prototype that a page may change.
const randomSource = globalThis.crypto as Crypto | undefined
const fill = method(prototypeOf('Crypto'), 'getRandomValues')

/** A message that a window of this browser sent. */
export interface Arrived {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
  readonly ports: readonly MessagePort[]
}

/** What came with an event; undefined for one that a script made. */
export function readArrived(of: unknown): Arrived | undefined {
  try {
    if (isTrusted(of) !== true) return undefined
    return {
      data: data(of),
      origin: String(origin(of)),
      source: source(of),
      ports: ports(of) as readonly MessagePort[], // what the browser's own getter gives
    }
  } catch {
    return undefined // no event at all
  }
}

/** The data of an event that is not believed, to count it. */
export function dataOf(of: unknown): unknown {
  try {
    return data(of)
  } catch {
    return undefined
  }
}

/** The window in a frame. */
export const windowOf = (iframe: HTMLIFrameElement): Window | null => contentWindow(iframe) as Window | null // its getter

/** Two ends of a wire. @throws TypeError where there is no browser */
export function createPair(): readonly [MessagePort, MessagePort] {
  if (!MessageChannelClass) throw new TypeError('There is no MessageChannel here')
  const made = new MessageChannelClass()
  // Their getters; Node has properties of their own instead.
  return [(port1(made) ?? made.port1) as MessagePort, (port2(made) ?? made.port2) as MessagePort]
}

/** Sends over one end of a wire. */
export const postTo = (to: MessagePort, message: unknown): void => post(to, [message])
/** Listens at one end of a wire. */
export const listenTo = (to: MessagePort, listener: (data: unknown) => void): void =>
  onMessage(to, (arrived: unknown) => listener(dataOf(arrived)))
/** Is told when the other end is gone, in browsers that say so. */
export const onHangUp = (of: MessagePort, listener: () => void): void => addListener(of, ['close', listener])
/** Closes both ends of a wire. */
export const hangUp = (to: MessagePort): void => closePort(to, [])

/** Random bytes in hex, two digits each. */
export function randomHex(bytes: number): string {
  const values = new Uint8Array(bytes)
  fill(randomSource, [values])
  return [...values].map((value) => value.toString(16).padStart(2, '0')).join('')
}

/** A random UUID (version 4). `crypto.randomUUID` is not there in pages without https. */
export function uuid(): string {
  const hex = randomHex(16)
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
