// The examples of the wire reference as files, and a server that answers with them.
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Api } from '../../src/api/http.js'
import { type Asked, json, serve, testApi } from './server.js'

export interface Example {
  readonly path: string
  readonly request?: unknown
  readonly answer: unknown
}

export const user = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const router = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
export const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

export function example(name: string): Example {
  const url = new URL(`../fixtures/wire/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as Example // written by hand, in this shape
}

export interface Wire {
  readonly api: Api
  /** What was asked, the list of chains aside. */
  readonly asked: () => readonly Asked[]
  /** How often the list of chains was asked for. */
  readonly gates: () => number
  readonly stop: () => Promise<void>
}

/** Serves `answer` (or what `reply` does) on every path, and a list of chains. */
export async function wire(
  answer: unknown,
  options: { chains?: unknown; reply?: (response: ServerResponse, asked: Asked) => void; api?: Partial<Api> } = {},
): Promise<Wire> {
  const { chains = example('supported-chains').answer, reply } = options
  const isGate = (asked: Asked) => asked.url.pathname === '/v1/supported-chains'
  const server = await serve((response, asked) => {
    if (isGate(asked)) json(response, chains)
    else if (reply) reply(response, asked)
    else json(response, answer)
  })
  return {
    api: testApi(server.url, { projectId: 'p1', ...options.api }),
    asked: () => server.asked.filter((asked) => !isGate(asked)),
    gates: () => server.asked.filter(isGate).length,
    stop: server.stop,
  }
}
