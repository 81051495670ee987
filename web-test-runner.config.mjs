// The card's elements in three engines: `npm run test:card`. `WM_CARD_ENGINES=Firefox,WebKit` runs only some.
import { cardBrowsers, keyboardPlugin } from './scripts/lib/card-browsers.mjs'
import { viteBridge } from './scripts/lib/vite-bridge.mjs'

const files = ['test/card/*.card.ts']
const { plugin, middleware } = await viteBridge(files)
const { browsers } = cardBrowsers(process.env.WM_CARD_ENGINES?.split(','))

export default {
  files,
  nodeResolve: false,
  plugins: [plugin, keyboardPlugin],
  middleware: [middleware],
  browsers,
  concurrentBrowsers: 3,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 60_000,
  testFramework: { config: { timeout: 20_000, retries: Number(process.env.WM_RETRIES ?? 0) } },
}
