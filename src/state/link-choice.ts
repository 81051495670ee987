// The wallet app that was chosen by a link, under the fixed key where wallet client libraries look for it (specification §3, "Deep-link choice").
import type { Core } from './core.js'

/** Not prefixed per instance: sign-client reads exactly this key to reopen the app for each request. */
export const LINK_CHOICE_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

export interface LinkChoice {
  /** Base of the app's links, such as `acme://` or `https://acme.example/`. */
  readonly href: string
  readonly name: string
}

export function storeLinkChoice(core: Core, choice: LinkChoice): void {
  attempt(core, 'save', (storage) => storage.setItem(LINK_CHOICE_KEY, JSON.stringify(choice)))
}

export function removeLinkChoice(core: Core): void {
  attempt(core, 'remove', (storage) => storage.removeItem(LINK_CHOICE_KEY))
}

function attempt({ deps }: Core, verb: string, act: (storage: NonNullable<Core['deps']['storage']>) => void): void {
  try {
    if (deps.storage) act(deps.storage)
  } catch (error) {
    deps.log.error(`cannot ${verb} the chosen wallet app in storage`, error) // specification §8: only logged
  }
}
