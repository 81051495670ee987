// Lines from clients to the instances of a relay, which break: at a byte of what the relay sends, at a moment, or in silence.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Random } from '../support/random.js'

/** What becomes of a connection: cut after so many bytes from the relay or milliseconds; `isSilent`: for a while nothing passes before. */
interface Fate {
  readonly bytes?: number
  readonly ms?: number
  readonly isSilent?: boolean
}

/** Longest silence before a cut, in milliseconds: the relay's system takes what the client never reads. */
const SILENCE_MS = 600

export interface Lines {
  /** `ws://127.0.0.1:port`; each connection leads to one of the instances, any of them. */
  readonly url: string
  /** Connections that broke. */
  readonly broken: () => number
  /** From now on no connection breaks. */
  heal(): void
  stop(): Promise<void>
}

/** @param ports of the instances @param calm 0 to 1: so many of the connections live for seconds; the others break while a page is read */
export async function openLines(chance: Random, ports: readonly number[], calm: number): Promise<Lines> {
  const open = new Set<Socket>()
  let isHealed = false
  let broken = 0

  function fate(): Fate {
    if (chance.chance(calm)) return { ms: 500 + chance.int(8_000), isSilent: chance.chance(0.5) }
    // The answer to the upgrade has about 130 bytes, a page some thousands.
    return { bytes: 130 + chance.int(12_000), isSilent: chance.chance(0.5) }
  }

  const server = createServer((client) => {
    const relay = connect(chance.pick(ports), '127.0.0.1')
    const { bytes = Infinity, ms, isSilent = false } = fate()
    const silence = chance.int(SILENCE_MS)
    let passed = 0
    let isMute = false
    const both = [client, relay]
    const end = () => both.forEach((socket) => socket.destroy())
    for (const socket of both) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
    function cut(): void {
      if (isHealed || isMute || client.destroyed) return
      broken += 1
      if (!isSilent) return end()
      isMute = true
      setTimeout(end, silence)
    }
    const timer = ms === undefined ? undefined : setTimeout(cut, ms)
    client.on('close', () => clearTimeout(timer))
    client.on('data', (data) => isMute || relay.write(data))
    relay.on('data', (data) => {
      if (isMute) return
      const rest = isHealed ? data.length : bytes - passed
      passed += data.length
      // The client gets the beginning of what it waits for.
      if (rest > 0) client.write(data.subarray(0, rest))
      if (passed > bytes) cut()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, // TCP, so an address object
    broken: () => broken,
    heal: () => void (isHealed = true),
    async stop() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
