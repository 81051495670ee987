// What the pages ask for before anybody clicks: nothing but themselves.
import { expect, test } from './support/walk.js'

for (const path of ['', 'script/', 'two/', 'viem/', 'wagmi/'] as const) {
  test(`before the first click /${path} asks for nothing but its own files`, async ({ page, stack, records }) => {
    await page.clock.install()
    await page.goto(`${stack.dapp}${path}`)
    await expect(page.getByRole('button', { name: 'Connect', exact: true }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.clock.runFor(60_000) // whatever waits for a minute to pass
    await page.waitForLoadState('networkidle')
    const elsewhere = records.urls.filter((url) => !url.startsWith(stack.dapp) && !/^(?:data|blob):/.test(url))
    expect(elsewhere).toEqual([])
  })
}
