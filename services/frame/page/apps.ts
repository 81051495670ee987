// The apps that may know who the user is.
import { html } from 'lit/html.js'
import type { WireAnswer } from '../../src/embedded/wire.js'
import { fill } from '../messages.js'
import { createActs } from './acts.js'
import type { PageContext, Section } from './context.js'
import { failureOfAct, plain, pressed, timeText } from './templates.js'

type Consents = WireAnswer<'/api/consent/list'>['consents']

export interface AppsSection extends Section {
  load(): Promise<void>
  readonly apps: Consents | undefined
  remove(appOrigin: string): Promise<void>
}

export function createAppsSection({ api, store, texts, locale, signal, update, user }: PageContext): AppsSection {
  const acts = createActs(update)
  let apps: Consents | undefined
  const load = () => acts.run(async () => void ({ consents: apps } = await api.call('/api/consent/list', {}, { signal })))
  const remove = (appOrigin: string) =>
    acts.run(async () => {
      ;({ consents: apps } = await api.call('/api/consent/remove', { appOrigin }, { signal }))
      // What a frame in this browser goes by while it is offline.
      await store.delete(`consents:${user().userId}`)
    })

  return {
    id: 'apps',
    title: texts.appsTitle,
    get apps() {
      return apps
    },
    load,
    remove,
    render() {
      if (!apps)
        return acts.isBusy
          ? html`<p role="status">${texts.loading}</p>`
          : html`${failureOfAct(texts, acts.failure)}<button @click=${pressed(() => void load())}>${texts.retry}</button>`
      if (apps.length === 0) return html`<p>${texts.appsNone}</p>`
      return html`<p>${texts.appsBody}</p>
        <ul>
          ${apps.map(
            ({ appOrigin, at }) =>
              html`<li>
                <div>
                  <strong><bdi dir="ltr">${plain(appOrigin)}</bdi></strong>
                  <p class="quiet">${fill(texts.appSince, { time: timeText(locale, at) })}</p>
                </div>
                <button
                  ?disabled=${acts.isBusy}
                  aria-label=${fill(texts.removeNamed, { name: plain(appOrigin) })}
                  @click=${pressed(() => void remove(appOrigin))}
                >
                  ${texts.remove}
                </button>
              </li>`,
          )}
        </ul>
        ${failureOfAct(texts, acts.failure)}`
    },
  }
}
