// The attributes of `<wallet-modal>` as settings. Apart from the element, because a closed button does not need them.
import type { ModalConfig } from '../../config.js'
import type { ModalElement } from './host.js'

const words = (text: string | undefined) => text?.split(/[\s,]+/).filter((word) => word !== '')

/** Attributes win over the element's `config`. Their content is checked like that of any settings. */
export async function readAttributes(first: ModalConfig, element: ModalElement): Promise<ModalConfig> {
  const { services, networks, termsUrl, privacyUrl, debug } = element
  const given: ModalConfig = {
    services,
    networks: networks === undefined ? undefined : (await import('./network-names.js')).readNetworks(words(networks) ?? []),
    termsUrl,
    privacyUrl,
    featuredWalletIds: words(element.featuredWalletIds),
    includeWalletIds: words(element.includeWalletIds),
    excludeWalletIds: words(element.excludeWalletIds),
    debug: debug === undefined ? undefined : debug !== 'false',
  }
  return { ...first, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}
