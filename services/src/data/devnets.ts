// What `services/devnet` gives to services that run beside devnets: known chains, a key for names, and the sandbox. Production has none of it.
import type { DevnetSettings } from './devnet-settings.js'
import type { CreateSandbox } from './onramp/sandbox.js'

/** Settings of the devnets, and the maker of the sandbox. */
export interface Devnets extends DevnetSettings {
  readonly createSandbox: CreateSandbox
}
