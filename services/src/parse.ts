// Parses what callers send, with zod and zod/mini schemas alike. What does not fit is the caller's fault, and the refusal names the parameter.
import * as core from 'zod/v4/core'
import { HttpError } from './errors.js'

export type Schema<Output = unknown> = core.$ZodType<Output>

/** The refusal of a value that does not fit, made of the first problem found. */
export type Refusal = (issue: core.$ZodIssue, value: unknown) => HttpError

const WRONG_FORM = 'This parameter has a wrong form'

/** @throws HttpError as `refusal` says, by default 400 of the parameter at fault */
export function parse<Output>(schema: Schema<Output>, value: unknown, refusal: Refusal = wrongParameter()): Output {
  // A schema's own message wins over this one.
  const parsed = core.safeParse(schema, value, { error: () => WRONG_FORM })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw issue ? refusal(issue, value) : new HttpError(400, 'body', WRONG_FORM)
}

/** Names the parameter at fault; its status may depend on which one it is. */
export function wrongParameter(statusOf: (field: string) => number = () => 400): Refusal {
  return (issue, value) => {
    const field = String(issue.path[0] ?? 'body')
    const isMissing = typeof value === 'object' && value !== null && !(field in value)
    return new HttpError(statusOf(field), field, isMissing ? 'This parameter is needed' : issue.message)
  }
}
