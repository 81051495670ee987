// What a call to the services is given of this instance.
import type { Api } from '../api/http.js'
import type { Core } from './core.js'

function createApis(): Map<string | undefined, Api> {
  return new Map()
}

/** The same object for the same host: what the services said of chains and time is kept with it. */
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
