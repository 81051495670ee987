// The first argument of the functions of `src/api`: how this instance calls the services.
import type { Api } from '../../api/http.js'
import type { Core } from '../core.js'

function createApis(): Map<string | undefined, Api> {
  return new Map()
}

/** How to call the services at `services` (base url). Returns the same object for the same url, because `src/api` caches by it what a host has answered. */
export function apiOf(core: Core, services: string | undefined): Api {
  const apis = core.use(createApis)
  const api = apis.get(services) ?? {
    fetch: core.deps.fetch,
    services,
    projectId: core.config.projectId,
    sdk: { type: 'wallet-modal', version: 'html-0.1.0' },
    now: core.deps.now,
  }
  apis.set(services, api)
  return api
}
