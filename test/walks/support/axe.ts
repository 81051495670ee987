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

/** One line per violated rule and element; empty: none. `selector`: only what is in there. `rules`: only these; default: all. */
export async function violationsOf(page: Page, selector?: string, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const results = await page.evaluate(
    ([within, options]) => {
      const { axe } = window as unknown as { readonly axe: Axe } // put there above
      return axe.run(within === undefined ? document : { include: [within] }, options)
    },
    [selector, { resultTypes: ['violations'], ...(rules ? { runOnly: [...rules] } : {}) } satisfies RunOptions] as const,
  )
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')}\n${failureSummary ?? ''}`),
  )
}
