// An account for tests of what shows one.
import type { Account } from '../../src/vocabulary/events.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const account: Account = {
  accountId: `eip155:1:${address}`,
  namespace: 'eip155',
  address,
  chainId: 'eip155:1',
  wallet: { id: 'alpha', name: 'Alpha' },
}
