// Whether there are texts for a language that the page asked for; loaded when one is asked for.
import { WalletError } from '../../errors.js'
import type { Core } from '../../state/core.js'
import { tellDeveloper } from '../../state/tell-developer.js'

/** Tells the developer when there are none; the visitor sees the next best language. */
export function checkLocale(core: Core, tag: string): void {
  import('./words.js').then(
    ({ languageOf }) => {
      if (languageOf(tag) === undefined) tellDeveloper(core, new WalletError('LOCALE_NOT_FOUND', { details: { locale: tag } }))
    },
    () => undefined, // without it nothing is translated, and who shows words tells so
  )
}
