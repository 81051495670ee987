import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIcons } from '../../src/wallets/icons.js'
import registry from '../../src/wallets/registry.json' with { type: 'json' }
import { imageId, loadRegistry, registrySchema } from '../../src/wallets/registry.js'

const known: Record<string, string> = {
  Phantom: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  Solflare: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
  'Coinbase Wallet': 'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8',
  'Binance Wallet': '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25',
}

describe('the bundled list', () => {
  const entries = registrySchema.parse(registry)

  test('has sixty wallets and more, each once', () => {
    expect(entries.length).toBeGreaterThanOrEqual(60)
    for (const key of ['id', 'name', 'order'] as const)
      expect(new Set(entries.map((entry) => entry[key])).size).toBe(entries.length)
    const rdns = entries.flatMap((entry) => entry.rdns ?? [])
    expect(new Set(rdns).size).toBe(rdns.length)
  })

  test("ids are the field's own where they are known, else the hash of the name", () => {
    for (const { id, name } of entries) expect(id).toBe(known[name] ?? createHash('sha256').update(name).digest('hex'))
  })

  test('covers all five ecosystems', () => {
    for (const namespace of ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']) {
      expect(
        entries.filter(({ chains }) => chains.some((chain) => chain.startsWith(`${namespace}:`))).length,
      ).toBeGreaterThanOrEqual(5)
    }
  })

  test('stores are the stores', () => {
    for (const entry of entries) {
      if (entry.app_store) expect(entry.app_store).toMatch(/^https:\/\/apps\.apple\.com\/app\/id\d{9,10}$/)
      if (entry.play_store) expect(entry.play_store).toMatch(/^https:\/\/play\.google\.com\/store\/apps\/details\?id=[\w.]+$/)
      if (entry.chrome_store) expect(entry.chrome_store).toMatch(/^https:\/\/chromewebstore\.google\.com\/detail\/[a-p]{32}$/)
    }
  })

  test('every drawing it names exists', () => {
    const icons = createIcons()
    for (const { icon } of entries) if (icon) expect(icons.has('wallets', icon), icon).toBe(true)
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

  test.each([
    ['not JSON', '['],
    ['not a list', '{}'],
    ['a short id', JSON.stringify([{ ...row, id: 'ab' }])],
    ['a link that runs', JSON.stringify([{ ...row, mobile_link: 'javascript://x' }])],
    ['a page without https', JSON.stringify([{ ...row, homepage: 'http://own.example' }])],
    ['a misspelled field', JSON.stringify([{ ...row, mobil_link: 'own://' }])],
    ['an id twice', JSON.stringify([row, row])],
  ])('%s is refused by name', (_, text) => expect(() => load(text)).toThrow(/^WM_WALLETS_FILE: /))

  test('a file that is not there is refused by name', () => {
    expect(() => loadRegistry({ file: join(folder, 'none.json') })).toThrow(/^WM_WALLETS_FILE: /)
  })
})
