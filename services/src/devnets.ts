// What services that run beside devnets are given, and production is not: known chains, a key for names, and play money. `services/devnet` makes it.
import type { DevnetSettings } from './data/devnet-settings.js'
import type { CreateSandbox } from './data/onramp/sandbox.js'

export interface Devnets extends DevnetSettings {
  readonly createSandbox: CreateSandbox
}
