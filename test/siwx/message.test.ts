// The text of a sign-in: written and read byte for byte, in the words of EIP-4361, and nothing else is read.
import fc from 'fast-check'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { readMessage, type SignInMessage, writeMessage } from '../../src/siwx/index.js'
import { timeOf } from '../../src/siwx/message.js'

const message: SignInMessage = {
  domain: 'app.example',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  statement: 'I accept the terms: https://app.example/terms',
  uri: 'https://app.example/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: '32891756abcd',
  issuedAt: '2026-11-23T20:00:00.000Z',
  expirationTime: '2026-11-23T21:00:00.000Z',
  notBefore: '2026-11-23T19:00:00.000Z',
  requestId: 'some-id',
  resources: ['ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/', 'https://example.com/claim.json'],
}
const signers: readonly (readonly [SignInMessage['chainId'], string, string])[] = [
  ['eip155:1', 'Ethereum', message.address],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'],
  ['bip122:000000000019d6689c085ae165831e93', 'Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'Polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ['cosmos:cosmoshub-4', 'Cosmos', 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'],
]

test('it is the text of EIP-4361, as viem writes and reads it', () => {
  const text = writeMessage(message)
  const { chainId: _, ...rest } = message
  const fields = {
    ...rest,
    address: getAddress(message.address),
    chainId: 1,
    issuedAt: new Date(message.issuedAt),
    expirationTime: new Date(message.expirationTime!),
    notBefore: new Date(message.notBefore!),
    resources: [...message.resources!],
  }
  expect(text).toBe(createSiweMessage(fields))
  expect(parseSiweMessage(text)).toEqual(fields)
  const { statement: _none, ...silent } = message
  const { statement: _neither, ...silentFields } = fields
  expect(writeMessage(silent)).toBe(createSiweMessage(silentFields))
})

test.each(signers)('the text of %s names %s', (chainId, name, address) => {
  const text = writeMessage({ ...message, chainId, address })
  expect(text.split('\n').slice(0, 2)).toEqual([`app.example wants you to sign in with your ${name} account:`, address])
  expect(text).toContain(`\nChain ID: ${chainId.split(':')[1]}\n`)
  expect(readMessage(text)).toEqual({ ...message, chainId, address })
})

const letters = (characters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters.split('')), minLength, maxLength })
const alphanumeric = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const uri = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom('did:key:z6Mk', 'urn:recap:eyJ9', 'http://[::1]:3000/', 'https://a.b?'),
)
const time = fc
  .date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const messages = fc
  .record({
    signer: fc.constantFrom(...signers),
    domain: fc.oneof(fc.domain(), fc.constantFrom('localhost:3000', '[::1]', '127.0.0.1:8080')),
    statement: optional(letters(`${alphanumeric} -._~:/?#[]@!$&'()*+,;=`, 1, 80)),
    uri,
    nonce: letters(alphanumeric, 8, 40),
    issuedAt: time,
    expirationTime: optional(time),
    notBefore: optional(time),
    requestId: optional(letters(`${alphanumeric}-._~:@!$&'()*+,;=`, 0, 20)),
    resources: optional(fc.array(uri, { maxLength: 4 })),
  })
  .map(({ signer: [chainId, , address], ...rest }): SignInMessage => ({ ...rest, chainId, address, version: '1' }))

const defined = (value: SignInMessage) => Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))

test('what is written is read back, and is written again the same', () => {
  fc.assert(
    fc.property(messages, (value) => {
      const text = writeMessage(value)
      expect(readMessage(text)).toEqual(defined(value))
      expect(writeMessage(readMessage(text))).toBe(text)
    }),
    { numRuns: 300 },
  )
})

test('a text of which one line is changed, lost, doubled or added is refused, or is another message', () => {
  let refused = 0
  let different = 0
  const act = fc.constantFrom<(lines: string[], at: number, extra: string) => string[]>(
    (lines, at, extra) => lines.toSpliced(at, 1, `${lines[at]}${extra}`),
    (lines, at, extra) => lines.toSpliced(at, 1, `${extra}${lines[at]}`),
    (lines, at) => lines.toSpliced(at, 1),
    (lines, at) => lines.toSpliced(at, 0, lines[at]!),
    (lines, at, extra) => lines.toSpliced(at, 0, extra),
    (lines, at) => lines.toSpliced(at, 1, lines[at]!.toUpperCase()),
    (lines, at) => lines.toSpliced(at, 1, lines[at]!.slice(0, -1)),
  )
  fc.assert(
    fc.property(
      messages,
      act,
      fc.nat(),
      fc.constantFrom(' ', '\r', '\0', 'x', '1', '\u202e', '\n', 'Nonce: 12345678', '- '),
      (value, change, place, extra) => {
        const text = writeMessage(value)
        const lines = text.split('\n')
        const changed = change(lines, place % lines.length, extra).join('\n')
        fc.pre(changed !== text)
        let read: SignInMessage
        try {
          read = readMessage(changed)
        } catch (error) {
          refused += 1
          expect(error).toMatchObject({ code: 'SIGN_IN_INVALID' })
          return
        }
        different += 1
        expect(read).not.toEqual(defined(value))
        expect(writeMessage(read)).toBe(changed)
      },
    ),
    { numRuns: 1_500 },
  )
  expect([refused > 100, different > 50]).toEqual([true, true])
})

describe('a field that cannot stand in the text is refused', () => {
  const solana = { chainId: signers[1]![0], address: signers[1]![2] }
  const wrong: readonly (readonly [string, Partial<Record<keyof SignInMessage, unknown>>])[] = [
    ['no domain', { domain: '' }],
    ['a missing domain', { domain: undefined }],
    ['a domain with a scheme', { domain: 'https://app.example' }],
    ['a domain with a path', { domain: 'app.example/x' }],
    ['a domain with a user', { domain: 'bank.example@app.example' }],
    ['a domain with a line', { domain: 'app.example\nevil.example' }],
    ['an address without its checksum', { address: message.address.toLowerCase() }],
    ['an address in capitals', { address: `0x${message.address.slice(2).toUpperCase()}` }],
    ['an address of another ecosystem', { address: solana.address }],
    ['an EVM address on solana', { ...solana, address: message.address }],
    ['a bitcoin address in capitals', { chainId: signers[2]![0], address: signers[2]![2].toUpperCase() }],
    ['an empty statement', { statement: '' }],
    ['a statement of two lines', { statement: 'a\nb' }],
    ['a statement with a quote', { statement: 'the "terms"' }],
    ['a statement in other letters', { statement: 'für' }],
    ['no URI', { uri: 'app.example' }],
    ['a URI with a space', { uri: 'https://app.example/a b' }],
    ['a URI with half an escape', { uri: 'https://app.example/%2' }],
    ['version 2', { version: '2' }],
    ['a chain of an unknown namespace', { chainId: 'tezos:1' }],
    ['an EVM chain with a zero in front', { chainId: 'eip155:01' }],
    ['a short nonce', { nonce: '1234567' }],
    ['a nonce with a sign', { nonce: '1234567-' }],
    ['a time without its zone', { issuedAt: '2026-11-23T20:00:00' }],
    ['30 February', { issuedAt: '2026-02-30T00:00:00Z' }],
    ['25 o’clock', { expirationTime: '2026-11-23T25:00:00Z' }],
    ['a time that is no text', { notBefore: 1_800_000_000 }],
    ['a request id with a slash', { requestId: 'a/b' }],
    ['a resource that is no URI', { resources: ['x'] }],
    ['34 resources', { resources: Array.from({ length: 34 }, () => 'a:b') }],
    ['a text that is too long', { statement: 'x'.repeat(17_000) }],
  ]
  test.each(wrong)('%s', (_, fields) => {
    expect(() => writeMessage({ ...message, ...fields } as never)).toThrow(expect.objectContaining({ code: 'SIGN_IN_INVALID' }))
  })
})

test('texts of other layouts are refused', () => {
  const text = writeMessage(message)
  const others = [
    '',
    `${text}\n`,
    text.replaceAll('\n', '\r\n'),
    `https://${text}`,
    text.replace('Ethereum', 'Bitcoin'),
    text.replace('Ethereum', 'blockchain'),
    text.replace('Ethereum', '__proto__'),
    text.replace('Chain ID: 1', 'Chain ID: eip155:1'),
    text.replace('Version: 1', 'Version: 1 '),
    text.replace(/Nonce: .*\n/, ''),
    'x'.repeat(20_000),
  ]
  for (const other of others) expect(() => readMessage(other)).toThrow(expect.objectContaining({ code: 'SIGN_IN_INVALID' }))
  expect(readMessage(text)).toEqual(message)
})

test.each([
  ['2026-11-23T20:00:00Z', Date.UTC(2026, 10, 23, 20)],
  ['2026-11-23t20:00:00.25z', Date.UTC(2026, 10, 23, 20, 0, 0, 250)],
  ['2026-11-23T22:30:00+02:30', Date.UTC(2026, 10, 23, 20)],
  ['2026-11-23T15:00:00-05:00', Date.UTC(2026, 10, 23, 20)],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ['2025-02-29T00:00:00Z', undefined],
  ['2026-11-23 20:00:00Z', undefined],
  ['2026-11-23T20:00:00+24:00', undefined],
  ['23 Nov 2026', undefined],
])('the time %s', (text, expected) => expect(timeOf(text)).toBe(expected))
