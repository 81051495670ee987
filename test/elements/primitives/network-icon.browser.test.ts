// Networks by their own marks: drawn from modules of this package, so that no policy for pictures has to allow anything.
import { html } from 'lit'
import { afterEach, expect, test, vi } from 'vitest'
import '../../../src/elements/primitives/network-icon.js'
import { networksByName } from '../../../src/vocabulary/networks.js'
import { clearPlaces, themed } from '../../support/themed.js'

afterEach(clearPlaces)

const partsOf = (icon: Element | null) =>
  [...(icon?.shadowRoot?.querySelectorAll('[part]') ?? [])].map((part) => part.getAttribute('part'))

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
})
