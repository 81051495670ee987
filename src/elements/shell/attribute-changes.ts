// Applies changes of the attributes `theme` and `locale` after `<wallet-modal>` was connected. Every other attribute is read once.
import type { ThemeMode } from '../../config/types.js'
import type { ModalHandle } from '../../state/interface/handle.js'
import { createLocale } from '../../state/interface/locale.js'
import { createTheme } from '../../state/interface/theme.js'
import { checkLocale } from '../lib/check-locale.js'

/** The attributes of `<wallet-modal>` that may change after it was connected. */
export interface Changeable {
  readonly theme?: ThemeMode | null | undefined
  readonly locale?: string | null | undefined
}

/**
 * Applies the attributes that differ from `before`, and loads the core for that. A removed `theme` attribute restores `mode`, the theme of the
 * settings; a removed `locale` attribute leaves the language as it is.
 */
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
