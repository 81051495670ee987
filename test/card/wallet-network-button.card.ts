// <wallet-network-button>: which network the page is on, and the way to another.
import '../../src/elements/shell/network-button.js'
import type { WalletNetworkButton } from '../../src/elements/shell/network-button.js'
import type { ModalConfig } from '../../src/config/types.js'
import { base, mainnet } from '../../src/vocabulary/networks.js'
import { mountModal, unmountModals } from './public.js'
import { comes, expect, fixture, hasFocus, html, inner, press, textOf, waitUntil, within } from './support.js'

const mount = async () => {
  const button = await fixture<WalletNetworkButton>(html`<wallet-network-button></wallet-network-button>`)
  await waitUntil(() => within(button, 'button') !== null, 'the network does not appear')
  return button
}

describe('wallet-network-button', () => {
  afterEach(unmountModals)

  it('is called by the network, whose own name is not translated', async () => {
    mountModal({ networks: [mainnet, base] })
    const button = await mount()
    expect(textOf(inner(button, 'button'))).to.equal('Current network: Ethereum')
    expect(textOf(inner(button, '[translate=no]'))).to.equal('Ethereum')
    expect(inner(button, 'button')).to.have.attribute('aria-haspopup', 'dialog')
    expect(inner(button, 'wm-network-icon').chain).to.equal('eip155:1')
  })

  it('leads to the list of networks', async () => {
    const modal = mountModal({ networks: [mainnet, base] })
    const button = await mount()
    await press('Tab')
    expect(hasFocus(inner(button, 'button'))).to.equal(true)
    await press('Enter')
    await waitUntil(() => modal.$open.get(), 'the modal is closed')
    await comes('the view', modal.element!.shown())
    const dialog = inner(modal.element!, 'wm-dialog')
    expect(inner(inner(dialog, 'wm-outlet'), 'wm-networks-view').isConnected).to.equal(true)
  })

  it('follows the network', async () => {
    const modal = mountModal({ networks: [mainnet, base] })
    const button = await mount()
    await modal.switchNetwork(base)
    await waitUntil(() => textOf(inner(button, 'button')) === 'Current network: Base', 'it does not follow')
  })

  const fixed: readonly (readonly [string, ModalConfig])[] = [
    ['there is one network', { networks: [mainnet] }],
    ['the page does not let it', { networks: [mainnet, base], enableNetworkSwitch: false }],
  ]
  for (const [reason, config] of fixed)
    it(`only says which network it is where ${reason}`, async () => {
      const modal = mountModal(config)
      const button = await mount()
      expect(inner(button, 'button').disabled).to.equal(true)
      inner(button, 'button').click()
      expect(modal.$open.get()).to.equal(false)
    })

  it('has nothing that axe objects to', async () => {
    for (const mode of ['light', 'dark'] as const) {
      mountModal({ networks: [mainnet, base], theme: { mode } })
      const button = await mount()
      await expect(button).to.be.accessible()
      button.remove()
      unmountModals()
    }
  })
})
