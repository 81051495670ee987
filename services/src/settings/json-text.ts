// Settings that are JSON, inline or in a file. A fault names the variable, and never repeats what stands in it.
import { readFileSync } from 'node:fs'
import type * as z from 'zod'
import { ConfigError } from './config-error.js'

/** The text of the file that `variable` names. @throws ConfigError */
export function readText(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigError(variable, 'the file cannot be read')
  }
}

/** @throws ConfigError */
export function parseJson(variable: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError(variable, 'not JSON')
  }
}

/** A setting that stands in `variable`, or in the file that `variable` with `_FILE` names; undefined where neither is given. @throws ConfigError */
export function textOf(
  variable: string,
  inline: string | undefined,
  file: string | undefined,
): { readonly variable: string; readonly text: string } | undefined {
  if (inline !== undefined && file !== undefined) throw new ConfigError(variable, `set either ${variable} or ${variable}_FILE`)
  if (file === undefined) return inline === undefined ? undefined : { variable, text: inline }
  return { variable: `${variable}_FILE`, text: readText(`${variable}_FILE`, file) }
}

/** @throws ConfigError that names the variable and the key at fault */
export function parseJsonBy<T>(
  schema: z.ZodType<T>,
  { variable, text }: { readonly variable: string; readonly text: string },
): T {
  const parsed = schema.safeParse(parseJson(variable, text))
  if (parsed.success) return parsed.data
  throw new ConfigError(variable, parsed.error.issues.flatMap(linesOf))
}

/** A line for each key at fault. */
function linesOf(issue: z.core.$ZodIssue): readonly string[] {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [[]]
  return keys.map((key) => `${[...issue.path, ...key].map(String).join('.')}: ${problemOf(issue)}`)
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'not known'
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? 'invalid'
  if (issue.code === 'invalid_type' && /received undefined/.test(issue.message)) return 'needed'
  return issue.message
}
