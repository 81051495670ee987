// The wallet app whose link the visitor has opened, stored where WalletConnect's client libraries read it (specification §3, "Deep-link choice").
import type { Core } from '../core.js'

/** A fixed key without the instance's prefix: `@walletconnect/sign-client` reads it to open the wallet app for each request. */
export const DEEPLINK_CHOICE_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** The wallet app to open for each request, in the form that `@walletconnect/sign-client` reads. */
export interface DeeplinkChoice {
  /** Base of the app's links, such as `acme://` or `https://acme.example/`. */
  readonly href: string
  /** Display name of the wallet. */
  readonly name: string
}

/** Stores the choice. A storage that fails is only logged (specification §8). */
export function storeDeeplinkChoice(core: Core, choice: DeeplinkChoice): void {
  attempt(core, 'save', (storage) => storage.setItem(DEEPLINK_CHOICE_KEY, JSON.stringify(choice)))
}

/** Removes the choice. A storage that fails is only logged (specification §8). */
export function removeDeeplinkChoice(core: Core): void {
  attempt(core, 'remove', (storage) => storage.removeItem(DEEPLINK_CHOICE_KEY))
}

function attempt({ deps }: Core, verb: string, act: (storage: NonNullable<Core['deps']['storage']>) => void): void {
  try {
    if (deps.storage) act(deps.storage)
  } catch (error) {
    deps.log.error(`cannot ${verb} the chosen wallet app in storage`, error) // specification §8: only logged
  }
}
