// §2.14, proof 3: no secret of a wallet leaves the frame. The bytes of which keys are made are noted where they are made, and then looked for in everything
// that was sent, answered, stored, mailed and logged over logins, signatures and recoveries.
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { verifyMessage } from 'viem'
import { expect, test, vi } from 'vitest'
import { toBase64url } from '../../../frame/keys/bytes.js'
import type * as random from '../../../frame/keys/random.js'
import { clientHalfOfCode } from '../../../frame/keys/recovery-code.js'
import { codeIn } from '../../embedded/support/frame.js'
import { engine } from '../../support/engines.js'
import { logIn, openBrowser, openWorld, type Browser, type Tab } from './support.js'

/** All random secrets that the frame has drawn: entropy, data keys, client halves. */
const drawn = vi.hoisted((): Uint8Array[] => [])
vi.mock('../../../frame/keys/random.js', async (load) => {
  const actual = await load<typeof random>()
  return {
    ...actual,
    async randomSecret(...given: Parameters<typeof actual.randomSecret>) {
      const secret = await actual.randomSecret(...given)
      drawn.push(secret.slice()) // the other is wiped after its use
      return secret
    },
  }
})

const hello = '0x68656c6c6f'
const encodings = (secret: Uint8Array): readonly string[] => {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  return [hex, hex.toUpperCase(), bytes.toString('base64').replace(/=+$/, ''), toBase64url(secret), [...secret].join(',')]
}

async function sign(tab: Tab, address: string) {
  const signature = (await tab.rpc('personal_sign', [hello, address])) as `0x${string}`
  expect(await verifyMessage({ address: address as `0x${string}`, message: 'hello', signature })).toBe(true)
}

test.each(['assisted', 'sealed-required'] as const)(
  '%s: entropy, words, data key, client halves and codes are in no request, answer, table, mail or log', // attack 85
  async (recovery) => {
    drawn.length = 0
    const log: string[] = []
    const world = await openWorld(engine, { recovery }, { onLog: (line) => log.push(line) })
    const first = openBrowser(world)
    const tab = await first.tab()
    const { address } = await logIn(world, tab)
    await sign(tab, address)
    const words = await tab.keyring.exportMnemonic()
    const made = [...drawn]
    world.later(3_600_000)
    const second = openBrowser(world)
    const other = await second.tab()
    other.person.code = tab.person.code
    await logIn(world, other)
    await sign(other, address)
    await tab.ask('SIGN_OUT')

    const entropy = mnemonicToEntropy(words, wordlist)
    expect(made.map(toBase64url)).toContain(toBase64url(entropy))
    // Entropy and data key, and the halves of two slots (a sealed wallet's second half follows from its code), and those of the second device.
    expect(drawn.length).toBeGreaterThanOrEqual(recovery === 'assisted' ? 5 : 4)
    const { code } = tab.person
    const halves = code === undefined ? [] : [await clientHalfOfCode(code)]
    const secrets = [...drawn, entropy, ...halves].flatMap(encodings)
    secrets.push(words, words.split(' ').slice(0, 4).join(' '))
    if (code !== undefined) secrets.push(code, code.replaceAll('-', ''))

    const wire = [...first.wire, ...second.wire]
    const called = (path: string) => wire.filter((one) => one.path === path)
    const must = ['/api/email/verify', '/api/wallet/create', '/api/slots/release', '/api/slots/add', '/api/session/end']
    if (recovery === 'assisted') must.push('/api/recovery/store', '/api/recovery/release')
    for (const path of must) expect(called(path).length, path).toBeGreaterThan(0)
    const dumps = await world.dump()
    const mails = await world.mails('ada@example.org')
    const kept = (browser: Browser) =>
      JSON.stringify([...browser.table.values], (_, value: unknown) => (value instanceof Uint8Array ? encodings(value) : value))
    const places: Readonly<Record<string, string>> = {
      asked: wire.map(({ asked }) => asked).join('\n'),
      answered: wire.map(({ answered }) => answered).join('\n'),
      services: dumps.services,
      recovery: dumps.recovery,
      mails: JSON.stringify(mails),
      log: log.join('\n'),
      tokens: [...tab.tokens, ...other.tokens].join('\n'),
      disk: kept(first) + kept(second),
    }
    for (const [place, text] of Object.entries(places)) {
      expect(text.length, place).toBeGreaterThan(recovery === 'sealed-required' && place === 'recovery' ? 1 : 100)
      for (const secret of secrets) expect(text.includes(secret), `${place}: ${secret}`).toBe(false)
    }

    // The code of a mail goes one way, once: to where it is checked.
    const codes = mails.map(codeIn).filter((one) => one !== '')
    expect(codes).toHaveLength(2)
    for (const one of codes) {
      const quoted = new RegExp(`(?<![0-9])${one}(?![0-9])`)
      expect(wire.filter(({ asked }) => quoted.test(asked)).map(({ path }) => path)).toEqual(['/api/email/verify'])
      for (const place of ['answered', 'services', 'recovery', 'log', 'disk']) expect(places[place], place).not.toMatch(quoted)
    }
    // What the services have of a slot is released to its device, and stands nowhere in the clear.
    const released = [...places['answered']!.matchAll(/serverHalf\\*":\\*"([\w-]{43})/g)].map(([, half = '']) => half)
    expect(released.length).toBeGreaterThanOrEqual(3)
    for (const half of released)
      for (const place of ['services', 'recovery', 'mails', 'log', 'disk']) expect(places[place], place).not.toContain(half)
  },
)
