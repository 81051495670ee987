// Sends the events of a modal to the operator's services, where the page has switched that on (`features.analytics`). Loaded for such pages only.
import type { Analytics } from '../../api/analytics.js'
import type { ModalEvent } from '../../vocabulary/events.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { reportSetupError } from '../lib/report-setup-error.js'

/**
 * A part: sends each event once, from its creation on, to `services.data`, if the operator wants them (`GET /getAnalyticsConfig`, asked once, before the
 * first). Nothing is asked and nothing is sent before the visitor has done something on the page: what was restored on load stays there. One that
 * does not arrive is dropped.
 */
export function createAnalyticsSender(core: Core): void {
  const { data, wallets } = core.config.services
  const { now, window } = core.deps
  if (data === undefined || !window) return
  const load = async (): Promise<Analytics | undefined> => {
    const [{ createAnalytics }, { getAnalyticsEnabled }] = await Promise.all([
      import('../../api/analytics.js').catch(unreachable),
      import('../../api/project.js').catch(unreachable),
    ])
    if (!(await getAnalyticsEnabled(apiOf(core, wallets ?? data), { signal: core.signal }))) return undefined
    return createAnalytics({
      api: apiOf(core, data),
      isEnabled: () => !core.signal.aborted,
      page: () => window.location,
      now,
      uuid: () => randomId(window as Window & typeof globalThis),
      onRefused: (error) => reportSetupError(core, error),
    })
  }
  let loading: Promise<Analytics | undefined> | undefined
  const tell = ({ name, ...properties }: ModalEvent) => {
    if (!hasActed(window)) return
    const address = core.publicState.$account.get()?.address
    loading ??= load().catch((error: unknown) => {
      core.deps.log.warn('analytics did not load', error)
      return undefined // no second try: what is not sent harms nobody
    })
    void loading.then((analytics) => analytics?.track(name, properties, address))
  }
  // The modal was opened before this was loaded.
  if (core.publicState.$open.get()) tell({ name: 'MODAL_OPEN', connected: core.publicState.$account.get() !== undefined })
  core.on('event', tell)
}

/** Whether the visitor has pressed or typed anything since the page was loaded. Browsers that cannot say count as yes. */
function hasActed({ navigator }: Window): boolean {
  return (navigator as Partial<Navigator>).userActivation?.hasBeenActive !== false
}

/** 32 random hex digits. `randomUUID` is missing on pages without https. */
function randomId({ crypto }: typeof globalThis): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
