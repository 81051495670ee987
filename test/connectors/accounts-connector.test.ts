// What all connectors of wallets that leave the network to the page have in common, with a wallet that does as it is told.
import { describe, expect, test, vi } from 'vitest'
import type { GrantedAccount } from '../../src/vocabulary/account.js'
import type { ConnectorChange } from '../../src/connectors/connector.js'
import { type AccountsWallet, createAccountsConnector } from '../../src/connectors/accounts-connector.js'
import { cosmoshub, osmosis } from '../../src/vocabulary/non-evm-networks.js'
import { mainnet } from '../../src/vocabulary/networks.js'

const networks = [cosmoshub, osmosis]
const hub = 'cosmos:cosmoshub-4'
const zone = 'cosmos:osmosis-1'
const on = (chain: typeof hub | typeof zone, ...addresses: string[]): GrantedAccount[] =>
  addresses.map((address) => ({ chain, address }))

function setup(wallet: Partial<AccountsWallet> = {}) {
  let tell: (accounts: readonly GrantedAccount[] | undefined) => void = () => undefined
  const state = { accounts: [...on(hub, 'a', 'b'), ...on(zone, 'c')], stopped: 0 }
  const spoken: AccountsWallet = {
    transport: 'injected',
    accounts: vi.fn(async () => state.accounts),
    onAccounts(listener) {
      tell = listener
      return () => void state.stopped++
    },
    ...wallet,
  }
  const connector = createAccountsConnector('cosmos', spoken, { id: 'w', name: 'W' }, 'w')
  const changes: ConnectorChange[] = []
  return {
    state,
    spoken,
    connector,
    changes,
    tell: (accounts: readonly GrantedAccount[] | undefined) => tell(accounts),
    listen: () => connector.onChange((change) => changes.push(change)),
    connect: (options: object = {}) => connector.connect({ networks, ...options }),
  }
}

describe('connecting', () => {
  test('starts on the wanted chain, if there is an account, and limits requests to the granted ones', async () => {
    const { connect, state } = setup()
    expect(await connect({ chain: zone })).toEqual({ accounts: state.accounts, chain: zone, chains: [hub, zone] })
    expect(await connect({ chain: 'cosmos:juno-1' })).toMatchObject({ chain: hub })
  })

  test('fails without accounts: by the person, silently, and with a wallet that throws or hangs', async () => {
    const { connect, state } = setup()
    state.accounts = []
    await expect(connect()).rejects.toMatchObject({ code: 'NO_ACCOUNTS' })
    await expect(connect({ silent: true })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    const throwing = setup({
      accounts: () => {
        throw Object.assign(new Error('no'), { code: 4001 })
      },
    })
    await expect(throwing.connect()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(throwing.state.stopped).toBe(1)
    const hanging = setup({ accounts: () => new Promise(() => undefined) })
    const life = new AbortController()
    const attempt = hanging.connect({ signal: life.signal })
    life.abort()
    await expect(attempt).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('believes what the wallet reports meanwhile more than its answer', async () => {
    let answer: (accounts: readonly GrantedAccount[]) => void = () => undefined
    const { connect, tell } = setup({ accounts: () => new Promise((resolve) => (answer = resolve)) })
    const attempt = connect()
    await vi.waitFor(() => answer !== undefined)
    tell(on(hub, 'new'))
    answer(on(hub, 'old'))
    expect((await attempt).accounts).toEqual(on(hub, 'new'))
  })
})

describe('changes', () => {
  test('are told once each: other accounts, locked, ended', async () => {
    const { connect, listen, tell, changes, state } = setup()
    listen()
    await connect()
    tell(state.accounts)
    expect(changes).toEqual([])
    tell(on(hub, 'b', 'a'))
    expect(changes).toEqual([{ type: 'grant', grant: { accounts: on(hub, 'b', 'a'), chain: hub, chains: [hub] } }])
    tell([])
    expect(changes.at(-1)).toEqual({ type: 'disconnect' })
    tell(undefined)
    expect(changes).toHaveLength(2)
  })

  test('of a relay session without accounts leave its other namespaces connected', async () => {
    const { connect, listen, tell, changes } = setup({ transport: 'relay' })
    listen()
    await connect()
    tell([])
    expect(changes).toEqual([{ type: 'grant', grant: { accounts: [], chain: hub } }])
  })

  test('go to an account on another chain when the present chain has none any more', async () => {
    const { connect, listen, tell, changes } = setup()
    listen()
    await connect({ chain: hub })
    tell(on(zone, 'c'))
    expect(changes).toEqual([{ type: 'grant', grant: { accounts: on(zone, 'c'), chain: zone, chains: [zone] } }])
  })
})

describe('switching', () => {
  test('is the page’s own choice among granted chains', async () => {
    const { connect, connector, changes, listen, spoken } = setup()
    listen()
    await connect({ chain: hub })
    expect(await connector.switchTo(osmosis)).toMatchObject({ chain: zone })
    expect(changes).toEqual([])
    expect(spoken.accounts).toHaveBeenCalledTimes(1)
  })

  test('asks the wallet where it can go, and says what became of it', async () => {
    const switchTo = vi.fn(async () => on(zone, 'c'))
    const { connect, connector, state } = setup({ switchTo })
    state.accounts = on(hub, 'a')
    expect(await connect()).toEqual({ accounts: on(hub, 'a'), chain: hub })
    expect(await connector.switchTo(osmosis)).toEqual({ accounts: on(zone, 'c'), chain: zone })
    switchTo.mockRejectedValueOnce(Object.assign(new Error(), { code: 4001 }))
    await expect(connector.switchTo(cosmoshub)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    switchTo.mockRejectedValueOnce(new Error('boom'))
    await expect(connector.switchTo(cosmoshub)).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
    switchTo.mockResolvedValueOnce(on(zone, 'c'))
    await expect(connector.switchTo(cosmoshub)).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
  })

  test('refuses chains of others, and chains without an account', async () => {
    const { connect, connector, state } = setup()
    await expect(connector.switchTo(osmosis)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    state.accounts = on(hub, 'a')
    await connect()
    await expect(connector.switchTo({ ...mainnet, chainNamespace: 'eip155', caipNetworkId: 'eip155:1' })).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
    })
    await expect(connector.switchTo(osmosis)).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
  })
})

describe('signing and sending', () => {
  test('only with a granted account, on its own chain, and only what the wallet can', async () => {
    const sign = vi.fn(async () => ({ signature: 's' }))
    const send = vi.fn(async () => 'hash')
    const { connect, connector } = setup({ sign, send })
    const transfer = { from: `${hub}:a`, to: 'z', amount: 1n, asset: `${hub}/slip44:118` } as const
    await expect(connector.sign({ account: `${hub}:a`, message: 'm' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await connect()
    expect(await connector.sign({ account: `${hub}:a`, message: 'm' })).toEqual({ signature: 's' })
    expect(sign).toHaveBeenCalledWith({ chain: hub, address: 'a' }, 'm')
    await expect(connector.sign({ account: `${hub}:c`, message: 'm' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await connector.send(transfer)).toBe('hash')
    await expect(connector.send({ ...transfer, asset: `${zone}/slip44:118` })).rejects.toMatchObject({
      code: 'UNSUPPORTED_CHAIN',
    })
    await expect(connector.send({ ...transfer, amount: -1n })).rejects.toMatchObject({ code: 'AMOUNT_INVALID' })
    const unable = setup()
    await unable.connect()
    await expect(unable.connector.sign({ account: `${hub}:a`, message: 'm' })).rejects.toMatchObject({
      code: 'UNSUPPORTED_METHOD',
    })
    await expect(unable.connector.send(transfer)).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    await expect(unable.connector.request(hub, { method: 'x' })).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
  })
})

describe('the end', () => {
  test('comes though the wallet cannot be told, throws, or never answers', async () => {
    vi.useFakeTimers()
    try {
      for (const disconnect of [
        undefined,
        () => Promise.reject(new Error()),
        () => {
          throw new Error()
        },
        () => new Promise(() => undefined),
      ]) {
        const { connect, connector, state } = setup(disconnect ? { disconnect } : {})
        await connect()
        const ended = connector.disconnect()
        expect(connector.disconnect()).toBe(ended)
        await vi.advanceTimersByTimeAsync(2_000)
        await ended
        expect(state.stopped).toBe(1)
        await expect(connector.sign({ account: `${hub}:a`, message: 'm' })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
      }
    } finally {
      vi.useRealTimers()
    }
  })

  test('released, it hears nothing more, and can connect again', async () => {
    const { connect, connector, listen, changes, tell, state } = setup()
    listen()
    await connect()
    connector.release()
    tell(on(hub, 'x'))
    expect([changes, state.stopped]).toEqual([[], 1])
    expect(await connect()).toMatchObject({ chain: hub })
    expect(await connector.isAuthorized()).toBe(true)
    state.accounts = []
    expect(await connector.isAuthorized()).toBe(false)
  })
})
