// Applies the theme of a core to an element of the page: dark or light mode, and the `theme.variables` of the settings.
import type { Core } from '../../state/core.js'
import { createTheme, type ThemeVariables } from '../../state/interface/theme.js'
import { moreTokens } from '../styles/tokens-more.js'
import { adopt } from './adopt.js'

/** The colour roles that `accent.ts` derives and sets on the host. */
const derivedRoles = ['on-accent', 'accent-text', 'accent-soft', 'focus']

/** Applies the core's theme to `host`, and each later change of it, until the returned function is called. The theme stays after that. */
export function followTheme(host: HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment }, core: Core): () => void {
  adopt(host.renderRoot, [moreTokens], true)
  const theme = core.use(createTheme)
  let applied: ThemeVariables = {}
  let ended = false

  const hasAccent = () => getComputedStyle(host).getPropertyValue('--wm-accent').trim() !== ''
  const guardAccent = async () => {
    if (hasAccent()) {
      const { guardAccent: guard } = await import('./accent.js')
      if (ended) return
      if (hasAccent()) return guard(host, (message) => core.deps.log.warn(message))
    }
    for (const role of derivedRoles) host.style.removeProperty(`--_wm-${role}`)
  }
  const apply = () => {
    const variables = theme.$variables.get()
    for (const name of Object.keys(applied)) if (!(name in variables)) host.style.removeProperty(name)
    for (const [name, value] of Object.entries(variables)) host.style.setProperty(name, value)
    applied = variables
    host.dataset['mode'] = theme.$mode.get()
    guardAccent().catch((error: unknown) => core.deps.log.warn('The colours of the accent did not load.', error))
  }
  const stops = [theme.$mode.listen(apply), theme.$variables.listen(apply)]
  apply()
  return () => {
    ended = true
    for (const stop of stops) stop()
  }
}
