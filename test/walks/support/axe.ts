// Accessibility of what a walk has reached: axe-core in the page, over WCAG 2.2 A and AA and its own best practices.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

/** What the source puts on the window. */
interface Axe {
  run(within: Document | { readonly include: readonly string[] }, options: RunOptions): Promise<AxeResults>
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** One line per violated rule and element of the page as it stands; empty: none. */
export async function violationsOf(page: Page): Promise<string[]> {
  await bringAxe(page)
  const results = await page.evaluate((options) => {
    const { axe } = window as unknown as { readonly axe: Axe } // put there above
    return axe.run(document, options)
  }, onlyViolations)
  return linesOf(results)
}

/**
 * Plays a scene of the gallery in a theme and looks at it by all rules. One call does it all within the page: a walk from step to step takes longer than axe itself.
 * @param search the scene's address in the gallery, after the path
 */
export async function violationsOfScene(page: Page, search: string, theme: 'light' | 'dark'): Promise<string[]> {
  await bringAxe(page)
  const results = await page.evaluate(
    async ([address, mode, options]) => {
      const { axe } = window as unknown as { readonly axe: Axe } // put there above
      const query = new URLSearchParams(address)
      const until = async (what: string, isSo: () => boolean) => {
        const end = performance.now() + 20_000
        while (!isSo()) {
          if (performance.now() > end) throw new Error(`${address}: ${what}`)
          await new Promise(requestAnimationFrame)
        }
      }
      const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
      query.set('theme', mode)
      history.pushState(null, '', `?${query}`)
      dispatchEvent(new PopStateEvent('popstate'))
      const heading = `${query.get('view') ?? ''} ${query.get('state') ?? ''}`
      await until('the heading never came', () => text('h1').trim() === heading)
      await until('the scene was never played', () => document.querySelector('.stage[data-played]') !== null)
      const modal = document.querySelector<HTMLElement>('.stage wallet-modal')
      await until('the theme never came', () => modal?.dataset['mode'] === mode)
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
      if (document.querySelector('main [role=alert].banner.danger'))
        throw new Error(`${heading}: ${text('main [role=alert].banner.danger')}`)
      return axe.run({ include: ['.stage'] }, options)
    },
    [search, theme, onlyViolations] as const,
  )
  return linesOf(results).map((line) => `${theme}: ${line}`)
}

const onlyViolations: RunOptions = { resultTypes: ['violations'] }

async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
}

function linesOf(results: AxeResults): string[] {
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')}\n${failureSummary ?? ''}`),
  )
}
