// What a press of a social login does. The window is opened in the press itself: browsers refuse it later.
import type { Core } from '../../state/core.js'
import { createLoginWindow } from '../../state/embedded/login-window.js'
import { createRouter } from '../../state/interface/router.js'
import type { Social } from '../../vocabulary/social.js'
import { socialNames } from '../../vocabulary/social-names.js'
import type { View } from '../../vocabulary/view.js'
import { createMessages } from './localize.js'

/** The view of a social login. */
export const socialView = (social: Social): View =>
  social === 'farcaster' ? { name: 'ConnectingFarcaster' } : { name: 'ConnectingSocial', social }

/** Opens the login's window, if it has one, with the line `note`, and its view. To be called within the press. */
export function chooseSocial(core: Core, social: Social, note?: string): void {
  if (social !== 'farcaster')
    core.use(createLoginWindow).open(note ?? core.use(createMessages).t('social.with', { provider: socialNames[social] }))
  core.use(createRouter).push(socialView(social))
}
