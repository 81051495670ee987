// Small parts of the frame page: locks across tabs, the surface, whose turn it is for a screen, names of devices.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FrameError } from '../../../../src/frame/frame-error.js'
import { deviceLabel } from '../../../frame/device-label.js'
import { loaded, toFrameError } from '../../../frame/frame-errors.js'
import { KeyError } from '../../../frame/keys/errors.js'
import { createLock } from '../../../frame/locks.js'
import { createScreens } from '../../../frame/screens.js'
import { createSurface } from '../../../frame/surface.js'
import { testRows } from '../../../../test/support/rows.js'

/** Web Locks, as far as they are used. */
const webLocks = (request: (name: string, run: () => Promise<unknown>) => Promise<unknown>) =>
  ({ request }) as unknown as LockManager

test('one act at a time for each name, across tabs where the browser has locks', async () => {
  const names: string[] = []
  const lock = createLock(
    webLocks((name, run) => {
      names.push(name)
      return run()
    }),
  )
  expect(await lock('device', async () => 7)).toBe(7)
  expect(names).toEqual(['wallet-frame:device'])
  const failure = new Error('mine')
  await expect(lock('device', () => Promise.reject(failure))).rejects.toBe(failure)
})

test('locks that a browser refuses are those of the page', async () => {
  const order: string[] = []
  for (const locks of [undefined, webLocks(() => Promise.reject(new DOMException('no', 'SecurityError')))]) {
    const lock = createLock(locks)
    let open = () => {}
    const first = lock('a', async () => {
      await new Promise<void>((resolve) => (open = resolve))
      order.push('first')
      throw new Error('failed')
    })
    const second = lock('a', async () => order.push('second'))
    await lock('b', async () => order.push('other'))
    await expect.poll(() => order.includes('other')).toBe(true)
    open()
    await expect(first).rejects.toThrow('failed')
    await second
  }
  expect(order).toEqual(['other', 'first', 'second', 'other', 'first', 'second'])
})

test('the frame is shown while one screen at least wants it, and told so once', async () => {
  const told: boolean[] = []
  const surface = createSurface((shown) => told.push(shown))
  const end = surface.open()
  await expect(surface.show(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(told).toEqual([true])
  end()
  end() // a second time ends nothing of others
  const other = surface.open()
  end()
  expect(told).toEqual([true, false, true])
  other()
  expect(told).toEqual([true, false, true, false])
})

test('where nothing can be shown nothing is asked, and the answer is no; who has left is asked nothing', async () => {
  const told: boolean[] = []
  const screens = createScreens({
    document: {} as Document, // nothing is drawn
    surface: createSurface((shown) => told.push(shown)),
    locale: () => 'en',
    canShow: () => false,
  })
  const { signal } = new AbortController()
  const about = { origin: 'https://app.example', user: undefined, mode: undefined }
  expect(await screens.askConsent(about, signal)).toBe(false)
  expect(await screens.askCode(async () => true, signal)).toBe(false)
  const offer = { can: 'yes', other: 'mail', mode: 'assisted', page: 'https://wallet.example/wallet' } as const
  expect(await screens.askPasskey(offer, async () => {}, signal)).toBe('other')
  await expect(screens.showCode('code', signal)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(await screens.tellNotKept(signal)).toBeUndefined()
  const gone = screens.askConsent(about, AbortSignal.abort())
  await expect(gone).rejects.toBeInstanceOf(FrameError)
  await expect(gone).rejects.toMatchObject({ code: 'ABORTED' })
  expect(told).toEqual([])
})

testRows([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 CriOS/130 Mobile Safari/604', 'Chrome, iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605', 'Safari, macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox, Linux'],
  ['<script>', ''],
])('a device is labelled by its user agent: %s', (userAgent, label) => {
  expect(deviceLabel(userAgent)).toBe(label)
})

test('a part that did not load is an unreachable service, and not an error of an unknown kind', async () => {
  // attack 80
  await expect(loaded(Promise.reject(new TypeError('Failed to fetch dynamically imported module')))).rejects.toMatchObject({
    name: 'FrameError',
    code: 'SERVICES_UNAVAILABLE',
  })
  expect(await loaded(Promise.resolve('part'))).toBe('part')
  // One of the worker likewise: the wallet is not locked by that.
  expect(toFrameError(new KeyError('NOT_LOADED')).code).toBe('SERVICES_UNAVAILABLE')
  expect(toFrameError(new KeyError('WRONG_KEY')).code).toBe('WALLET_LOCKED')
})

test('no part of the frame is loaded without saying what it means when that fails', () => {
  // attack 80
  const frame = fileURLToPath(new URL('../../../frame', import.meta.url))
  const lazy = readdirSync(frame, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('build/')) // that builds it, and is no part of it
    .flatMap((name) => {
      const text = readFileSync(join(frame, name), 'utf8')
      return [...text.matchAll(/^.*\bimport\(.*$/gm)].map(([line]) => `${name}: ${line.trim()}`)
    })
  const unsaid = lazy.filter((line) => !line.includes('loaded(import('))
  // Each of these is caught by whoever calls it: a test of its own says how.
  const files = new Set(unsaid.map((line) => line.slice(0, line.indexOf(':'))))
  expect([...files].sort()).toEqual([
    'approvals/describe.ts',
    'approvals/view/format.ts',
    'page/texts.ts',
    'passkeys/passkey-texts.ts',
    'popup/texts.ts',
    'start.ts',
    'texts.ts',
    'user.ts',
  ])
})
