// A visitor who asked for more contrast.
import { afterEach, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { cleanUp, mountView } from '../../support/view-harness.js'

const contrast = (value: string) => cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-contrast', value }] })

afterEach(async () => {
  cleanUp()
  await contrast('')
})

test('quiet text and lines speak up for a visitor who asked for more contrast', async () => {
  const modal = await mountView({ name: 'Connect' }, {})
  const card = () => getComputedStyle((modal.element.getRootNode() as ShadowRoot).host.closest('.card')!)
  const read = () => ['text-2', 'text-3', 'line'].map((role) => card().getPropertyValue(`--_wm-${role}`))
  const [text, line] = ['text', 'line-control'].map((role) => card().getPropertyValue(`--_wm-${role}`))
  expect(read()).not.toContain(text)
  await contrast('more')
  await expect.poll(read).toEqual([text, text, line])
})
