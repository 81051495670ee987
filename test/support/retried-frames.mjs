// Loads `retried-frames.ts` into the page that holds the frames of the tests in a browser, and prints what it tells.
const PATH = '/frame-is-made-anew'

/** @returns {import('vite').Plugin} */
export const retriedFrames = () => ({
  name: 'retried-frames',
  configureServer(server) {
    server.middlewares.use(PATH, (request, response) => {
      console.log(new URL(request.url ?? '', 'http://localhost').searchParams.get('message'))
      response.end()
    })
  },
})

/** @type {import('vitest/node').BrowserScript[]} */
export const retriedFramesScripts = [
  {
    id: 'retried-frames.js',
    content: `import { watchFrames } from '/test/support/retried-frames.ts'
      watchFrames(window.__vitest_browser_runner__, (message) => void fetch('${PATH}?message=' + encodeURIComponent(message)))`,
  },
]
