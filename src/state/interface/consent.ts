// Whether the visitor has agreed to the page's terms, where the page asks for it. Not stored: the next page load asks again.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { View } from '../../vocabulary/view.js'
import type { Core } from '../core.js'

/** The visitor's consent to terms and privacy policy. */
export interface Consent {
  /** The page asks for it: the setting `features.legalCheckbox`, with `termsUrl` or `privacyUrl`. */
  readonly required: boolean
  /** True from the start where it is not required. */
  readonly $given: ReadableAtom<boolean>
  give(given: boolean): void
  /**
   * The view to open when `view` is asked for: Connect, which has the checkbox, instead of a view that connects, until the consent is given. A view whose
   * row is not loaded yet is admitted; the outlet, which loads the row, asks again.
   */
  admit(view: View): View
}

/** A part. */
export function createConsent({ config, deps }: Core): Consent {
  const required = config.features.legalCheckbox && (config.termsUrl !== undefined || config.privacyUrl !== undefined)
  const $given = atom(!required)
  return {
    required,
    $given: readonlyType($given),
    give: (given) => $given.set(given || !required),
    admit: (view) => ($given.get() || !deps.views.find(view)?.connects ? view : { name: 'Connect' }),
  }
}
