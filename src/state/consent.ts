// Whether the visitor has agreed to the page's terms, where the page asks for it. Kept for the life of the modal only: a new visit asks again.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { View } from '../view.js'
import type { Core } from './core.js'

export interface Consent {
  /** The page asks for it: `features.legalCheckbox`, and a url to agree to. */
  readonly required: boolean
  readonly $given: ReadableAtom<boolean>
  give(given: boolean): void
  /** Where a page may open the modal: one that asks for consent opens a view that connects at Connect, where the question stands, until it is given. */
  admit(view: View): View
}

export function createConsent({ config }: Core): Consent {
  const required = config.features.legalCheckbox && (config.termsUrl !== undefined || config.privacyUrl !== undefined)
  const $given = atom(!required)
  return {
    required,
    $given: readonlyType($given),
    give: (given) => $given.set(given || !required),
    admit: (view) => ($given.get() || !/^Connecting/.test(view.name) ? view : { name: 'Connect' }),
  }
}
