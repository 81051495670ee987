// A mock wallet of each namespace outside of EVM, found in its page and opened by the modal's own code.
import { vi } from 'vitest'
import * as bip122 from '../../../src/connectors/bip122/index.js'
import { discover as discoverBip122 } from '../../../src/connectors/bip122/discover.js'
import type { Connector, ConnectorChange, ConnectorModule, Discover, FoundWallet } from '../../../src/connectors/connector.js'
import * as cosmos from '../../../src/connectors/cosmos/index.js'
import { discover as discoverCosmos } from '../../../src/connectors/cosmos/discover.js'
import {
  announceAnyMockWallet,
  type MockOptionsByNamespace,
  type MockWalletByNamespace,
} from '../../../src/connectors/mock/port.js'
import * as polkadot from '../../../src/connectors/polkadot/index.js'
import { discover as discoverPolkadot } from '../../../src/connectors/polkadot/discover.js'
import * as solana from '../../../src/connectors/solana/index.js'
import { discover as discoverSolana } from '../../../src/connectors/solana/discover.js'
import { accountIdOf } from '../../../src/vocabulary/account.js'
import type { Network } from '../../../src/vocabulary/network.js'
import {
  bitcoin,
  bitcoinTestnet,
  cosmoshub,
  osmosis,
  polkadot as polkadotNetwork,
  solana as solanaNetwork,
  solanaDevnet,
} from '../../../src/vocabulary/non-evm-networks.js'
import { world } from '../../support/connector-world.js'
import { plainWindow } from '../../support/plain-window.js'

export type Ecosystem = 'solana' | 'bip122' | 'polkadot' | 'cosmos'

/** What differs between the ecosystems; the methods are those of connecting and of signing a text. */
export const ecosystems: Readonly<
  Record<
    Ecosystem,
    {
      readonly discover: Discover
      readonly module: ConnectorModule
      readonly networks: readonly Network[]
      readonly connect: string
      readonly sign: string
    }
  >
> = {
  solana: {
    discover: discoverSolana,
    module: solana,
    networks: [solanaNetwork, solanaDevnet],
    connect: 'standard:connect',
    sign: 'solana:signMessage',
  },
  bip122: {
    discover: discoverBip122,
    module: bip122,
    networks: [bitcoin, bitcoinTestnet],
    connect: 'wallet_connect',
    sign: 'signMessage',
  },
  polkadot: { discover: discoverPolkadot, module: polkadot, networks: [polkadotNetwork], connect: 'enable', sign: 'signRaw' },
  cosmos: { discover: discoverCosmos, module: cosmos, networks: [cosmoshub, osmosis], connect: 'enable', sign: 'signArbitrary' },
}

/** Wallets of the namespace that the modal finds in a page now. */
export function found(window: Window, namespace: Ecosystem): readonly FoundWallet[] {
  const life = new AbortController()
  let last: readonly FoundWallet[] = []
  ecosystems[namespace].discover(window, (wallets) => void (last = wallets), life.signal)
  life.abort()
  return last
}

type Options<N extends Ecosystem> = Omit<MockOptionsByNamespace[N], 'namespace'>

/** A page with one mock wallet, and the connector that the modal makes of it. */
export async function pageWith<N extends Ecosystem>(namespace: N, options?: Options<N>, window = plainWindow()) {
  vi.stubGlobal('window', window) // where wallets of Cosmos tell of another key
  const given = { ...options, namespace } as unknown as MockOptionsByNamespace[N] // put together again
  const wallet = (await announceAnyMockWallet(window, given)) as MockWalletByNamespace[N] // as its options say
  const open = (): Connector => {
    const match = found(window, namespace).find(({ wallet: { uid } }) => uid === wallet.installed.uid)
    if (!match) throw new Error('the wallet was not found')
    return ecosystems[namespace].module.createConnector(match, world)
  }
  const connector = open()
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  const connect = (more: { readonly silent?: boolean; readonly signal?: AbortSignal } = {}) =>
    connector.connect({ networks: ecosystems[namespace].networks, ...more })
  return {
    window,
    wallet,
    connector,
    changes,
    connect,
    /** Connects by a new connector, as the modal does when a connection has ended. */
    again: () => open().connect({ networks: ecosystems[namespace].networks }),
    /** Connects, and gives the function with which the first account signs. */
    async connected() {
      const { accounts } = await connect()
      const [account] = accounts
      if (!account) throw new Error('no account')
      return { account, accounts, sign: (message: string) => connector.sign({ account: accountIdOf(account), message }) }
    },
  }
}
