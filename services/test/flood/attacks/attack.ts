// What attacks are given, and connections that come from an address of the loopback.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as later } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import { WebSocket } from 'ws'
import { createIdentity, createToken, type Identity } from '../../support/relay-client.js'

/** What is attacked, and from where. */
export interface Target {
  /** Of nginx, on the loopback; its name is `localhost`. */
  readonly port: number
  /** Path of its certificate. */
  readonly certificate: string
  /** Addresses of the loopback from which connections come. */
  readonly addresses: readonly string[]
  /** Sockets of each address. */
  readonly sockets: number
}

/** What the attacker counts, by its own words. */
export type Counts = Map<string, number>

/** One attack: goes on until `isOver`. */
export type Attack = (tools: Tools) => Promise<void>

/** What an attack is made of. */
export type Tools = ReturnType<typeof createTools>

/** Between two tries to connect. */
const RETRY_MS = 200

export function createTools(target: Target, counts: Counts, isOver: () => boolean) {
  const { port, addresses, sockets } = target
  const ca = readFileSync(target.certificate)
  const count = (what: string, by = 1) => void counts.set(what, (counts.get(what) ?? 0) + by)
  const place = (address: string) => ({ ca, localAddress: address, family: 4, host: '127.0.0.1', servername: 'localhost' })

  /** Resolves when it is open; undefined when it was refused. */
  async function openSocket(address: string, path: string, options = {}): Promise<WebSocket | undefined> {
    const socket = new WebSocket(`wss://localhost:${port}${path}`, { ...place(address), ...options })
    return new Promise((resolve) => {
      socket.once('open', () => resolve(socket))
      socket.once('unexpected-response', (_, { statusCode }) => {
        count(`refused ${statusCode}`)
        socket.terminate()
        resolve(undefined)
      })
      socket.on('error', () => resolve(undefined))
      socket.once('close', (code) => count(`closed ${code}`))
    })
  }

  /** A connection with TLS; undefined when it was refused. */
  async function openTls(address: string): Promise<TLSSocket | undefined> {
    const socket = connect({ ...place(address), port })
    socket.on('error', () => undefined)
    socket.once('close', () => count('connections closed'))
    const isOpen = await Promise.race([
      once(socket, 'secureConnect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    return isOpen ? socket : undefined
  }

  const relayPath = (identity: Identity) =>
    `/?${new URLSearchParams({
      auth: createToken(identity, { claims: { aud: `wss://localhost:${port}` } }),
      projectId: 'test',
      useOnCloseEvent: 'true',
    })}`

  return {
    ...{ port, addresses, sockets, isOver, count, openTls },
    relay: (address: string, identity = createIdentity(), options = {}) =>
      openSocket(address, relayPath(identity), { autoPong: false, ...options }),
    rpc: (address: string, options = {}) =>
      openSocket(address, '/ws?chainId=eip155:1&projectId=test', { autoPong: false, ...options }),
    /** One after the other until it is over, each on every address: `run` resolves when its connection has ended. */
    async keep(each: number, run: (address: string, index: number) => Promise<void>): Promise<void> {
      const all = addresses.flatMap((address) => Array.from({ length: each }, (_, index) => ({ address, index })))
      await Promise.all(
        all.map(async ({ address, index }) => {
          await later(index * 5)
          while (!isOver()) {
            await run(address, index)
            await later(RETRY_MS)
          }
        }),
      )
    },
    /** Repeats `step` every `ms` until the socket or the attack is over. */
    async whileOpen(socket: WebSocket | TLSSocket, ms: number, step: () => void): Promise<void> {
      const isOpen = () => (socket instanceof WebSocket ? socket.readyState === WebSocket.OPEN : !socket.destroyed)
      while (!isOver() && isOpen()) {
        step()
        await later(ms)
      }
      if (socket instanceof WebSocket) socket.terminate()
      else socket.destroy()
    },
  }
}
