// What follows its attribute after `<wallet-modal>` was connected.
import type { ThemeMode } from '../../config/types.js'
import type { ModalHandle } from '../../state/handle.js'
import { createLocale } from '../../state/locale.js'
import { createTheme } from '../../state/theme.js'
import { checkLocale } from '../lib/check-locale.js'

export interface Changeable {
  readonly theme?: ThemeMode | null | undefined
  readonly locale?: string | null | undefined
}

/** Takes over what is another one now. Without the attribute the theme is that of the settings again (`mode`); the language stays. */
export async function applyChange(
  modal: ModalHandle,
  before: Changeable,
  { theme, locale }: Changeable,
  mode: ThemeMode = 'system',
) {
  const core = await modal.start()
  if (core.signal.aborted) return
  if (theme !== before.theme) core.use(createTheme).setMode(theme ?? mode)
  if (!locale || locale === before.locale) return
  core.use(createLocale).setLocale(locale)
  checkLocale(core, locale)
}
