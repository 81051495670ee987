// A chain for the tests of approvals: a node with a few contracts, and the requests of a page.
import { encodeAbiParameters } from 'viem'
import { describeRequest } from '../../../frame/approvals/describe.js'
import type { Approval, ApprovalContext, ApprovalRequest, Hex, Row } from '../../../frame/approvals/types.js'

export const NOW = Date.UTC(2026, 10, 25, 12)
export const ME = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const THIEF = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const ROUTER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const NFT = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
/** A token that nobody knows, which says what it likes. */
export const ODD = '0x1111111111111111111111111111111111111111'
/** Of USDC. */
export const SUPPLY = 40_000_000_000_000_000n
const ORIGIN = 'https://app.example.org'

const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])
const word = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value])
const code = new Set([USDC, WETH, ROUTER, PERMIT2, NFT, ODD].map((address) => address.toLowerCase()))

/** What the node answers, by method; a function gets the parameters. */
export type Node = Readonly<Record<string, unknown>>

const calls = (params: readonly [{ readonly to: string; readonly data: string }]): Hex => {
  const [{ to, data }] = params
  if (to.toLowerCase() === ODD.toLowerCase() && data === '0x95d89b41') return text('USDС\u202eevil') // a Cyrillic С
  if (to.toLowerCase() === ODD.toLowerCase() && data === '0x313ce567') return word(18n)
  if (to.toLowerCase() === NFT.toLowerCase() && data.startsWith('0x01ffc9a780ac58cd')) return word(1n)
  if (to.toLowerCase() === NFT.toLowerCase() && data === '0x95d89b41') return text('BAYC')
  if (to.toLowerCase() === USDC.toLowerCase() && data === '0x18160ddd') return word(SUPPLY)
  throw new Error('reverted')
}

export const honest: Node = {
  eth_chainId: '0x1',
  eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00', gasLimit: '0x2255100' },
  eth_gasPrice: '0x3b9aca00',
  eth_maxPriorityFeePerGas: '0x59682f00',
  eth_getTransactionCount: '0x7',
  eth_getBalance: '0x8ac7230489e80000',
  eth_estimateGas: '0xc350',
  eth_getCode: ([address]: readonly [string]) => (code.has(address.toLowerCase()) ? '0x6001' : '0x'),
  eth_call: calls,
}

export function contextOf(node: Node = honest, also: Partial<ApprovalContext> = {}): ApprovalContext {
  return {
    now: NOW,
    chains: { 'eip155:1': { name: 'Ethereum', nativeSymbol: 'ETH', decimals: 18 } },
    read: async (_, { method, params }) => {
      const answer = node[method]
      if (answer === undefined) throw new Error('method not found')
      return typeof answer === 'function' ? (answer as (params: unknown) => unknown)(params) : answer
    },
    knownContract: (_, address) =>
      address === USDC.toLowerCase()
        ? { name: 'USD Coin', kind: 'token', symbol: 'USDC', decimals: 6 }
        : address === WETH.toLowerCase()
          ? { name: 'Wrapped Ether', kind: 'wrapped', symbol: 'WETH', decimals: 18 }
          : address === ROUTER.toLowerCase()
            ? { name: 'Uniswap', kind: 'contract' }
            : undefined,
    ...also,
  }
}

export const request = (method: string, params: unknown, also: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  method,
  params,
  chainId: 'eip155:1',
  origin: ORIGIN,
  account: ME,
  ...also,
})

export const describeIt = (
  method: string,
  params: unknown,
  { node, ...also }: Partial<ApprovalRequest & ApprovalContext> & { readonly node?: Node } = {},
): Promise<Approval> =>
  describeRequest(
    request(method, params, also),
    contextOf(node ? { ...honest, ...node } : honest, also),
    new AbortController().signal,
  )

/** A transaction of the account. */
export const send = (tx: Readonly<Record<string, unknown>>, also?: Parameters<typeof describeIt>[2]): Promise<Approval> =>
  describeIt('eth_sendTransaction', [{ from: ME, ...tx }], also)

/** Warnings by key. */
export const warned = (approval: Approval): readonly string[] => approval.warnings.map(({ key }) => key)

/** The value of a row, also of the calls within. */
export const rowOf = (approval: Pick<Approval, 'rows'>, label: Row['label']): Row['value'] | undefined =>
  approval.rows.find((row) => row.label === label)?.value
