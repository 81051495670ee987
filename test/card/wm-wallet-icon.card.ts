// <wm-wallet-icon>: a wallet's picture or its letter, with a ring that carries the state.
import '../../src/elements/primitives/ring.js'
import '../../src/elements/primitives/wallet-icon.js'
import { tintOf } from '../../src/elements/primitives/tint.js'
import type { WmWalletIcon } from '../../src/elements/primitives/wallet-icon.js'
import { expect, expectAccessible, html, inner, show, textOf, waitUntil, within } from './support.js'

const picture =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><rect width='10' height='10' fill='%233355dd'/></svg>"
const mount = (name: string, src?: string) =>
  show<WmWalletIcon>(html`<wm-wallet-icon .name=${name} .src=${src}></wm-wallet-icon>`)

describe('wm-wallet-icon', () => {
  it('shows its picture without a referrer, over a letter until it is there', async () => {
    const icon = await mount('<b>alpha</b>', picture)
    const image = inner(icon, 'img')
    expect([image.referrerPolicy, image.alt]).to.deep.equal(['no-referrer', ''])
    await waitUntil(() => within(icon, '.monogram') === null, 'the letter is still there')
    expect(image).to.have.class('shown')
  })

  for (const src of ['javascript:alert(1)', 'data:text/html,<script>', 'file:///etc/passwd', 'x', ''])
    it(`does not even try the address ${src || '(empty)'}`, async () => {
      const icon = await mount('Alpha', src)
      expect(within(icon, 'img')).to.equal(null)
      expect(textOf(inner(icon, '.monogram'))).to.equal('A')
    })

  it('shows the letter when the picture is broken', async () => {
    const icon = await mount('Élan', 'data:image/png;base64,AAAA')
    await waitUntil(() => within(icon, 'img') === null, 'the broken picture is still there')
    expect(textOf(inner(icon, '.monogram'))).to.equal('É')
  })

  it('takes the first letter or digit of a name, and a question mark when it has none', async () => {
    for (const [name, letter] of [
      ['  «zeta»', 'Z'],
      ['1inch', '1'],
      ['<img>', 'I'],
      ['🦊', '?'],
      ['', '?'],
    ] as const)
      expect(textOf(inner(await mount(name), '.monogram')), name).to.equal(letter)
  })

  it('has the letter on the ground of its name', async () => {
    const letter = inner(await mount('Alpha'), '.monogram')
    await waitUntil(() => letter.style.backgroundColor !== '', 'the letter has no ground')
    expect(letter.style.backgroundColor).to.equal(tintOf('Alpha').ground)
    expect(letter).to.have.attribute('aria-hidden', 'true')
  })

  it('tries again with another address', async () => {
    const icon = await mount('Alpha', 'data:image/png;base64,AAAA')
    await waitUntil(() => within(icon, 'img') === null, 'the broken picture is still there')
    icon.src = picture
    await waitUntil(() => within(icon, 'img.shown') !== null, 'the picture does not come')
  })

  it('has a ring for a state only where there is room for it', async () => {
    const icon = await show<WmWalletIcon>(html`<wm-wallet-icon name="Alpha" state="waiting"></wm-wallet-icon>`)
    expect(within(icon, 'wm-ring')).to.equal(null)
    icon.size = 'lg'
    await icon.updateComplete
    expect(icon).to.have.attribute('size', 'lg')
    expect(within(icon, 'wm-ring')).to.have.property('state', 'waiting')
    icon.state = 'idle'
    await icon.updateComplete
    expect(within(icon, 'wm-ring')).to.equal(null)
  })

  it('has nothing that axe objects to', () =>
    expectAccessible(
      () =>
        html`<div>
          <wm-wallet-icon name="Alpha" .src=${picture}></wm-wallet-icon
          ><wm-wallet-icon name="Alpha" size="lg" state="declined"></wm-wallet-icon>
        </div>`,
    ))
})
