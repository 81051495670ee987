// The node of `hostile-index.ts`, in a process of its own: what it costs to make a chain up must not slow what is measured. Its parent tells it where the chain
// ends, with `process.send`, and is told how many questions there were.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createFakeNode } from '../services/test/support/fake-node.js'

/** A node answers after so many milliseconds. */
const NODE_MS = 2

/** What the parent says: the newest block, and once the accounts, with transfers in each block or in every thousandth. */
export interface Order {
  readonly head: number
  readonly busy?: readonly string[]
  readonly quiet?: string
}

/** What it is told: where the node listens, and all questions so far. */
export interface Report {
  readonly port: number
  readonly questions: number
}

const node = createFakeNode()
node.onCall = () => new Promise((resolve) => setTimeout(resolve, NODE_MS))
const server = createServer((request, response) => {
  void text(request)
    .then((body) => node.fetch('https://node.example', { method: 'POST', body }))
    .then((answer) => answer.text())
    .then((answer) => response.setHeader('content-type', 'application/json').end(answer))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  process.on('message', ({ head, busy = [], quiet }: Order) => {
    node.head = head
    for (const account of busy) node.transfers.set(account, () => 20)
    if (quiet !== undefined) node.transfers.set(quiet, (block) => (block % 1000 === 0 ? 1 : 0))
    process.send?.({ port, questions: node.total() } satisfies Report)
  })
})
process.on('disconnect', () => process.exit())
