// Run-time dependencies carry permissive licences only, versions are exact, and no WalletConnect package is newer than its last open release.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const read = (path: string): unknown => JSON.parse(readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8'))
interface Locked {
  version?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  link?: boolean
}
interface Manifest {
  name?: string
  license?: string | { type: string }
  licenses?: { type: string }[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const packages = (read('package-lock.json') as { packages: Record<string, Locked> }).packages
const permissive = /^(MIT|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|0BSD|CC0-1\.0|Unlicense|MIT-0)$/

/** SPDX `OR` needs one permissive side, `AND` needs all. */
const accepted = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((side) => side.split(' AND ').every((one) => permissive.test(one.trim())))

test('run-time dependencies have permissive licences', () => {
  const wrong = Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.devOptional && !entry.link)
    .flatMap(([path, entry]) => {
      // Old packages leave the lockfile's field empty; their own manifest says it.
      const manifest = existsSync(fileURLToPath(new URL(`../${path}/package.json`, import.meta.url)))
        ? (read(`${path}/package.json`) as Manifest)
        : {}
      const own =
        typeof manifest.license === 'string' ? manifest.license : (manifest.license?.type ?? manifest.licenses?.[0]?.type)
      const licence = entry.license ?? own
      if (licence === undefined && Object.keys(manifest).length === 0) return [] // another platform's optional package
      return licence !== undefined && accepted(licence) ? [] : [`${path}: ${licence ?? 'none'}`]
    })
  expect(wrong).toEqual([])
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
