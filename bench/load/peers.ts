// Who asks: a keep-alive HTTP client, and pairs of sockets of which one publishes what the other receives.
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { WebSocket } from 'ws'
import { connectClient } from '../../services/test/support/relay-client.js'

/** The services are told to believe one proxy, and the load generator is it: every visitor has an address of its own. */
export function visitorAddress(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
}

export interface Question {
  readonly url: string
  /** Present: a POST. */
  readonly body?: string
}

export interface Answered {
  readonly status: number
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export function ask({ url, body }: Question): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Milliseconds of each of `count` questions, `together` at a time. @throws Error when one is not answered with 200 */
export async function timings(question: (index: number) => Question, count: number, together = 1): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const line = async () => {
    while (next < count) {
      const asked = question(next++)
      const started = performance.now()
      const { status, text } = await ask(asked)
      times.push(performance.now() - started)
      if (status !== 200) throw new Error(`${asked.url} answered ${status} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: together }, line))
  return times
}

/** Questions per second, `together` at a time. */
export async function rate(question: (index: number) => Question, count: number, together: number): Promise<number> {
  const started = performance.now()
  await timings(question, count, together)
  return (count * 1000) / (performance.now() - started)
}

/** A way for a message from one end to the other and back to us. */
export interface Way {
  /** Resolves when the message has arrived. */
  pass(): Promise<void>
  close(): void
}

const MESSAGE_BYTES = 1024
/** A new text of 1 024 characters. */
export const messageText = () => randomBytes((MESSAGE_BYTES * 3) / 4).toString('base64')
let visitors = 20_000_000 // beyond the crowd's

/** Two relay clients: one publishes, the other receives and acknowledges. */
export async function relayWay(url: string): Promise<Way> {
  const topic = randomBytes(32).toString('hex')
  const connect = () => connectClient(url, { headers: { 'x-forwarded-for': visitorAddress((visitors += 1)) } })
  const [publisher, subscriber] = await Promise.all([connect(), connect()])
  await subscriber.ask('irn_subscribe', { topic })
  const arrivals = new Map<string, () => void>()
  subscriber.socket.on('message', (raw: Buffer) => {
    const frame = JSON.parse(raw.toString()) as { id: number; method?: string; params?: { data: { message: string } } }
    if (frame.method !== 'irn_subscription' || !frame.params) return
    subscriber.socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
    arrivals.get(frame.params.data.message)?.()
    arrivals.delete(frame.params.data.message)
  })
  let id = 0
  return {
    pass: () =>
      new Promise((resolve) => {
        const text = messageText()
        arrivals.set(text, resolve)
        const params = { topic, message: text, ttl: 300, tag: 1108 }
        publisher.send(JSON.stringify({ id: (id += 1), jsonrpc: '2.0', method: 'irn_publish', params }))
      }),
    close: () => [publisher, subscriber].forEach(({ socket }) => socket.close()),
  }
}

/** One socket of the trivial server, which sends back what it gets: the same two ways over the wire. */
export async function echoWay(url: string): Promise<Way> {
  const socket = new WebSocket(`${url}/`, { perMessageDeflate: false })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const arrivals: (() => void)[] = []
  socket.on('message', () => arrivals.shift()?.())
  return {
    pass: () =>
      new Promise((resolve) => {
        arrivals.push(resolve)
        socket.send(messageText())
      }),
    close: () => socket.close(),
  }
}
