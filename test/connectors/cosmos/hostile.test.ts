// Cosmos wallets that mean harm or are broken: whatever they do stays with their own connector.
import { bech32 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { type AccountsWallet, createAccountsConnector } from '../../../src/connectors/accounts-connector.js'
import { discover } from '../../../src/connectors/cosmos/discover.js'
import { createKeplrSigner } from '../../../src/connectors/cosmos/keplr.js'
import { toAccountsWallet } from '../../../src/connectors/cosmos/signer.js'
import type { ConnectorChange, FoundWallet } from '../../../src/connectors/connector.js'
import { accountIdOf } from '../../../src/vocabulary/account.js'
import { WalletError } from '../../../src/vocabulary/errors.js'
import { toNetwork } from '../../../src/vocabulary/network.js'
import { cosmoshub, osmosis } from '../../../src/vocabulary/non-evm-networks.js'
import { createCosmosWallet } from '../../support/cosmos-wallet.js'
import { codeOf, rejects, throwingGetters, throwsOnEverything, wrongAnswers } from '../../support/hostile.js'
import { plainWindow } from '../../support/plain-window.js'
import { testRows } from '../../support/rows.js'

const networks = [cosmoshub, osmosis]
const chain = cosmoshub.caipNetworkId
const changeEvent = 'keplr_keystorechange'
const juno = toNetwork({ ...cosmoshub, id: 'juno-1', caipNetworkId: 'cosmos:juno-1' })
const junoInfo = { chainId: 'juno-1', bech32Config: { bech32PrefixAccAddr: 'juno' } }

function open(keplr: unknown, window = plainWindow()) {
  const wallet: AccountsWallet = toAccountsWallet(createKeplrSigner({ keplr, changeEvent }, window))
  const connector = createAccountsConnector('cosmos', wallet, { id: 'w', name: 'W' }, 'w')
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  return { connector, changes, window }
}

/** A wallet of cosmjs, some of whose functions are others. */
async function good(others: object = {}) {
  const window = plainWindow()
  const wallet = await createCosmosWallet(window)
  return { ...wallet, ...open({ ...wallet.keplr, ...others }, window) }
}

const everything = (answer: () => unknown) => ({
  enable: answer,
  getKey: answer,
  signArbitrary: answer,
  signAmino: answer,
  signDirect: answer,
  disable: answer,
})

describe('a wallet', () => {
  testRows([
    ...wrongAnswers.map(([name, answer]) => [`answers everything with ${name}`, everything(() => answer)] as const),
    ...wrongAnswers.map(
      ([name, answer]) => [`has ${name} for a key`, { enable: async () => undefined, getKey: () => answer }] as const,
    ),
    ['throws on every call', everything(rejects)] as const,
    [
      'throws at once',
      everything(() => {
        throw new Error('boom')
      }),
    ] as const,
    ['has getters that throw', throwingGetters('enable', 'getKey', 'signArbitrary')] as const,
    ['is a proxy that throws', throwsOnEverything] as const,
    ['is frozen and empty', Object.freeze({})] as const,
    ['is nothing', undefined] as const,
  ])('that %s is not connected, and can be let go', async (_, keplr) => {
    const { connector } = open(keplr)
    expect(await codeOf(connector.connect({ networks }))).toMatch(/^(?:NO_ACCOUNTS|WALLET_FAILED|UNSUPPORTED_METHOD)$/)
    expect([await connector.getAccounts(), await connector.isAuthorized()]).toEqual([[], false])
    await connector.disconnect()
    connector.release()
  })

  testRows(wrongAnswers)('that signs with %s fails with a code, and stays connected', async (name, answer) => {
    const { connector } = await good({ signArbitrary: () => answer, signAmino: () => answer, signDirect: () => answer })
    const { accounts } = await connector.connect({ networks })
    const [account] = accounts
    if (!account) throw new Error('no account')
    expect(await codeOf(connector.sign({ account: accountIdOf(account), message: 'x' }))).toBe('WALLET_FAILED')
    const direct = { chainId: 'cosmoshub-4', accountNumber: '1', authInfoBytes: 'CgA=', bodyBytes: 'CgA=' }
    // What a wallet throws by itself reaches a page as it is.
    const error = name === 'a proxy that throws' ? Error : WalletError
    for (const [method, signDoc] of [
      ['cosmos_signAmino', {}],
      ['cosmos_signDirect', direct],
    ] as const)
      await expect(connector.request(chain, { method, params: { signDoc } })).rejects.toBeInstanceOf(error)
    expect(await connector.getAccounts()).toHaveLength(2)
  })

  test('that never answers is given up, and one beside it connects', async () => {
    const life = new AbortController()
    const hanging = open(everything(() => new Promise(() => undefined)))
    const connecting = hanging.connector.connect({ networks, signal: life.signal })
    life.abort()
    expect(await codeOf(connecting)).toBe('ABORTED')
    expect(await (await good()).connector.connect({ networks })).toMatchObject({ chain })
  })

  test('that is frozen works', async () => {
    const { keplr } = await createCosmosWallet(plainWindow())
    expect((await open(Object.freeze(keplr)).connector.connect({ networks })).accounts).toHaveLength(2)
  })

  test('that signs with another key than the one that it shared is refused', async () => {
    const other = await createCosmosWallet(plainWindow())
    other.select(1)
    await other.keplr.enable('cosmoshub-4')
    const { connector } = await good({
      signArbitrary: async (on: string, _: string, data: string) => {
        const { bech32Address } = await other.keplr.getKey(on)
        return other.keplr.signArbitrary(on, bech32Address, data)
      },
    })
    const [account] = (await connector.connect({ networks })).accounts
    if (!account) throw new Error('no account')
    expect(await codeOf(connector.sign({ account: accountIdOf(account), message: 'x' }))).toBe('WALLET_FAILED')
  })

  test.each([
    ['an account number that is none', { accountNumber: '1e3' }],
    ['bytes that are no base64', { bodyBytes: '!' }],
    ['no bytes', { authInfoBytes: undefined }],
  ])('is not asked to sign a document with %s', async (_, part) => {
    const { connector, state } = await good()
    await connector.connect({ networks })
    const signDoc = { chainId: 'cosmoshub-4', accountNumber: '1', authInfoBytes: 'CgA=', bodyBytes: 'CgA=', ...part }
    expect(await codeOf(connector.request(chain, { method: 'cosmos_signDirect', params: { signDoc } }))).toBe('INVALID_PARAMS')
    expect(state.calls).toEqual(['enable'])
  })
})

describe('accounts', () => {
  const key = (bech32Address: unknown, rest: object = {}) => ({
    enable: async () => undefined,
    getKey: async () => ({ bech32Address, ...rest }),
  })
  const osmo = bech32.encode('osmo', bech32.toWords(new Uint8Array(20).fill(7)))
  testRows([
    ['of another chain', osmo],
    ['with a changed letter', 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs7'],
    ['of another ecosystem', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['of a megabyte', 'a'.repeat(1_000_000)],
    ['that is markup', '<img src=x onerror=alert(1)>'],
  ])('with an address %s are left out', async (_, address) => {
    expect(await codeOf(open(key(address)).connector.connect({ networks: [cosmoshub] }))).toBe('NO_ACCOUNTS')
  })

  test('of a chain that the page has described have the prefix that it says', async () => {
    const described = { ...juno, chainInfo: junoInfo }
    expect(await codeOf(open(key(osmo)).connector.connect({ networks: [described] }))).toBe('NO_ACCOUNTS')
    expect(await open(key(osmo)).connector.connect({ networks: [osmosis] })).toMatchObject({ accounts: [{ address: osmo }] })
  })

  test('have names of one visible line, and no key that is none', async () => {
    const hostile = { name: '\u202EAda <b>\u0000', pubKey: throwsOnEverything, algo: 'a'.repeat(1_000) }
    expect((await open(key(osmo, hostile)).connector.connect({ networks: [osmosis] })).accounts).toEqual([
      { chain: osmosis.caipNetworkId, address: osmo, type: 'secp256k1', label: 'Ada <b>' },
    ])
  })

  test('that change while the wallet signs are told, and the signature is that of the one that was asked for', async () => {
    const { connector, changes, select, state, keplr } = await good()
    const { accounts } = await connector.connect({ networks })
    const [account] = accounts
    if (!account) throw new Error('no account')
    const { signArbitrary } = keplr
    let answer: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => (answer = resolve))
    const other = await good({
      signArbitrary: async (on: string, signer: string, data: string) => {
        await waiting
        return signArbitrary(on, signer, data) // the person has approved it with the key of before
      },
    })
    await other.connector.connect({ networks })
    const signing = other.connector.sign({ account: accountIdOf(account), message: 'x' })
    other.select(1)
    await expect.poll(() => other.changes.length).toBe(1)
    answer()
    expect(await signing).toMatchObject({ publicKey: account.publicKey })
    expect(await codeOf(other.connector.sign({ account: accountIdOf(account), message: 'x' }))).toBe('UNAUTHORIZED')
    expect([changes, state.account, typeof select]).toEqual([[], 0, 'function'])
  })

  test('of two changes in a row: the last one counts, though the wallet answers the first one later', async () => {
    const { keplr, ...wallet } = await createCosmosWallet(plainWindow())
    const waiting: (() => void)[] = []
    let isHeld = false
    const getKey = async (on: string) => {
      const answer = await keplr.getKey(on)
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
      return answer
    }
    const { connector, changes, window } = open({ ...keplr, getKey })
    await connector.connect({ networks: [cosmoshub] })
    isHeld = true
    wallet.state.account = 1
    window.dispatchEvent(new Event(changeEvent))
    await expect.poll(() => waiting.length).toBe(1)
    wallet.state.account = 0
    window.dispatchEvent(new Event(changeEvent))
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.()
    waiting[0]?.()
    await new Promise((resolve) => setTimeout(resolve))
    expect(changes).toEqual([]) // back to the account of before
  })

  test('are gone when the wallet does not say them after another key was selected', async () => {
    const { connector, changes, window, enabled } = await good()
    await connector.connect({ networks })
    enabled.clear()
    window.dispatchEvent(new Event(changeEvent))
    await expect.poll(() => changes).toEqual([{ type: 'disconnect' }])
  })
})

describe('what is asked without the person', () => {
  test('is one question where the page is allowed; no chain is offered', async () => {
    const { connector, state } = await good()
    const { accounts } = await connector.connect({ networks, silent: true })
    expect([accounts.length, state.calls]).toEqual([2, ['enable']])
    const unknown = await good()
    await unknown.connector.connect({ networks: [...networks, { ...juno, chainInfo: junoInfo }], silent: true })
    expect(unknown.state.calls).not.toContain('suggest')
  })

  test('is nothing after the end', async () => {
    const { connector, state } = await good()
    await connector.connect({ networks })
    await connector.disconnect()
    expect([await connector.getAccounts(), await connector.isAuthorized(), state.calls]).toEqual([[], false, ['enable']])
  })

  test('a wallet that cannot say its keys is a failure, and not one without accounts', async () => {
    const { connector } = await good({ getKey: () => Promise.reject(new Error('Request rejected')) })
    expect(await codeOf(connector.connect({ networks }))).toBe('USER_REJECTED')
  })

  test('a chain that was switched to twice is there once', async () => {
    const { connector } = await good()
    await connector.connect({ networks: [cosmoshub] })
    await connector.switchTo(osmosis)
    await connector.connect({ networks })
    expect((await connector.getAccounts()).map(({ chain: on }) => on)).toEqual([chain, osmosis.caipNetworkId])
  })
})

describe('finding', () => {
  const keplr = () => ({ enable: () => undefined, getKey: () => undefined })
  const names = (found: readonly FoundWallet[] | undefined) => found?.map(({ wallet }) => wallet.name)
  testRows([
    ['a proxy that throws', throwsOnEverything],
    ['getters that throw', throwingGetters('enable', 'getKey')],
    ['a text', 'x'.repeat(1_000_000)],
    ['null', null],
    ['a frozen object', Object.freeze({})],
  ])('%s at the place of a wallet is left out, and the one beside it stays', (_, leap) => {
    const reports: (readonly FoundWallet[])[] = []
    const life = new AbortController()
    discover(plainWindow({ leap, okxwallet: leap, keplr: keplr() }), (found) => reports.push(found), life.signal)
    life.abort()
    expect(names(reports.at(-1))).toEqual(['Keplr'])
  })

  test('a wallet that came to `keplr` first gets its own name once it is at its own place', () => {
    const globals: Record<string, unknown> = { keplr: keplr() }
    const window = Object.assign(plainWindow(), globals, { document: { readyState: 'loading' } }) as unknown as Window
    const reports: (readonly FoundWallet[])[] = []
    const life = new AbortController()
    discover(window, (found) => reports.push(found), life.signal)
    Object.assign(window, { leap: globals['keplr'] })
    window.dispatchEvent(new Event('load'))
    life.abort()
    expect(reports.map(names)).toEqual([['Keplr'], ['Leap']])
  })
})
