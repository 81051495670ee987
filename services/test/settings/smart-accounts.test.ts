// The settings of smart accounts, and what a start refuses. Row 84: each refusal names its setting.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../../src/compose.js'
import { readConfig } from '../../src/settings/config.js'
import { secretsOf } from '../../src/settings/secrets.js'
import { checkEach } from '../../../test/support/rows.js'

const production = {
  WM_FRAME_PORT: '8788',
  WM_FRAME_URL: 'https://wallet.example.org',
  WM_FRAME_RECOVERY: 'sealed-required',
  WM_SECRET_KEY: '0123456789abcdef'.repeat(4),
  SMTP_URL: 'smtps://user:password@mail.example.org',
  WM_MAIL_FROM: 'Example <wallet@example.org>',
  WM_RPC_EIP155_1: 'https://node.example.org',
}
const factory = '0xE2a08E0947C2974423F62417d8B8c7440EF2B497'
const implementation = '0xaE724f3CB883DCB4379C9dE30216C5156feD6fD3'
const good = {
  entryPoint: '0.8',
  factory: factory.toLowerCase(),
  implementation,
  bundlerUrl: 'https://bundler.example/key-of-sixteen-characters',
}
const read = (setting: unknown, env: Readonly<Record<string, string>> = production) =>
  readConfig({ ...env, WM_SMART_ACCOUNTS: JSON.stringify(setting) })

test('off without the setting; a chain without an entry has none', () => {
  expect(readConfig(production).smartAccounts).toBeUndefined()
  const { smartAccounts } = read({ 'eip155:1': { ...good, paymasterUrl: 'http://127.0.0.1:9/' } })
  expect(smartAccounts).toEqual({ 'eip155:1': { ...good, factory, paymasterUrl: 'http://127.0.0.1:9/' } })
})

test('from a file; keys of the urls stay out of the log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'smart-accounts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'smart-accounts.json')
  writeFileSync(file, JSON.stringify({ 'eip155:1': good }))
  const config = readConfig({ ...production, WM_SMART_ACCOUNTS_FILE: file })
  expect(config.smartAccounts).toEqual({ 'eip155:1': { ...good, factory } })
  expect(secretsOf(config, { chains: {}, solana: {}, ledgers: {} })).toContain('key-of-sixteen-characters')
})

// attack 84
describe('a start is refused', () => {
  test('with the reason', () =>
    checkEach<[string, unknown, string]>(
      [
        ['with a list', [], 'WM_SMART_ACCOUNTS: '],
        [
          'with another kind of chain',
          { 'solana:abc': good },
          'WM_SMART_ACCOUNTS: solana:abc: a CAIP-2 id such as eip155:1 is needed',
        ],
        [
          'with another version',
          { 'eip155:1': { ...good, entryPoint: '0.7' } },
          'WM_SMART_ACCOUNTS: eip155:1.entryPoint: only "0.8"',
        ],
        ['without a factory', { 'eip155:1': { ...good, factory: undefined } }, 'WM_SMART_ACCOUNTS: eip155:1.factory: needed'],
        [
          'without an implementation',
          { 'eip155:1': { ...good, implementation: undefined } },
          'WM_SMART_ACCOUNTS: eip155:1.implementation: needed',
        ],
        ['with half an address', { 'eip155:1': { ...good, factory: '0x12' } }, 'WM_SMART_ACCOUNTS: eip155:1.factory: an address'],
        [
          'with the address of nobody',
          { 'eip155:1': { ...good, factory: `0x${'0'.repeat(40)}` } },
          'WM_SMART_ACCOUNTS: eip155:1.factory: the address of a contract',
        ],
        [
          'without a bundler',
          { 'eip155:1': { ...good, bundlerUrl: undefined } },
          'WM_SMART_ACCOUNTS: eip155:1.bundlerUrl: an http(s) url is needed',
        ],
        ['with another scheme', { 'eip155:1': { ...good, bundlerUrl: 'file:///etc' } }, 'WM_SMART_ACCOUNTS: eip155:1.bundlerUrl'],
        [
          'with http off the loopback',
          { 'eip155:1': { ...good, bundlerUrl: 'http://bundler.example' } },
          'WM_SMART_ACCOUNTS: eip155:1.bundlerUrl: refused with http:',
        ],
        [
          'with a paymaster in the clear',
          { 'eip155:1': { ...good, paymasterUrl: 'http://paymaster.example' } },
          'WM_SMART_ACCOUNTS: eip155:1.paymasterUrl: refused with http:',
        ],
        ['with an unknown key', { 'eip155:1': { ...good, key: 'k' } }, 'WM_SMART_ACCOUNTS: eip155:1.key: not known'],
        ['for a chain without nodes', { 'eip155:10': good }, 'WM_SMART_ACCOUNTS: eip155:10: needs nodes of this chain'],
        [
          'with these services as bundler',
          { 'eip155:1': { ...good, bundlerUrl: 'http://localhost:8787/v1' } },
          'WM_SMART_ACCOUNTS: a url points back at these services',
        ],
      ],
      '%s',
      (_, setting, message) => {
        expect(() => read(setting)).toThrow(message)
      },
    ))

  test('without the embedded wallet, with two sources, with a file that is none', () => {
    const fails = (env: Readonly<Record<string, string>>) => expect(() => readConfig({ ...production, ...env }))
    fails({ WM_SMART_ACCOUNTS: '{}', WM_SMART_ACCOUNTS_FILE: '/nowhere' }).toThrow('WM_SMART_ACCOUNTS: set either')
    fails({ WM_SMART_ACCOUNTS: '{' }).toThrow('WM_SMART_ACCOUNTS: not JSON')
    fails({ WM_SMART_ACCOUNTS_FILE: '/nowhere/a.json' }).toThrow('WM_SMART_ACCOUNTS_FILE: the file cannot be read')
    const { WM_RPC_EIP155_1 } = production
    expect(() => read({ 'eip155:1': good }, { WM_RPC_EIP155_1 })).toThrow('WM_FRAME_PORT: needed with WM_SMART_ACCOUNTS')
  })

  test('where the data file names a bundler of the chain, too', () => {
    const folder = mkdtempSync(join(tmpdir(), 'smart-accounts-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'data.json')
    const start = (chain: object) => {
      writeFileSync(file, JSON.stringify({ chains: { 'eip155:1': chain } }))
      return readSettings(read({ 'eip155:1': good }, { ...production, WM_DATA_FILE: file }))
    }
    expect(() => start({ bundler: 'https://other.example' })).toThrow(
      'WM_SMART_ACCOUNTS: eip155:1: the data file names a bundler',
    )
    expect(start({ paymaster: 'https://other.example' }).data.chains['eip155:1']?.paymaster).toBe('https://other.example')
  })
})
