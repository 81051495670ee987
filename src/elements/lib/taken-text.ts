// What is said where nobody can sign in, because somebody has.
import type { Core } from '../../state/core.js'
import { createEmbeddedUser, loginOf } from '../../state/embedded/embedded-user.js'
import type { Translate } from './localize.js'

/** Needs the texts of `email`. */
export function takenText(core: Core, t: Translate): string {
  const user = core.use(createEmbeddedUser).$user.get()
  const name = user && loginOf(user).name
  return name ? t('email.takenBy', { name }) : t('email.taken')
}
