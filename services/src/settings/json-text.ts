// Settings that are JSON, inline or in a file. A fault names the variable, and never repeats what stands in it.
import { readFileSync } from 'node:fs'
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
