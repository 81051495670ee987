// Whether the visitor has agreed to the page's terms, where the page asks for it. Kept for the life of the modal only: a new visit asks again.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { View } from '../view.js'
import type { Core } from './core.js'

export interface Consent {
  /** The page asks for it: `features.legalCheckbox`, and a url to agree to. */
  readonly required: boolean
  readonly $given: ReadableAtom<boolean>
  give(given: boolean): void
  /**
   * Where a page may open the modal: until the consent that the page asks for is given, Connect, where the question stands, instead of a view that
   * connects. A view whose row is not loaded is admitted; whoever loads the row asks again.
   */
  admit(view: View): View
}

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
