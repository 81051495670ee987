// What the sandbox wallets know of an ecosystem other than Ethereum's: accounts with real keys, and what a site asks in words. The phone wallet and the
// sandbox extension use the same ones. Requests have the names and shapes of WalletConnect's (wire reference §6).
import type * as z from 'zod/mini'
import type { ChainId, Namespace } from '../../../src/vocabulary/caip.js'
import { ProviderRpcError } from '../../../src/vocabulary/rpc-error.js'
import type { Description } from '../requests.js'

/** A request that was read. */
export interface Question {
  /** What a person is asked; absent: nothing to ask, such as for the accounts of a connected site. */
  readonly description?: Description
  /** Does it. @throws ProviderRpcError */
  answer(): Promise<unknown>
}

export interface SandboxAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  /** As in `GrantedAccount`. */
  readonly purpose?: 'payment' | 'ordinals'
  readonly type?: string
}

export interface Family {
  /** The accounts on a chain, the one in use first. @throws ProviderRpcError 4902 for a chain that the wallet does not know */
  accounts(chain: ChainId): Promise<readonly SandboxAccount[]>
  /** @throws ProviderRpcError 4200 for a method this wallet has not, -32602 for parameters of the wrong shape, 4100 for another's account */
  read(chain: ChainId, method: string, params: unknown): Promise<Question>
}

export type FamilyName = Exclude<Namespace, 'eip155'>

/** The methods that a session grants. */
export const familyMethods: Readonly<Record<FamilyName, readonly string[]>> = {
  solana: ['solana_signMessage', 'solana_signTransaction'],
  bip122: ['signMessage', 'signPsbt', 'getAccountAddresses'],
  polkadot: ['polkadot_signMessage', 'polkadot_signTransaction'],
  cosmos: ['cosmos_getAccounts', 'cosmos_signAmino', 'cosmos_signDirect'],
}

const loaders: Readonly<Record<FamilyName, () => Promise<Family>>> = {
  solana: async () => (await import('./solana.js')).createSolanaFamily(),
  bip122: async () => (await import('./bitcoin.js')).createBitcoinFamily(),
  polkadot: async () => (await import('./polkadot.js')).createPolkadotFamily(),
  cosmos: async () => (await import('./cosmos.js')).createCosmosFamily(),
}
/** Keys and libraries of an ecosystem are fetched when it is first asked for. */
export const loadFamily = (name: FamilyName): Promise<Family> => loaders[name]()

export const isFamilyName = (namespace: string | undefined): namespace is FamilyName =>
  namespace !== undefined && Object.hasOwn(loaders, namespace)

/** @throws ProviderRpcError -32602 */
export function given<T>(schema: z.ZodMiniType<T>, params: unknown): T {
  const result = schema.safeParse(params)
  if (!result.success) throw invalid()
  return result.data
}
export const invalid = () => new ProviderRpcError(-32_602, 'Invalid parameters')
export const unsupported = (method: string) => new ProviderRpcError(4200, `${method} is not supported by this wallet`)
export const notShared = () => new ProviderRpcError(4100, 'This account is not shared with the site')

/** Bytes as text for a person; what is no text stays hex. */
export function messageOf(bytes: Uint8Array): Pick<Description, 'text' | 'warning'> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // Control characters, and those that turn the direction of what follows.
    if (!/[\u0000-\u0008\u000E-\u001F\u202A-\u202E\u2066-\u2069]/.test(text)) return { text }
  } catch {
    // no UTF-8
  }
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { text: `0x${hex}`, warning: 'This is not readable text. Sign only if you know what it is.' }
}

/** `oeYf6K…k9q6`: both ends of an address. */
export const shortened = (address: string): string =>
  address.length > 16 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address

/** An address as a fact of a description. */
export const party = (label: string, address: string) => ({ label, value: shortened(address), long: address })

/** An amount in base units for a person: `1.5 SOL`, never rounded. */
export function formatUnits(amount: bigint, decimals: number, symbol: string): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = new Intl.NumberFormat('en').format(BigInt(digits.slice(0, digits.length - decimals)))
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${whole}${fraction && decimals > 0 ? `.${fraction}` : ''} ${symbol}`
}
