// For templates that may have nothing to say.
import { nothing } from 'lit'

export const when = (condition: unknown, template: () => unknown): unknown => (condition ? template() : nothing)
