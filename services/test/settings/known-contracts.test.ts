// The contracts that an operator trusts, and what a start refuses. Row 84: each refusal names its setting.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/settings/config.js'
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
const address = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const good = { chain: 'eip155:1', address, name: 'Uniswap (router 2)' }
const read = (setting: unknown, env: Readonly<Record<string, string>> = production) =>
  readConfig({ ...env, WM_KNOWN_CONTRACTS: JSON.stringify(setting) })

test('none without the setting; from the environment or a file, in one spelling', () => {
  expect(readConfig(production).knownContracts).toBeUndefined()
  expect(read([{ ...good, address: address.toLowerCase() }]).knownContracts).toEqual([good])
  const folder = mkdtempSync(join(tmpdir(), 'known-contracts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'known.json')
  writeFileSync(file, JSON.stringify([good]))
  expect(readConfig({ ...production, WM_KNOWN_CONTRACTS_FILE: file }).knownContracts).toEqual([good])
  writeFileSync(file, '[{"chain":"eip155:1"}]')
  expect(() => readConfig({ ...production, WM_KNOWN_CONTRACTS_FILE: file })).toThrow('WM_KNOWN_CONTRACTS_FILE: 0.address: needed')
})

test('a start is refused with a wrong list', () =>
  checkEach<[string, unknown, string]>(
    [
      ['that is no list', { 'eip155:1': [] }, 'WM_KNOWN_CONTRACTS: '],
      ['of another kind of chain', [{ ...good, chain: 'solana:abc' }], '0.chain: a CAIP-2 id such as eip155:1 is needed'],
      ['of a chain without nodes', [good, { ...good, chain: 'eip155:10' }], '1.chain: needs nodes of this chain'],
      ['with half an address', [{ ...good, address: '0x12' }], '0.address: an address'],
      ['with the address of nobody', [{ ...good, address: `0x${'0'.repeat(40)}` }], '0.address: the address of a contract'],
      ['without a name', [{ ...good, name: '' }], '0.name: a name of one line'],
      ['with a name that turns', [{ ...good, name: 'Uni\u202epaws' }], '0.name: a name of one line'],
      ['with a name that hides', [{ ...good, name: 'Uni\u200bswap' }], '0.name: a name of one line'],
      ['with a name of two lines', [{ ...good, name: 'Uni\nswap' }], '0.name: a name of one line'],
      ['with a long name', [{ ...good, name: 'U'.repeat(41) }], '0.name: at most 40 characters'],
      ['with one twice', [good, { ...good, address: address.toLowerCase() }], '1.address: stands in the list twice'],
      ['with an unknown key', [{ ...good, kind: 'token' }], '0.kind: not known'],
      ['that is endless', Array.from({ length: 501 }, () => good), 'at most 500 contracts'],
    ],
    'a start is refused with a list %s',
    (_, setting, message) => {
      // attack 84
      expect(() => read(setting)).toThrow(message)
      expect(() => read(setting)).toThrow(/^WM_KNOWN_CONTRACTS: /)
    },
  ))

// attack 84
test('a start is refused with two sources, and without the embedded wallet', () => {
  const two = { ...production, WM_KNOWN_CONTRACTS: '[]', WM_KNOWN_CONTRACTS_FILE: '/nowhere' }
  expect(() => readConfig(two)).toThrow('WM_KNOWN_CONTRACTS: set either')
  const { WM_RPC_EIP155_1 } = production
  expect(() => read([good], { WM_RPC_EIP155_1 })).toThrow('WM_FRAME_PORT: needed with WM_KNOWN_CONTRACTS')
})
