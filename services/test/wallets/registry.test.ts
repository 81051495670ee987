import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import registry from '../../src/wallets/registry.json' with { type: 'json' }
import { imageId, loadRegistry, registrySchema } from '../../src/wallets/registry.js'
import { checkEach } from '../../../test/support/rows.js'

/** Runs the script on a list, the bundled one by default. */
function check(file?: string) {
  const script = fileURLToPath(new URL('./check-wallets.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...(file ? [file] : [])], { encoding: 'utf8' })
  return { status, said: stdout.trim(), problems: stderr.trim().split('\n') }
}

describe('the bundled list', () => {
  const entries = registrySchema.parse(registry)

  test('has 150 wallets and more, and the script finds nothing wrong with any', () => {
    expect(entries.length).toBeGreaterThanOrEqual(150)
    expect(check()).toEqual({ status: 0, said: `${entries.length} wallets, 0 problems`, problems: [''] })
  })

  test('the script finds what is wrong', () => {
    const [first, second] = registry
    const folder = mkdtempSync(join(tmpdir(), 'wm-check-'))
    const file = join(folder, 'wallets.json')
    const wrong = [
      first,
      { ...second, id: 'a'.repeat(64), rdns: 'io.metamask', mobile_link: 'javascript://x', icon: 'none', chains: ['eip155'] },
      { ...first, name: 'Own', homepage: 'http://own.example', app_store: 'https://apps.example/id1', order: 5 },
      { id: '', name: 'Bare', order: 6 },
    ]
    writeFileSync(file, JSON.stringify(wrong))
    const { status, problems } = check(file)
    rmSync(folder, { recursive: true })
    expect(status).toBe(1)
    for (const word of [
      /Trust Wallet: id is a{64}, not/,
      /Trust Wallet: mobile_link has another shape/,
      /Trust Wallet: eip155 is no CAIP-2 id/,
      /Trust Wallet: there is no drawing none/,
      /Trust Wallet: shares its rdns with MetaMask/,
      /Own: homepage has another shape/,
      /Own: app_store has another shape/,
      /Own: shares its play_store with MetaMask/,
      /Bare: no chains/,
      /Bare: nothing leads to it/,
    ])
      expect(problems).toContainEqual(expect.stringMatching(word))
  })

  test('covers all five ecosystems', () => {
    for (const namespace of ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']) {
      expect(
        entries.filter(({ chains }) => chains.some((chain) => chain.startsWith(`${namespace}:`))).length,
      ).toBeGreaterThanOrEqual(5)
    }
  })
})

test('image ids are stable uuids', () => {
  expect(imageId('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(imageId('a')).toBe(imageId('a'))
  expect(imageId('a')).not.toBe(imageId('b'))
})

test('a chain of the operator joins wallets of its namespace only', () => {
  const { wallets } = loadRegistry({ extraChains: ['eip155:31337'] })
  const chainsOf = (name: string) => wallets.find((wallet) => wallet.name === name)?.chains ?? []
  expect(chainsOf('MetaMask')).toContain('eip155:31337')
  expect(chainsOf('Solflare')).not.toContain('eip155:31337')
})

describe("an operator's list", () => {
  let folder = ''
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'wm-wallets-'))))
  afterAll(() => rmSync(folder, { recursive: true }))
  const load = (text: string) => {
    const file = join(folder, 'wallets.json')
    writeFileSync(file, text)
    return loadRegistry({ file })
  }
  const row = { id: 'a'.repeat(64), name: 'Own', chains: ['eip155:1'], order: 2 }

  test('replaces the bundled one, sorted by order, then name', () => {
    const rows = [
      row,
      { ...row, id: 'b'.repeat(64), name: 'Zed', order: 1 },
      { ...row, id: 'c'.repeat(64), name: 'Ace', order: 1 },
    ]
    expect(load(JSON.stringify(rows)).wallets.map(({ name }) => name)).toEqual(['Ace', 'Zed', 'Own'])
  })

  test('a broken file is refused by name', () =>
    checkEach(
      [
        ['not JSON', '['],
        ['not a list', '{}'],
        ['a short id', JSON.stringify([{ ...row, id: 'ab' }])],
        ['a link that runs', JSON.stringify([{ ...row, mobile_link: 'javascript://x' }])],
        ['a page without https', JSON.stringify([{ ...row, homepage: 'http://own.example' }])],
        ['a misspelled field', JSON.stringify([{ ...row, mobil_link: 'own://' }])],
        ['an id twice', JSON.stringify([row, row])],
      ],
      '%s is refused by name',
      (_, text) => expect(() => load(text)).toThrow(/^WM_WALLETS_FILE: /),
    ))

  test('a file that is not there is refused by name', () => {
    expect(() => loadRegistry({ file: join(folder, 'none.json') })).toThrow(/^WM_WALLETS_FILE: /)
  })
})
