// What `services/devnet` gives to services that run beside devnets: known chains, a key for names, the sandbox and logins. Production has none of it.
import type { DevnetSettings } from './devnet-settings.js'
import type { StartSmartAccounts } from '../settings/smart-accounts.js'
import type { StartLogins } from '../settings/social.js'
import type { CreateSandbox } from './onramp/sandbox.js'

/** Settings of the devnets, the maker of the sandbox, and what plays the providers of social logins, bundler and paymaster. */
export interface Devnets extends DevnetSettings {
  readonly createSandbox: CreateSandbox
  /** Called where the embedded wallet is on and no provider is set. */
  readonly startLogins?: StartLogins
  /** Called where the embedded wallet is on, no bundler is set, and the devnet is served. */
  readonly startSmartAccounts?: StartSmartAccounts
}
