// Documents of a frame for tests in a real browser: `/frame-pages/<kind>/sdk` on any name of this machine, such as frame.localhost, so that the frame
// has another origin than the page that tests it. `frame-page.ts` says what each kind does.
/** @returns {import('vite').Plugin} */
export const framePages = () => ({
  name: 'frame-pages',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const [, kind] = /^\/frame-pages\/(\w+)\/sdk/.exec(request.url ?? '') ?? []
      if (!kind) return next()
      response.setHeader('content-type', 'text/html')
      if (kind === 'blocked') response.setHeader('content-security-policy', `frame-ancestors 'none'`)
      // A browser's runner wraps dynamic imports of what it serves in a function of its own.
      response.end(`<!doctype html><title>Frame</title>
        <script>window.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() }</script>
        <script type="module" src="/test/support/frame-page.ts"></script>`)
    })
  },
})
