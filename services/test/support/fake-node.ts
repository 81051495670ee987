// An EVM node that makes its chain up: quiet accounts with a few transfers, and busy ones with many in each block. It counts what it is asked.
import type { Hex } from 'viem'
import { topics } from '../../src/data/history/decode.js'

/** Logs of one answer, as public nodes have it. */
const LOGS_MAX = 10_000
const TOKEN = `0x${'7'.repeat(40)}`
const OTHER = `0x${'9'.repeat(40)}`

export interface FakeNode {
  /** For `createChains` and the services; hosts other than `node.example` are not answered. */
  readonly fetch: typeof globalThis.fetch
  /** How often each method was asked. */
  readonly calls: Map<string, number>
  /** Block of the newest. */
  head: number
  /** Transfers to an account in each block; default: none. */
  readonly transfers: Map<string, (block: number) => number>
  /** From this block on the chain is another one than before; default: none. */
  fork: number
  /** Bytes that each log has more than it needs. */
  padding: number
  /** Called before each question is answered. */
  onCall: (method: string, params: readonly unknown[]) => void | Promise<void>
  /** All questions so far. */
  total(): number
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** 0x, 40 digits of the account's own, 12 of the block, 12 of the transaction's number in it. */
const hashOf = (account: string, block: number, index: number): Hex =>
  `0x${account.slice(2)}${block.toString(16).padStart(12, '0')}${index.toString(16).padStart(12, '0')}`
const hex = (value: number): Hex => `0x${value.toString(16)}`
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`

export function createFakeNode(head = 1000): FakeNode {
  const node: FakeNode = {
    head,
    calls: new Map(),
    transfers: new Map(),
    fork: Infinity,
    padding: 0,
    onCall: () => undefined,
    total: () => [...node.calls.values()].reduce((sum, count) => sum + count, 0),
    async fetch(_, init) {
      const asked = JSON.parse(init?.body as string) as Call | readonly Call[]
      const answers = await Promise.all([asked].flat().map(answer))
      return Response.json(Array.isArray(asked) ? answers : answers[0])
    },
  }

  async function answer({ id, method, params }: Call) {
    node.calls.set(method, (node.calls.get(method) ?? 0) + 1)
    await node.onCall(method, params)
    const result = resultOf(method, params)
    return result instanceof Error
      ? { jsonrpc: '2.0', id, error: { code: -32005, message: result.message } }
      : { jsonrpc: '2.0', id, result }
  }

  function resultOf(method: string, [first, second]: readonly unknown[]): unknown {
    if (method === 'eth_chainId') return '0x7a69'
    if (method === 'eth_blockNumber') return hex(node.head)
    if (method === 'eth_getBlockByNumber') return blockOf(first === 'latest' ? node.head : Number(first))
    if (method === 'eth_getTransactionByHash') return transactionOf(String(first))
    if (method === 'eth_getTransactionReceipt') return { status: '0x1', contractAddress: null, logs: [logOf(String(first))] }
    if (method === 'eth_getLogs') return logsOf(first as { fromBlock: Hex; toBlock: Hex; topics: readonly (Hex | null)[] })
    return new Error(`no ${method}${second === undefined ? '' : ' here'}`)
  }

  const blockHashOf = (number: number) => hashOf(OTHER, number, number < node.fork ? 0 : 1)
  const blockOf = (number: number) => ({
    number: hex(number),
    hash: blockHashOf(number),
    timestamp: hex(number * 12),
    transactions: [],
  })

  function logsOf({
    fromBlock,
    toBlock,
    topics: [, , recipient],
  }: {
    fromBlock: Hex
    toBlock: Hex
    topics: readonly (Hex | null)[]
  }) {
    const account = typeof recipient === 'string' ? `0x${recipient.slice(26)}` : ''
    const countIn = node.transfers.get(account)
    const found: unknown[] = []
    for (let block = Number(fromBlock); countIn && block <= Math.min(Number(toBlock), node.head); block++) {
      for (let index = 0; index < countIn(block); index++) found.push(logOf(hashOf(account, block, index)))
      if (found.length > LOGS_MAX) return new Error('query returned more than 10000 results')
    }
    return found
  }

  const placeOf = (hash: string) => ({
    account: hash.slice(0, 42),
    block: Number(`0x${hash.slice(42, 54)}`),
    index: Number(`0x${hash.slice(54)}`),
  })

  function logOf(hash: string) {
    const { account, block, index } = placeOf(hash)
    const told = [topics.transfer, word(OTHER), word(account)]
    return {
      address: TOKEN,
      topics: told,
      data: `${word('0x1')}${'00'.repeat(node.padding / 2)}`,
      transactionHash: hash,
      logIndex: hex(index),
      blockNumber: hex(block),
    }
  }

  function transactionOf(hash: string) {
    const { block, index } = placeOf(hash)
    return {
      hash,
      blockHash: blockHashOf(block),
      blockNumber: hex(block),
      transactionIndex: hex(index),
      from: OTHER,
      to: TOKEN,
      nonce: hex(index),
      value: '0x0',
    }
  }

  return node
}
