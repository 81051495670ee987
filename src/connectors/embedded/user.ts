// Who has signed in to the frame, and with which accounts, as far as the page has use for them.
import type { FrameClient } from '../../frame/client.js'
import { isFrameError } from '../../frame/frame-error.js'
import type { FrameReply } from '../../frame/messages.js'
import type { ChainId, Namespace } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import type { ConnectorModule } from '../connector.js'
import type { EmbeddedUser } from '../connector.js'
import type { FrameAccounts } from './session.js'

/** Modules that make connectors, by namespace. */
export type Modules = ReadonlyMap<Namespace, Pick<ConnectorModule, 'readAddress'>>

/**
 * Asks for the accounts on each of `networks` that has a module. The first question is about `chain`: the frame may have to open the wallet for it.
 * @throws FrameError as the frame answers; WalletError NO_ACCOUNTS when it serves none of the networks
 */
export async function askUser(
  frame: FrameClient,
  networks: readonly Network[],
  modules: Modules,
  chain: ChainId | undefined,
  signal: AbortSignal,
): Promise<{ readonly user: EmbeddedUser; readonly accounts: FrameAccounts }> {
  const served = networks.filter(({ chainNamespace }) => modules.has(chainNamespace))
  const wanted = served.find(({ caipNetworkId }) => caipNetworkId === chain) ?? served[0]
  if (!wanted) throw walletError('NO_ACCOUNTS')
  const ask = (network: Network) =>
    frame.request('GET_USER', { chainId: network.caipNetworkId }, { signal }).catch((error: unknown) => {
      if (isFrameError(error, 'UNSUPPORTED_CHAIN')) return undefined // it serves other networks
      throw error
    })
  const first = await ask(wanted)
  const answers = await Promise.all(
    served.map(async (network) => [network, network === wanted ? first : await ask(network)] as const),
  )
  const accounts = new Map<Namespace, Map<ChainId, readonly string[]>>()
  for (const [network, answer] of answers) {
    const { chainNamespace, caipNetworkId } = network
    const addresses = answer ? addressesOf(answer, modules.get(chainNamespace)?.readAddress) : []
    if (addresses.length === 0) continue
    const chains = accounts.get(chainNamespace) ?? new Map<ChainId, readonly string[]>()
    accounts.set(chainNamespace, chains.set(caipNetworkId, addresses))
  }
  const known = first ?? answers.find(([, answer]) => answer)?.[1]
  if (!known || accounts.size === 0) throw walletError('NO_ACCOUNTS')
  return { user: userOf(known), accounts }
}

/** The accounts with a key of their own. An older frame names none, and has the one. */
function addressesOf({ address, accounts }: FrameReply<'GET_USER'>, read: ConnectorModule['readAddress'] = () => undefined) {
  const own = accounts ? accounts.filter(({ type }) => type === 'eoa').map((account) => account.address) : [address]
  return [...new Set(own.flatMap((each) => read(each) ?? []))]
}

function userOf({ email, userName, provider, recovery }: FrameReply<'GET_USER'>): EmbeddedUser {
  return {
    ...(email ? { email } : {}),
    ...(userName ? { userName } : {}),
    ...(provider ? { provider } : {}),
    ...(recovery ? { recovery } : {}),
  }
}
