// The devices of the wallet, and how one is taken away.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { WireAnswer } from '../../src/embedded/wire.js'
import { fill } from '../messages.js'
import { createActs } from './acts.js'
import type { PageContext, Section } from './context.js'
import { isRefused, rotateWithout } from './rotate.js'
import { failureOfAct, plain, pressed, timeText } from './templates.js'

type DeviceRow = WireAnswer<'/api/devices'>['devices'][number]

export interface DevicesSection extends Section {
  load(): Promise<void>
  readonly devices: readonly DeviceRow[] | undefined
  /** @returns once it is gone, or why it is not is shown */
  remove(device: DeviceRow): Promise<void>
}

export function createDevicesSection(context: PageContext): DevicesSection {
  const { api, texts, locale, signal, update } = context
  const acts = createActs(update)
  let devices: readonly DeviceRow[] | undefined
  /** Which one is to be taken away, until the person says so once more. */
  let asked: string | undefined
  let said = ''

  const nameOf = ({ label }: DeviceRow) => plain(label) || texts.deviceUnnamed

  const fetchList = async () => void ({ devices } = await api.call('/api/devices', {}, { signal }))
  const load = () => acts.run(fetchList)

  async function take({ slotId, current }: DeviceRow): Promise<void> {
    const own = context.user().wallet?.slots.some(({ isThisDevice }) => isThisDevice)
    if (!current && own) {
      try {
        return await rotateWithout(context, [slotId])
      } catch (error) {
        // Another device may still be ended at once, without a new data key: a removed one gets no half any more.
        if (!isRefused(error, 'held')) throw error
      }
    }
    await api.call('/api/devices/remove', { slotId }, { signal })
  }

  const remove = (device: DeviceRow) =>
    acts.run(async () => {
      await context.reauthenticate()
      await take(device)
      asked = undefined
      said = fill(texts.deviceRemoved, { device: nameOf(device) })
      await context.refresh()
      await fetchList()
    })

  function question(device: DeviceRow): TemplateResult {
    return html`<p>${device.current ? texts.deviceRemoveThis : fill(texts.deviceRemoveAsk, { device: nameOf(device) })}</p>
      <div class="actions">
        <button
          @click=${pressed(() => {
            asked = undefined
            update()
          })}
        >
          ${texts.cancel}</button
        ><button class="danger" ?disabled=${acts.isBusy} @click=${pressed(() => void remove(device))}>${texts.remove}</button>
      </div>`
  }

  const row = (device: DeviceRow) =>
    html`<li>
      <div>
        <strong><bdi>${nameOf(device)}</bdi></strong> ${
          device.current ? html`<span class="tag">${texts.thisDevice}</span>` : nothing
        }
        <p class="quiet">${fill(texts.lastUsed, { time: timeText(locale, device.lastUsedAt) })}</p>
        <p class="quiet">${fill(texts.addedAt, { time: timeText(locale, device.createdAt) })}</p>
        ${asked === device.slotId ? question(device) : nothing}
      </div>
      ${
        asked === device.slotId
          ? nothing
          : html`<button
              class="danger"
              aria-label=${fill(texts.removeNamed, { name: nameOf(device) })}
              @click=${pressed(() => {
                asked = device.slotId
                said = ''
                update()
              })}
            >
              ${texts.remove}
            </button>`
      }
    </li>`

  return {
    id: 'devices',
    title: texts.devicesTitle,
    get devices() {
      return devices
    },
    load,
    remove,
    render() {
      if (!devices)
        return acts.isBusy
          ? html`<p role="status">${texts.loading}</p>`
          : html`${failureOfAct(texts, acts.failure)}<button @click=${pressed(() => void load())}>${texts.retry}</button>`
      return html`<p>${texts.devicesBody}</p>
        <ul>
          ${devices.map(row)}
        </ul>
        <p role="status" ?hidden=${said === ''}>${said}</p>
        ${failureOfAct(texts, acts.failure)}`
    },
  }
}
