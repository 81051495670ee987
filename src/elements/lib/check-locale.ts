// Checks that there are texts for the language that the page asks for. Loaded when the page asks for a language.
import { walletError } from '../../vocabulary/errors.js'
import type { Core } from '../../state/core.js'
import { reportSetupError } from '../../state/lib/report-setup-error.js'

/** Reports `LOCALE_NOT_FOUND` to the developer if there are no texts for the BCP 47 tag. The visitor sees the next preferred language. */
export function checkLocale(core: Core, tag: string): void {
  import('./words.js').then(
    ({ languageOf }) => {
      if (languageOf(tag) === undefined) reportSetupError(core, walletError('LOCALE_NOT_FOUND', { details: { locale: tag } }))
    },
    () => undefined, // `words.js` did not load; `createMessages` logs that
  )
}
