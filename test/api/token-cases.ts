// The calls about accounts and their tokens.
import { buildApproval } from '../../src/api/approvals.js'
import { getBalances } from '../../src/api/balances.js'
import { getHistory } from '../../src/api/history.js'
import { getIdentity } from '../../src/api/identity.js'
import { getNfts } from '../../src/api/nfts.js'
import { getPrices } from '../../src/api/prices.js'
import { buildSwap, getAllowance, getGasPrice, getQuotes, getSwapTokens } from '../../src/api/swaps.js'
import { type Case, chainId, labels } from './case.js'
import { dai, native, router, usdc, user } from './wire.js'

export const tokenCases: Readonly<Record<string, Case>> = {
  getBalances: {
    fixture: 'balance',
    run: (api, signal) =>
      getBalances(api, { address: user, chainId, forceUpdate: [`eip155:1:${native}`, `eip155:1:${usdc}`], signal }),
    search: `currency=usd&chainId=eip155%3A1&forceUpdate=eip155%3A1%3A${native}%2Ceip155%3A1%3A${usdc}&${labels}`,
    result: {
      balances: [
        {
          symbol: 'ETH',
          isNative: true,
          address: `eip155:1:${native}`,
          amount: 500000000000000000n,
          decimals: 18,
          price: 2000.4,
        },
      ],
      isIncomplete: false,
    },
    gated: { code: 'BALANCE_UNAVAILABLE' },
  },
  getHistory: {
    fixture: 'history',
    run: (api, signal) => getHistory(api, { account: user, chainId, cursor: 'c1', signal }),
    search: `cursor=c1&chainId=eip155%3A1&${labels}`,
    result: {
      data: [{ id: 't1', transfers: [{ direction: 'out', quantity: { numeric: '0.25' } }] }],
      next: undefined,
      isIncomplete: false,
    },
    gated: { value: { data: [], next: undefined, isIncomplete: false } },
  },
  getIdentity: {
    fixture: 'identity',
    run: (api, signal) => getIdentity(api, { address: user, sender: user, signal }),
    search: `sender=${user}&${labels}`,
    result: { name: 'ada.eth', avatar: 'https://img.example/a.png' },
    gated: 'asked all the same',
  },
  getQuotes: {
    fixture: 'quotes',
    run: (api, signal) =>
      getQuotes(api, {
        amount: 10n ** 18n,
        userAddress: user,
        from: `eip155:1:${native}`,
        to: `eip155:1:${usdc}`,
        gasPrice: 5n,
        signal,
      }),
    search: `amount=1000000000000000000&userAddress=${user}&from=eip155%3A1%3A${native}&to=eip155%3A1%3A${usdc}&gasPrice=5&${labels}`,
    result: [{ id: undefined, fromAmount: 10n ** 18n, toAmount: 1995000000n, toAccount: `eip155:1:${usdc}` }],
    gated: { value: [] },
  },
  getSwapTokens: {
    fixture: 'tokens',
    run: (api, signal) => getSwapTokens(api, { chainId, signal }),
    search: `chainId=eip155%3A1&${labels}`,
    result: [{ symbol: 'USDC', decimals: 6, eip2612: true }],
    gated: { value: [] },
  },
  getPrices: {
    fixture: 'price',
    run: (api, signal) => getPrices(api, { addresses: [`eip155:1:${native}`], signal }),
    search: 'projectId=p1',
    post: 'application/json',
    result: [{ symbol: 'ETH', price: 2000.5 }],
    gated: { value: [] },
  },
  getAllowance: {
    fixture: 'allowance',
    run: (api, signal) => getAllowance(api, { tokenAddress: `eip155:1:${usdc}`, userAddress: `eip155:1:${user}`, signal }),
    search: `tokenAddress=eip155%3A1%3A${usdc}&userAddress=eip155%3A1%3A${user}&${labels}`,
    result: 0n,
    gated: { value: 0n },
  },
  getGasPrice: {
    fixture: 'gas-price',
    run: (api, signal) => getGasPrice(api, { chainId, signal }),
    search: `chainId=eip155%3A1&${labels}`,
    result: { standard: 1200000000n, fast: 1500000000n, instant: 2000000000n },
    gated: { code: 'GAS_PRICE_NOT_SUPPORTED' },
  },
  buildSwap: {
    fixture: 'build-transaction',
    run: (api, signal) =>
      buildSwap(api, {
        amount: 10n ** 18n,
        from: `eip155:31337:${native}`,
        to: 'eip155:31337:0x5FbDB2315678afecb367f032d93F642f64180aa3',
        userAddress: `eip155:31337:${user}`,
        quotedAmount: 1_995_000_000n,
        signal,
      }),
    search: 'projectId=p1',
    post: 'application/json',
    adds: { quotedAmount: '1995000000' },
    result: { to: router, data: '0x7ff36ab5', value: 10n ** 18n, amount: 1995000000n, gas: 210000n, gasPrice: 1200000000n },
    gated: { code: 'SWAPS_NOT_SUPPORTED' },
  },
  buildApproval: {
    fixture: 'build-approve',
    run: (api, signal) =>
      buildApproval(api, {
        from: `eip155:1:${usdc}`,
        to: `eip155:1:${dai}`,
        userAddress: user,
        amount: 1_000_000n,
        spender: router,
        signal,
      }),
    search: `userAddress=${user}&from=eip155%3A1%3A${usdc}&to=eip155%3A1%3A${dai}&amount=1000000&${labels}`,
    result: { to: usdc, value: 0n, gas: undefined, gasPrice: 1200000000n },
    gated: { code: 'SWAPS_NOT_SUPPORTED' },
  },
  getNfts: {
    fixture: 'nfts',
    run: (api, signal) => getNfts(api, { address: user, chainId, cursor: 'c1', signal }),
    search: `chainId=eip155%3A1&cursor=c1&${labels}`,
    result: { data: [{ tokenId: '7', image: { url: 'https://img.example/7.png', contentType: 'image/png' } }], next: 'c2' },
    gated: { value: { data: [], next: undefined, isIncomplete: false } },
  },
}
