// Questions to a chain's own nodes: to which they go, and how a node's own refusal comes back.
import { expect, test } from 'vitest'
import type { ModalConfig } from '../../../src/config/types.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'
import { askNodes } from '../../../src/state/networks/reads.js'
import { createTestCore } from '../../support/core.js'

function setUp(config: ModalConfig, outcome: object = { result: '0x5' }) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    asked.push(input instanceof Request ? input.url : String(input))
    const calls = [JSON.parse(init?.body as string)].flat() as { id: number; method: string }[] // our own client wrote it
    const chain = { result: asked.at(-1)?.includes('8453') ? '0x2105' : '0x1' }
    return Promise.resolve(
      Response.json(calls.map(({ id, method }) => ({ id, ...(method === 'eth_chainId' ? chain : outcome) }))),
    )
  }
  const { core } = createTestCore({ config: { networks: [mainnet, base], projectId: 'shop', ...config }, fetch })
  return { core, asked }
}
const call = { method: 'eth_blockNumber' }

test("the page's own node comes first, then the services' shared one", async () => {
  const { core, asked } = setUp({ services: { rpc: 'https://rpc.example' }, rpcUrls: { 'eip155:1': 'https://own.example' } })
  await expect(askNodes(core, 'eip155:1', call)).resolves.toBe('0x5')
  await expect(askNodes(core, 'eip155:8453', call)).resolves.toBe('0x5')
  expect(asked).toEqual(['https://own.example/', 'https://rpc.example/v1/?chainId=eip155%3A8453&projectId=shop'])
})

test('without nodes, and for a network that is not configured, nobody is asked', async () => {
  const { core, asked } = setUp({})
  for (const chain of ['eip155:1', 'eip155:10'] as const)
    await expect(askNodes(core, chain, call)).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
  expect(asked).toEqual([])
})

test("a node's refusal comes back as the node has said it", async () => {
  const { core } = setUp(
    { rpcUrls: { 'eip155:1': 'https://own.example' } },
    { error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } },
  )
  await expect(askNodes(core, 'eip155:1', { method: 'eth_call', params: [{}] })).rejects.toMatchObject({
    code: 3,
    message: 'execution reverted',
    data: '0x08c379a0',
  })
})
