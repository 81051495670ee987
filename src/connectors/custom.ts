// The page's own connectors behind the contract of all: what they answer and throw is checked like any wallet's. Loaded where a page has some.
import type { GrantedAccount } from '../account.js'
import { type ChainId, isAccountId, isChainId, isNamespace, type Namespace } from '../caip.js'
import { displayName } from '../display-name.js'
import { isWalletError, WalletError } from '../errors.js'
import { isImageUrl } from '../image-url.js'
import type { InstalledWallet } from '../wallet.js'
import { type Changes, createChanges } from './changes.js'
import type { Connector, Grant } from './connector.js'
import type { ConnectorFactory, CustomConnector } from './create-connector.js'
import { toWalletError } from './wallet-errors.js'

export interface CustomWallet {
  readonly installed: InstalledWallet
  connector(): Connector
}

const ID = /^[\w.-]{1,128}$/
const TEXT_MAX_CHARACTERS = 256

/**
 * Makes them all, once. One that cannot be made is left out.
 * @param onUnusable told of each of these, with CONFIG_INVALID
 */
export function createCustomWallets(
  factories: readonly ConnectorFactory[],
  signal: AbortSignal = new AbortController().signal,
  onUnusable: (error: WalletError) => void = () => undefined,
): readonly CustomWallet[] {
  const report = (index: number, problem: string, cause?: unknown) =>
    onUnusable(new WalletError('CONFIG_INVALID', { details: { setting: `connectors.${index}`, problem }, cause }))
  const wallets: CustomWallet[] = []
  for (const [index, factory] of factories.entries()) {
    const changes = createChanges()
    try {
      const custom: CustomConnector = factory({ signal, tell: (change) => tellChecked(changes, custom, change) })
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
  const unsupported = (method: string) => new WalletError('UNSUPPORTED_METHOD', { details: { method } })
  const getAccounts = () => checked(async () => readAccounts(await custom.getAccounts(), namespace))
  return {
    id,
    namespace,
    transport: 'custom',
    wallet,
    async connect(options) {
      const grant = await checked(async () => readGrant(await custom.connect(options), namespace), options.signal)
      if (!grant.accounts.some(({ chain }) => chain === grant.chain))
        throw new WalletError(options.silent ? 'NOT_CONNECTED' : 'NO_ACCOUNTS')
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
        if (!custom.switchTo) throw new WalletError('SWITCH_FAILED', { details: { chain: network.caipNetworkId } })
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

/** What the wallet throws, coded; and ABORTED as soon as nobody waits any more. */
async function checked<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    const answer = await act()
    if (signal?.aborted) throw new WalletError('ABORTED', { cause: signal.reason })
    return answer
  } catch (error) {
    throw isWalletError(error) ? error : toWalletError(error)
  }
}

function tellChecked(changes: Changes, { namespace }: CustomConnector, change: Parameters<Changes['tell']>[0]): void {
  if (change.type !== 'grant') return changes.tell(change)
  changes.tell({ type: 'grant', grant: readGrant(change.grant, namespace) })
}

const failed = (problem: string) => new WalletError('WALLET_FAILED', { details: { problem } })

/** @throws WalletError WALLET_FAILED */
function readGrant(value: Partial<Grant> | undefined, namespace: Namespace): Grant {
  const { accounts, chain, chains } = value ?? {}
  if (!isOf(namespace, chain)) throw failed('it did not say which chain it is on')
  return {
    accounts: readAccounts(accounts, namespace),
    chain,
    ...(Array.isArray(chains) ? { chains: chains.filter((each) => isOf(namespace, each)) } : {}),
  }
}

/** What is no account is left out. */
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

/** Those that are texts. */
function texts<Name extends string>(values: Readonly<Record<Name, unknown>>): Partial<Record<Name, string>> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === 'string' && value.length <= TEXT_MAX_CHARACTERS),
  ) as Partial<Record<Name, string>> // filtered just now
}
