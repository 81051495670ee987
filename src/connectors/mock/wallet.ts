// An EVM wallet for tests and demonstrations: an EIP-1193 provider with real keys, whose methods can be made to fail.
import type { Hex } from 'viem'
import { createPublicClient, createWalletClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getAddress, hexToNumber, isHex, numberToHex } from 'viem/utils'
import * as z from 'zod/mini'
import { ProviderRpcError } from '../../vocabulary/rpc-error.js'
import type { InstalledWallet } from '../../vocabulary/wallet.js'
import type { Connector, RequestArguments } from '../connector.js'
import { createEip155 } from '../eip155/connector.js'
import { createInjectedChannel } from '../eip155/injected-channel.js'
import { createControls, type MockControls } from './controls.js'
import { allowPermissions, permissionParams, permissionsCapability, revokeParams } from './permissions.js'

/** What `createMockWallet` is to be. */
export interface MockWalletOptions {
  /** Default `eip155`; wallets of the other namespaces have options of their own. */
  readonly namespace?: 'eip155' | undefined
  /** Default `Mock Wallet`. */
  readonly name?: string | undefined
  /** `data:image/…` */
  readonly icon?: string | undefined
  /** Default `mock.wallet`. */
  readonly rdns?: string | undefined
  /** Private keys, or addresses that can be shown but sign nothing (4100). Default: one new key. Signatures are real. */
  readonly accounts?: readonly Hex[] | undefined
  /** Numbers of the EVM chains that the wallet knows; it starts on the first. Default `[1]`. */
  readonly chains?: readonly number[] | undefined
  /**
   * Node urls by chain number, for sending and for calls that the wallet does not answer itself; without one they fail with 4200.
   */
  readonly rpcUrls?: Readonly<Record<number, string>> | undefined
  /**
   * Answers for the person; `false` rejects with 4001. Called for connecting, signing, sending, switching, and adding a chain or
   * a token. Default: approves everything.
   */
  readonly approve?: ((request: RequestArguments) => boolean | Promise<boolean>) | undefined
  /** Whether the page is allowed already, as after an earlier visit: then it is connected again after a reload. Default `false`. */
  readonly allowed?: boolean | undefined
  /**
   * Whether it knows permissions (ERC-7715 by its older names): `wallet_grantPermissions`, and `wallet_revokePermissions` with the id of a session. It says so
   * by its capabilities. Default `false`.
   */
  readonly permissions?: boolean | undefined
  /** ms before each answer. Default 0. */
  readonly delay?: number | undefined
}

/** An EVM wallet in memory, and what a test does with it. */
export interface MockWallet extends MockControls {
  /** The wallet's object (EIP-1193). Its errors are ProviderRpcErrors. */
  readonly provider: {
    request(args: RequestArguments): Promise<unknown>
    on(event: string, listener: (payload: unknown) => void): void
    removeListener(event: string, listener: (payload: unknown) => void): void
  }
  /** Its row in the list of installed wallets. */
  readonly installed: InstalledWallet
  /** The accounts that it is set to, with checksum (EIP-55); granted or not. */
  readonly addresses: readonly string[]
  /** The tokens that pages have added with `wallet_watchAsset` (EIP-747). */
  readonly assets: readonly { readonly type: string; readonly address: string; readonly symbol?: string | undefined }[]
  /** A new connector over this wallet: the one that installed EVM wallets have, with the transport `mock`. */
  connector(): Connector
  /**
   * Sets the accounts (keys or addresses) and emits `accountsChanged`, as when the person selects them in the wallet. `[]` locks
   * the wallet.
   */
  setAccounts(accounts: readonly Hex[]): void
  /** Switches to a chain and emits `chainChanged`, as when the person does so in the wallet. */
  setChain(chain: number): void
  /** Takes the page's permission back and emits `accountsChanged`, as when the person does so in the wallet. */
  disconnect(): void
  /** Emits any event of the provider. */
  emit(event: string, payload: unknown): void
}

const asksFirst = new Set(
  'eth_requestAccounts wallet_requestPermissions wallet_switchEthereumChain wallet_addEthereumChain wallet_watchAsset wallet_sendCalls wallet_grantPermissions personal_sign eth_signTypedData_v4 eth_sendTransaction'.split(
    ' ',
  ),
)
const hexSchema = z.custom<Hex>((value) => isHex(value))
const chainParams = z.tuple([z.object({ chainId: hexSchema })])
/** Some clients send a password as third parameter, as geth's `personal_sign` takes one. It is ignored. */
const signParams = z.tuple([hexSchema, z.string()], z.unknown())
/** Typed data as JSON text, or as an object (web3.js). */
const typedDataParams = z.tuple([z.string(), z.union([z.string(), z.record(z.string(), z.unknown())])])
const transactionParams = z.tuple([
  z.object({
    from: hexSchema,
    to: z.optional(hexSchema),
    data: z.optional(hexSchema),
    value: z.optional(hexSchema),
    gas: z.optional(hexSchema),
  }),
])
const assetParams = z.object({
  type: z.enum(['ERC20', 'ERC721', 'ERC1155']),
  options: z.looseObject({ address: hexSchema, symbol: z.optional(z.string()) }),
})
const callsParams = z.tuple([
  z.object({
    version: z.string(),
    id: z.optional(z.string()),
    from: z.optional(hexSchema),
    chainId: hexSchema,
    atomicRequired: z.optional(z.boolean()),
    calls: z
      .array(z.object({ to: z.optional(hexSchema), data: z.optional(hexSchema), value: z.optional(hexSchema) }))
      .check(z.minLength(1)),
  }),
])
const bundleParams = z.tuple([z.string()])
const typedDataSchema = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})

const isKey = (account: Hex) => account.length === 66

/**
 * Makes an EVM wallet that answers like a real one: accounts, networks, signatures (EIP-191, EIP-712), transactions, batches of
 * calls (EIP-5792, not atomic), permissions (EIP-2255; ERC-7715 with the option `permissions`). Other methods go to the node of its chain; unknown `wallet_` methods fail
 * with 4200.
 * @example
 * const wallet = createMockWallet({ chains: [1, 137] })
 * wallet.fail('personal_sign', 'reject')
 * await wallet.provider.request({ method: 'eth_requestAccounts' })
 */
export function createMockWallet(options: MockWalletOptions = {}): MockWallet {
  const { name = 'Mock Wallet', rdns = 'mock.wallet', rpcUrls = {}, approve = () => true } = options
  const knowsPermissions = options.permissions === true
  const known = new Set(options.chains ?? [1])
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const { controls, answer } = createControls({
    approve,
    delay: options.delay,
    changeAccounts: () => setAccounts([generatePrivateKey()]),
  })
  const keys = new Map<string, Hex>()
  const learn = (account: Hex): string => {
    const address = isKey(account) ? privateKeyToAccount(account).address : getAddress(account)
    if (isKey(account)) keys.set(address, account)
    return address
  }
  let addresses = (options.accounts ?? [generatePrivateKey()]).map(learn)
  let chain = [...known][0] ?? 1
  let isAllowed = options.allowed ?? false
  const assets: { type: string; address: string; symbol?: string | undefined }[] = []
  /** Batches of calls by id (EIP-5792). */
  const bundles = new Map<string, { chain: number; hashes: readonly Hex[] }>()
  const permissions = () =>
    isAllowed
      ? [
          {
            invoker: globalThis.location?.origin ?? 'null',
            parentCapability: 'eth_accounts',
            caveats: [{ type: 'restrictReturnedAccounts', value: addresses }],
          },
        ]
      : []

  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
  }
  const signer = (address: string) => {
    const key = keys.get(getAddress(address))
    if (!key || !isAllowed || !addresses.includes(getAddress(address))) throw new ProviderRpcError(4100, 'Not authorized.')
    return privateKeyToAccount(key)
  }
  const read = <T>(schema: z.ZodMiniType<T>, params: unknown): T => {
    const parsed = schema.safeParse(params)
    if (!parsed.success) throw new ProviderRpcError(-32602, 'Invalid params.')
    return parsed.data
  }
  const node = () => {
    const url = rpcUrls[chain]
    if (!url) throw new ProviderRpcError(4200, 'This wallet has no node for the chain it is on.')
    return http(url)
  }
  const moveTo = (next: number) => {
    if (next === chain) return
    chain = next
    emit('chainChanged', numberToHex(next))
  }

  const answers: Record<string, (params: unknown) => unknown> = {
    eth_chainId: () => numberToHex(chain),
    eth_accounts: () => (isAllowed ? addresses : []),
    eth_requestAccounts: () => {
      isAllowed = true
      return addresses
    },
    wallet_requestPermissions: () => {
      isAllowed = true
      return permissions()
    },
    wallet_getPermissions: () => permissions(),
    wallet_watchAsset: (params) => {
      const { type, options: asset } = read(assetParams, Array.isArray(params) ? params[0] : params)
      assets.push({ type, address: asset.address, symbol: asset.symbol })
      return true
    },
    wallet_getCapabilities: () =>
      Object.fromEntries(
        [...known].map((each) => [
          numberToHex(each),
          { atomic: { status: 'unsupported' }, ...permissionsCapability(knowsPermissions) },
        ]),
      ),
    wallet_sendCalls: async (params) => {
      const [{ id = numberToHex(BigInt(bundles.size + 1), { size: 32 }), from = addresses[0], chainId, atomicRequired, calls }] =
        read(callsParams, params)
      if (bundles.has(id)) throw new ProviderRpcError(5720, 'Duplicate id.')
      if (hexToNumber(chainId) !== chain) throw new ProviderRpcError(5710, 'Unsupported chain id.')
      if (atomicRequired) throw new ProviderRpcError(5760, 'Atomicity is not supported.')
      const hashes: Hex[] = []
      for (const call of calls) hashes.push((await answers['eth_sendTransaction']?.([{ from, ...call }])) as Hex)
      bundles.set(id, { chain, hashes })
      return { id }
    },
    wallet_getCallsStatus: async (params) => {
      const [id] = read(bundleParams, params)
      const bundle = bundles.get(id)
      if (!bundle) throw new ProviderRpcError(5730, 'Unknown bundle id.')
      const client = createPublicClient({ transport: node() })
      const found = await Promise.all(
        bundle.hashes.map((hash) => client.request({ method: 'eth_getTransactionReceipt', params: [hash] })),
      )
      const receipts = found.filter((receipt) => receipt !== null)
      const failed = receipts.filter(({ status }) => status === '0x0').length
      const status = receipts.length < found.length ? 100 : failed === 0 ? 200 : failed === receipts.length ? 500 : 600
      return { version: '2.0.0', id, chainId: numberToHex(bundle.chain), atomic: false, status, receipts }
    },
    wallet_showCallsStatus: (params) => {
      if (!bundles.has(read(bundleParams, params)[0])) throw new ProviderRpcError(5730, 'Unknown bundle id.')
      return null
    },
    wallet_grantPermissions: (params) => {
      if (!knowsPermissions) throw new ProviderRpcError(4200, 'wallet_grantPermissions is not supported.')
      const asked = read(permissionParams, params)[0]
      return allowPermissions(asked, signer(asked.address ?? addresses[0] ?? ''))
    },
    wallet_revokePermissions: (params) => {
      const session = knowsPermissions ? revokeParams.safeParse(params).data?.[0] : undefined
      if (session) return signer(session.address ?? addresses[0] ?? '').signMessage({ message: session.pci })
      forbid()
      return null
    },
    wallet_switchEthereumChain: (params) => {
      const next = hexToNumber(read(chainParams, params)[0].chainId)
      if (!known.has(next)) throw new ProviderRpcError(4902, 'Unrecognized chain ID. Try adding the chain first.')
      moveTo(next)
      return null
    },
    wallet_addEthereumChain: (params) => {
      known.add(hexToNumber(read(chainParams, params)[0].chainId))
      return null
    },
    personal_sign: (params) => {
      const [raw, address] = read(signParams, params)
      return signer(address).signMessage({ message: { raw } })
    },
    eth_signTypedData_v4: (params) => {
      const [address, data] = read(typedDataParams, params)
      const { types, domain, ...rest } = read(typedDataSchema, typeof data === 'string' ? JSON.parse(data) : data)
      // `types` of the request has the domain's type. ethers writes the chain of the domain in hex, which viem does not read as a
      // number.
      const chainId = typeof domain['chainId'] === 'string' ? { chainId: BigInt(domain['chainId']) } : {}
      return signer(address).signTypedData({ ...rest, types, domain: { ...domain, ...chainId } })
    },
    eth_sendTransaction: async (params) => {
      const [{ from, to, data, value, gas }] = read(transactionParams, params)
      const account = signer(from)
      const id = await createPublicClient({ transport: node() }).getChainId()
      return createWalletClient({ account, transport: node() }).sendTransaction({
        chain: {
          id,
          name: String(id),
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [] } },
        },
        to: to ?? null,
        ...(data === undefined ? {} : { data }),
        ...(value === undefined ? {} : { value: BigInt(value) }),
        ...(gas === undefined ? {} : { gas: BigInt(gas) }),
      })
    },
  }

  async function request(args: RequestArguments): Promise<unknown> {
    const isSessionEnd =
      args.method === 'wallet_revokePermissions' && knowsPermissions && revokeParams.safeParse(args.params).success
    return answer(args, asksFirst.has(args.method) || isSessionEnd, () => {
      const own = answers[args.method]
      if (own) return own(args.params)
      if (args.method.startsWith('wallet_')) throw new ProviderRpcError(4200, `${args.method} is not supported.`)
      return createPublicClient({ transport: node() }).transport.request(args)
    })
  }
  function setAccounts(accounts: readonly Hex[]): void {
    addresses = accounts.map(learn)
    isAllowed &&= addresses.length > 0
    emit('accountsChanged', addresses)
  }
  function forbid(): void {
    isAllowed = false
    emit('accountsChanged', [])
  }

  const installed: InstalledWallet = {
    id: rdns,
    uid: crypto.randomUUID(),
    namespace: 'eip155',
    name,
    rdns,
    source: 'mock',
    ...(options.icon === undefined ? {} : { icon: options.icon }),
  }
  const provider: MockWallet['provider'] = {
    request,
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
  return {
    ...controls,
    provider,
    installed,
    get addresses() {
      return addresses
    },
    assets,
    connector: () => createEip155(createInjectedChannel(provider, 'mock'), installed, installed.id),
    setAccounts,
    disconnect: forbid,
    setChain(next) {
      known.add(next)
      moveTo(next)
    },
    emit,
  }
}
