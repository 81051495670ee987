import { expect, test } from 'vitest'
import { createFrameProjects } from '../../src/embedded/projects.js'
import { readAddress } from '../../src/embedded/address.js'
import { wire } from '../../src/embedded/wire.js'
import { toAsciiDomain } from '../../src/settings/domain.js'

/** A name as somebody writes it, and as it stands in DNS; undefined: no domain can have it. Releases of Node disagree on a third of them. */
const vectors: readonly (readonly [written: string, ascii: string | undefined])[] = [
  ['example.org', 'example.org'],
  ['EXAMPLE.Org', 'example.org'],
  ['ab--c.org', 'ab--c.org'],
  ['1.org', '1.org'],
  // mapped: case, width, compatibility, dots of other scripts, what is ignored
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['bu\u0308cher.example', 'xn--bcher-kva.example'],
  ['ＥＸ.org', 'ex.org'],
  ['ⓐ.org', 'a.org'],
  ['𝟙.org', '1.org'],
  ['a。org', 'a.org'],
  ['a\u00adb.org', 'ab.org'],
  ['≠.org', 'xn--1ch.org'],
  // non-transitional: these are letters of their own
  ['faß.de', 'xn--fa-hia.de'],
  ['ẞ.de', 'xn--zca.de'],
  ['βόλος.gr', 'xn--nxasmm1c.gr'],
  // punycode is read, and is the only spelling of its name
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['xn--fa-hia.de', 'xn--fa-hia.de'],
  ['xn--n3h.net', 'xn--n3h.net'],
  ['xn--e28h.example', 'xn--e28h.example'],
  ['xn--pple-43d.com', 'xn--pple-43d.com'],
  ['xn--.org', undefined],
  ['xn--', undefined],
  ['xn--a.org', undefined],
  ['xn--0.org', undefined],
  ['xn--99999999.org', undefined],
  ['app.xn--a.xn--b.org', undefined],
  ['xn--b\u00fccher-kva.org', undefined],
  // … of ASCII alone, of a capital, of a letter that is mapped, of punycode
  ['xn--a-.org', undefined],
  ['xn--u-ccb.org', undefined],
  ['xn--a-ecp.org', undefined],
  ['xn--zn7c.org', undefined],
  ['xn--xn---epa.org', undefined],
  // … with a delimiter that delimits nothing
  ['xn---k4m.org', undefined],
  // joiners, where the script has them and where not
  ['نامه\u200cای.org', 'xn--mgba3gch31f060k.org'],
  ['xn--mgba3gch31f060k.org', 'xn--mgba3gch31f060k.org'],
  ['a\u200cb.org', undefined],
  ['xn--ab-j1t.org', undefined],
  // right to left
  ['אב1.org', 'xn--1-zhcd.org'],
  ['٣.org', undefined],
  ['xn--cib.org', undefined],
  ['aא.org', undefined],
  // no letters: a mark alone at the start, halves of a pair, a noncharacter, a number with its dot
  ['\u0301a.org', undefined],
  ['\ud800.org', undefined],
  ['\ufdd0.org', undefined],
  ['⒈.org', undefined],
  ['', undefined],
]

test('a name has one form in ASCII, by UTS 46, on every Node', () => {
  expect(vectors.map(([written]) => [written, toAsciiDomain(written)])).toEqual(vectors)
})

test('the form in ASCII is a name that has itself as its form', () => {
  const forms = vectors.flatMap(([, ascii]) => ascii ?? [])
  expect(forms.filter((ascii) => toAsciiDomain(ascii) !== ascii)).toEqual([])
})

test('mail addresses and allowed origins take the names that domains can have, in that form', () => {
  const settings = { devOrigins: false, allowLoopback: false }
  const readOrigin = (name: string) => {
    try {
      return createFrameProjects({ shop: { origins: [`https://app.${name}`], analytics: false } }, settings)('shop')?.origins[0]
    } catch {
      return undefined
    }
  }
  const names = vectors.filter(([written]) => written.includes('.'))
  const visible = names.filter(([written]) => !/\p{Cf}/u.test(written)) // mail addresses have no characters that nobody sees
  expect(visible.map(([written]) => [written, readAddress(`a@${written}`)])).toEqual(
    visible.map(([written, ascii]) => [written, ascii && `a@${ascii}`]),
  )
  expect(names.map(([written]) => [written, readOrigin(written)])).toEqual(
    names.map(([written, ascii]) => [written, ascii && `https://app.${ascii}`]),
  )
})

test('a wildcard allows no page whose name no domain can have', () => {
  const project = createFrameProjects(
    { shop: { origins: ['https://*.example.org'], analytics: false } },
    { devOrigins: false, allowLoopback: false },
  )('shop')
  const names = ['app', 'xn--bcher-kva', 'xn--a', 'xn--', 'xn--a-', 'xn--zn7c', 'xn--xn---epa', 'xn---k4m', 'xn--ab-j1t']
  expect(names.filter((name) => project?.allows(`https://${name}.example.org`))).toEqual(['app', 'xn--bcher-kva'])
})

test('the wallet API takes the origins of pages that a browser can send, and no other text', () => {
  const { body } = wire['/api/email/start']
  const isTaken = (appOrigin: string) => body.safeParse({ appOrigin, email: 'a@example.org', purpose: 'login' }).success
  const origins = ['https://a.example', 'http://localhost:3000', 'https://xn--bcher-kva.example', 'https://[2001:db8::1]:444', 'https://my_app.example'] // oxfmt-ignore
  const others = ['https://a.example;', 'https://a,b.example', "https://a'.example", 'https://*.example', 'https://a.example.', 'https://a..example', 'https://xn--a.example', 'https://A.example', 'https://a.example/', 'ftp://a.example', 'null'] // oxfmt-ignore
  expect([...origins, ...others].filter(isTaken)).toEqual(origins)
})

test('the end of an IP address is no domain of a mail address', () => {
  expect(
    ['1.2.3.4', '0x7f.1', 'a.0x7f', 'a.0x', 'a.1', '１.１'].filter((host) => readAddress(`a@${host}`) !== undefined),
  ).toEqual([])
})
