// Run-time dependencies carry permissive licences only, tools such as allow to be run, versions are exact, and no WalletConnect package is newer than its last open release.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { closureOf, packages, type Locked } from './support/lockfile.js'

const read = (path: string): unknown => JSON.parse(readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8'))
interface Manifest {
  name?: string
  license?: string | { type: string }
  licenses?: (string | { type: string })[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const permissive = /^(MIT|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|0BSD|CC0-1\.0|Unlicense|MIT-0)$/

/** Of what only works here and is never handed on: these may be used by anybody for anything. */
const usable = /^(BlueOak-1\.0\.0|Python-2\.0|MPL-2\.0|LGPL-3\.0-only|CC-BY-4\.0|Zlib)$/
/** Tools that say it in their readme alone. */
const inReadme = new Map([
  ['node_modules/only', 'MIT'],
  ['node_modules/text-encoding-utf-8', 'Unlicense'],
])

/** SPDX `OR` needs one side that is allowed, `AND` needs all. */
const accepted = (licence: string, ...allowed: readonly RegExp[]): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((side) => side.split(' AND ').every((one) => allowed.some((pattern) => pattern.test(one.trim()))))

/** By the lockfile, or the package's own manifest: old ones leave the lockfile's field empty. Undefined: another platform's, which is not installed. */
function licenceOf(path: string, { license }: Locked): string | undefined {
  const known = license ?? inReadme.get(path)
  if (known !== undefined) return known
  if (!existsSync(fileURLToPath(new URL(`../${path}/package.json`, import.meta.url)))) return undefined
  const manifest = read(`${path}/package.json`) as Manifest
  const named = manifest.license ?? manifest.licenses?.[0]
  return (typeof named === 'string' ? named : named?.type) ?? 'none'
}

const isTool = ({ dev, devOptional }: Locked) => Boolean(dev ?? devOptional)
/** Those of `paths` with a licence that none of `allowed` fits. */
const outsideOf = (paths: readonly string[], ...allowed: readonly RegExp[]) =>
  paths
    .map((path) => ({ path, licence: licenceOf(path, packages[path] ?? {}) }))
    .filter(({ licence }) => licence !== undefined && !accepted(licence, ...allowed))
    .map(({ path, licence }) => `${path}: ${licence}`)

const outside = (isAsked: (entry: Locked) => boolean, ...allowed: readonly RegExp[]) =>
  outsideOf(
    Object.keys(packages).filter((path) => {
      const entry = packages[path] ?? {}
      return path.includes('node_modules/') && !entry.link && isAsked(entry)
    }),
    ...allowed,
  )

test('run-time dependencies have permissive licences', () => {
  expect(outside((entry) => !isTool(entry), permissive)).toEqual([])
})

test('what the builds contain has permissive licences', () => {
  const contained = closureOf([
    '@walletconnect/sign-client',
    '@walletconnect/keyvaluestorage',
    '@noble/curves',
    '@noble/hashes',
    '@scure/base',
    '@scure/btc-signer',
    '@scure/sr25519',
    '@solana/kit',
    '@solana-program/system',
    '@solana-program/token',
  ])
  expect(contained).toContain('node_modules/@walletconnect/core')
  expect(outsideOf(contained, permissive)).toEqual([])
})

test('tools have licences under which anybody may run them', () => {
  expect(outside(isTool, permissive, usable)).toEqual([])
})

test('no WalletConnect package is newer than 2.21.8', () => {
  const newer = Object.entries(packages).filter(([path, { version }]) => {
    if (
      !/@walletconnect\/(universal-provider|sign-client|core|types|utils|ethereum-provider)$/.test(path) ||
      version === undefined
    )
      return false
    const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
    return major > 2 || (major === 2 && (minor > 21 || (minor === 21 && patch > 8)))
  })
  expect(newer).toEqual([])
})

test('every dependency is pinned exactly', () => {
  const loose = ['package.json', 'services/package.json'].flatMap((path) => {
    const manifest = read(path) as Manifest
    return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies })
      .filter(([, range]) => !/^(npm:(@?[\w./-]+)@)?\d+\.\d+\.\d+$/.test(range))
      .map(([name, range]) => `${path}: ${name}@${range}`)
  })
  expect(loose).toEqual([])
})
