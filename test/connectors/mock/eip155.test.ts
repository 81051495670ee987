// The controls that the mock wallet of EVM chains shares with those of the other ecosystems.
import { afterEach, expect, test, vi } from 'vitest'
import type { ConnectorChange } from '../../../src/connectors/connector.js'
import { createMockWallet, type MockWalletOptions } from '../../../src/connectors/mock/wallet.js'
import { accountIdOf } from '../../../src/vocabulary/account.js'
import { mainnet } from '../../../src/vocabulary/networks.js'
import { codeOf } from '../../support/hostile.js'
import { verifiers } from '../../support/verifiers.js'

afterEach(() => void vi.useRealTimers())

function create(options?: MockWalletOptions) {
  const wallet = createMockWallet(options)
  const connector = wallet.connector()
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  const connect = (silent = false) => connector.connect({ networks: [mainnet], silent })
  return {
    wallet,
    changes,
    connect,
    async connected() {
      const { accounts } = await connect()
      const [account] = accounts
      if (!account) throw new Error('no account')
      return { account, sign: (message: string) => connector.sign({ account: accountIdOf(account), message }) }
    },
  }
}

test('ends the connection, and can be connected again', async () => {
  const { wallet, changes, connect } = create()
  const { accounts } = await connect()
  wallet.disconnect()
  await vi.waitFor(() => expect(changes).toEqual([{ type: 'disconnect' }]))
  expect((await wallet.connector().connect({ networks: [mainnet] })).accounts).toEqual(accounts)
})

test('comes back after a reload, if the page was allowed', async () => {
  expect(await codeOf(create().connect(true))).toBe('NOT_CONNECTED')
  const { wallet, connect } = create({ allowed: true, approve: () => false })
  expect((await connect(true)).accounts.map(({ address }) => address)).toEqual(wallet.addresses)
})

test('answers late', async () => {
  vi.useFakeTimers()
  const { provider } = createMockWallet({ delay: 5_000 })
  let isAnswered = false
  void provider.request({ method: 'eth_chainId' }).then(() => (isAnswered = true))
  await vi.advanceTimersByTimeAsync(4_999)
  expect(isAnswered).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isAnswered).toBe(true)
})

test.each(['nothing', 'wrong shape', 'throwing getters'] as const)(
  'misbehaves, and the modal has a code for it: %s',
  async (way) => {
    const { wallet, connect, connected } = create()
    wallet.misbehave('eth_requestAccounts', way)
    expect(await codeOf(connect())).toBe('NO_ACCOUNTS')
    wallet.misbehave('eth_requestAccounts', undefined)
    const { sign } = await connected()
    wallet.misbehave('personal_sign', way)
    expect(await codeOf(sign('a'))).toBe('WALLET_FAILED')
    wallet.misbehave('personal_sign', (_request, answer) => answer())
    await sign('a')
  },
)

test('changes its account while it is asked', async () => {
  const { wallet, connected, changes } = create()
  const { sign, account } = await connected()
  wallet.misbehave('personal_sign', 'other accounts')
  const { signature } = await sign('a')
  expect(await verifiers.eip155('a', signature, account.address)).toBe(true)
  await vi.waitFor(() =>
    expect(changes).toMatchObject([{ type: 'grant', grant: { accounts: [{ address: wallet.addresses[0] }] } }]),
  )
  expect(wallet.addresses).not.toContain(account.address)
})
