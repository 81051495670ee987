// Every view: one heading, every control reached by Tab with a name, and no word that is too long for a phone. What axe says is in `../accessible`.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { settingsFor } from '../../../demo/shared/languages.js'
import { pseudo } from '../../../demo/shared/pseudo.js'
import { cleanUp, mountView } from '../../support/view-harness.js'
import { views } from './every-view.js'

afterEach(cleanUp)

for (const [name, make] of Object.entries(views))
  test(`${name} has its heading, is walked by keyboard, and fits a phone in long words and from right to left`, async () => {
    await page.viewport(1024, 800)
    const [view, options, heading] = make()
    const modal = await mountView(view, options)
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(heading)
    await modal.settled()
    let stops: readonly string[] = []
    // As many stops as controls that can be pressed at least: nothing is left out. Rows that come late, such as those of a list of wallets, are walked with the rest.
    const leftOut = async () => {
      stops = await modal.tabStops()
      const controls = [...page.getByRole('button').elements(), ...page.getByRole('link').elements()]
      return controls.filter((control) => !control.matches(':disabled')).length - stops.length
    }
    await expect.poll(leftOut).toBeLessThanOrEqual(0)
    expect(stops.length).toBeGreaterThan(0)
    expect(stops.filter((stop) => stop === '')).toEqual([])

    await page.viewport(360, 740)
    const tooWide: string[] = []
    for (const locale of Object.keys(pseudo)) {
      cleanUp()
      const [sameView, others] = make()
      const reworded = await mountView(sameView, { ...others, config: { ...others.config, ...settingsFor(locale) } })
      await reworded.settled()
      tooWide.push(...reworded.tooWide().map((part) => `${locale}: ${part}`))
    }
    expect(tooWide).toEqual([])
  })
