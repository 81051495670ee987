// The connected account.

export default {
  account: {
    copyAddress: 'Copy address',
    balance: 'Balance',
    balanceLoading: 'Loading balance',
    balanceStale: 'As of {time}. The latest balance didn’t load.',
    balanceGate: { one: 'Try again in {count} second', other: 'Try again in {count} seconds' },
    explorer: 'View on {explorer}',
    accounts: 'Accounts in {wallet}',
    chosen: 'In use',
    wallet: 'Connected with {wallet}',
    disconnecting: 'Disconnecting…',
    noneHeading: 'No wallet connected',
    noneHint: 'Connect one to see your account here.',
  },
}
