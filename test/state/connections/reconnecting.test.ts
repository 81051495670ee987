// The page load after a visit with an installed wallet, in each of the five ecosystems with its real connector: the wallet is locked, gone, slow, answers
// with another account, or was disconnected.
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAccountsConnector } from '../../../src/connectors/accounts-connector.js'
import * as bip122 from '../../../src/connectors/bip122/index.js'
import type { Connector } from '../../../src/connectors/connector.js'
import { createKeplrSigner } from '../../../src/connectors/cosmos/keplr.js'
import { toAccountsWallet } from '../../../src/connectors/cosmos/signer.js'
import * as eip155 from '../../../src/connectors/eip155/index.js'
import { createMockWallet } from '../../../src/connectors/mock/wallet.js'
import * as polkadotConnectors from '../../../src/connectors/polkadot/index.js'
import * as solanaConnectors from '../../../src/connectors/solana/index.js'
import type { Namespace } from '../../../src/vocabulary/caip.js'
import { walletError } from '../../../src/vocabulary/errors.js'
import { bitcoin, cosmoshub, mainnet, polkadot, solana } from '../../../src/vocabulary/networks.js'
import type { InstalledWallet } from '../../../src/vocabulary/wallet.js'
import { createConnection } from '../../../src/state/connections/connection.js'
import { createBitcoinWallet, unisatShape } from '../../support/bitcoin-wallet.js'
import { world } from '../../support/connector-world.js'
import { createMemoryStorage, createTestCore } from '../../support/core.js'
import { createCosmosWallet } from '../../support/cosmos-wallet.js'
import { plainWindow } from '../../support/plain-window.js'
import { injectPolkadotWallet } from '../../support/polkadot-wallet.js'
import { createKeypairWallet, keypair } from '../../support/solana-wallet.js'

const STORED = 'wm::default:connections'
const networks = [mainnet, solana, bitcoin, polkadot, cosmoshub]

/** How a wallet answers the page. */
class Behaviour {
  /** How often the page has asked it for accounts. */
  asked = 0
  /** How long it takes to answer, in ms. */
  delay = 0
  isLocked = false
  /** It answers with its other account. */
  isOther = false
  async answer(): Promise<void> {
    this.asked++
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay))
  }
}
/** A wallet of a page, over several page loads. */
interface Subject extends Behaviour {
  readonly installed: InstalledWallet
  /** The accounts that it answers with: the first, and the other. */
  readonly addresses: readonly [string, string]
  connector(): Connector
}
const installedAs = (namespace: Namespace, name: string): InstalledWallet => ({
  id: `example.${name}`,
  uid: `${name} ${namespace}`,
  namespace,
  name,
  source: 'injected',
})
const refused = () => Object.assign(new Error('Request rejected'), { code: 4001 })

/** The wallets of each ecosystem, in its most usual shape. */
const makers: Readonly<Record<Namespace, (name: string, behaviour: Behaviour) => Promise<Omit<Subject, keyof Behaviour>>>> = {
  async eip155(name, behaviour) {
    const keys = ['0x11', '0x22'].map((start): `0x${string}` => `0x${start.slice(2).repeat(32)}`) as [
      `0x${string}`,
      `0x${string}`,
    ]
    const { provider } = createMockWallet({ name, accounts: [keys[0]] })
    const other = privateKeyToAddress(keys[1])
    const installed = installedAs('eip155', name)
    const request: typeof provider.request = async (args) => {
      if (args.method !== 'eth_accounts' && args.method !== 'eth_requestAccounts') return provider.request(args)
      await behaviour.answer()
      if (behaviour.isLocked) return [] // as EIP-1193 wallets do, which say so without a prompt
      return behaviour.isOther ? [other] : provider.request(args)
    }
    const object = { ...provider, request }
    return {
      installed,
      addresses: [privateKeyToAddress(keys[0]), other],
      connector: () => eip155.createConnector({ wallet: installed, provider: object }, world),
    }
  },
  async solana(name, behaviour) {
    const keys = [keypair(3), keypair(5)] as const
    const { wallet, accountOf } = createKeypairWallet({ name, key: keys[0] })
    const installed = installedAs('solana', name)
    Object.assign(wallet.features['standard:connect'] ?? {}, {
      connect: async () => {
        await behaviour.answer()
        wallet.accounts = behaviour.isLocked ? [] : [accountOf(keys[behaviour.isOther ? 1 : 0])]
        return { accounts: wallet.accounts }
      },
    })
    return {
      installed,
      addresses: [keys[0].publicKey.toBase58(), keys[1].publicKey.toBase58()],
      connector: () => solanaConnectors.createConnector({ wallet: installed, provider: wallet }, world),
    }
  },
  async bip122(name, behaviour) {
    const keys = createBitcoinWallet(3)
    const { object, state } = unisatShape(keys)
    const installed = installedAs('bip122', name)
    const { requestAccounts, getAccounts } = object
    const answerWith = (ask: () => Promise<string[]>) => async () => {
      await behaviour.answer()
      state.address = behaviour.isOther ? keys.ordinals : keys.payment
      return behaviour.isLocked ? [] : ask()
    }
    Object.assign(object, { requestAccounts: answerWith(requestAccounts), getAccounts: answerWith(getAccounts) })
    return {
      installed,
      addresses: [keys.payment, keys.ordinals],
      connector: () => bip122.createConnector({ wallet: installed, provider: { shape: 'unisat', object } }, world),
    }
  },
  async polkadot(name, behaviour) {
    const window = plainWindow() as Window & { injectedWeb3?: Record<string, { enable(origin: string): Promise<object> }> }
    const { keyring, state } = await injectPolkadotWallet(window, name)
    const [alice, bob] = keyring.getPairs()
    const extension = window.injectedWeb3?.[name]
    if (!alice || !bob || !extension) throw new Error('no extension was injected')
    const installed = installedAs('polkadot', name)
    const enable = async (origin: string) => {
      await behaviour.answer()
      if (behaviour.isLocked) throw refused() // it prompts, and the person closes the prompt
      state.pairs = [behaviour.isOther ? bob : alice]
      return extension.enable(origin)
    }
    const connector = () => polkadotConnectors.createConnector({ wallet: installed, provider: { extension: { enable } } }, world)
    const written = async (isOther: boolean) => {
      const before = behaviour.isOther
      behaviour.isOther = isOther
      const { accounts } = await connector().connect({ networks: [polkadot] })
      behaviour.isOther = before
      return accounts[0]?.address ?? ''
    }
    const addresses = [await written(false), await written(true)] as const
    behaviour.asked = 0
    return { installed, addresses, connector }
  },
  async cosmos(name, behaviour) {
    const window = plainWindow()
    const { keplr, state } = await createCosmosWallet(window)
    await keplr.enable('cosmoshub-4')
    const first = await keplr.getKey('cosmoshub-4')
    state.account = 1
    const other = await keplr.getKey('cosmoshub-4')
    const installed = installedAs('cosmos', name)
    Object.assign(keplr, {
      enable: async () => {
        await behaviour.answer()
        if (behaviour.isLocked) throw refused() // as above
      },
      getKey: () => Promise.resolve(behaviour.isOther ? other : first), // derived before: that takes time which the fake clock does not know
    })
    const shape = { keplr, changeEvent: 'keplr_keystorechange' }
    return {
      installed,
      addresses: [first.bech32Address, other.bech32Address],
      connector: () =>
        createAccountsConnector('cosmos', toAccountsWallet(createKeplrSigner(shape, window)), installed, installed.id),
    }
  },
}

async function makeWallet(namespace: Namespace, name = 'acme'): Promise<Subject> {
  const behaviour = new Behaviour()
  return Object.assign(behaviour, await makers[namespace](name, behaviour))
}

/** One page load. */
function load(wallets: readonly Subject[], storage = createMemoryStorage()) {
  const { core, clock } = createTestCore({
    config: { networks },
    storage,
    connectors: {
      open: ({ id, namespace }) => {
        const found = wallets.find(({ installed }) => installed.id === id && installed.namespace === namespace)
        return found ? Promise.resolve(found.connector()) : Promise.reject(walletError('WALLET_NOT_FOUND'))
      },
    },
  })
  const connection = core.use(createConnection)
  const pass = async (ms: number) => {
    await settle()
    await clock.tickAsync(ms)
    await settle()
  }
  return {
    connection,
    storage,
    pass,
    names: () => connection.$connections.get().map(({ wallet }) => wallet.name),
    addresses: () => connection.$connections.get().map(({ accounts }) => accounts[0]?.address),
    stored: () => JSON.parse(storage.getItem(STORED) ?? '[]') as { connectorId: string; isMissing?: true }[],
    /** Restores what is stored; resolves when a time has passed. */
    async reconnect(ms = 0) {
      const done = connection.reconnect()
      await pass(ms)
      return done
    },
  }
}
/** The connectors, and the wallets' own libraries, await many promises. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
}
/** A visit with these wallets, the last one active. */
async function visit(...wallets: readonly Subject[]) {
  const page = load(wallets)
  for (const { installed } of wallets) {
    await page.connection.connect(installed, { beside: true })
    await page.pass(1000)
  }
  for (const wallet of wallets) wallet.asked = 0
  return page
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

describe.each(Object.keys(makers) as Namespace[])('after a reload, a wallet of %s', (namespace) => {
  test('is connected again, with the account that it had', async () => {
    const acme = await makeWallet(namespace)
    const { storage } = await visit(acme)
    const next = load([acme], storage)
    await next.reconnect()
    expect(next.addresses()).toEqual([acme.addresses[0]])
  })

  test('that is locked is not shown', async () => {
    const acme = await makeWallet(namespace)
    const { storage } = await visit(acme)
    acme.isLocked = true
    const next = load([acme], storage)
    await next.reconnect()
    expect([next.names(), acme.asked > 0]).toEqual([[], true])
    expect(next.connection.$status.get()).toBe('disconnected')
    // The wallets of these two can only say no to a prompt, which is no sign that the next one would fail.
    expect(next.stored().map(({ connectorId }) => connectorId)).toEqual(
      namespace === 'polkadot' || namespace === 'cosmos' ? [acme.installed.id] : [],
    )
  })

  test('that is not installed any more is not shown, and not looked for on the load after', async () => {
    const acme = await makeWallet(namespace)
    const { storage } = await visit(acme)
    const next = load([], storage)
    await next.reconnect()
    expect([next.names(), next.stored()]).toEqual([[], [expect.objectContaining({ isMissing: true })]])
    const later = load([acme], storage)
    await later.reconnect()
    expect([later.names(), acme.asked]).toEqual([[], 0])
  })

  test('that answers after 3 s is shown then', async () => {
    const acme = await makeWallet(namespace)
    const { storage } = await visit(acme)
    acme.delay = 3_000
    const next = load([acme], storage)
    const done = next.connection.reconnect()
    await next.pass(2_999)
    expect([next.connection.$status.get(), next.names()]).toEqual(['reconnecting', []])
    await next.pass(1)
    await done
    expect([next.connection.$status.get(), next.names()]).toEqual(['connected', ['acme']])
  })

  test('that answers after the limit is not shown, and is asked again on the load after', async () => {
    const acme = await makeWallet(namespace)
    const { storage } = await visit(acme)
    acme.delay = 6_000
    const next = load([acme], storage)
    await next.reconnect(5_000)
    expect(next.connection.$status.get()).toBe('disconnected')
    await next.pass(10_000)
    expect(next.names()).toEqual([])
    acme.delay = 0
    const later = load([acme], storage)
    await later.reconnect()
    expect(later.names()).toEqual(['acme'])
  })

  test('that answers with another account is shown with that one', async () => {
    const acme = await makeWallet(namespace)
    const { storage } = await visit(acme)
    acme.isOther = true
    const next = load([acme], storage)
    await next.reconnect()
    expect(next.addresses()).toEqual([acme.addresses[1]])
  })

  test.each([
    ['is locked', 0, true],
    ['is too slow', 6_000, false],
  ])('behind one that %s is asked after that one, and is the active one', async (_how, delay, isLocked) => {
    const [acme, bolt] = [await makeWallet(namespace, 'acme'), await makeWallet(namespace, 'bolt')]
    const { storage } = await visit(acme, bolt)
    Object.assign(bolt, { delay, isLocked })
    const next = load([acme, bolt], storage)
    const done = next.connection.reconnect()
    await next.pass(0)
    expect([bolt.asked > 0, acme.asked > 0]).toEqual([true, isLocked])
    await next.pass(5_000)
    await done
    expect(next.connection.active(namespace).wallet.name).toBe('acme')
    expect(next.names()).toEqual(['acme'])
  })

  test('that the visitor has disconnected is not asked', async () => {
    const [acme, bolt] = [await makeWallet(namespace, 'acme'), await makeWallet(namespace, 'bolt')]
    const { connection, storage, pass } = await visit(acme, bolt)
    const ending = connection.disconnect({ id: connection.active(namespace).id })
    await pass(3_000)
    await ending.catch(() => undefined) // not every wallet can be told
    bolt.asked = 0
    const next = load([acme, bolt], storage)
    await next.reconnect()
    expect([next.names(), bolt.asked]).toEqual([['acme'], 0])
  })
})

test('after a reload, the slow wallets of five ecosystems are asked beside each other', async () => {
  const wallets = await Promise.all((Object.keys(makers) as Namespace[]).map((namespace) => makeWallet(namespace, namespace)))
  const { storage } = await visit(...wallets)
  for (const wallet of wallets) wallet.delay = 3_000
  const next = load(wallets, storage)
  const done = next.connection.reconnect()
  await next.pass(0)
  expect(wallets.map(({ asked }) => asked)).toEqual([1, 1, 1, 1, 1])
  await next.pass(3_000)
  await done
  expect(next.names()).toEqual(['cosmos', 'polkadot', 'bip122', 'solana', 'eip155'])
})
