// What follows its attribute after `<wallet-modal>` was connected.
import type { ThemeMode } from '../../config.js'
import type { ModalHandle } from '../../state/handle.js'
import { createLocale } from '../../state/locale.js'
import { createTheme } from '../../state/theme.js'

/** `theme` and `locale` follow their attributes. */
export async function applyChange(
  modal: ModalHandle,
  { theme, locale }: { readonly theme: ThemeMode | undefined; readonly locale: string | undefined },
) {
  const core = await modal.start()
  if (core.signal.aborted) return
  core.use(createTheme).setMode(theme ?? 'system')
  if (locale) core.use(createLocale).setLocale(locale)
}
