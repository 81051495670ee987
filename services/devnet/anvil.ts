// Finds and runs the anvil binary: the one from npm where its platform package is installed, else the machine's own.
import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const MISSING = [
  'anvil was not found.',
  'On Linux x64 it comes with `npm install` (optional dependency @foundry-rs/anvil-linux-amd64; do not use --omit=optional).',
  'Elsewhere install Foundry (https://getfoundry.sh), so that `anvil` is on the PATH.',
].join('\n')

/** Path of an anvil that can be executed. @throws Error that says how to get one. */
export function findAnvil(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const found = [packagedAnvil(), ...pathCandidates(env)].find((path) => path !== undefined && isExecutable(path))
  if (found === undefined) throw new Error(MISSING)
  return found
}

function packagedAnvil(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  try {
    return createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil')
  } catch {
    return undefined // optional dependency: absence is no fault, the PATH is next
  }
}

function pathCandidates(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Starts anvil on the loopback. It says nothing (`--silent`) unless it fails. */
export function spawnAnvil(options: {
  readonly port: number
  readonly chainId: number
  readonly mnemonic: string
  /** Of the first block, in seconds since 1970. */
  readonly timestamp: number
}): ChildProcess {
  const { port, chainId, mnemonic, timestamp } = options
  const numbers = { port, 'chain-id': chainId, timestamp }
  const args = Object.entries(numbers).flatMap(([name, value]) => [`--${name}`, String(value)])
  args.push('--host', '127.0.0.1', '--mnemonic', mnemonic, '--silent')
  return spawn(findAnvil(), args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
