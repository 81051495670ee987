// Parses input of callers with schemas of zod or zod/mini. A value that does not fit becomes an HttpError that names the parameter.
import * as core from 'zod/v4/core'
import { HttpError } from './errors.js'

/** A schema of zod or zod/mini. */
export type Schema<Output = unknown> = core.$ZodType<Output>

/** Makes the error for a value that does not fit, from the first issue. */
export type Refusal = (issue: core.$ZodIssue, value: unknown) => HttpError

const WRONG_FORM = 'This parameter has a wrong form'

/** The parsed value. @throws HttpError made by `refusal`; by default 400 of the parameter at fault */
export function parse<Output>(schema: Schema<Output>, value: unknown, refusal: Refusal = wrongParameter()): Output {
  // A message in the schema has precedence over this one.
  const parsed = core.safeParse(schema, value, { error: () => WRONG_FORM })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw issue ? refusal(issue, value) : new HttpError(400, 'body', WRONG_FORM)
}

/** The usual refusal: names the parameter at fault. @param statusOf status by parameter; default 400 */
export function wrongParameter(statusOf: (field: string) => number = () => 400): Refusal {
  return (issue, value) => {
    const field = String(issue.path[0] ?? 'body')
    const isMissing = typeof value === 'object' && value !== null && !(field in value)
    return new HttpError(statusOf(field), field, isMissing ? 'This parameter is needed' : issue.message)
  }
}
