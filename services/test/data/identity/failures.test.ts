// A node or a contract that misbehaves while a name is looked up: no name, or 503, and never a fault of ours.
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve, type Asked, type TestServer } from '../../../../test/api/server.js'
import { checkEach } from '../../../../test/support/rows.js'
import { startServices, type TestServices } from '../../support/services.js'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const NOBODY = { name: null, avatar: null, resolvedAt: null }

let node: TestServer
let services: TestServices
let reply: (response: ServerResponse, asked: Asked) => void
beforeAll(async () => {
  node = await serve((response, asked) => reply(response, asked))
  services = await startServices({ chains: { 'eip155:1': [node.url] }, nodeTimeoutMs: 300 })
})
afterAll(async () => {
  await services.stop()
  await node.stop()
})

async function look() {
  await services.db?.query('delete from identities')
  const response = await fetch(`${services.url}/v1/identity/${ADDRESS}`)
  return { status: response.status, body: (await response.json()) as { reasons?: { field: string }[] } }
}

/** What a node says to each call of a batch, or to the one. */
const rpc = (answer: object) => (response: ServerResponse, asked: Asked) => {
  const read = JSON.parse(asked.body) as { id: number } | { id: number }[]
  const say = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, ...answer })
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(Array.isArray(read) ? read.map(say) : say(read)))
}

test('a node that refuses: nobody', () =>
  checkEach(
    [
      ['says that the call reverted', rpc({ error: { code: 3, message: 'execution reverted', data: '0x' } })],
      ['says so in its own words', rpc({ error: { code: -32_000, message: 'VM execution error' } })],
      ['says so in others', rpc({ error: { code: -32_015, message: 'reverted' } })],
    ],
    'a node that %s: nobody',
    async (_, say) => {
      reply = say
      expect(await look()).toEqual({ status: 200, body: NOBODY })
    },
  ))

test('a node that does not answer: nobody, or that the source does not answer', () =>
  checkEach(
    [
      ['answers 500', (response: ServerResponse) => response.writeHead(500).end('<html>')],
      ['asks for patience', (response: ServerResponse) => response.writeHead(429).end()],
      ['answers no JSON', (response: ServerResponse) => response.writeHead(200).end('<html>')],
      ['answers an empty body', (response: ServerResponse) => response.writeHead(200).end()],
      ['hangs up', (response: ServerResponse) => response.destroy()],
      ['has lost its data', rpc({ error: { code: -32_603, message: 'internal error' } })],
      ['knows no such contract', rpc({ result: '0x' })],
      ['answers bytes that mean nothing', rpc({ result: `0x${'ff'.repeat(100)}` })],
      ['answers no bytes', rpc({ result: 7 })],
      ['answers nothing at all', rpc({})],
    ],
    'a node that %s: nobody, or that the source does not answer',
    async (_, say) => {
      reply = say
      const { status, body } = await look()
      if (status === 200) expect(body).toEqual(NOBODY)
      else expect({ status, field: body.reasons?.[0]?.field }).toEqual({ status: 503, field: 'provider' })
    },
  ))
