// Settings of the real modal: the wrong kind throws at once, the wrong content before anything is done with it.
import { afterEach, expect, test, vi } from 'vitest'
import { createWalletModal, isWalletError, type WalletModal } from '../../../src/index.js'

let modal: WalletModal | undefined
afterEach(() => {
  modal?.destroy()
  modal = undefined
  vi.restoreAllMocks()
})
/** What stands in the console, without our name before it. */
const linesOf = (told: { readonly mock: { readonly calls: readonly unknown[][] } }) =>
  told.mock.calls.map(([line]) => String(line).replace('[wallet-modal] ', ''))
/** The text of the developer's problem line. */
const bar = () =>
  modal?.element?.shadowRoot
    ?.querySelector('wm-dialog')
    ?.shadowRoot?.querySelector('wm-alert-bar')
    ?.shadowRoot?.textContent.trim() ?? ''
const reason = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return isWalletError(error) ? [error.code, error.details['setting']] : error
}

test('an unknown setting, and one of the wrong kind, throw at once', () => {
  expect(() => createWalletModal({ networkz: [] } as never)).toThrow('Invalid setting networkz')
  expect(() => createWalletModal({ networks: 'mainnet' } as never)).toThrow('Invalid setting networks')
  expect(document.querySelector('wallet-modal')).toBeNull()
})

test.each([
  [
    'a link that runs',
    { customWallets: [{ id: 'a', name: 'A', mobile_link: 'javascript:alert(1)' }] },
    'customWallets.0.mobile_link',
  ],
  ['a wallet that is none', { customWallets: [null] }, 'customWallets.0'],
  ['no network', { networks: [] }, 'networks'],
  ['a network that is none', { networks: [null] }, 'networks.0'],
  ['services without address', { services: 'wallets' }, 'services'],
])('%s is refused by every action, and the modal does not stay open', async (_case, config, setting) => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  modal = createWalletModal(config as never)
  expect(await reason(modal.open())).toEqual(['CONFIG_INVALID', setting])
  expect(modal.$open.get()).toBe(false)
  expect(await reason(modal.connect())).toEqual(['CONFIG_INVALID', setting])
  expect(await reason(modal.disconnect())).toEqual(['CONFIG_INVALID', setting])
  // Told once, beside what each action rejects with; a modal that could not even be made has no log.
  const times = setting === 'networks.0' ? 0 : 1
  await vi.waitFor(() =>
    expect(linesOf(told).filter((line) => line.startsWith(`Invalid setting ${setting}`))).toHaveLength(times),
  )
})

test('with debug, a modal whose settings are wrong shows what is', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  modal = createWalletModal({ debug: true, defaultNetwork: 'eip155:5' })
  expect(await reason(modal.open())).toEqual(['CONFIG_INVALID', 'defaultNetwork'])
  await vi.waitFor(() => expect(bar()).toContain('defaultNetwork'))
  expect(bar()).toContain('eip155:5 is not among the networks')
  modal.close()
  expect(modal.$open.get()).toBe(false)
})

test.each([true, false])('services that refuse the page, with debug %s', async (debug) => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ message: 'Unauthorized: origin not allowed' }, { status: 403 })),
  )
  modal = createWalletModal({ debug, services: 'https://wallet.example.org', projectId: 'shop' })
  await modal.open()
  await vi.waitFor(() => expect(linesOf(told).join()).toContain('Unauthorized: origin not allowed'))
  if (debug) await vi.waitFor(() => expect(bar()).toContain('ORIGIN_NOT_ALLOWED · https://wallet.example.org/getWallets'))
  else expect(bar()).toBe('')
})

test('a language without texts, in the settings', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  modal = createWalletModal({ debug: true, locale: 'tlh' })
  await modal.open()
  await vi.waitFor(() => expect(bar()).toContain('LOCALE_NOT_FOUND · tlh'))
  await vi.waitFor(() => expect(linesOf(told)).toEqual(['No messages for locale tlh'])) // with the log, a moment later
})

test('an element with any id of the document opens, and keeps what it stores apart', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const ids = [':r1:', '«r2»', 'a b', `${'x'.repeat(80)}1`, 'plain']
  const elements = ids.map((id) => Object.assign(document.createElement('wallet-modal'), { id }))
  try {
    document.body.append(...elements)
    const kept: string[] = []
    for (const element of elements as unknown as { modal: WalletModal & { core: { config: { id: string } } } }[]) {
      await element.modal.open()
      kept.push(element.modal.core.config.id)
      element.modal.close()
    }
    expect(new Set(kept).size).toBe(ids.length)
    expect(kept.at(-1)).toBe('plain')
    expect(linesOf(told)).toEqual([])
  } finally {
    for (const element of elements) element.remove()
  }
})

test('the id of the settings is the name of the storage, whatever the document calls the element', async () => {
  const element = Object.assign(document.createElement('wallet-modal'), { id: 'later-renamed', config: { id: 'shop' } })
  document.body.append(element)
  const { modal: own } = element as unknown as { modal: WalletModal & { core: { config: { id: string } } } }
  await own.open()
  expect(own.core.config.id).toBe('shop')
  own.destroy()
})

test('a services host where nothing answers is told, with debug in the modal', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  modal = createWalletModal({ debug: true, services: 'http://127.0.0.1:9' })
  await modal.open()
  await vi.waitFor(() => expect(bar()).toContain('http://127.0.0.1:9/getWallets'))
  await vi.waitFor(() => expect(linesOf(told).join()).toContain('http://127.0.0.1:9/getWallets')) // with the log, a moment later
})

test('unknown variables, message keys and attributes are told with debug, with the nearest name', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const lines = () => linesOf(told).join()
  modal = createWalletModal({
    debug: true,
    theme: { variables: { '--wm-acent': 'red', '--wm-accent': 'red' } },
    messages: { 'connect.titel': 'Hello', 'connect.title': 'Hello' },
  })
  await vi.waitFor(() => expect(lines()).toContain('--wm-acent is unknown, did you mean --wm-accent?'))
  await vi.waitFor(() => expect(lines()).toContain('connect.titel is unknown, did you mean connect.title?'))
  modal.destroy()
  document.body.innerHTML = '<wallet-modal id="own" debug servces="https://a.example" data-x="1"></wallet-modal>'
  const element = document.querySelector('wallet-modal') as NonNullable<WalletModal['element']> // as written one line above
  await element.modal?.start()
  await vi.waitFor(() => expect(lines()).toContain('servces is unknown, did you mean services?'))
  expect(lines()).not.toContain('data-x')
  element.remove()
})

test('a modal that is destroyed while it loads says nothing', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  localStorage.setItem('wm:strict:default:connections', '[]')
  const { element } = (modal = createWalletModal({ projectId: 'strict' }))
  modal.destroy()
  localStorage.removeItem('wm:strict:default:connections')
  const refused = modal.open()
  await expect(refused).rejects.toMatchObject({ code: 'DESTROYED' })
  await import('../../../src/root/first-open.js')
  expect(element?.isConnected).toBe(false)
  expect(told).not.toHaveBeenCalled()
})
