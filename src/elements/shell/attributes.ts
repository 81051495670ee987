// The attributes of `<wallet-modal>` as settings. Apart from the element, because a closed button does not need them.
import type { ModalConfig } from '../../config/check.js'
import type { ModalElement } from './host.js'

const words = (text: string | undefined) => text?.split(/[\s,]+/).filter((word) => word !== '')

/** Attributes win over the element's `config`. Their content is checked like that of any settings. */
export async function readAttributes(first: ModalConfig, element: ModalElement): Promise<ModalConfig> {
  const { services, defaultNetwork, networks, termsUrl, privacyUrl, debug } = element
  const given: ModalConfig = {
    services,
    networks:
      networks === undefined ? undefined : (await import('../../config/network-names.js')).readNetworks(words(networks) ?? []),
    defaultNetwork: defaultNetwork as ModalConfig['defaultNetwork'], // the check of the settings refuses what is no chain id
    termsUrl,
    privacyUrl,
    featuredWalletIds: words(element.featuredWalletIds),
    includeWalletIds: words(element.includeWalletIds),
    excludeWalletIds: words(element.excludeWalletIds),
    debug: debug === undefined ? undefined : debug !== 'false',
  }
  if (given.debug ?? first.debug)
    void import('./unknown-names.js').then(({ tellUnknownAttributes, tellUnknownNames }) =>
      element.modal?.whenStarted((core) => {
        tellUnknownNames(core)
        tellUnknownAttributes(core, element, (element.constructor as typeof ModalElement).observedAttributes) // Lit keeps them there
      }, new AbortController().signal),
    )
  return { ...first, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}
