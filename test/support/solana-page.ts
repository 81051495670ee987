// A page with Solana wallets, and a connector of one of them, found as the modal finds it.
import type { Connector, ConnectorChange, FoundWallet, Read } from '../../src/connectors/connector.js'
import { discover } from '../../src/connectors/solana/discover.js'
import { createConnector } from '../../src/connectors/solana/index.js'
import { accountIdOf } from '../../src/vocabulary/account.js'
import type { ChainId } from '../../src/vocabulary/caip.js'
import { solana, solanaDevnet } from '../../src/vocabulary/non-evm-networks.js'
import { world } from './connector-world.js'
import { plainWindow } from './plain-window.js'
import { createKeypairWallet, register } from './solana-wallet.js'

/** Looks for wallets in a page. */
export function watch(window: Window) {
  const life = new AbortController()
  const reports: (readonly FoundWallet[])[] = []
  discover(window, (found) => reports.push(found), life.signal)
  return { life, reports, now: () => reports.at(-1) ?? [], names: () => (reports.at(-1) ?? []).map(({ wallet }) => wallet.name) }
}

/** Opens a wallet of the page by its name; without `read`, whatever is sent to a node fails. */
export function open(window: Window, name: string, read: Read = world.read): Connector {
  const { now, life } = watch(window)
  const found = now().find(({ wallet }) => wallet.name === name)
  life.abort()
  if (!found) throw new Error(`${name} was not found`)
  return createConnector(found, { read })
}

/** The page of one wallet, connected on Solana's main and test networks; the changes that it reports are in `changes`. */
export async function connected(wallet: { readonly name: string } = createKeypairWallet().wallet, read?: Read) {
  const window = plainWindow()
  register(window, wallet)
  return connect(open(window, wallet.name, read))
}

/** Connects, and takes the first account. */
export async function connect(connector: Connector) {
  const changes: ConnectorChange[] = []
  connector.onChange((change) => changes.push(change))
  const { accounts } = await connector.connect({ networks: [solana, solanaDevnet] })
  const [account] = accounts
  if (!account) throw new Error('no account')
  return {
    connector,
    accounts,
    account,
    changes,
    sign: (message: string) => connector.sign({ account: accountIdOf(account), message }),
    ask: (method: string, params: object = {}, chain: ChainId = solana.caipNetworkId) =>
      connector.request(chain, { method, params }),
  }
}
