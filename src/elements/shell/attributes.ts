// Reads the attributes of `<wallet-modal>` as settings. A module of its own, because the closed button does not need it.
import { lateAttributes } from '../../config/attributes.js'
import type { AttributeReading } from '../../config/setting.js'
import type { ModalConfig } from '../../config/types.js'
import { report } from '../lib/report.js'
import type { ModalElement } from './modal-element.js'

const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '')

/** How the text of an attribute is read, by kind. The check of the settings rejects invalid values. */
const readings: Readonly<Record<AttributeReading, (text: string) => unknown>> = {
  text: (text) => text,
  flag: (text) => text !== 'false',
  list: words,
  networks: async (text) => (await import('../../config/network-names.js')).readNetworks(words(text)),
}

/**
 * The settings of `element`: those of `first` (from `earlySettings()`), then the attributes, which win over the element's `config`. The values are
 * checked later, with all settings. With `debug` the developer is told of unknown names.
 */
export async function readAttributes(first: ModalConfig, element: ModalElement): Promise<ModalConfig> {
  const given: Record<string, unknown> = { ...first }
  for (const [setting, reading] of Object.entries(lateAttributes)) {
    const text: string | null | undefined = element[setting as keyof typeof lateAttributes] // null: the attribute was removed
    if (text !== undefined && text !== null) given[setting] = await readings[reading](text)
  }
  const config = given as ModalConfig
  if (config.debug) import('./unknown-names.js').then(({ tellUnknown }) => tellUnknown(element)).catch(report)
  return config
}
