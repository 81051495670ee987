// `theme` and `locale` of `<wallet-modal>` after it was connected: each is followed from its first change on, and alone.
import { afterEach, expect, test } from 'vitest'
import { WalletModalElement, createWalletModal, type WalletModal } from '../../../src/index.js'
import { createLocale } from '../../../src/state/interface/locale.js'
import { createTheme } from '../../../src/state/interface/theme.js'
import type { ModalConfig } from '../../../src/config/types.js'
import { base, mainnet } from '../../../src/vocabulary/networks.js'

let made: WalletModal | undefined
afterEach(() => {
  made?.destroy()
  made = undefined
  document.body.replaceChildren()
})

/** As a parser, or a framework, puts it there: attributes first. */
async function put(attributes: Record<string, string> = {}, config?: ModalConfig) {
  const element = new WalletModalElement()
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.config = config
  document.body.append(element)
  await element.updateComplete
  return element
}
/** Undefined: no core was loaded. */
const look = ({ modal }: WalletModalElement) =>
  modal?.core && [modal.core.use(createTheme).$choice.get(), modal.core.use(createLocale).$locale.get()]

test('what stood there from the beginning loads nothing', async () => {
  const element = await put({ theme: 'dark' })
  const changed = await put({ id: 'other' })
  changed.setAttribute('theme', 'dark')
  await expect.poll(() => look(changed)?.[0]).toBe('dark') // as long as the first one would have needed
  expect(look(element)).toBeUndefined()
})

test('a first theme, a first language', async () => {
  const element = await put()
  element.setAttribute('theme', 'dark')
  await expect.poll(() => look(element)?.[0]).toBe('dark')
  element.setAttribute('locale', 'de')
  await expect.poll(() => look(element)).toEqual(['dark', 'de'])
})

test('what is set in the same breath as the element is put there', async () => {
  const element = new WalletModalElement()
  document.body.append(element)
  element.theme = 'dark'
  await expect.poll(() => look(element)?.[0]).toBe('dark')
})

test('another language leaves the theme of the settings', async () => {
  const element = await put({ locale: 'en' }, { theme: { mode: 'dark' } })
  element.setAttribute('locale', 'de')
  await expect.poll(() => look(element)).toEqual(['dark', 'de'])
})

test('another language leaves the theme that the page chose by code', async () => {
  made = createWalletModal({ theme: { mode: 'dark' } })
  const element = made.element!
  await made.setTheme('light')
  element.locale = 'de'
  await expect.poll(() => look(element)).toEqual(['light', 'de'])
})

test('without its attribute the theme is that of the settings again', async () => {
  const element = await put({ theme: 'dark', locale: 'de' }, { theme: { mode: 'light' } })
  element.removeAttribute('theme')
  await expect.poll(() => look(element)).toEqual(['light', 'de'])
})

test('the default network of the attribute is shown at once, and wins over that of the settings', async () => {
  const networks = [mainnet, base]
  expect((await put({ 'default-network': 'eip155:8453' }, { networks })).modal?.publicState.$network.get()).toMatchObject(base)
  expect((await put({ id: 'first' }, { networks })).modal?.publicState.$network.get()).toMatchObject(mainnet)
})

test('no network is shown before those are known that the attribute names', async () => {
  const { modal } = await put({ networks: 'base, mainnet' }, { networks: [mainnet] })
  expect(modal?.publicState.$network.get()).toBeUndefined()
  await modal?.start()
  expect(modal?.publicState.$network.get()).toMatchObject(base)
})

test('an attribute that was taken away before is as one that never stood there', async () => {
  const element = new WalletModalElement()
  for (const name of ['services', 'networks', 'default-network', 'featured-wallet-ids', 'debug']) {
    element.setAttribute(name, 'x')
    element.removeAttribute(name)
  }
  document.body.append(element)
  const core = await element.modal?.start()
  expect(core?.config).toMatchObject({ services: {}, networks: [mainnet], featuredWalletIds: [], debug: false })
})
