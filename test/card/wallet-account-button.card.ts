// <wallet-account-button>: the account; nothing while no wallet is connected.
import '../../src/elements/shell/account-button.js'
import type { WalletAccountButton } from '../../src/elements/shell/account-button.js'
import { shortAddress } from '../../src/vocabulary/amount.js'
import { connected, mountModal, unmountModals } from './public.js'
import { comes, expect, fixture, hasFocus, html, inner, press, textOf, waitUntil, within } from './support.js'

const mount = () => fixture<WalletAccountButton>(html`<wallet-account-button></wallet-account-button>`)
const appears = (button: Element) => waitUntil(() => within(button, 'button') !== null, 'the account does not appear')

describe('wallet-account-button', () => {
  afterEach(unmountModals)

  it('is nothing, and no stop of Tab, while no wallet is connected', async () => {
    mountModal()
    const place = await fixture<HTMLElement>(html`<p><wallet-account-button></wallet-account-button><input /></p>`)
    const button = place.querySelector('wallet-account-button')!
    expect(within(button, '*:not(style)')).to.equal(null)
    // The next stop is in the page: from its end Tab would leave the document, which then gets keys but, in Firefox, presses nothing by them.
    await press('Tab')
    expect(hasFocus(place.querySelector('input')!)).to.equal(true)
  })

  it('is called by what it opens and the short address, which is not translated nor turned around', async () => {
    const modal = mountModal()
    const button = await mount()
    const address = await connected(modal)
    await appears(button)
    expect(textOf(inner(button, 'button'))).to.equal(`Open account ${shortAddress(address)}`)
    const short = inner(button, 'bdi')
    expect(short).to.have.attribute('dir', 'ltr')
    expect(short).to.have.attribute('translate', 'no')
  })

  it('leads to the account', async () => {
    const modal = mountModal()
    const button = await mount()
    await connected(modal)
    await appears(button)
    await press('Tab')
    expect(hasFocus(inner(button, 'button'))).to.equal(true)
    await press('Enter')
    await waitUntil(() => modal.$open.get(), 'the modal is closed')
    await comes('the account view', modal.element!.shown())
    const dialog = inner(modal.element!, 'wm-dialog')
    expect(inner(inner(dialog, 'wm-outlet'), 'wm-account-view').isConnected).to.equal(true)
  })

  it('goes again when the wallet is disconnected', async () => {
    const modal = mountModal()
    const button = await mount()
    await connected(modal)
    await appears(button)
    await modal.disconnect()
    await waitUntil(() => within(button, 'button') === null, 'the account is still there')
  })

  it('takes focus that was asked for before it was there', async () => {
    const modal = mountModal()
    const button = await mount()
    button.focus()
    await connected(modal)
    await appears(button)
    await button.updateComplete
    expect(hasFocus(inner(button, 'button'))).to.equal(true)
  })

  it('has nothing that axe objects to', async () => {
    for (const mode of ['light', 'dark'] as const) {
      const modal = mountModal({ theme: { mode } })
      const button = await mount()
      await connected(modal)
      await appears(button)
      await expect(button).to.be.accessible()
      button.remove()
      unmountModals()
    }
  })
})
