// Passkeys in a real browser, with Chromium's own authenticator: the ceremonies, the frame's screen, and the section of the page `/wallet`.
import { html, render } from 'lit/html.js'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { violations } from '../../../../test/support/themed.js'
import frameStyles from '../../../frame/frame.css?raw'
import { createKeyring, type Keyring } from '../../../frame/keys/keyring.js'
import type { Slot } from '../../../frame/keys/types.js'
import { en as frameTexts, type FrameLocale } from '../../../frame/messages.js'
import type { PageContext } from '../../../frame/page/context.js'
import { ar } from '../../../frame/passkeys/messages-ar.js'
import { en } from '../../../frame/passkeys/messages.js'
import type { PasskeyOffer } from '../../../frame/passkeys/passkey-screen.js'
import { createPasskeySection } from '../../../frame/passkeys/section.js'
import { authenticatorsOf, createPasskey, evaluatePasskey, PasskeyError } from '../../../frame/passkeys/webauthn.js'
import { createScreens } from '../../../frame/screens.js'
import { createSurface } from '../../../frame/surface.js'
import type { WireUser } from '../../../src/embedded/wire.js'

const authenticator = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } // oxfmt-ignore
const end = () => new AbortController()
const userId = 'user-0123456789abcdef'
const walletId = 'wallet_0123456789abc'

/** An authenticator of this browser, until the test ends. */
async function plug(over: Record<string, unknown> = { hasPrf: true }): Promise<void> {
  await cdp().send('WebAuthn.enable')
  const { authenticatorId } = await cdp().send('WebAuthn.addVirtualAuthenticator', {
    options: { ...authenticator, ...over } as never, // the name of the protocol is a text here
  })
  onTestFinished(async () => {
    await cdp().send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    await cdp().send('WebAuthn.disable')
  })
}
const at = () => authenticatorsOf(window)
const make = (known: Parameters<typeof createPasskey>[1]['known'] = []) =>
  createPasskey(at(), { userId, userName: 'ada@example.org', walletId, known }, end().signal)

const sheet = new CSSStyleSheet()
beforeEach(async () => {
  sheet.replaceSync(frameStyles)
  document.adoptedStyleSheets = [sheet]
  await page.viewport(360, 640)
})
afterEach(async () => {
  document.adoptedStyleSheets = []
  document.body.replaceChildren()
  document.documentElement.removeAttribute('dir')
  await page.viewport(1024, 800)
})

test('a passkey says one secret for a wallet, each time the same, and a second one beside it is refused', async () => {
  await plug()
  const made = await make()
  expect(made.half).toHaveLength(32)
  const passkeys = [made]
  const again = await evaluatePasskey(at(), { walletId, passkeys }, end().signal)
  expect([again.credentialId, again.half]).toEqual([made.credentialId, made.half])
  const foreign = await evaluatePasskey(at(), { walletId: 'wallet_of_somebody_e', passkeys }, end().signal)
  expect(foreign.half).not.toEqual(made.half)
  await expect(make(passkeys)).rejects.toMatchObject({ code: 'EXISTS' })
  const leaving = end()
  leaving.abort()
  await expect(evaluatePasskey(at(), { walletId, passkeys }, leaving.signal)).rejects.toMatchObject({ code: 'ABORTED' })
})

test('an authenticator without the extension has a code', async () => {
  await plug({ hasPrf: false })
  await expect(make()).rejects.toMatchObject({ code: 'NO_PRF' })
})

// The screen of a new device

function show(over: Partial<PasskeyOffer>, unlock: () => Promise<void>, locale: FrameLocale = 'en') {
  const ending = end()
  onTestFinished(() => ending.abort())
  const surface = createSurface(() => {})
  const screens = createScreens({ document, surface, locale: () => locale, canShow: () => true })
  const offer: PasskeyOffer = { can: 'yes', other: 'mail', mode: 'assisted', page: 'https://wallet.example/wallet', ...over }
  const answer = screens.askPasskey(offer, unlock, ending.signal)
  answer.catch(() => undefined) // when the test ends
  return answer
}
const screen = () => vi.waitUntil(() => document.querySelector<HTMLElement>('main.screen'))
const button = (name: string) => page.getByRole('button', { name, exact: true })
async function armed(): Promise<HTMLButtonElement> {
  const main = (await screen()).querySelector<HTMLButtonElement>('button.main')
  if (!main) throw new Error('nothing to press')
  await userEvent.hover((await screen()).querySelector('h1')!)
  await vi.waitUntil(() => !main.disabled)
  return main
}

test('the screen of a new device tells what failed, shows another way, and ends when the wallet is open', async () => {
  const answers = [() => Promise.reject(new PasskeyError('CANCELLED')), () => Promise.resolve()]
  const answer = show({}, () => answers.shift()!())
  const main = await armed()
  expect((await screen()).textContent).toContain(frameTexts.assistedLabel)
  expect(button(en.notNow).elements()).toEqual([])
  const link = (await screen()).querySelector('a')!
  expect(link.hidden).toBe(true)
  main.disabled = false
  main.click() // a script is nobody
  expect(answers).toHaveLength(2)
  await expect.poll(async () => (await userEvent.click(main), answers.length), { interval: 300 }).toBe(1)
  await expect.element(page.getByRole('alert')).toHaveTextContent(en.cancelled)
  expect([link.hidden, link.href, link.target, link.rel]).toEqual([false, 'https://wallet.example/wallet', '_blank', 'noopener'])
  await userEvent.click(main)
  expect(await answer).toBe('opened')
  expect(document.querySelector('main.screen')).toBeNull()
})

test('where the page gives no passkeys, the screen says what to do, and nothing asks for one', async () => {
  const unlock = vi.fn(async () => {})
  const answer = show({ can: 'NOT_HERE', other: 'code', mode: 'sealed' }, unlock, 'ar')
  const root = await screen()
  expect(root.textContent).toContain(ar.notHere)
  expect(root.querySelector('button.main')).toBeNull()
  expect(root.querySelector('a')?.hidden).toBe(false)
  expect(await violations(root)).toEqual([])
  for (const width of [320, 360]) {
    await page.viewport(width, 640)
    expect(root.scrollWidth, `${String(width)} px`).toBeLessThanOrEqual(width)
  }
  await userEvent.click(button(ar.useCode))
  expect(await answer).toBe('other')
  expect(unlock).not.toHaveBeenCalled()
})

// The section

/** Services that keep what they are told, for one user; the keys are real. */
async function account(): Promise<{ context: PageContext; keyring: Keyring; calls: string[]; user(): WireUser }> {
  const worker = new Worker(new URL('../../../frame/keys/worker.ts', import.meta.url), { type: 'module' })
  const keyring = createKeyring(worker)
  onTestFinished(() => keyring.close())
  const half = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '') // oxfmt-ignore
  const reserve = (kind: Slot['kind']) => ({
    slotId: `slot_${kind}_${crypto.randomUUID().slice(0, 8)}`,
    kind,
    serverHalf: half(),
  })
  const made = await keyring.create({ userId, walletId, slots: [reserve('device'), reserve('assisted')] })
  let { vault } = made
  let slots: Slot[] = made.slots
  const labels = new Map<
    string,
    { label: string; passkey?: NonNullable<NonNullable<WireUser['wallet']>['slots'][number]['passkey']> }
  >()
  const calls: string[] = []
  const view = (): WireUser => ({
    userId,
    email: 'ada@example.org',
    provider: 'email',
    wallet: {
      walletId,
      mode: slots.some(({ kind }) => kind === 'assisted') ? 'assisted' : 'sealed',
      addresses: made.addresses,
      slots: slots.map(({ slotId, kind }) => ({ slotId, kind, isThisDevice: kind === 'device', createdAt: 0, lastUsedAt: 0, label: '', ...labels.get(slotId) })), // oxfmt-ignore
      createdAt: 0,
    },
  })
  const answers: Record<string, (body: never) => unknown> = {
    '/api/slots/reserve': () => ({ slots: [reserve('passkey')] }),
    '/api/wallet/slots': () => ({ vault, slots }),
    '/api/slots/add': ({
      slot: { label, passkey, ...slot },
      vault: next,
    }: {
      slot: Slot & { label: string; passkey: never }
      vault: typeof vault
    }) => {
      labels.set(slot.slotId, { label, passkey })
      slots = [...slots, slot]
      vault = next
    },
    '/api/wallet/rotate': (body: { slots: Slot[]; vault: typeof vault }) => ({ slots, vault } = body),
  }
  let user = view()
  const ending = end()
  const context = {
    api: {
      call: async (path: string, body: never) => {
        calls.push(path)
        return answers[path]?.(body)
      },
    },
    user: () => user,
    wallet: { lock: () => keyring.lock() },
    refresh: async () => void (user = view()),
    keys: async () => keyring,
    locale: 'en',
    update: () => {},
    reauthenticate: async () => void calls.push('reauthenticate'),
    signal: ending.signal,
  } as unknown as PageContext // the parts of it that the section uses
  return { context, keyring, calls, user: () => user }
}

test('a passkey is added and has opened the wallet, stands in the list once, and is removed by a rotation', async () => {
  await plug()
  const { context, calls, user } = await account()
  const root = document.createElement('main')
  root.className = 'page'
  document.body.append(root)
  const section = createPasskeySection({ ...context, update: draw })
  function draw() {
    render(
      html`<h1>Wallet</h1>
        <h2>${section.title}</h2>
        ${section.render()}`,
      root,
    )
  }
  await section.load?.()
  expect(root.textContent).toContain(en.none)
  await userEvent.fill(page.getByRole('textbox', { name: en.name }), '  My <b>key</b>  ')
  await userEvent.click(button(en.add))
  await expect.element(page.getByRole('status')).toHaveTextContent(en.added)
  const [slot] = user().wallet?.slots.filter(({ kind }) => kind === 'passkey') ?? []
  expect(slot).toMatchObject({ label: 'My <b>key</b>', passkey: { rpId: location.hostname } })
  expect(root.querySelector('b')).toBeNull()
  expect(await violations(root)).toEqual([])
  // The one that is there is not made a second time.
  await userEvent.click(button(en.add))
  await expect.element(page.getByRole('alert')).toHaveTextContent(en.exists)

  const named = button(`Remove \u2068My <b>key</b>\u2069`)
  calls.length = 0
  await userEvent.click(named)
  expect(document.activeElement?.textContent).toBe(en.keep)
  await userEvent.click(button(en.keep))
  expect(document.activeElement).toBe(named.element())
  expect(calls).toEqual([])
  await userEvent.click(named)
  await userEvent.click(button(en.remove))
  await expect.element(page.getByRole('status')).toHaveTextContent(en.removed)
  expect(calls).toEqual(['reauthenticate', '/api/wallet/slots', '/api/wallet/rotate'])
  expect(
    user()
      .wallet?.slots.map(({ kind }) => kind)
      .sort(),
  ).toEqual(['assisted', 'device'])
  expect(root.textContent).toContain(en.none)
})
