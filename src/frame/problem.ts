// Why a schema has refused something, in the words of the specification (§8) and with the path of the field. Values of the sender are not repeated.
import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** How a value would be called: `array` and `null` are no `object` to who has sent them. */
export const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((of, key) => (of as Record<PropertyKey, unknown> | undefined)?.[key], value)

/** `payload.email: Invalid email` */
export function problemOf(error: { readonly issues: readonly Issue[] }, value: unknown, root: string): string {
  const [issue] = error.issues
  return issue ? tell(issue, value, [root]) : `${root}: Expected another value`
}

/** Told by the field, as all that are called so have one format. */
const isOfEmail = ({ code, path }: Issue): boolean => code === 'invalid_format' && path.at(-1) === 'email'

/** Whether it was refused because of an address of e-mail. */
export const isEmailProblem = (error: { readonly issues: readonly Issue[] }): boolean => error.issues.some(isOfEmail)

function tell(issue: Issue, value: unknown, root: readonly string[]): string {
  const path = [...root, ...issue.path.map((key) => String(key).slice(0, 64))].filter((part) => part !== '').join('.')
  const given = at(value, issue.path)
  const expect = (what: string) =>
    given === undefined ? `${path}: Required` : `${path}: Expected ${what}, received ${kindOf(given)}`
  switch (issue.code) {
    case 'invalid_type':
      return expect(issue.expected)
    case 'invalid_value':
      return expect(issue.values.map(String).join(' | '))
    case 'unrecognized_keys':
      return `${path}.${issue.keys[0]?.slice(0, 64)}: Expected undefined, received ${kindOf(at(given, issue.keys.slice(0, 1)))}`
    case 'too_big':
      return `${path}: Too big: expected at most ${issue.maximum} ${unit(issue.origin)}`.trim()
    case 'too_small':
      return `${path}: Too small: expected at least ${issue.minimum} ${unit(issue.origin)}`.trim()
    case 'invalid_format':
      return isOfEmail(issue) ? `${path}: Invalid email` : expect('another format')
    case 'invalid_union': {
      const kinds = issue.errors.map(([first]) =>
        first?.code === 'invalid_type' && first.path.length === 0 ? first.expected : '',
      )
      if (!kinds.includes('')) return expect(kinds.join(' | '))
      // The branch that went deepest is the one that was meant.
      const [meant] = issue.errors.flat().sort((one, other) => other.path.length - one.path.length)
      return meant && meant.path.length > 0 ? tell(meant, given, [path]) : expect('another value')
    }
    default:
      return expect('another value')
  }
}

const unit = (origin: string) => (origin === 'string' ? 'characters' : origin === 'array' ? 'items' : '')
