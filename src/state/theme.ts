// Dark or light, and the page's own design tokens. Elements turn both into custom properties on their host.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { ThemeMode } from '../config/types.js'
import type { Core } from './core.js'
import { derived } from './lib/derived.js'

export type ThemeVariables = Readonly<Record<string, string>>

export interface Theme {
  /** What to show; follows the system's setting while the choice is `system`. */
  readonly $mode: ReadableAtom<'dark' | 'light'>
  readonly $choice: ReadableAtom<ThemeMode>
  /** Custom properties by name, `--wm-…`. */
  readonly $variables: ReadableAtom<ThemeVariables>
  setMode(mode: ThemeMode): void
  /** Replaces the whole set. Names that do not begin with `--wm-` are left out. */
  setVariables(variables: ThemeVariables): void
}

export function createTheme(core: Core): Theme {
  const { config, deps, signal } = core
  // A window without matchMedia exists (old web views): such a page is light.
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
