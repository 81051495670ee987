// A view of sending over a mock wallet, with nodes and a data service that have something to send.
import { createMockWallet, type MockWallet } from '../../src/connectors/mock/wallet.js'
import { createTransactions } from '../../src/state/account/transactions.js'
import type { Core } from '../../src/state/core.js'
import { createDraft } from '../../src/state/send/draft.js'
import { createSend } from '../../src/state/send/send.js'
import { base, mainnet } from '../../src/vocabulary/networks.js'
import type { ViewHarnessOptions } from './view-harness.js'

const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const GWEI = 10n ** 9n
const word = (value: bigint) => `0x${value.toString(16)}`

/** 5 ETH, 21 000 gas at 21 gwei, no code anywhere. */
export const evmRpc =
  (answers: Readonly<Record<string, unknown>> = {}) =>
  (method: string, params: readonly unknown[]): unknown => {
    const known: Readonly<Record<string, unknown>> = {
      eth_getBalance: word(5n * 10n ** 18n),
      eth_estimateGas: word((params[0] as { data?: string } | undefined)?.data ? 50_000n : 21_000n),
      eth_gasPrice: word(10n * GWEI),
      eth_feeHistory: { baseFeePerGas: [word(10n * GWEI)], reward: [[word(GWEI)]] },
      eth_getCode: '0x',
      eth_getTransactionReceipt: null,
      eth_getTransactionByHash: null,
      eth_call: '0x',
      ...answers,
    }
    return known[method] ?? null
  }

/** What the data service has: the coin at $2,500, and 12.5 dollars. */
function balancesOf(chain = 'eip155:1') {
  const common = { chainId: chain, iconUrl: null }
  return {
    balances: [
      {
        ...common,
        name: 'Ether',
        symbol: 'ETH',
        address: `${chain}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
        price: 2_500,
        quantity: { decimals: '18', numeric: '5' },
      },
      {
        ...common,
        name: 'USD Coin',
        symbol: 'USDC',
        address: `${chain}:${dollar}`,
        price: 1,
        quantity: { decimals: '6', numeric: '12.5' },
      },
    ],
  }
}

const data: NonNullable<ViewHarnessOptions['data']> = (url) => {
  if (url.pathname.endsWith('/balance')) return balancesOf()
  if (url.pathname === '/v1/profile/account/bob.example') {
    const stamp = '2026-01-01T00:00:00.000Z'
    const addresses = { '60': { address: other, created_at: stamp } }
    return { name: 'bob.example', registered_at: stamp, updated_at: stamp, attributes: {}, addresses }
  }
  return url.pathname.startsWith('/v1/profile/account/') ? [] : undefined
}

/** The options of a view whose account can send; `wallet.holdSending()` gives the function that answers what is sent with a hash. */
export function sendable(options: ViewHarnessOptions = {}) {
  const mock: MockWallet =
    options.wallets?.[0] ?? createMockWallet({ name: 'Alpha', rdns: 'example.alpha', accounts: [own], chains: [1] })
  const sent: unknown[] = []
  const { request } = mock.provider
  let answer: Promise<string> | undefined
  mock.provider.request = (args) => {
    if (args.method !== 'eth_sendTransaction' || answer === undefined) return request(args)
    sent.push((args.params as readonly unknown[])[0])
    return answer
  }
  const wallet = {
    mock,
    holdSending() {
      let give = (_hash: string) => {}
      answer = new Promise((resolve) => (give = resolve))
      return (hash: string) => give(hash)
    },
  }
  const made: ViewHarnessOptions = {
    connected: true,
    rpc: evmRpc(),
    data,
    ...options,
    wallets: [mock],
    config: { networks: [mainnet, base], rpcUrls: { 'eip155:1': 'https://node.example' }, ...options.config },
  }
  return { wallet, sent, options: made }
}

/** The hash of what `prepareSent` has sent. */
export const SENT = `0x${'cd'.repeat(32)}`

/** Reviews a transfer, as the view does. */
export async function prepareReview(core: Core): Promise<void> {
  const { $check, review } = core.use(createSend)
  core.use(createDraft).change({ amount: '1.5', to: other })
  await new Promise<void>((resolve) => {
    const stop = $check.subscribe(({ problem }) => {
      if (problem !== undefined || !review()) return
      queueMicrotask(() => stop())
      resolve()
    })
  })
}

/** A transfer that waits for the network. */
export async function prepareSent(core: Core): Promise<void> {
  core.use(createTransactions).add({
    hash: SENT,
    chainId: 'eip155:1',
    account: `eip155:1:${own}`,
    kind: 'send',
    to: other,
    out: { id: 'eip155:1/slip44:60', symbol: 'ETH', decimals: 18, amount: '1500000000000000000' },
  })
}
