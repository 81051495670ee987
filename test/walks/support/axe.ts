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
 * Plays a scene of the gallery and looks at it in light, by all rules, and in dark, where colours alone can differ, by those of colours. One call does it all within the page: a
 * walk from step to step takes longer than axe itself.
 * @param search the scene's address in the gallery, after the path
 */
export async function violationsOfScene(page: Page, search: string): Promise<string[]> {
  await bringAxe(page)
  const [light, dark] = await page.evaluate(
    async ([address, options]) => {
      const { axe } = window as unknown as { readonly axe: Axe } // put there above
      const query = new URLSearchParams(address)
      const go = () => {
        history.pushState(null, '', `?${query}`)
        dispatchEvent(new PopStateEvent('popstate'))
      }
      const until = async (what: string, isSo: () => boolean) => {
        const end = performance.now() + 20_000
        while (!isSo()) {
          if (performance.now() > end) throw new Error(`${address}: ${what}`)
          await new Promise(requestAnimationFrame)
        }
      }
      const frames = async () => {
        for (let count = 0; count < 2; count++) await new Promise(requestAnimationFrame)
      }
      const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
      query.set('theme', 'light')
      go()
      const heading = `${query.get('view') ?? ''} ${query.get('state') ?? ''}`
      await until('the heading never came', () => text('h1').trim() === heading)
      await until('the scene was never played', () => document.querySelector('.stage[data-played]') !== null)
      await frames()
      if (document.querySelector('main [role=alert].banner.danger'))
        throw new Error(`${heading}: ${text('main [role=alert].banner.danger')}`)
      const stage = { include: ['.stage'] }
      const inLight = await axe.run(stage, options)
      query.set('theme', 'dark')
      go()
      const modal = document.querySelector('.stage wallet-modal')
      await until('the theme never came', () => modal !== null && getComputedStyle(modal).colorScheme === 'dark')
      await frames()
      return [inLight, await axe.run(stage, { ...options, runOnly: ['color-contrast', 'link-in-text-block'] })] as const
    },
    [search, onlyViolations] as const,
  )
  return [...linesOf(light).map((line) => `light: ${line}`), ...linesOf(dark).map((line) => `dark: ${line}`)]
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
