// A wallet of the page that has an EIP-1193 provider, such as one that an SDK makes: a connector around it, for the setting
// `connectors`. The provider, and the code that speaks with it, are loaded when the person chooses the wallet.
import type {
  Connector,
  ConnectorChange,
  ConnectorWorld,
  ConnectOptions,
  RequestArguments,
  SignRequest,
  Transfer,
} from './connector.js'
import type { ChainId } from '../vocabulary/caip.js'
import type { Network } from '../vocabulary/network.js'

/** As much of an EIP-1193 provider as is needed. Its `on` and `removeListener` are used where it has them. */
export interface ProviderLike {
  request(args: { readonly method: string; readonly params?: unknown }): Promise<unknown>
}

/** What `providerConnector` is to be. */
export interface ProviderConnectorOptions {
  /**
   * Stable over reloads: a stored connection is found again by it. 1 to 128 letters, digits, `.`, `-`, `_`; best a reverse domain
   * name.
   */
  readonly id: string
  /** Shown to people, cut to one line of 64 characters. */
  readonly name: string
  /** `https:` url or `data:image/…`. */
  readonly icon?: string | undefined
  /**
   * Gives the provider. Called when the person chooses the wallet, and after a reload for a stored connection; again after a
   * failure, and never twice at a time. It must not prompt.
   */
  readonly provider: () => ProviderLike | PromiseLike<ProviderLike>
}

/** An EVM wallet answers from its own nodes; nothing else is read. */
const world: ConnectorWorld = { read: () => Promise.reject(new Error('no nodes')) }

/** What a modal gives to a connector of the page. */
interface Modal {
  readonly tell: (change: ConnectorChange) => void
  readonly signal: AbortSignal
}

/** The functions of the connector around the provider. It is not asked for before one of them is called. */
export function connectProvider({ id, name, icon, provider }: ProviderConnectorOptions, { tell, signal }: Modal) {
  let connector: Connector | undefined
  let opening: Promise<Connector> | undefined
  const load = async (): Promise<Connector> => {
    const [{ createConnector }, object] = await Promise.all([import('./eip155/index.js'), provider()])
    const wallet = { id, uid: id, namespace: 'eip155', name, source: 'custom' } as const
    connector = createConnector({ wallet, provider: object }, world)
    signal.addEventListener('abort', connector.release, { once: true })
    return connector
  }
  const open = () =>
    (opening ??= load().catch((error: unknown) => {
      opening = undefined // the next try asks for the provider again
      throw error
    }))
  let isTold = false
  return {
    id,
    namespace: 'eip155' as const,
    name,
    icon,
    async connect(options: ConnectOptions) {
      const opened = await open()
      const grant = await opened.connect(options)
      if (!isTold) opened.onChange(tell)
      isTold = true
      return grant
    },
    getAccounts: async () => (await open()).getAccounts(),
    disconnect: async () => connector?.disconnect(),
    release: () => connector?.release(),
    switchTo: async (network: Network) => (await open()).switchTo(network),
    sign: async (request: SignRequest) => (await open()).sign(request),
    send: async (transfer: Transfer) => (await open()).send(transfer),
    request: async (chain: ChainId, args: RequestArguments) => (await open()).request(chain, args),
  }
}
