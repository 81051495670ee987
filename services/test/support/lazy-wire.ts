// A wire to a database that can fall silent without an end, as a router does that forgets a connection.
import { connect, createServer, type AddressInfo } from 'node:net'

export interface Wire {
  /** The database's url by way of this wire. */
  readonly url: string
  /** From now on nothing comes through on these connections, in either direction: those that ever said a text that matches. */
  silence(said?: RegExp): void
  /** Connections that are opened after this work again; those that were silenced stay so. */
  mend(): void
  stop(): Promise<void>
}

export async function startWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl)
  const ends = new Set<() => void>()
  const lines = new Set<{ said: string; isSilent: boolean }>()
  let isDown = false
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    const line = { said: '', isSilent: isDown }
    lines.add(line)
    near.on('data', (bytes) => {
      line.said += bytes.toString('latin1')
      if (!line.isSilent) far.write(bytes)
    })
    far.on('data', (bytes) => void (line.isSilent || near.write(bytes)))
    const end = () => {
      near.destroy()
      far.destroy()
      lines.delete(line)
      ends.delete(end)
    }
    ends.add(end)
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port) // TCP, so an address object
  return {
    url: url.href,
    silence(said) {
      isDown = said === undefined
      for (const line of lines) line.isSilent ||= said?.test(line.said) ?? true
    },
    mend: () => void (isDown = false),
    async stop() {
      for (const end of [...ends]) end()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
