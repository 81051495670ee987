// The text of a sign-in: written and read byte for byte, in the words of EIP-4361, and nothing else is read.
import fc from 'fast-check'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { readMessage, type SignInMessage, writeMessage } from '../../src/siwx/index.js'
import { timeOf } from '../../src/siwx/message.js'
import { checkEach } from '../support/rows.js'

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

test('the text names the ecosystem, its account, and the chain by its reference', () => {
  for (const [chainId, name, address] of signers) {
    const text = writeMessage({ ...message, chainId, address })
    expect(text.split('\n').slice(0, 2)).toEqual([`app.example wants you to sign in with your ${name} account:`, address])
    expect(text).toContain(`\nChain ID: ${chainId.split(':')[1]}\n`)
    expect(readMessage(text)).toEqual({ ...message, chainId, address })
  }
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
  const act = fc.constantFrom<(lines: string[], place: number, extra: string) => string[]>(
    (lines, place, extra) => lines.toSpliced(place, 1, `${lines[place]}${extra}`),
    (lines, place, extra) => lines.toSpliced(place, 1, `${extra}${lines[place]}`),
    (lines, place) => lines.toSpliced(place, 1),
    (lines, place) => lines.toSpliced(place, 0, lines[place]!),
    (lines, place, extra) => lines.toSpliced(place, 0, extra),
    (lines, place) => lines.toSpliced(place, 1, lines[place]!.toUpperCase()),
    (lines, place) => lines.toSpliced(place, 1, lines[place]!.slice(0, -1)),
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

test('a field that cannot stand in the text is refused, and the error says which', async () => {
  const solana = { chainId: signers[1]![0], address: signers[1]![2] }
  const domain = 'the domain is no host'
  const address = 'the address is none of this chain, or lacks its checksum'
  const statement = 'the statement is not one line of the characters allowed'
  const nonce = 'the nonce is not 8 to 128 letters and digits'
  const time = 'a time is not written as in RFC 3339'
  const wrong: readonly (readonly [problem: string, fields: Partial<Record<keyof SignInMessage, unknown>>])[] = [
    [domain, { domain: '' }],
    [domain, { domain: undefined }],
    [domain, { domain: 'https://app.example' }],
    [domain, { domain: 'app.example/x' }],
    [domain, { domain: 'bank.example@app.example' }],
    [domain, { domain: 'app.example\nevil.example' }],
    [address, { address: message.address.toLowerCase() }],
    [address, { address: `0x${message.address.slice(2).toUpperCase()}` }],
    [address, { address: solana.address }],
    [address, { ...solana, address: message.address }],
    [address, { chainId: signers[2]![0], address: signers[2]![2].toUpperCase() }],
    [address, { chainId: signers[4]![0], address: signers[4]![2].toUpperCase() }],
    [address, { chainId: signers[4]![0], address: `a1${'q'.repeat(127)}` }],
    [statement, { statement: '' }],
    [statement, { statement: 'a\nb' }],
    [statement, { statement: 'the "terms"' }],
    [statement, { statement: 'für' }],
    ['the URI is none', { uri: 'app.example' }],
    ['the URI is none', { uri: 'https://app.example/a b' }],
    ['the URI is none', { uri: 'https://app.example/%2' }],
    ['the version is not 1', { version: '2' }],
    ['the chain is none', { chainId: 'tezos:1' }],
    ['the chain is none', { chainId: 'eip155:01' }],
    [nonce, { nonce: '1234567' }],
    [nonce, { nonce: '1234567-' }],
    [nonce, { nonce: 'a'.repeat(129) }],
    [time, { issuedAt: '2026-11-23T20:00:00' }],
    [time, { issuedAt: '2026-02-30T00:00:00Z' }],
    [time, { expirationTime: '2026-11-23T25:00:00Z' }],
    [time, { notBefore: 1_800_000_000 }],
    ['the request id has other characters', { requestId: 'a/b' }],
    ['a resource is no URI', { resources: ['x'] }],
    ['there are too many resources', { resources: Array.from({ length: 34 }, () => 'a:b') }],
    ['it is too long', { statement: 'x'.repeat(17_000) }],
  ]
  await checkEach(wrong, '%s: %j', (problem, fields) => {
    const refusal = expect.objectContaining({ code: 'SIGN_IN_INVALID', details: { problem } }) as Error
    expect(() => writeMessage({ ...message, ...fields } as never)).toThrow(refusal)
  })
  expect(writeMessage({ ...message, nonce: 'a'.repeat(128), resources: Array.from({ length: 33 }, () => 'a:b') })).toContain(
    '- a:b',
  )
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

test('times are read with their zone and fraction, and days that there are not are none', () => {
  const times: readonly (readonly [string, number | undefined])[] = [
    ['2026-11-23T20:00:00Z', Date.UTC(2026, 10, 23, 20)],
    ['2026-11-23t20:00:00.25z', Date.UTC(2026, 10, 23, 20, 0, 0, 250)],
    ['2026-11-23T22:30:00+02:30', Date.UTC(2026, 10, 23, 20)],
    ['2026-11-23T15:00:00-05:00', Date.UTC(2026, 10, 23, 20)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2025-02-29T00:00:00Z', undefined],
    ['2026-11-23 20:00:00Z', undefined],
    ['2026-11-23T20:00:00+24:00', undefined],
    ['23 Nov 2026', undefined],
  ]
  expect(times.map(([text]) => [text, timeOf(text)])).toEqual(times)
})
