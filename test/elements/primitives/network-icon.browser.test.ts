// Networks by their own marks: drawn from modules of this package, so that no policy for pictures has to allow anything.
import { html } from 'lit'
import { afterEach, expect, test, vi } from 'vitest'
import '../../../src/elements/primitives/network-icon.js'
import { networksByName } from '../../../src/networks.js'
import { clearPlaces, themed, violations } from '../../support/themed.js'

afterEach(clearPlaces)

const partsOf = (icon: Element | null) =>
  [...(icon?.shadowRoot?.querySelectorAll('[part]') ?? [])].map((part) => part.getAttribute('part'))
const show = async (name: string, chain: string | undefined, src?: string) => {
  const place = await themed(html`<wm-network-icon .name=${name} .chain=${chain} .src=${src}></wm-network-icon>`)
  return place.querySelector('wm-network-icon')
}

test('chain marks: every network that this package knows shows its mark, not a letter', async () => {
  const networks = Object.values(networksByName)
  const place = await themed(
    html`${networks.map(
      ({ name, caipNetworkId }) => html`<wm-network-icon .name=${name} .chain=${caipNetworkId}></wm-network-icon>`,
    )}`,
    'dark',
  )
  const icons = [...place.querySelectorAll('wm-network-icon')]
  expect(icons).toHaveLength(networks.length)
  await vi.waitFor(() => expect(icons.map(partsOf)).toEqual(networks.map(() => ['mark'])))
  for (const icon of icons) {
    const drawing = icon.shadowRoot?.querySelector<SVGSVGElement>('.mark')
    const { width = 0, height = 0 } = drawing?.getBBox() ?? {}
    expect([width, height], icon.name).toEqual([expect.closeTo(24, 0), expect.closeTo(24, 0)]) // filled to the edge
  }
  expect(await violations(place)).toEqual([])
})

test('chain marks: a picture that the page gives comes first, and the mark takes its place when it does not load', async () => {
  const picture = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><path d='M0 0h1v1z'/></svg>"
  const icon = await show('Ethereum', 'eip155:1', picture)
  await vi.waitFor(() => expect(partsOf(icon)).toEqual(['image']))
  const broken = await show('Ethereum', 'eip155:1', 'data:image/png;base64,AAAA')
  await vi.waitFor(() => expect(partsOf(broken)).toEqual(['mark']))
})

test.each([
  ['a chain that is not known', 'eip155:123456789'],
  ['a name that every object has', 'constructor'],
  ['no chain', undefined],
])('chain marks: %s shows the letter', async (_, chain) => {
  const icon = await show('Own chain', chain)
  await vi.waitFor(() => expect(partsOf(icon)).toEqual(['monogram']))
})
