// Whether there are texts for a language that the page asked for. Beside the texts, because only they know; loaded when one is asked for.
import { WalletError } from '../../errors.js'
import type { Core } from '../../state/core.js'
import { tellDeveloper } from '../../state/tell-developer.js'
import { matchLocale } from '../locales/index.js'

/** Tells the developer when there are none; the visitor sees the next best language. */
export function checkLocale(core: Core, tag: string): void {
  if (matchLocale(tag) === undefined) tellDeveloper(core, new WalletError('LOCALE_NOT_FOUND', { details: { locale: tag } }))
}
