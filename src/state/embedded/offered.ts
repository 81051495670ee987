// Which ways to sign in to the embedded wallet the page offers.
import type { Config } from '../../config/types.js'
import { type Social, socials } from '../../vocabulary/social.js'

/** `features.email` is on where there is a frame, unless the page switches it off. */
const offersEmail = ({ services, features }: Config): boolean => services.frame !== undefined && features.email !== false

/** The social logins that the page has switched on, in its order. None without a frame. */
export function offeredSocials({ services, features: { socials: wanted } }: Config): readonly Social[] {
  if (services.frame === undefined || !wanted) return []
  return wanted === true ? socials : wanted
}

/** Whether the page offers the embedded wallet in any way. */
export const offersLogin = (config: Config): boolean => offersEmail(config) || offeredSocials(config).length > 0
