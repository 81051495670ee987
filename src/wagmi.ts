// `wallet-modal/wagmi`: a modal as a connector of wagmi, version 2 and 3. Its types are written out, so that wagmi need not be installed for them; loads
// nothing of the modal.
import { type Address, type Chain, SwitchChainError, UserRejectedRequestError } from 'viem'
import type { Eip1193Provider } from './vocabulary/eip1193.js'
import type { WalletModal } from './wallet-modal.js'

/** How wagmi lists the connector. */
export interface WagmiOptions {
  /** Default `walletModal`. Two modals of one wagmi config need an id each. */
  readonly id?: string | undefined
  /** Default `Wallet`. */
  readonly name?: string | undefined
  /** Url of a picture. Default: none. */
  readonly icon?: string | undefined
}

/** What wagmi gives to a connector: the part of the argument of its `CreateConnectorFn` that is needed here. */
interface WagmiConnectorConfig {
  readonly chains: readonly [Chain, ...Chain[]]
  readonly emitter: {
    emit(event: 'change', data: { readonly accounts?: readonly Address[]; readonly chainId?: number }): void
    emit(event: 'connect', data: { readonly accounts: readonly Address[]; readonly chainId: number }): void
    emit(event: 'disconnect'): void
  }
}

/** The accounts that `connect` gives: as wagmi's callers ask for them. */
type ConnectedAccounts<WithCapabilities> = WithCapabilities extends true
  ? readonly { address: Address; capabilities: Record<string, unknown> }[]
  : readonly Address[]

/** A connector of wagmi, as its `CreateConnectorFn` returns it. (No interface: wagmi wants an index signature, which only a type alias may stand for.) */
type WagmiConnector = {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly icon?: string
  setup(): Promise<void>
  /**
   * Opens the modal, unless an EVM wallet is connected in it or `isReconnecting`; resolves once it is connected. A wallet that does not switch to
   * `chainId` is connected on its own chain, unless the visitor declined.
   * @throws viem's UserRejectedRequestError (4001) when the visitor closes the modal or declines; an error with code 4900 when `isReconnecting` and
   * there is nothing to restore; WalletError as `WalletModal.connect`
   */
  connect<WithCapabilities extends boolean = false>(parameters?: {
    chainId?: number | undefined
    isReconnecting?: boolean | undefined
    withCapabilities?: WithCapabilities | boolean | undefined
  }): Promise<{ accounts: ConnectedAccounts<WithCapabilities>; chainId: number }>
  /** Disconnects the EVM wallet of the modal. @throws WalletError DESTROYED, NETWORK_ERROR */
  disconnect(): Promise<void>
  /** The accounts, the selected one first; none without a wallet. */
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(): Promise<Eip1193Provider>
  /** Whether a wallet is connected or an earlier one can be restored. Asks nobody; loads nothing where this site has stored no connection. */
  isAuthorized(): Promise<boolean>
  /**
   * Switches modal and wallet. The wallet is told of an unknown chain by the modal, from its own settings.
   * @throws viem's SwitchChainError (4902) for a chain that wagmi or the modal does not have, and when the wallet fails; UserRejectedRequestError (4001)
   */
  switchChain(parameters: { chainId: number }): Promise<Chain>
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onConnect(info: { chainId: string }): void
  onDisconnect(error?: Error): void
}

/**
 * Makes the modal a connector of wagmi: give it to wagmi's `createConfig`. The two follow each other: what connects, disconnects or switches in one does so
 * in the other.
 */
export function walletModal(modal: WalletModal, { id = 'walletModal', name = 'Wallet', icon }: WagmiOptions = {}) {
  const provider = modal.provider('eip155')
  const readAccounts = () => provider.request<readonly Address[]>({ method: 'eth_accounts' })
  const readChainId = async () => Number(await provider.request<string>({ method: 'eth_chainId' }))

  return ({ chains, emitter }: WagmiConnectorConfig): WagmiConnector => {
    async function switchTo(chainId: number): Promise<Chain> {
      const chain = chains.find((each) => each.id === chainId)
      if (!chain) throw new SwitchChainError(new Error(`Chain ${chainId} is not in wagmi's config`))
      try {
        await modal.switchNetwork(`eip155:${chainId}`)
      } catch (error) {
        throw isRejection(error) ? new UserRejectedRequestError(asError(error)) : new SwitchChainError(asError(error))
      }
      emitter.emit('change', { chainId })
      return chain
    }

    const connector: WagmiConnector = {
      id,
      name,
      type: 'walletModal',
      ...(icon === undefined ? {} : { icon }),
      setup() {
        provider.on('connect', (info) => connector.onConnect(info))
        provider.on('accountsChanged', (accounts) => connector.onAccountsChanged(accounts))
        provider.on('chainChanged', (chainId) => connector.onChainChanged(chainId))
        provider.on('disconnect', (error) => connector.onDisconnect(error))
        // A modal that ends publishes this, when its provider says nothing any more.
        modal.$account.listen((account) => account ?? connector.onDisconnect())
        return Promise.resolve()
      },
      async connect<WithCapabilities extends boolean = false>({
        chainId: wanted,
        isReconnecting,
        withCapabilities,
      }: Parameters<typeof connector.connect<WithCapabilities>>[0] = {}) {
        let accounts = await readAccounts()
        if (accounts.length === 0) {
          if (isReconnecting) throw Object.assign(new Error('There is no connection to restore'), { code: 4900 })
          await modal.connect({ namespace: 'eip155' }).catch((error: unknown) => {
            throw isRejection(error) ? new UserRejectedRequestError(asError(error)) : error
          })
          accounts = await readAccounts()
        }
        let chainId = await readChainId()
        if (wanted !== undefined && wanted !== chainId && !isReconnecting) {
          const switched = await switchTo(wanted).catch((error: unknown) => {
            if (error instanceof UserRejectedRequestError) throw error
          })
          chainId = switched?.id ?? chainId
        }
        const given = withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts
        return { accounts: given as ConnectedAccounts<WithCapabilities>, chainId } // as `withCapabilities` asks
      },
      async disconnect() {
        await modal.disconnect({ namespace: 'eip155' }).catch((error: unknown) => {
          if (codeOf(error) !== 'DISCONNECT_FAILED') throw error // it is disconnected here all the same
        })
      },
      getAccounts: readAccounts,
      getChainId: readChainId,
      getProvider: () => Promise.resolve(provider),
      async isAuthorized() {
        if (modal.$status.get() === 'disconnected' && !hasStored(modal)) return false
        return readAccounts().then(
          ({ length }) => length > 0,
          () => false,
        )
      },
      switchChain: ({ chainId }) => switchTo(chainId),
      onAccountsChanged(accounts) {
        if (accounts.length === 0) connector.onDisconnect()
        else emitter.emit('change', { accounts: accounts as Address[] }) // of our own provider, which gives hex
      },
      onChainChanged(chainId) {
        emitter.emit('change', { chainId: Number(chainId) })
      },
      onConnect({ chainId }) {
        readAccounts().then(
          (accounts) => accounts.length > 0 && emitter.emit('connect', { accounts, chainId: Number(chainId) }),
          () => undefined, // it has ended meanwhile, which the provider says too
        )
      },
      onDisconnect() {
        emitter.emit('disconnect')
      },
    }
    return connector
  }
}

/** Whether an earlier document of this site has left a connection. */
function hasStored({ appearance }: WalletModal): boolean {
  try {
    // Not the storage that a server's Node may have of its own: nobody's browser is connected there.
    return typeof window !== 'undefined' && window.localStorage.getItem(`wm:${appearance.name}:connections`) !== null
  } catch {
    return false // the browser forbids storage, so nothing can be stored
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error('The wallet failed', { cause: thrown }))
const codeOf = (thrown: unknown): unknown =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
const isRejection = (thrown: unknown): boolean => ['MODAL_CLOSED', 'USER_REJECTED', 4001].includes(codeOf(thrown) as string)
