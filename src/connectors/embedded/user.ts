// Who has signed in to the frame, and with which accounts, as far as the page has use for them.
import type { FrameClient } from '../../frame/client.js'
import { isFrameError } from '../../frame/frame-error.js'
import type { FrameReply } from '../../frame/messages.js'
import type { ChainId, Namespace } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'
import type { ConnectorModule } from '../connector.js'
import type { EmbeddedConnectOptions, EmbeddedUser, SignedMessage, SignRequestPayload } from '../connector.js'
import type { FrameAccounts } from './session.js'

/** Modules that make connectors, by namespace. */
export type Modules = ReadonlyMap<Namespace, Pick<ConnectorModule, 'readAddress'>>

/** What the frame says of who has signed in, and of the accounts. */
export interface FrameUser {
  readonly user: EmbeddedUser
  readonly accounts: FrameAccounts
  /** Addresses of smart accounts; all others have a key of their own. */
  readonly smart: ReadonlySet<string>
  /** What the visitor has signed with the login. Unchecked. */
  readonly signed: SignedMessage | undefined
}

/** What is asked besides the accounts. */
interface Question extends Pick<EmbeddedConnectOptions, 'accountType' | 'chain' | 'signal'> {
  readonly toSign: SignRequestPayload | undefined
}

/**
 * Asks for the accounts on each of `networks` that has a module. The first question is about `chain`: the frame may have to open the wallet for it.
 * @param question `accountType`: on EVM chains, the type of account that the visitor prefers: it stands first where the frame has it. `toSign`: asked for
 *   with the first question, if that is about an EVM chain; who declines has logged in all the same
 * @throws FrameError as the frame answers; WalletError NO_ACCOUNTS when it serves none of the networks
 */
export async function askUser(
  frame: FrameClient,
  networks: readonly Network[],
  modules: Modules,
  { chain, accountType, toSign, signal }: Question,
): Promise<FrameUser> {
  const served = networks.filter(({ chainNamespace }) => modules.has(chainNamespace))
  const wanted = served.find(({ caipNetworkId }) => caipNetworkId === chain) ?? served[0]
  if (!wanted) throw walletError('NO_ACCOUNTS')
  const ask = ({ caipNetworkId, chainNamespace }: Network, siwx?: SignRequestPayload) => {
    const isEvm = chainNamespace === 'eip155'
    const asked = {
      chainId: caipNetworkId,
      ...(isEvm && accountType !== undefined ? { preferredAccountType: accountType } : {}),
      ...(isEvm && siwx ? { siwxMessage: messageOf(siwx, caipNetworkId) } : {}),
    }
    return frame.request('GET_USER', asked, { signal }).catch((error: unknown) => {
      if (isFrameError(error, 'UNSUPPORTED_CHAIN')) return undefined // it serves other networks
      throw error
    })
  }
  const first = await ask(wanted, toSign)
  const answers = await Promise.all(
    served.map(async (network) => [network, network === wanted ? first : await ask(network)] as const),
  )
  const accounts = new Map<Namespace, Map<ChainId, readonly string[]>>()
  const smart = new Set<string>()
  for (const [network, answer] of answers) {
    const { chainNamespace, caipNetworkId } = network
    const read = modules.get(chainNamespace)?.readAddress
    const addresses = answer ? addressesOf(answer, chainNamespace, read) : []
    if (addresses.length === 0) continue
    for (const { address, type } of answer?.accounts ?? []) if (type === 'smartAccount') smart.add(read?.(address) ?? address)
    const chains = accounts.get(chainNamespace) ?? new Map<ChainId, readonly string[]>()
    accounts.set(chainNamespace, chains.set(caipNetworkId, addresses))
  }
  const known = first ?? answers.find(([, answer]) => answer)?.[1]
  if (!known || accounts.size === 0) throw walletError('NO_ACCOUNTS')
  const { message, signature } = first ?? {}
  return { user: userOf(known), accounts, smart, signed: toSign && message && signature ? { message, signature } : undefined }
}

/** In the frame's words. It knows the address, and puts it and the time in. */
const messageOf = ({ statement, expirationTime, resources, ...payload }: SignRequestPayload, chainId: ChainId) => ({
  ...payload,
  accountAddress: '<<AccountAddress>>',
  chainId,
  version: '1',
  ...(statement === undefined ? {} : { statement }),
  ...(expirationTime === undefined ? {} : { expirationTime }),
  ...(resources ? { resources: [...resources] } : {}),
})

/** The accounts of the types that are known here, the one in use first. An older frame names none, and has the one. */
function addressesOf(
  { address, accounts }: FrameReply<'GET_USER'>,
  namespace: Namespace,
  read: ConnectorModule['readAddress'] = () => undefined,
) {
  const isKnown = (type: string) => type === 'eoa' || (type === 'smartAccount' && namespace === 'eip155')
  const own = accounts ? accounts.filter(({ type }) => isKnown(type)).map((account) => account.address) : [address]
  const first = own.filter((each) => each === address)
  return [...new Set([...first, ...own].flatMap((each) => read(each) ?? []))]
}

function userOf({ email, userName, provider, recovery }: FrameReply<'GET_USER'>): EmbeddedUser {
  return {
    ...(email ? { email } : {}),
    ...(userName ? { userName } : {}),
    ...(provider ? { provider } : {}),
    ...(recovery ? { recovery } : {}),
  }
}
