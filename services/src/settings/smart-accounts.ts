// The settings of smart accounts: per chain the factory that makes them, and who carries out and pays for what they do (ERC-4337, ERC-7677).
import { getAddress, isAddress, zeroAddress, type Address } from 'viem'
import * as z from 'zod'
import { ConfigError, isLoopback } from './config-error.js'
import { parseJsonBy, textOf } from './json-text.js'

const url = z.url({ protocol: /^https?$/, error: 'an http(s) url is needed' }).max(2048)
/** The address of a contract, with its checksum. */
export const contractAddress = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), 'an address of 0x and 40 hex digits is needed')
  .transform((text) => getAddress(text))
  .refine((contract) => contract !== zeroAddress, 'the address of a contract is needed')
const chainSchema = z.strictObject({
  /** Version of the EntryPoint. Its address is the same on every chain. */
  entryPoint: z.literal('0.8', 'only "0.8" is supported'),
  /** Has `createAccount(address owner, uint256 salt)` and `getAddress(address owner, uint256 salt)`. */
  factory: contractAddress,
  /** The contract that accounts are clones of: the frame computes their addresses by it, so that no node can name others. */
  implementation: contractAddress,
  bundlerUrl: url,
  paymasterUrl: url.optional(),
})
/** A chain whose addresses these are. */
export const evmChainId = z.string().regex(/^eip155:[1-9]\d{0,15}$/, 'a CAIP-2 id such as eip155:1 is needed')
const schema = z.record(evmChainId, chainSchema)

/** Smart accounts of one chain. */
export interface SmartAccountChain {
  readonly entryPoint: '0.8'
  readonly factory: Address
  readonly implementation: Address
  readonly bundlerUrl: string
  readonly paymasterUrl?: string | undefined
}
/** By CAIP-2 id. Chains without an entry have none. */
export type SmartAccountSettings = Readonly<Record<string, SmartAccountChain>>

/** What plays bundler and paymaster in development. */
export interface PlayedSmartAccounts {
  readonly settings: SmartAccountSettings
  stop(): Promise<void>
}
/** Starts them beside the devnet's node; undefined where the chain there has no smart accounts. */
export type StartSmartAccounts = (nodeUrl: string) => Promise<PlayedSmartAccounts | undefined>

/** Variables of smart accounts. */
export const smartAccountVariables = {
  WM_SMART_ACCOUNTS: z.string().optional(),
  WM_SMART_ACCOUNTS_FILE: z.string().optional(),
}

interface Values {
  readonly WM_SMART_ACCOUNTS?: string | undefined
  readonly WM_SMART_ACCOUNTS_FILE?: string | undefined
}
/** CAIP-2 id → nodes. */
type Chains = Readonly<Record<string, readonly string[]>>

/** The settings of smart accounts; undefined where none are given. @throws ConfigError that names the variable and the key at fault */
export function smartAccountsOf(values: Values, chains: Chains): SmartAccountSettings | undefined {
  const found = textOf('WM_SMART_ACCOUNTS', values.WM_SMART_ACCOUNTS, values.WM_SMART_ACCOUNTS_FILE)
  if (!found) return undefined
  const { variable } = found
  const settings = parseJsonBy(schema, found)
  for (const [chain, { bundlerUrl, paymasterUrl }] of Object.entries(settings)) {
    // Addresses and balances are read from nodes.
    if (chains[chain] === undefined)
      throw new ConfigError(variable, `${chain}: needs nodes of this chain (WM_RPC_… or WM_CHAINS)`)
    for (const [key, address] of Object.entries({ bundlerUrl, paymasterUrl }))
      if (address !== undefined) refuseOpen(address, (problem) => new ConfigError(variable, `${chain}.${key}: ${problem}`))
  }
  return settings
}

/** The urls, which may hold keys. */
export function smartAccountUrls(settings: SmartAccountSettings | undefined): readonly string[] {
  return Object.values(settings ?? {}).flatMap(({ bundlerUrl, paymasterUrl }) => [bundlerUrl, paymasterUrl ?? []].flat())
}

/** With `http:` everybody on the way could keep operations back, and say what they cost. */
function refuseOpen(text: string, fault: (problem: string) => ConfigError): void {
  const { protocol, hostname } = new URL(text)
  if (protocol === 'http:' && !isLoopback(hostname)) throw fault('refused with http: off the loopback')
}
