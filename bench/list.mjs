// A thousand wallets in the list, forty at a time, in the script build: what a page of rows costs the main thread, and whether the cost
// grows with the list. `npm run build && node bench/list.mjs`. Figures of one machine compare with figures of the same machine only.
import { createServer } from 'node:http'
import { chromium } from 'playwright'
import { ensureBrowser, root } from '../scripts/prepare.mjs'
import { createStaticServer, listen } from '../scripts/static-server.mjs'

const COUNT = 1_000
const PER_PAGE = 40

const wallets = Array.from({ length: COUNT }, (_, index) => ({ id: `w${index}`, name: `Wallet ${index}`, chains: ['eip155:1'] }))
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#36c"/></svg>`
const services = createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost')
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*')
  if (url.pathname !== '/getWallets') return response.setHeader('content-type', 'image/svg+xml').end(picture)
  const [page, entries] = ['page', 'entries'].map((name) => Number(url.searchParams.get(name)))
  response.setHeader('content-type', 'application/json')
  return response.end(JSON.stringify({ count: COUNT, data: wallets.slice((page - 1) * entries, page * entries) }))
})
const cdn = createStaticServer({
  folders: { '/': `${root}/dist/cdn` },
  headers: () => ({ 'access-control-allow-origin': '*' }),
})
const at = async (server) => `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`
const [servicesUrl, cdnUrl] = [await at(services), await at(cdn)]
const site = createServer((_, response) =>
  response.setHeader('content-type', 'text/html').end(
    `<!doctype html><html lang="en"><title>List</title><script type="module" src="${cdnUrl}/wallet-modal.js" crossorigin></script>
    <wallet-modal services="${servicesUrl}"></wallet-modal><wallet-connect-button></wallet-connect-button></html>`,
  ),
)
/** In the page, because looking rows up from outside costs more than showing them. */
function showMore(count) {
  const find = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.localName === 'wm-all-wallets-view') return element.shadowRoot
      const found = element.shadowRoot && find(element.shadowRoot)
      if (found) return found
    }
    return undefined
  }
  const view = find(document)
  view.querySelector('[data-key="more"]')?.click()
  return new Promise((resolve) => {
    const look = () =>
      view.querySelectorAll('li').length >= count ? requestAnimationFrame(resolve) : requestAnimationFrame(look)
    look()
  })
}

const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--no-sandbox', '--disable-background-networking'],
})
try {
  const tab = await browser.newPage({ viewport: { width: 1100, height: 800 } })
  await tab.goto(await at(site))
  await tab.getByRole('button', { name: 'Connect', exact: true }).click()
  await tab.getByRole('button', { name: /^All wallets/ }).click()
  await tab
    .getByRole('listitem')
    .nth(PER_PAGE - 1)
    .waitFor({ state: 'attached' })
  const session = await tab.context().newCDPSession(tab)
  await session.send('Performance.enable')
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
  }
  await tab.evaluate(() => {
    globalThis.longTasks = []
    new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    })
  })
  const costs = []
  for (let count = 2 * PER_PAGE; count <= COUNT; count += PER_PAGE) {
    const before = await busy()
    await tab.evaluate(showMore, count)
    costs.push((await busy()) - before)
  }
  const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
  const longTasks = await tab.evaluate(() => globalThis.longTasks)
  const [first, last] = [median(costs.slice(0, 8)), median(costs.slice(-8))]
  console.log(`${costs.length} pages of ${PER_PAGE} rows; main thread per page: median ${median(costs).toFixed(0)} ms`)
  console.log(`last eight pages against the first eight: ${(last / first).toFixed(2)} (1: the cost does not grow with the list)`)
  console.log(`long tasks (over 50 ms): ${longTasks.length}, the longest ${Math.max(0, ...longTasks).toFixed(0)} ms`)
} finally {
  await browser.close()
  for (const server of [services, cdn, site]) {
    server.closeAllConnections()
    server.close()
  }
}
