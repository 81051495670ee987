// Which pages may embed a frame.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frameAncestorsOf, matchesOrigin, readOriginList } from '../../src/frame/origins.js'
import { isOriginAllowed } from '../../src/api/project.js'
import { OriginListError, type OriginPattern } from '../../src/vocabulary/origin.js'
import { testRows } from '../support/rows.js'

/** IPv6 addresses that lead to 127.0.0.1, or to another IPv4 address. */
const carriers = ['::ffff:7f00:1', '::ffff:127.0.0.1', '::FFFF:7F00:1', '0:0:0:0:0:ffff:7f00:1', '::ffff:0:127.0.0.1', '::127.0.0.1', '::', '::2', '64:ff9b::127.0.0.1', '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001::7f00:1', '2001:0:7f00:1::1', '2001:db8::5efe:127.0.0.1', 'fe80::200:5efe:7f00:1', 'fd00::5efe:0:0', '2001:db8:1:2:0:5efe:a00:1'] // oxfmt-ignore

const allows = (list: readonly string[], origin: string, options?: { allowLoopback?: boolean; devOrigins?: boolean }) =>
  matchesOrigin(origin, readOriginList(list, { devOrigins: options?.devOrigins ?? false }), options)
const refused = (entry: string, devOrigins = false) => {
  try {
    readOriginList(['https://fine.example.com', entry], { devOrigins })
  } catch (error) {
    expect(error).toBeInstanceOf(OriginListError)
    expect((error as OriginListError).entry).toBe(entry)
    return (error as OriginListError).message
  }
  return 'taken'
}

describe('a wildcard', () => {
  // attack 13
  const list = ['https://*.example.com']
  testRows([
    'https://evil-example.com',
    'https://example.com.evil.com',
    'https://example.com@evil.com',
    'https://a@app.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com:443',
    'https://app.example.com.',
    'https://example.com',
    'https://.example.com',
    'https://..example.com',
    'https://app.example.com/',
    'https://app.example.com/path',
    'https://APP.example.com',
    'https://app.еxample.com', // a Cyrillic letter
    'https://app.xn--xample-2of.com', // the same, as a browser writes it
    'wss://app.example.com',
    'blob:https://app.example.com',
    'null',
    '',
    '*',
    'app.example.com',
    'https://app.example.com\u0000',
    ' https://app.example.com',
    'https://app.example.com evil.com',
  ])('does not allow %j', (origin) => expect(allows(list, origin)).toBe(false))

  test.each(['https://app.example.com', 'https://a.b.c.example.com', 'https://xn--bcher-kva.example.com'])(
    'allows %s, and not the name itself',
    (origin) => expect(allows(list, origin)).toBe(true),
  )
})

test('an exact origin is one origin', () => {
  const list = [
    'https://app.example.com',
    'https://shop.example.com:8443',
    'https://Bücher.example',
    'https://[2001:DB8::1]:444',
    'https://my_app.example',
    'https://[fd00::5efe:1]',
    'https://[::1]',
    'https://[2001:db8:1:2:3:5efe:a00:1]',
  ]
  for (const origin of [
    'https://app.example.com',
    'https://shop.example.com:8443',
    'https://xn--bcher-kva.example',
    'https://[2001:db8::1]:444',
    'https://my_app.example',
    'https://[fd00::5efe:1]',
    'https://[::1]',
    'https://[2001:db8:1:2:3:5efe:a00:1]',
  ])
    expect(allows(list, origin), origin).toBe(true)
  for (const origin of ['https://a.app.example.com', 'https://shop.example.com', 'http://app.example.com', 'https://example.com'])
    expect(allows(list, origin), origin).toBe(false)
  expect(allows(['https://app.example.com:443'], 'https://app.example.com')).toBe(true)
})

test('an empty list allows nobody, the machine itself only where that is set', () => {
  // attack 14
  for (const origin of ['https://app.example.com', 'http://localhost:3000', 'null']) expect(allows([], origin)).toBe(false)
  for (const origin of [
    'http://localhost',
    'https://localhost:1',
    'http://127.0.0.1:5173',
    'http://[::1]:80',
    'http://app.localhost:1',
  ])
    expect(allows([], origin, { allowLoopback: true }), origin).toBe(origin !== 'http://[::1]:80') // the usual port is not written
  for (const origin of ['http://localhost.evil.com', 'http://127.0.0.1.evil.com', 'http://evil.com', 'http://128.0.0.1', 'null'])
    expect(allows([], origin, { allowLoopback: true }), origin).toBe(false)
})

describe('an entry that means nothing, everything, or more than it seems is an error that names it', () => {
  // attack 14
  testRows([
    ['*', 'would allow every origin'],
    ['https://*', 'is no origin'],
    ['https://*.*.example.com', 'is no origin'],
    ['https://app.*.com', 'is no origin'],
    ['https://app*.example.com', 'is no origin'],
    ['null', 'is no origin'],
    ['', 'is no origin'],
    ['app.example.com', 'is no origin'],
    ['*.example.com', 'is no origin'],
    ['https://', 'is no origin'],
    ['https:app.example.com', 'is no origin'],
    ['https://app.example.com/', 'is no origin'],
    ['https://app.example.com/path', 'is no origin'],
    ['https://app.example.com?x', 'is no origin'],
    ['https://app.example.com#x', 'is no origin'],
    ['https://user@app.example.com', 'is no origin'],
    ['https://app.example.com\\@evil.com', 'is no origin'],
    ['https://app.example.com https://evil.com', 'is no origin'],
    ['https://app.example.com\n', 'is no origin'],
    ['ftp://app.example.com', 'is no origin'],
    ['javascript:alert(1)', 'is no origin'],
    ['https://app.example.com:99999', 'is no origin'],
    ['https://a%2eexample.com', 'is no origin'],
    ...[';', ',', "'", '"', '(', '!', '$', '&', '+', '=', '~', '`', '{', '|', '^', '<', '\uff1b', '\uff0c', '\uff0f', '\uff1a', '\u3002'].map((sign) => [`https://app.example.com${sign}`, 'is no origin']), // oxfmt-ignore
    ['https://a.example;script-src.example.com', 'is no origin'],
    ['https://*.a;b.example.com', 'is no origin'],
    ['https://\uff0a.example.com', 'is no origin'], // a full-width *
    ['https://app.example.com.', 'has an empty label'],
    ['https://*..example.com', 'has an empty label'],
    ['http://app.example.com', 'needs https'],
    ['https://app.example.com:*', 'allows every port only on this machine'],
    ['https://0x7f.1', 'is a hidden IP address'],
    ['https://2130706433', 'is a hidden IP address'],
    ['https://\uff11\uff12\uff17.0.0.1', 'is a hidden IP address'],
    ...carriers.map((address) => [`https://[${address}]`, 'is a hidden IP address']),
    ['https://*.1.2.3.4', 'is no origin'],
    ['https://*.10.0.0.1', 'is no origin'],
    ['https://*.[::1]', 'is a wildcard on an IP address'],
    ['https://*.com', 'is a wildcard on a whole top-level domain'],
    ['https://*.co.uk', 'is a wildcard on a public suffix'],
    ['https://*.com.au', 'is a wildcard on a public suffix'],
  ])('%j is refused: it %s', (entry, problem) => {
    expect(refused(entry)).toMatch(problem === 'is no origin' || problem.includes('IP') ? /: is / : problem)
    expect(refused(entry, true)).not.toBe('taken')
  })

  testRows([
    'https://*.vercel.app',
    'https://*.pages.dev',
    'https://*.ngrok-free.app',
    'https://*.VERCEL.app',
    'https://*.github.io',
  ])('%s, unless it is for development', (entry) => {
    expect(refused(entry)).toMatch('where anybody can have a name')
    expect(refused(entry, true)).toBe('taken')
    expect(refused(entry.replace('*', '*.team'))).toBe('taken')
    expect(refused(entry.replace('*', 'app'))).toBe('taken')
  })
})

test('every port of the machine itself may be allowed by one entry', () => {
  expect(allows(['http://localhost:*'], 'http://localhost:3000')).toBe(true)
  expect(allows(['http://localhost:*'], 'http://localhost')).toBe(true)
  expect(allows(['http://localhost:*'], 'https://localhost')).toBe(false)
  expect(allows(['http://*.localhost:*'], 'http://app.localhost:1')).toBe(true)
  expect(allows(['http://127.0.0.1:*'], 'http://127.0.0.1:1')).toBe(true)
})

test('an entry means the same in the frame, in its header, and to the services', () => {
  const rows = [
    ['https://*.example.com', 'https://app.example.com', true],
    ['https://*.example.com', 'https://a.b.c.example.com', true],
    ['https://*.example.com', 'https://example.com', false],
    ['https://*.example.com', 'https://evil-example.com', false],
    ['https://*.example.com', 'https://app.example.com:8443', false],
    ['https://*.example.com', 'http://app.example.com', false],
    ['https://*.example.com:8443', 'https://a.b.example.com:8443', true],
    ['https://*.b\u00fccher.example', 'https://a.xn--bcher-kva.example', true],
    ['https://app.example.com', 'https://app.example.com', true],
    ['https://app.example.com', 'https://a.app.example.com', false],
    ['https://app.example.com:443', 'https://app.example.com', true],
    ['https://*.*.example.com', 'https://a.b.example.com', false],
    ['https://app.*.com', 'https://app.example.com', false],
    ['https://a.example;', 'https://a.example', false],
    ['*', 'https://a', false],
    ['https://*.com', 'https://example.com', false],
  ] as const
  const meanings = rows.map(([entry, origin]) => {
    let patterns: readonly OriginPattern[] = []
    try {
      patterns = readOriginList([entry])
    } catch {
      // such an entry allows nobody
    }
    return { entry, origin, frame: matchesOrigin(origin, patterns), services: isOriginAllowed(origin, [entry]), header: isAncestor(frameAncestorsOf(patterns), origin) } // oxfmt-ignore
  })
  expect(meanings).toEqual(
    rows.map(([entry, origin, allowed]) => ({ entry, origin, frame: allowed, services: allowed, header: allowed })),
  )
})

/** As a browser reads a list of `host-source`s (CSP 3, §6.7.2.8: `*.` is any depth and not the name itself). */
function isAncestor(sources: string, origin: string): boolean {
  const { protocol, hostname, port } = new URL(origin)
  return sources.split(' ').some((source) => {
    const [, scheme, star, host = '', wanted = ''] = /^(https?:)\/\/(\*)?(.*?)(?::(\d+|\*))?$/.exec(source) ?? []
    return scheme === protocol && (wanted === '*' || wanted === port) && (star ? hostname.endsWith(host) : hostname === host)
  })
}

test('frame-ancestors says the same, and never more', () => {
  const list = readOriginList(['https://app.example.com', 'https://*.example.org', 'http://localhost:*', 'https://[2001:db8::1]'])
  expect(frameAncestorsOf(list)).toBe('https://app.example.com https://*.example.org http://localhost:*')
  expect(frameAncestorsOf([])).toBe(`'none'`)
  expect(frameAncestorsOf([], { allowLoopback: true }).split(' ')).toContain('http://127.0.0.1:*')
})

const label = fc.stringMatching(/^[a-z][a-z\d]{0,8}$/)
const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'))

describe('for any name', () => {
  test('a wildcard allows what is below it, and nothing that only looks like it', () => {
    // attack 13
    fc.assert(
      fc.property(host, fc.array(label, { minLength: 1, maxLength: 3 }), label, (name, below, other) => {
        fc.pre(!/^\w+\.\w{2}$/.test(name)) // such as co.uk
        const patterns = readOriginList([`https://*.${name}`], { devOrigins: true })
        const under = `${below.join('.')}.${name}`
        expect(matchesOrigin(`https://${under}`, patterns)).toBe(true)
        expect(matchesOrigin(`https://${name}`, patterns)).toBe(false)
        expect(matchesOrigin(`http://${under}`, patterns)).toBe(false)
        expect(matchesOrigin(`https://${other}${name}`, patterns)).toBe(false)
        expect(matchesOrigin(`https://${other}-${name}`, patterns)).toBe(false)
        expect(matchesOrigin(`https://${under}.${other}`, patterns)).toBe(`${under}.${other}`.endsWith(`.${name}`))
        expect(matchesOrigin(`https://${under}:8443`, patterns)).toBe(false)
        expect(matchesOrigin(`https://${under}.`, patterns)).toBe(false)
        expect(matchesOrigin(`https://${other}@${under}`, patterns)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('an exact entry allows one origin', () => {
    // attack 13
    fc.assert(
      fc.property(host, host, fc.integer({ min: 1, max: 65535 }), (name, other, port) => {
        const { origin } = new URL(`https://${name}:${port}`)
        const patterns = readOriginList([origin])
        expect(matchesOrigin(origin, patterns)).toBe(true)
        expect(matchesOrigin(new URL(`https://${other}:${port}`).origin, patterns)).toBe(other === name)
        expect(matchesOrigin(new URL(`https://${name}:${port === 65535 ? 1 : port + 1}`).origin, patterns)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('no text whatever is both an entry and a way in for another site', () => {
    // attack 14
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.webUrl(),
          fc.domain().map((name) => `https://*.${name}`),
        ),
        (entry) => {
          let patterns
          try {
            patterns = readOriginList([entry])
          } catch (error) {
            expect(error).toBeInstanceOf(OriginListError)
            return
          }
          expect(matchesOrigin('https://attacker.invalid', patterns)).toBe(false)
          expect(matchesOrigin('null', patterns)).toBe(false)
          for (const { scheme, host: allowed } of patterns) {
            expect(scheme === 'https:' || /localhost$|^127\.|^\[::1\]$/.test(allowed)).toBe(true)
            expect(new URL(`https://${allowed}`).hostname).toBe(allowed)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
