import { describe, expect, test } from 'vitest'
import { readAddress } from '../../src/embedded/address.js'
import { checkEach } from '../../../test/support/rows.js'

// attack 23
describe('mail addresses', () => {
  test('what is no address', () =>
    checkEach(
      [
        'a@b\r\nBcc:x@example.org',
        'a@example.org\r\nBcc: x@example.org',
        'a@example.org\n',
        'a\u0000@example.org',
        `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(63)}.org1`,
        `${'a'.repeat(65)}@example.org`,
        'ａ@example.org',
        'é@example.org',
        'a@b',
        '@example.org',
        'a@',
        'a@@example.org',
        'a b@example.org',
        '.a@example.org',
        'a..b@example.org',
        '"a"@example.org',
        'a@[127.0.0.1]',
        'a@127.0.0.1',
        'a@0x7f.1',
        'a@exam%70le.org',
        'a@example.org:25',
        'a@example.org/x',
        'a@-example.org',
        'a@example.org.',
        'a@xn--',
        'a@xn--a.org',
        'a@exa\u200bmple.org',
        'a@exa\u202emple.org',
        'A <a@example.org>',
        'a@example.org,b@example.org',
        'a@example.org;b@example.org',
        '',
      ],
      '%j is none',
      (text) => expect(readAddress(text)).toBeUndefined(),
    ))

  test('an address is shown and stored in one form', () =>
    checkEach(
      [
        ['A@B.com', 'a@b.com'],
        ['  a@b.com ', 'a@b.com'],
        ['I@EXAMPLE.ORG', 'i@example.org'],
        ['a.b+c@Example.org', 'a.b+c@example.org'],
        ['a@bücher.example', 'a@xn--bcher-kva.example'],
        ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
        ['a@аpple.com', 'a@xn--pple-43d.com'],
      ],
      '%j is shown and stored as %j',
      (text, address) => expect(readAddress(text)).toBe(address),
    ))
})
