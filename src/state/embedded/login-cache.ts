// What this browser keeps of the wallet by e-mail (specification §4): who has signed in, and when the last mail was asked for. No secret is among it.
import { EMAIL_COOLDOWN_MS } from '../../vocabulary/constants.js'
import type { ChainId } from '../../vocabulary/caip.js'
import type { Core } from '../core.js'
import { createPersisted } from '../lib/persisted.js'
import { schemaOf, textOf } from '../lib/schema.js'

const text = schemaOf((value) => textOf(value, 512))
const time = schemaOf((value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined))

/** The login of this browser. Values that another tab has changed are read anew. */
export interface LoginCache {
  /** Undefined: nobody has signed in. */
  email(): string | undefined
  /** Whether a login was used, so that the frame is made at once. */
  isUsed(): boolean
  lastChain(): ChainId | undefined
  /**
   * How long no further mail may be asked for, in ms. Only a wish to the visitor: the services decide. After the clock was set back it is 0, because
   * nothing is known of the time that has passed.
   */
  waitMs(): number
  /** A mail was asked for. `waitMs`: what the services say of the next one. */
  sent(waitMs?: number): void
  /** The visitor has signed in. `userName`: at a social login. */
  loggedIn(email: string | undefined, userName?: string): void
  setEmail(email: string): void
  setLastChain(chain: ChainId): void
  /** The networks on which the visitor has a smart account. */
  setSmartAccountNetworks(networks: readonly number[]): void
  /** Deletes all but the time of the last mail. */
  forget(): void
}

/** A part. */
export function createLoginCache(core: Core): LoginCache {
  const { now } = core.deps
  const email = createPersisted<string | undefined>(core, 'EMAIL', text, undefined)
  const used = createPersisted<string | undefined>(core, 'EMAIL_LOGIN_USED_KEY', text, undefined)
  const lastMail = createPersisted<number | undefined>(core, 'LAST_EMAIL_LOGIN_TIME', time, undefined)
  const lastChain = createPersisted<string | undefined>(core, 'LAST_USED_CHAIN_KEY', text, undefined)
  const userName = createPersisted<string | undefined>(core, 'SOCIAL_USERNAME', text, undefined)
  const smartNetworks = createPersisted<string | undefined>(core, 'SMART_ACCOUNT_ENABLED_NETWORKS', text, undefined)
  /** What the services have said, which is more than the time that is stored. */
  let said: { readonly at: number; readonly waitMs: number } | undefined
  const left = (since: number, waitMs: number) => {
    const passed = now() - since
    return passed < 0 ? 0 : Math.max(0, waitMs - passed)
  }
  return {
    email: () => email.get(),
    isUsed: () => used.get() !== undefined,
    lastChain: () => lastChain.get() as ChainId | undefined, // as `setLastChain` wrote it; who reads it looks for a configured network
    waitMs() {
      if (said) return left(said.at, said.waitMs)
      const last = lastMail.get()
      return last === undefined ? 0 : left(last, EMAIL_COOLDOWN_MS)
    },
    sent(waitMs) {
      lastMail.set(now())
      said = waitMs === undefined ? undefined : { at: now(), waitMs }
    },
    loggedIn(address, name) {
      if (address === undefined) email.remove()
      else email.set(address)
      if (name === undefined) userName.remove()
      else userName.set(name)
      used.set('true')
      lastMail.remove()
      said = undefined
    },
    setEmail: (address) => email.set(address),
    setLastChain: (chain) => lastChain.set(chain),
    setSmartAccountNetworks(networks) {
      if (networks.length > 0) smartNetworks.set(networks.join(','))
      else smartNetworks.remove()
    },
    forget() {
      for (const value of [email, used, lastChain, userName]) value.remove()
    },
  }
}
