// Reports unknown names to the developer: design tokens and message keys of the settings, attributes of `<wallet-modal>`. Loaded with `debug` only.
import { walletError } from '../../vocabulary/errors.js'
import type { Core } from '../../state/core.js'
import { reportSetupError } from '../../state/lib/report-setup-error.js'
import { colors, measures } from '../styles/tokens.js'
import type { ModalElement } from './modal-element.js'

/** The hint suggests a known name at this edit distance or less, in letters. */
const NEAR_LETTERS_MAX = 3
const globalAttributes =
  /^(?:id|class|style|slot|part|exportparts|hidden|lang|dir|title|role|tabindex|inert|popover|is|data-.*|aria-.*|on.*|_.*)$/

/** Reports `CONFIG_INVALID` for unknown `theme.variables` and unknown keys of `messages`. */
export function tellUnknownNames(core: Core): void {
  const { theme, messages } = core.config
  const variables = [...Object.keys(colors), ...Object.keys(measures)].map((role) => `--wm-${role}`)
  tell(core, 'theme.variables', Object.keys(theme.variables), variables)
  const names = Object.keys(messages)
  if (names.length === 0) return
  const keys = import('../lib/words.js').then(({ allKeys }) => allKeys())
  keys.then(
    (known) => tell(core, 'messages', names, known),
    () => undefined, // the texts did not load; the check is only a help
  )
}

/** Once the modal of `element` has started: as `tellUnknownNames`, and the same for attributes that are neither global nor the element's own. */
export function tellUnknown(element: ModalElement): void {
  const { observedAttributes: known } = element.constructor as typeof ModalElement // Lit's list of attributes
  const tellAll = (core: Core) => {
    tellUnknownNames(core)
    const names = element.getAttributeNames().filter((name) => !globalAttributes.test(name))
    tell(core, '<wallet-modal>', names, known)
  }
  element.modal?.whenStarted(tellAll, new AbortController().signal)
}

function tell(core: Core, setting: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const problem = unknown.map((name) => `${name} is unknown${hint(name, known)}`).join('; ')
  reportSetupError(core, walletError('CONFIG_INVALID', { details: { setting, problem } }))
}

function hint(name: string, known: readonly string[]): string {
  const [nearest] = known.map((other) => ({ other, letters: distance(name, other) })).sort((a, b) => a.letters - b.letters)
  return nearest && nearest.letters <= NEAR_LETTERS_MAX ? `, did you mean ${nearest.other}?` : ''
}

/** The edit distance (Levenshtein): letters to change, add or remove. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1]
    for (const [j, other] of Array.from(b).entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
