// What a page asks of an EVM connector, in the few words that tests need: with the first account of the development node unless said otherwise.
import type { AccountId, ChainId } from '../../src/vocabulary/caip.js'
import type { Connector, ConnectorChange, Grant } from '../../src/connectors/connector.js'

export const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

interface Sending {
  readonly to: string
  readonly amount: bigint
  readonly chain?: ChainId
  readonly from?: string
  /** Address of a token contract; default: the chain's own coin. */
  readonly token?: string
}

/** `home`: the chain that the wallet is on. */
export function callsOn(home: ChainId) {
  return {
    sign: async (connector: Connector, message: string, account: AccountId = `${home}:${ada}`): Promise<string> =>
      (await connector.sign({ account, message })).signature,
    send: (connector: Connector, { to, amount, chain = home, from = ada, token }: Sending): Promise<string> =>
      connector.send({
        from: `${home}:${from}`,
        to,
        amount,
        asset: token ? `${chain}/erc20:${token}` : `${chain}/slip44:60`,
      }),
  }
}

/** A grant of the same accounts on each chain, on the first; or of accounts by chain. */
export function granted(accounts: Readonly<Record<ChainId, readonly string[]>>, chain: ChainId, isLimited = false): Grant {
  const chains = Object.keys(accounts) as ChainId[] // as given
  return {
    accounts: chains.flatMap((each) => (accounts[each] ?? []).map((address) => ({ chain: each, address }))),
    chain,
    ...(isLimited ? { chains } : {}),
  }
}

export const tellsGrant = (...args: Parameters<typeof granted>): ConnectorChange => ({ type: 'grant', grant: granted(...args) })
