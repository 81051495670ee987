// How old a quote is, in words.
import type { Core } from '../../state/core.js'
import { createMessages } from '../lib/localize.js'

/** @param seconds as `Age` counts them; undefined for more than a minute */
export function ageText(core: Core, seconds: number | undefined): string {
  const { t } = core.use(createMessages)
  if (seconds === undefined) return t('assets.long')
  return seconds < 1 ? t('assets.now') : t('assets.seconds', { count: seconds })
}
