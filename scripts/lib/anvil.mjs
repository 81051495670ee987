// Whether this machine has an anvil: npm's, or one on the PATH. `services/devnet/anvil.ts` finds and runs it.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** @param {Readonly<Record<string, string | undefined>>} env */
export function hasAnvil(env = process.env) {
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  if ((env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)))) return true
  try {
    createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil')
    return process.platform === 'linux' && process.arch === 'x64'
  } catch {
    return false // not installed here
  }
}
