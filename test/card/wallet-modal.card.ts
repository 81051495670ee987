// <wallet-modal>, closed: it is on every page before anybody clicks, and shows nothing there.
import '../../src/wallet-modal.js'
import type { WalletModalElement } from '../../src/wallet-modal.js'
import { mountModal, unmountModals } from './public.js'
import { expect, fixture, focused, html, press, within } from './support.js'

describe('wallet-modal, closed', () => {
  afterEach(unmountModals)

  it('has nothing in it, takes no room, and is no stop of Tab', async () => {
    const element = await fixture<WalletModalElement>(html`<wallet-modal></wallet-modal>`)
    expect(within(element, '*:not(style)')).to.equal(null)
    expect(getComputedStyle(element).display).to.equal('contents')
    expect(element.getBoundingClientRect().height).to.equal(0)
    await press('Tab')
    expect(element.contains(focused())).to.equal(false)
  })

  it('makes a modal from its attributes', async () => {
    const element = await fixture<WalletModalElement>(
      html`<wallet-modal project-id="card" theme="dark" locale="en"></wallet-modal>`,
    )
    expect([element.projectId, element.theme, element.locale]).to.deep.equal(['card', 'dark', 'en'])
    expect(element.modal?.appearance).to.include({ name: 'card:default', mode: 'dark', isInline: false })
    expect(element.modal?.publicState.$open.get()).to.equal(false)
  })

  it('turns an id of the document into one that a storage may have', async () => {
    const element = await fixture<WalletModalElement>(html`<wallet-modal id=":r1:" project-id="card"></wallet-modal>`)
    expect(element.modal?.appearance.name).to.equal('card:.58r1.58')
  })

  it('is made by code, at the end of the page, and taken off by it', () => {
    const modal = mountModal()
    expect(document.body.lastElementChild).to.equal(modal.element)
    modal.destroy()
    expect(modal.element?.isConnected).to.equal(false)
  })

  it('refuses to open once it is off the page', async () => {
    const modal = mountModal()
    modal.element?.remove()
    const code = await modal.open().then(
      () => undefined,
      (error: unknown) => (error as { code?: unknown }).code, // every error of ours has one
    )
    expect(code).to.equal('NO_MODAL')
  })

  it('loads no dialog before it is opened', async () => {
    const element = await fixture<WalletModalElement>(html`<wallet-modal project-id="card"></wallet-modal>`)
    await element.shown()
    expect(within(element, 'wm-dialog')).to.equal(null)
  })

  it('has nothing that axe objects to', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const element = await fixture<WalletModalElement>(html`<wallet-modal theme=${theme}></wallet-modal>`)
      await expect(element).to.be.accessible()
      element.remove()
    }
  })
})
