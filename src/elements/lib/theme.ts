// Puts the theme of a core on an element that stands in the page: dark or light, and the page's own variables.
import type { Core } from '../../state/core.js'
import { createTheme, type ThemeVariables } from '../../state/theme.js'
import { moreTokens } from '../styles/tokens-more.js'
import { adopt } from './adopt.js'

/** What `accent.ts` derives and sets on the host. */
const derivedRoles = ['on-accent', 'accent-text', 'accent-soft', 'focus']

/** Follows the core's theme until the returned function is called. */
export function followTheme(host: HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment }, core: Core): () => void {
  adopt(host.renderRoot, [moreTokens], true)
  const theme = core.use(createTheme)
  let applied: ThemeVariables = {}
  let ended = false

  const guardAccent = async () => {
    if (getComputedStyle(host).getPropertyValue('--wm-accent').trim() === '') {
      for (const role of derivedRoles) host.style.removeProperty(`--_wm-${role}`)
      return
    }
    const { guardAccent: guard } = await import('./accent.js')
    if (!ended) guard(host, (message) => core.deps.log.warn(message))
  }
  const apply = () => {
    const variables = theme.$variables.get()
    for (const name of Object.keys(applied)) if (!(name in variables)) host.style.removeProperty(name)
    for (const [name, value] of Object.entries(variables)) host.style.setProperty(name, value)
    applied = variables
    host.dataset['mode'] = theme.$mode.get()
    void guardAccent()
  }
  const stops = [theme.$mode.listen(apply), theme.$variables.listen(apply)]
  apply()
  return () => {
    ended = true
    for (const stop of stops) stop()
  }
}
