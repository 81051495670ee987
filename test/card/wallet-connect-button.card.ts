// <wallet-connect-button>: connects, and shows the account afterwards.
import '../../src/elements/shell/connect-button.js'
import type { WalletConnectButton } from '../../src/elements/shell/connect-button.js'
import { connected, mountModal, unmountModals } from './public.js'
import { comes, expect, expectAccessible, fixture, focused, hasFocus, html, inner, press, textOf, waitUntil } from './support.js'

const mount = () => fixture<WalletConnectButton>(html`<wallet-connect-button></wallet-connect-button>`)

describe('wallet-connect-button', () => {
  afterEach(unmountModals)

  it('is one button that says that a dialog comes, with a status for what is spoken', async () => {
    const button = await mount()
    expect(button).shadowDom.to.equal(`
      <span class="root" dir="ltr" lang="en">
        <button aria-haspopup="dialog" class="accent" part="button" type="button">Connect</button>
        <span class="visually-hidden" role="status"></span>
      </span>
    `)
  })

  it('says the label of the page instead', async () => {
    const button = await fixture<WalletConnectButton>(html`<wallet-connect-button label="Join"></wallet-connect-button>`)
    expect(textOf(inner(button, 'button'))).to.equal('Join')
  })

  it('opens the modal of the page when Enter is pressed', async () => {
    const modal = mountModal()
    const button = await mount()
    await press('Tab')
    expect(hasFocus(inner(button, 'button'))).to.equal(true)
    await press('Enter')
    await waitUntil(() => modal.$open.get(), 'the modal is closed')
    await comes('the view', modal.element!.shown())
    modal.close()
    await waitUntil(() => focused() === inner(button, 'button'), 'focus did not come back')
  })

  it('belongs to the modal that it names', async () => {
    const [one, two] = [mountModal({ id: 'one' }), mountModal({ id: 'two' })]
    two.element!.id = 'second'
    const button = await fixture<WalletConnectButton>(html`<wallet-connect-button for="second"></wallet-connect-button>`)
    inner(button, 'button').click()
    await waitUntil(() => two.$open.get(), 'the modal is closed')
    expect(one.$open.get()).to.equal(false)
  })

  it('becomes the account, in the same inner button, and says so', async () => {
    const modal = mountModal()
    const button = await mount()
    const native = inner(button, 'button')
    const address = await connected(modal)
    await waitUntil(() => textOf(native).startsWith('Open account'), 'it does not show the account')
    expect(inner(button, 'button')).to.equal(native)
    expect(inner(button, 'wm-avatar').address).to.equal(address)
    expect(textOf(inner(button, '[role=status]'))).to.match(/^Connected as 0x/u)
    await modal.disconnect()
    await waitUntil(() => textOf(native) === 'Connect', 'it still shows the account')
  })

  it('without a modal on the page tells the developer', async () => {
    const button = await mount()
    const problems: unknown[] = []
    const keep = (event: ErrorEvent) => {
      problems.push((event.error as { code?: unknown }).code) // every error of ours has one
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const { onerror } = window
    window.onerror = null
    window.addEventListener('error', keep, { capture: true })
    try {
      inner(button, 'button').click()
      expect(problems).to.deep.equal(['NO_MODAL'])
    } finally {
      window.removeEventListener('error', keep, { capture: true })
      window.onerror = onerror
    }
  })

  it('is not there for anybody when it is hidden', async () => {
    const button = await fixture<WalletConnectButton>(html`<wallet-connect-button hidden></wallet-connect-button>`)
    expect(getComputedStyle(button).display).to.equal('none')
  })

  it('has nothing that axe objects to', async () => {
    for (const mode of ['light', 'dark'] as const) {
      mountModal({ theme: { mode } })
      const button = await mount()
      expect(button.dataset['mode']).to.equal(mode)
      await expect(button).to.be.accessible()
      button.remove()
      unmountModals()
    }
    await expectAccessible(() => html`<wallet-connect-button label="Join"></wallet-connect-button>`)
  })
})
