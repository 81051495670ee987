// What became of a batch of calls (EIP-5792): the state that its receipts make, for whatever a node answers.
import { expect, test } from 'vitest'
import type { FrameParts, HandlerContext } from '../../../frame/parts.js'
import { assertNewId, callsStatus, keepCalls } from '../../../frame/rpc/calls.js'
import { checkEach } from '../../../../test/support/rows.js'

const ORIGIN = 'https://app.example'
const receiptOf = (hash: string, status: string) => ({
  transactionHash: hash,
  status,
  blockHash: '0x01',
  blockNumber: '0x1',
  gasUsed: '0x5208',
  logs: [],
})

/** A node that answers with these states, one for each hash. */
function batchOf(states: readonly unknown[], count = states.length) {
  const kept = new Map<string, unknown>()
  const store = {
    get: async (key: string) => kept.get(key),
    set: async (key: string, value: unknown) => void kept.set(key, value),
  }
  const hashes = states.map((_, index) => `0x${index}a`)
  const nodes = {
    read: async (_chain: string, { params }: { readonly params: readonly string[] }) => {
      const state = states[hashes.indexOf(params[0] ?? '')]
      return typeof state === 'string' ? receiptOf(params[0] ?? '', state) : state
    },
  }
  const parts = { nodes, store } as unknown as FrameParts // all that these functions use of the frame
  return { parts, sent: { chainId: 'eip155:8453', origin: ORIGIN, hashes, count } }
}
const contextOf = (origin: string) => ({ origin, signal: new AbortController().signal }) as unknown as HandlerContext

test('the state of a batch is that of all its calls', () =>
  checkEach(
    [
      ['all are done', ['0x1', '0x01'], 2, 200, 2],
      ['all were reverted', ['0x0', '0x0'], 2, 500, 2],
      ['the only one was reverted', ['0x0'], 1, 500, 1],
      ['one of them was reverted', ['0x1', '0x0'], 2, 600, 2],
      ['the rest was not sent', ['0x1'], 3, 600, 1],
      ['one is not there yet', ['0x1', null], 2, 100, 1],
      ['a node answers with something else', [{ status: 'fine' }, 7], 2, 100, 0],
    ] as const,
    '%s',
    async (_, states, count, status, receipts) => {
      const { parts, sent } = batchOf(states, count)
      await keepCalls(parts, 'batch', sent)
      const told = (await callsStatus(parts, 'batch', contextOf(ORIGIN))) as { readonly receipts?: readonly unknown[] }
      expect(told).toMatchObject({ version: '2.0.0', id: 'batch', chainId: '0x2105', atomic: false, status })
      expect(told.receipts?.length ?? 0).toBe(receipts)
    },
  ))

test('a batch is told to the page that sent it alone, and its id is used once', async () => {
  const { parts, sent } = batchOf(['0x1'])
  await assertNewId(parts, 'batch')
  await keepCalls(parts, 'batch', sent)
  await expect(assertNewId(parts, 'batch')).rejects.toMatchObject({ rpcCode: 5720 })
  await expect(callsStatus(parts, 'batch', contextOf('https://evil.example'))).rejects.toMatchObject({ rpcCode: 5730 })
  await expect(callsStatus(parts, 'other', contextOf(ORIGIN))).rejects.toMatchObject({ rpcCode: 5730 })
})
