// Assets, amounts and transactions, in all views of an account.
import type { AmountProblem } from '../../../vocabulary/amount-input.js'

export default {
  assets: {
    insufficient: 'Not enough {symbol}',
    loading: 'Loading tokens',
    unverified: 'Unverified token',
    noPrice: 'No price',
    unknown: 'Unknown',
    search: 'Search tokens',
    searchHint: 'Name, symbol or address',
    yours: 'Your tokens',
    all: 'All tokens',
    none: 'No token matches “{query}”',
    amount: 'Amount',
    max: 'Max',
    balance: 'Balance: {amount} {symbol}',
    fee: 'Network fee',
    network: 'Network',
    hash: 'Transaction',
    copyHash: 'Copy transaction hash',
    confirmIn: 'Confirm in {wallet}',
    sending: 'Waiting for the network…',
    quote: 'Quote',
    now: 'Just now',
    seconds: { one: '{count} second ago', other: '{count} seconds ago' },
    long: 'Over a minute ago',
    unsure: 'It may have been sent all the same: look into {wallet} before you try again.',
  },
  amountProblems: {
    empty: 'Enter an amount',
    format: 'Enter a number, such as 1.5',
    negative: 'Enter an amount above zero',
    group: 'Leave out separators of thousands',
    decimals: { one: 'At most {count} decimal place', other: 'At most {count} decimal places' },
    tooLarge: 'This amount is too large',
  } satisfies Record<AmountProblem, string | { readonly one: string; readonly other: string }>,
}
