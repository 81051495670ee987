// <wm-network-icon>: the page's own picture, the mark of a known network, or a letter.
import '../../src/elements/primitives/network-icon.js'
import { networksByName } from '../../src/vocabulary/networks.js'
import type { WmNetworkIcon } from '../../src/elements/primitives/network-icon.js'
import { expect, expectAccessible, html, inner, show, textOf, waitUntil } from './support.js'

const picture = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><path d='M0 0h1v1z'/></svg>"
const partsOf = (icon: Element) =>
  [...icon.shadowRoot!.querySelectorAll('[part]')].map((part) => part.getAttribute('part')).join()
const mount = (name: string, chain?: string, src?: string) =>
  show<WmNetworkIcon>(html`<wm-network-icon .name=${name} .chain=${chain} .src=${src}></wm-network-icon>`)
const becomes = (icon: Element, parts: string) => waitUntil(() => partsOf(icon) === parts, `it does not show: ${parts}`)

describe('wm-network-icon', () => {
  it('shows the mark of every network that this package knows, filled to its edge', async () => {
    const networks = Object.values(networksByName)
    const list = await show(
      html`<div>
        ${networks.map(({ name, caipNetworkId }) => html`<wm-network-icon .name=${name} .chain=${caipNetworkId}></wm-network-icon>`)}
      </div>`,
    )
    const icons = [...list.querySelectorAll('wm-network-icon')]
    expect(icons).to.have.lengthOf(networks.length)
    await waitUntil(() => icons.every((icon) => partsOf(icon) === 'mark'), 'a network has no mark')
    for (const icon of icons) {
      const { width, height } = inner(icon, 'svg').getBBox()
      expect(Math.abs(width - 24), icon.name).to.be.below(0.5)
      expect(Math.abs(height - 24), icon.name).to.be.below(0.5)
      expect(inner(icon, 'svg')).to.have.attribute('aria-hidden', 'true')
    }
  })

  it('shows the picture that the page gives before any mark', async () => {
    await becomes(await mount('Ethereum', 'eip155:1', picture), 'image')
  })

  it('shows the mark when the picture of the page does not load', async () => {
    await becomes(await mount('Ethereum', 'eip155:1', 'data:image/png;base64,AAAA'), 'mark')
  })

  for (const [what, chain] of [
    ['a chain that is not known', 'eip155:123456789'],
    ['a name that every object has', 'constructor'],
    ['no chain', undefined],
  ] as const)
    it(`shows the letter for ${what}`, async () => {
      const icon = await mount('Own chain', chain)
      await becomes(icon, 'monogram')
      expect(textOf(inner(icon, '.monogram'))).to.equal('O')
    })

  it('is round', async () => {
    const icon = await mount('Base')
    expect(getComputedStyle(inner(icon, '.picture')).borderTopLeftRadius).to.equal('50%')
  })

  it('has nothing that axe objects to', () => expectAccessible(() => html`<wm-network-icon name="Base"></wm-network-icon>`))
})
