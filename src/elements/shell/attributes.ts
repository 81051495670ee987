// The attributes of `<wallet-modal>` as settings. Apart from the element, because a closed button does not need them.
import { lateAttributes } from '../../config/attributes.js'
import type { AttributeReading } from '../../config/setting.js'
import type { ModalConfig } from '../../config/types.js'
import type { ModalElement } from './host.js'

const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '')

/** What each text becomes. The check of the settings refuses what it may not be. */
const readings: Readonly<Record<AttributeReading, (text: string) => unknown>> = {
  text: (text) => text,
  flag: (text) => text !== 'false',
  list: words,
  networks: async (text) => (await import('../../config/network-names.js')).readNetworks(words(text)),
}

/** Attributes win over the element's `config`. Their content is checked like that of any settings. `first`: what `earlySettings()` gave. */
export async function readAttributes(first: ModalConfig, element: ModalElement): Promise<ModalConfig> {
  const given: Record<string, unknown> = { ...first }
  for (const [setting, reading] of Object.entries(lateAttributes)) {
    const text: string | null | undefined = element[setting as keyof typeof lateAttributes] // null: the attribute was taken away
    if (text !== undefined && text !== null) given[setting] = await readings[reading](text)
  }
  const config = given as ModalConfig
  if (config.debug)
    void import('./unknown-names.js').then(({ tellUnknownAttributes, tellUnknownNames }) =>
      element.modal?.whenStarted((core) => {
        tellUnknownNames(core)
        tellUnknownAttributes(core, element, (element.constructor as typeof ModalElement).observedAttributes) // Lit keeps them there
      }, new AbortController().signal),
    )
  return config
}
