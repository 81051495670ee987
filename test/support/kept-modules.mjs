// Each file of tests in a browser has a document of its own, which asks for every module anew. Vite and Vitest would have the browser ask whether it has
// changed: a request for each of some hundred modules, and for each that has not, Chromium holds 2 MiB of shared memory until it collects garbage
// (vitest-dev/vitest#9437). In a long run it then refuses requests, and the frame of a file never gets ready (vitest-dev/vitest#10791). While tests run
// once, sources do not change: the browser keeps what it has.
import { ServerResponse } from 'node:http'

const KEPT = 'max-age=3600'

/** @returns {import('vite').Plugin} */
export const keptModules = () => ({
  name: 'kept-modules',
  configureServer(server) {
    if (server.config.server.watch !== null) return
    server.middlewares.use((_request, response, next) => {
      const { setHeader } = response
      // Vitest sets the header of dependencies itself, and has `setHeader` leave it so from then on.
      const keep = () => ServerResponse.prototype.setHeader.call(response, 'Cache-Control', KEPT)
      if (response.getHeader('cache-control') === 'no-cache') keep()
      response.setHeader = (name, value) =>
        name.toLowerCase() === 'cache-control' && value === 'no-cache' ? keep() : setHeader.call(response, name, value)
      next()
    })
  },
})
