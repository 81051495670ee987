// A chain that is none: what a node answers to the requests of this page.
import { encodeAbiParameters } from 'viem'
import type { ApprovalContext } from '../../services/frame/approvals/types.js'
import { smartAccountOf } from '../../services/frame/smart/account.js'
import { ENTRY_POINT } from '../../services/frame/smart/operation.js'

export const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const STRANGER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const ROUTER = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const NFT = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
export const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const SOLANA_ACCOUNT = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
export const SOLANA_FRIEND = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'
export const SOLANA_PROGRAM = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'

/** Smart accounts: one that is there, one that is not, and one whose fees somebody else pays. */
const smartOf = (factory: string, paymaster = false) =>
  smartAccountOf('eip155:1', ACCOUNT, { entryPoint: '0.8', factory, implementation: WETH, paymaster })
export const SMART = smartOf(ROUTER)
export const SMART_NEW = smartOf(PERMIT2)
export const SMART_SPONSORED = smartOf(USDC, true)
const PAYMASTER = '0x65FcA18d36E29F0BCed7db2b128F7fECb035B0dA'
const there: readonly string[] = [SMART.address, SMART_SPONSORED.address]

const contracts = {
  [USDC]: { name: 'USD Coin', kind: 'token', symbol: 'USDC', decimals: 6 },
  [WETH]: { name: 'Wrapped Ether', kind: 'wrapped', symbol: 'WETH', decimals: 18 },
  [ROUTER]: { name: 'Uniswap', kind: 'contract' },
  [PERMIT2]: { name: 'Permit2', kind: 'contract' },
  [PAYMASTER]: { name: 'Example sponsor', kind: 'contract' },
} as const
const known = new Map(Object.entries(contracts).map(([address, contract]) => [address.toLowerCase(), contract]))

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const topic = (address: string) => `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`
const word = (amount: bigint) => `0x${amount.toString(16).padStart(64, '0')}`
const moved = (address: string, from: string, to: string, amount: bigint) => ({
  address,
  topics: [TRANSFER, topic(from), topic(to)],
  data: word(amount),
})

interface Call {
  readonly from: string
  readonly to?: string
  readonly data: string
  readonly value: string
}

/** The logs that a call would leave: enough for the states of this page. */
function logsOf({ from, to = '', data, value }: Call) {
  if (data === '0x') return [moved('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', from, to, BigInt(value))]
  if (data.startsWith('0x5ae401dc'))
    return [moved(USDC, from, ROUTER, 250_000_000n), moved(WETH, ROUTER, from, 81_237_654_321_098_765n)]
  if (data.startsWith('0xa9059cbb')) return [moved(to, from, FRIEND, 125_500_000n)]
  return []
}

const sponsored = {
  paymaster: PAYMASTER,
  paymasterData: `0x${'5a'.repeat(65)}`,
  paymasterVerificationGasLimit: '0x9c40',
  paymasterPostOpGasLimit: '0x1388',
}

const answers: Readonly<Record<string, (params: never) => unknown>> = {
  eth_chainId: () => '0x1',
  eth_getBlockByNumber: () => ({ baseFeePerGas: '0x77359400', gasLimit: '0x2255100' }),
  eth_gasPrice: () => '0x77359400',
  eth_maxPriorityFeePerGas: () => '0x3b9aca00',
  eth_getTransactionCount: () => '0x2a',
  eth_getBalance: () => '0x29a2241af62c0000',
  eth_estimateGas: () => '0xb3b0',
  eth_getCode: ([address]: readonly [string]) =>
    known.has(address.toLowerCase()) || address === NFT || there.includes(address) ? '0x6001' : '0x',
  eth_call: ([{ to, data }]: readonly [{ readonly to: string; readonly data: string }]) => {
    if (to === NFT && data.startsWith('0x01ffc9a780ac58cd')) return word(1n)
    if (to === NFT && data === '0x95d89b41') return encodeAbiParameters([{ type: 'string' }], ['BAYC'])
    if (to !== NFT && data === '0x95d89b41') return encodeAbiParameters([{ type: 'string' }], ['USDC'])
    if (to !== NFT && data === '0x313ce567') return word(18n)
    if (to === ENTRY_POINT) return word(0n) // the number of the next operation, and the deposit
    throw new Error('execution reverted')
  },
  eth_estimateUserOperationGas: ([{ factory }]: readonly [{ readonly factory?: string }]) => ({
    callGasLimit: '0x1d4c0',
    verificationGasLimit: factory ? '0x4baf0' : '0x13880',
    preVerificationGas: '0xcf08',
  }),
  pm_getPaymasterStubData: () => sponsored,
  pm_getPaymasterData: () => sponsored,
  eth_simulateV1: ([{ blockStateCalls }]: readonly [
    { readonly blockStateCalls: readonly [{ readonly calls: readonly Call[] }] },
  ]) => [{ calls: blockStateCalls[0].calls.map((call) => ({ status: '0x1', gasUsed: '0xb3b0', logs: logsOf(call) })) }],
}

export const context: ApprovalContext = {
  now: Date.UTC(2026, 10, 25, 12),
  chains: {
    'eip155:1': { name: 'Ethereum', nativeSymbol: 'ETH', decimals: 18 },
    [SOLANA]: { name: 'Solana', nativeSymbol: 'SOL', decimals: 9 },
  },
  read: async (_, { method, params }) => {
    const answer = answers[method]
    if (!answer) throw new Error('method not found')
    return answer(params as never)
  },
  knownContract: (_, address) => known.get(address),
  nameOf: async (_, address) => (address === FRIEND ? 'friend.eth' : undefined),
}
