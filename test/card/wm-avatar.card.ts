// <wm-avatar>: an account's picture, or the pattern of its address.
import '../../src/elements/primitives/avatar.js'
import type { WmAvatar } from '../../src/elements/primitives/avatar.js'
import { expect, expectAccessible, html, inner, show, waitUntil, within } from './support.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const picture = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><path d='M0 0h1v1z'/></svg>"

const patternOf = async (value: string) => {
  const avatar = await show<WmAvatar>(html`<wm-avatar address=${value}></wm-avatar>`)
  return [...inner(avatar, 'svg').querySelectorAll('rect')]
    .map((rect) => ['x', 'y', 'fill'].map((name) => rect.getAttribute(name)).join(','))
    .join(' ')
}

describe('wm-avatar', () => {
  it('draws one pattern for an address, whatever the case of its checksum, and another for another', async () => {
    const one = await patternOf(address)
    expect(one).to.contain('hsl(')
    expect(await patternOf(address.toLowerCase())).to.equal(one)
    expect(await patternOf('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')).not.to.equal(one)
  })

  it('tells addresses apart by case where case counts', async () => {
    const solana = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
    expect(await patternOf(solana)).not.to.equal(await patternOf(solana.toLowerCase()))
  })

  it('draws a pattern that is its own mirror image', async () => {
    const places = (await patternOf(address))
      .split(' ')
      .map((each) => each.split(','))
      .slice(1) // the ground
    const columns = (wanted: (x: number) => boolean) => places.filter(([x = '']) => wanted((Number(x) - 5.5) / 5)).length
    expect(columns((column) => column < 2)).to.equal(columns((column) => column > 2))
    expect(places).not.to.have.lengthOf(0)
  })

  it('shows the picture of a name instead, once it is there', async () => {
    const avatar = await show<WmAvatar>(html`<wm-avatar address=${address} .src=${picture}></wm-avatar>`)
    await waitUntil(() => within(avatar, 'svg') === null, 'the pattern is still there')
    expect(inner(avatar, 'img').getAttribute('src')).to.equal(picture)
    expect(inner(avatar, 'img').alt).to.equal('')
  })

  it('keeps the pattern when the picture is no picture', async () => {
    const avatar = await show<WmAvatar>(html`<wm-avatar address=${address} .src=${'javascript:alert(1)'}></wm-avatar>`)
    expect(within(avatar, 'img')).to.equal(null)
    expect(within(avatar, 'svg')).not.to.equal(null)
  })

  it('reflects its size, and is round', async () => {
    const avatar = await show<WmAvatar>(html`<wm-avatar address=${address}></wm-avatar>`)
    expect(avatar).to.have.attribute('size', 'md')
    const middle = avatar.getBoundingClientRect().width
    avatar.size = 'lg'
    await avatar.updateComplete
    expect(avatar).to.have.attribute('size', 'lg')
    expect(avatar.getBoundingClientRect().width / middle).to.be.closeTo(4.5 / 2.5, 0.01)
  })

  it('is decoration for a screen reader', async () => {
    const avatar = await show<WmAvatar>(html`<wm-avatar address=${address}></wm-avatar>`)
    expect(inner(avatar, 'svg')).to.have.attribute('aria-hidden', 'true')
  })

  it('has nothing that axe objects to', () => expectAccessible(() => html`<wm-avatar address=${address}></wm-avatar>`))
})
