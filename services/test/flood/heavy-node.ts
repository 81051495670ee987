// A node whose answers are large, over HTTP and WebSocket, as a process of its own: it prints its port. `eth_getLogs` has 5 MB, `eth_call` 150 kB; who is
// subscribed is sent 200 kB twenty times a second.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const log = {
  address: `0x${'7'.repeat(40)}`,
  topics: [`0x${'d'.repeat(64)}`, `0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`],
  data: `0x${'0'.repeat(64)}`,
  ...{ blockNumber: '0x10', transactionHash: `0x${'3'.repeat(64)}`, transactionIndex: '0x1', logIndex: '0x1', removed: false },
}
const logText = JSON.stringify(log)
const many = (bytes: number) => `[${`${logText},`.repeat(Math.floor(bytes / logText.length) - 1)}${logText}]`
const results: Readonly<Record<string, string>> = {
  eth_getLogs: many(5_000_000),
  eth_call: `"0x${'a'.repeat(150_000)}"`,
  eth_subscribe: '"0x1"',
}
const notification = `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"0x1","result":${many(200_000)}}}`

interface Call {
  readonly id: number
  readonly method: string
}

const answerTo = ({ id, method }: Call) => `{"jsonrpc":"2.0","id":${id},"result":${results[method] ?? '"0x1"'}}`

const server = createServer((incoming, outgoing) => {
  let body = ''
  incoming.on('data', (part: Buffer) => (body += part.toString()))
  incoming.on('end', () => {
    const asked = JSON.parse(body) as Call | readonly Call[]
    outgoing.setHeader('content-type', 'application/json')
    if (!('id' in asked)) {
      outgoing.write('[')
      asked.forEach((call, index) => void outgoing.write(`${index > 0 ? ',' : ''}${answerTo(call)}`))
      return void outgoing.end(']')
    }
    outgoing.end(answerTo(asked))
  })
})
const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket) => {
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer) => {
    const call = JSON.parse(data.toString()) as Call
    socket.send(answerTo(call))
    if (call.method !== 'eth_subscribe') return
    const timer = setInterval(() => {
      if (socket.bufferedAmount < 4e6) socket.send(notification)
    }, 50)
    socket.once('close', () => clearInterval(timer))
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
