// The HTTP side: wallet list, balances, history and the JSON-RPC proxy, each beside a bare `node:http` that answers as many bytes.
import { randomBytes } from 'node:crypto'
import { DEVNET } from '../../services/src/settings/config.js'
import { devnetAccounts } from '../../services/devnet/accounts.js'
import { compare, exponent, median, round, type Compared } from './figures.js'
import { ask, rate, timings, type Question } from './peers.js'
import { accountsBySize, equalAccounts } from './accounts.js'
import type { World } from './world.js'

export interface HttpFigure extends Compared {
  /** Bare requests per second ÷ ours, 16 at a time. */
  readonly rateRatio: number
}

export interface HttpFigures {
  readonly cases: Readonly<Record<string, HttpFigure>>
  readonly history: {
    /** Median milliseconds of the first page, by operations of the account. */
    readonly bySize: readonly (readonly [size: number, ms: number])[]
    /** Median milliseconds of the page that begins after so many operations. */
    readonly byDepth: readonly (readonly [depth: number, ms: number])[]
    readonly sizeExponent: number
    readonly depthExponent: number
  }
}

export interface Effort {
  readonly rounds: number
  /** Questions of one round. */
  readonly samples: number
}

const TOGETHER = 16
const PAGE = 50
const depths = [1, 10, 100, 190] as const

export async function measureHttp(world: World, { rounds, samples }: Effort): Promise<HttpFigures> {
  const { services, bare, nodeUrl } = world
  const api = (path: string): Question => ({ url: `${services.url}${path}` })
  const call = (method: string, params: readonly unknown[]) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const owner = devnetAccounts()[0]?.address ?? ''
  const balance = (address: string) => api(`/v1/account/${address}/balance?currency=usd&projectId=bench&chainId=${DEVNET}`)
  const history = (address: string, cursor?: string) =>
    api(`/v1/account/${address}/history?projectId=bench&chainId=${DEVNET}${cursor === undefined ? '' : `&cursor=${cursor}`}`)
  const largest = accountsBySize.at(-1)?.address ?? ''
  const cursors = await cursorsOf((cursor) => history(largest, cursor))
  const read = call('eth_getBalance', [owner, 'latest'])
  const logs = call('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }])
  const proxied = (body: string): Question => ({ url: `${services.url}/v1?chainId=${DEVNET}&projectId=bench`, body })

  const questions: Readonly<Record<string, (index: number) => Question>> = {
    'getWallets, a page of 40': () => api('/getWallets?page=1&entries=40&projectId=bench'),
    'getWallets, search': () => api('/getWallets?page=1&entries=40&search=wal&projectId=bench'),
    'balance, cached': () => balance(owner),
    'balance, uncached': () => balance(`0x${randomBytes(20).toString('hex')}`),
    'history, first page': (index) => history(equalAccounts[index % equalAccounts.length]?.address ?? ''),
    'history, by cursor': (index) => history(largest, cursors[index % cursors.length]),
    'RPC proxy, eth_getBalance': () => proxied(read),
    'RPC proxy, eth_getLogs': () => proxied(logs),
    // Not ours: what the proxy's figures are to be held against.
    'node directly, eth_getBalance': () => ({ url: nodeUrl, body: read }),
    'node directly, eth_getLogs': () => ({ url: nodeUrl, body: logs }),
  }
  const cases: Record<string, HttpFigure> = {}
  for (const [name, question] of Object.entries(questions)) {
    const bytes = Buffer.byteLength((await ask(question(0))).text)
    const { body } = question(0)
    const trivial = (): Question => ({ url: `${bare.url}/${bytes}`, ...(body === undefined ? {} : { body }) })
    await timings(question, samples)
    await timings(trivial, samples)
    const compared = await compare(
      rounds,
      () => timings(question, samples),
      () => timings(trivial, samples),
    )
    const rates: number[] = []
    for (let index = 0; index < rounds; index += 1) {
      const ours = await rate(question, samples * 2, TOGETHER)
      rates.push((await rate(trivial, samples * 2, TOGETHER)) / ours)
    }
    cases[name] = { ...compared, rateRatio: round(median(rates)) }
    console.error(`  ${name}: ${compared.ours.median} ms, × ${compared.ratio} (16 at a time × ${cases[name].rateRatio})`)
  }

  const total = rounds * samples
  const bySize: (readonly [number, number])[] = []
  for (const { address, operations } of accountsBySize)
    bySize.push([operations, round(median(await timings(() => history(address), total)))])
  const byDepth: (readonly [number, number])[] = []
  for (const page of depths)
    byDepth.push([page * PAGE, round(median(await timings(() => history(largest, cursors[page - 1]), total)))])
  return {
    cases,
    history: { bySize, byDepth, sizeExponent: exponent(bySize), depthExponent: exponent(byDepth) },
  }
}

/** The cursor of the second page, the third, and so on to the end. */
async function cursorsOf(history: (cursor?: string) => Question): Promise<readonly string[]> {
  const cursors: string[] = []
  for (;;) {
    const { status, text } = await ask(history(cursors.at(-1)))
    if (status !== 200) throw new Error(`history answered ${status} ${text.slice(0, 200)}`)
    const { next } = JSON.parse(text) as { readonly next: string | null }
    if (next === null) return cursors
    cursors.push(next)
  }
}
