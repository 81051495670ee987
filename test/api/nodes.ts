// A chain whose nodes are functions, for tests that move the clock: nothing of it takes time, and a silent node is silent for good.
import { toNetwork } from '../../src/vocabulary/network.js'

export interface NodeCall {
  readonly id: number
  readonly method: string
}

/** What a node answers to the calls of one request; `undefined`: nothing, ever. */
export type NodeReply = (calls: readonly NodeCall[]) => Response | undefined

export const createNetwork = (...http: string[]) =>
  toNetwork({
    id: 31337,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http } },
  })

/** Answers everything with `outcome`, and the question for the chain with the right one. */
export const answerCalls = (calls: readonly NodeCall[], outcome: object, chain = '0x7a69') =>
  calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, ...(method === 'eth_chainId' ? { result: chain } : outcome) }))

export const parseCalls = (body: string) => [JSON.parse(body)].flat() as NodeCall[]

/** A node that answers every call with a value. */
export const answerWith =
  (result: string): NodeReply =>
  (calls) =>
    Response.json(answerCalls(calls, { result }))

export const silent: NodeReply = () => undefined

/** @param replies the nodes, first to last */
export function scriptNodes(...replies: readonly NodeReply[]) {
  const urls = replies.map((_, index) => `https://node-${index}.example/`)
  const asked: { readonly node: number; readonly methods: string; readonly time: number }[] = []
  const fetch = ((input, init) => {
    const node = urls.indexOf((input as URL).href)
    const calls = parseCalls(init?.body as string)
    asked.push({ node, methods: calls.map(({ method }) => method).join(), time: Date.now() })
    const response = replies[node]?.(calls)
    return response ? Promise.resolve(response) : new Promise(() => undefined)
  }) as typeof globalThis.fetch // the client of a node gives a url and a text
  return {
    world: { network: createNetwork(...urls), fetch },
    asked,
    askedOf: (node: number) => asked.filter((each) => each.node === node),
  }
}
