// Who has signed in to the embedded wallet. A part of its own: views of any account read it, on pages without a frame too.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { EmbeddedUser } from '../../connectors/connector.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import { EMBEDDED } from '../../vocabulary/embedded.js'
import type { Account } from '../../vocabulary/events.js'
import type { Social } from '../../vocabulary/social.js'
import { isSocial } from '../../vocabulary/social-names.js'
import { createAccounts } from '../connections/accounts.js'
import type { Core } from '../core.js'

/** Who has signed in. */
export interface EmbeddedUserPart {
  /** Undefined: nobody, or it is not known yet. */
  readonly $user: ReadableAtom<EmbeddedUser | undefined>
  set(user: EmbeddedUser | undefined): void
}

/** A part. */
export function createEmbeddedUser(_core: Core): EmbeddedUserPart {
  const $user = atom<EmbeddedUser | undefined>()
  return { $user: readonlyType($user), set: (user) => $user.set(user) }
}

/** How somebody is known where they have signed in: at a social login by their name there, else by their address. */
export function loginOf({ email, userName, provider = '' }: EmbeddedUser): EmbeddedLogin {
  if (!isSocial(provider)) return { social: undefined, name: email }
  // Discord ends a name that needs no number with `#0`.
  return { social: provider, name: visibleName(provider === 'discord' ? userName?.replace(/#0$/, '') : userName) ?? email }
}

/** What `loginOf` says. */
export interface EmbeddedLogin {
  /** Undefined: by e-mail. */
  readonly social: Social | undefined
  /** One line of a stranger's text. */
  readonly name: string | undefined
}

/** Whether somebody has signed in. There is one embedded wallet: nobody else signs in meanwhile. */
export const isSignedIn = (core: Core): boolean =>
  core
    .use(createAccounts)
    .$all.get()
    .some(({ connection }) => connection.wallet.id === EMBEDDED)

/** Who owns `account`; undefined for an account of another wallet. */
export const userOf = (core: Core, { wallet }: Pick<Account, 'wallet'>): EmbeddedUser | undefined =>
  wallet.id === EMBEDDED ? core.use(createEmbeddedUser).$user.get() : undefined
