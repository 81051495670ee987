// Dark or light, and the page's own design tokens. The elements apply both to their host.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { ThemeMode } from '../../config/types.js'
import type { Core } from '../core.js'
import { derived } from '../lib/derived.js'

/** Design tokens by name, `--wm-…`. */
export type ThemeVariables = Readonly<Record<string, string>>

/** The theme of one modal. */
export interface Theme {
  /** The mode to show. It follows the system's setting while `$choice` is `system`. */
  readonly $mode: ReadableAtom<'dark' | 'light'>
  /** The mode that the page has set. */
  readonly $choice: ReadableAtom<ThemeMode>
  /** Custom properties by name, `--wm-…`. */
  readonly $variables: ReadableAtom<ThemeVariables>
  setMode(mode: ThemeMode): void
  /** Replaces the whole set. Names that do not begin with `--wm-` are left out. */
  setVariables(variables: ThemeVariables): void
}

/** A part. Starts from the setting `theme`. */
export function createTheme(core: Core): Theme {
  const { config, deps, signal } = core
  // Old web views have no `matchMedia`: the system's mode is light then.
  const system = deps.window?.matchMedia?.('(prefers-color-scheme: dark)')
  const $system = atom<'dark' | 'light'>(system?.matches ? 'dark' : 'light')
  system?.addEventListener?.('change', (event) => $system.set(event.matches ? 'dark' : 'light'), { signal })

  const $choice = atom<ThemeMode>(config.theme.mode)
  const $variables = atom<ThemeVariables>(ours(config.theme.variables))
  return {
    $mode: derived([$choice, $system], () => {
      const choice = $choice.get()
      return choice === 'system' ? $system.get() : choice
    }),
    $choice: readonlyType($choice),
    $variables: readonlyType($variables),
    setMode: (mode) => $choice.set(mode),
    setVariables: (variables) => $variables.set(ours(variables)),
  }
}

function ours(variables: ThemeVariables): ThemeVariables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => name.startsWith('--wm-')))
}
