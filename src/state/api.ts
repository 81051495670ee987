// What a call to the services is given of this instance.
import type { Api } from '../api/http.js'
import type { Core } from './core.js'

export function apiOf(core: Core, services: string | undefined): Api {
  return {
    fetch: core.deps.fetch,
    services,
    projectId: core.config.projectId,
    sdk: { type: 'wallet-modal', version: 'html-0.1.0' },
  }
}
