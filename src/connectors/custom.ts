// Makes a `Connector` of each connector that the page brings (setting `connectors`): checks what it answers, and gives what it
// throws a code. Loaded only where the page brings some.
import type { GrantedAccount } from '../vocabulary/account.js'
import { type ChainId, isAccountId, isChainId, isNamespace, type Namespace } from '../vocabulary/caip.js'
import { displayName } from '../vocabulary/display-name.js'
import { isWalletError, walletError, type WalletError } from '../vocabulary/errors.js'
import { isImageUrl } from '../vocabulary/image-url.js'
import type { InstalledWallet } from '../vocabulary/wallet.js'
import { type Changes, createChanges } from './changes.js'
import type { Connector, ConnectorChange, Grant } from './connector.js'
import type { ConnectorFactory, CustomConnector } from './create-connector.js'
import { toWalletError } from './wallet-errors.js'

/** A connector of the page, with its row in the list of installed wallets. */
export interface CustomWallet {
  readonly installed: InstalledWallet
  connector(): Connector
}

const ID = /^[\w.-]{1,128}$/
const TEXT_MAX_CHARACTERS = 256

/**
 * Calls each factory once. A connector whose factory throws, or that lacks a valid id, namespace, name, `connect` or
 * `getAccounts`, or has the id of another one, is left out.
 * @param signal for the factories: ends with the modal
 * @param onUnusable called for each connector that is left out, with `CONFIG_INVALID`
 */
export function createCustomWallets(
  factories: readonly ConnectorFactory[],
  signal: AbortSignal = new AbortController().signal,
  onUnusable: (error: WalletError) => void = () => undefined,
): readonly CustomWallet[] {
  const report = (index: number, problem: string, cause?: unknown) =>
    onUnusable(walletError('CONFIG_INVALID', { details: { setting: `connectors.${index}`, problem }, cause }))
  const wallets: CustomWallet[] = []
  for (const [index, factory] of factories.entries()) {
    const changes = createChanges()
    try {
      const tell = (change: unknown) => {
        try {
          changes.tell(readChange(change, custom.namespace))
        } catch (cause) {
          report(index, 'what it has told was ignored', cause)
        }
      }
      const custom: CustomConnector = factory({ signal, tell })
      const problem = problemOf(custom, wallets)
      if (problem) report(index, problem)
      else wallets.push(createCustomWallet(custom, changes))
    } catch (cause) {
      report(index, 'it could not be made', cause)
    }
  }
  return wallets
}

function problemOf(custom: Partial<CustomConnector> | undefined, others: readonly CustomWallet[]): string | undefined {
  const { id, namespace, name } = custom ?? {}
  if (typeof id !== 'string' || !ID.test(id)) return 'its id must be letters, digits, point, hyphen or underscore'
  if (!isNamespace(namespace)) return 'its namespace is not known'
  if (!displayName(name)) return 'it has no name'
  if (typeof custom?.connect !== 'function' || typeof custom.getAccounts !== 'function')
    return 'connect or getAccounts is missing'
  const isTaken = others.some(({ installed }) => installed.id === id && installed.namespace === namespace)
  return isTaken ? `another connector of ${namespace} has the id ${id}` : undefined
}

function createCustomWallet(custom: CustomConnector, changes: Changes): CustomWallet {
  const { id, namespace } = custom
  const icon = typeof custom.icon === 'string' && isImageUrl(custom.icon) ? { icon: custom.icon } : {}
  const name = displayName(custom.name) ?? id
  return {
    installed: { id, uid: `custom:${namespace}:${id}`, namespace, name, ...icon, source: 'custom' },
    connector: () => fromCustom(custom, { id, name, ...icon }, changes),
  }
}

function fromCustom(custom: CustomConnector, wallet: Connector['wallet'], changes: Changes): Connector {
  const { id, namespace } = custom
  const unsupported = (method: string) => walletError('UNSUPPORTED_METHOD', { details: { method } })
  const getAccounts = () => checked(async () => readAccounts(await custom.getAccounts(), namespace))
  return {
    id,
    namespace,
    transport: 'custom',
    wallet,
    async connect(options) {
      const grant = await checked(async () => readGrant(await custom.connect(options), namespace), options.signal)
      if (!grant.accounts.some(({ chain }) => chain === grant.chain))
        throw walletError(options.silent ? 'NOT_CONNECTED' : 'NO_ACCOUNTS')
      changes.clear()
      return grant
    },
    getAccounts,
    isAuthorized: () =>
      getAccounts().then(
        (accounts) => accounts.length > 0,
        () => false,
      ),
    disconnect: async () => void (await checked(async () => custom.disconnect?.())),
    release: () => custom.release?.(),
    switchTo: (network) =>
      checked(async () => {
        if (!custom.switchTo) throw walletError('SWITCH_FAILED', { details: { chain: network.caipNetworkId } })
        return readGrant(await custom.switchTo(network), namespace)
      }),
    sign: (request) =>
      checked(async () => {
        if (!custom.sign) throw unsupported('sign')
        const { signature, publicKey, scheme } = await custom.sign(request)
        if (typeof signature !== 'string' || signature === '') throw failed('it did not answer with a signature')
        return { signature, ...texts({ publicKey, scheme }) }
      }),
    send: (transfer) =>
      checked(async () => {
        if (!custom.send) throw unsupported('send')
        const hash = await custom.send(transfer)
        return typeof hash === 'string' && hash !== ''
          ? hash
          : Promise.reject(failed('it did not answer with a transaction hash'))
      }),
    request: async (chain, args) => {
      if (!custom.request) throw unsupported(args.method)
      return custom.request(chain, args)
    },
    onChange: (listener) => changes.onChange(listener),
  }
}

/**
 * Runs one function of the connector and turns what it throws into a WalletError. When `signal` has ended by the time of the
 * answer, the answer is dropped and `ABORTED` thrown.
 */
async function checked<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    const answer = await act()
    if (signal?.aborted) throw walletError('ABORTED', { cause: signal.reason })
    return answer
  } catch (error) {
    throw isWalletError(error) ? error : toWalletError(error)
  }
}

/** Reads what a connector has told. @throws WalletError `WALLET_FAILED` for anything that is no change, or with a malformed grant */
function readChange(value: unknown, namespace: Namespace): ConnectorChange {
  const { type, grant, message } = (value ?? {}) as { readonly [Name in 'type' | 'grant' | 'message']?: unknown } // read as untrusted
  if (type === 'grant') return { type, grant: readGrant(grant as Partial<Grant> | undefined, namespace) }
  if (type === 'message') return { type, message }
  if (type === 'disconnect') return { type }
  throw failed('it did not tell of a grant, a message or a disconnect')
}

const failed = (problem: string) => walletError('WALLET_FAILED', { details: { problem } })

/** @throws WalletError `WALLET_FAILED` when it has no chain of the namespace, or no list of accounts */
function readGrant(value: Partial<Grant> | undefined, namespace: Namespace): Grant {
  const { accounts, chain, chains } = value ?? {}
  if (!isOf(namespace, chain)) throw failed('it did not say which chain it is on')
  return {
    accounts: readAccounts(accounts, namespace),
    chain,
    ...(Array.isArray(chains) ? { chains: chains.filter((each) => isOf(namespace, each)) } : {}),
  }
}

/** The accounts of the namespace; malformed ones are left out. @throws WalletError `WALLET_FAILED` when it is no list */
function readAccounts(value: unknown, namespace: Namespace): readonly GrantedAccount[] {
  if (!Array.isArray(value)) throw failed('it did not answer with a list of accounts')
  return (value as readonly (Partial<GrantedAccount> | undefined)[]).flatMap((account) => {
    const { chain, address, purpose, type, publicKey, label } = account ?? {}
    if (!isOf(namespace, chain) || typeof address !== 'string' || !isAccountId(`${chain}:${address}`)) return []
    return [{ chain, address, ...texts({ purpose, type, publicKey, label: displayName(label) }) }]
  })
}

function isOf(namespace: Namespace, chain: unknown): chain is ChainId {
  return isChainId(chain) && chain.startsWith(`${namespace}:`)
}

/** The entries whose value is a text of at most 256 characters. */
function texts<Name extends string>(values: Readonly<Record<Name, unknown>>): Partial<Record<Name, string>> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === 'string' && value.length <= TEXT_MAX_CHARACTERS),
  ) as Partial<Record<Name, string>> // filtered just now
}
