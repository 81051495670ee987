// Every view: one heading, every control reached by Tab with a name, and no word that is too long for a phone. What axe says is in `../accessible`.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { settingsFor } from '../../../demo/shared/languages.js'
import { pseudo } from '../../../demo/shared/pseudo.js'
import { cleanUp, mountView, nameOf } from '../../support/view-harness.js'
import { views } from './every-view.js'

afterEach(cleanUp)

for (const [name, make] of Object.entries(views))
  test(`${name} has its heading, is walked by keyboard, and fits a phone in long words and from right to left`, async () => {
    await page.viewport(1024, 800)
    const [view, options, heading] = make()
    const modal = await mountView(view, options)
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(heading)
    await modal.settled()
    const findProblems = async () => {
      const stops = await modal.tabOrder()
      const reached = new Set(stops.map(({ element }) => element))
      const controls = (['button', 'link', 'textbox', 'searchbox', 'checkbox', 'combobox'] as const).flatMap((role) =>
        page.getByRole(role).elements(),
      )
      // By its name too: a row of a long list that comes into sight again is another element.
      const names = new Set(stops.map(({ name }) => name))
      const leftOut = controls.filter(
        (control) => !control.matches(':disabled') && !reached.has(control) && !names.has(nameOf(control)),
      )
      return [
        ...leftOut.map((control) => `not reached: ${nameOf(control)}`),
        ...stops.filter(({ name }) => name === '').map(({ element }) => `without a name: ${element?.localName ?? 'nothing'}`),
        ...(stops.length === 0 ? ['nothing can be reached'] : []),
      ]
    }
    let problems = await findProblems()
    // Rows that came during the walk, such as those of a list of wallets, are walked with the next.
    for (let walks = 1; walks < 4 && problems.length > 0; walks++) problems = await findProblems()
    expect(problems).toEqual([])

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
