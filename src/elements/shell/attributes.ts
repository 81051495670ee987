// The attributes of `<wallet-modal>` as settings, and their later changes. Apart from the element, because a closed button needs neither.
import { CodedError } from '../../coded-error.js'
import type { ModalConfig, ThemeMode } from '../../config.js'
import type { NetworkInput } from '../../network.js'
import type { ModalHandle } from '../../state/handle.js'
import { createLocale } from '../../state/locale.js'
import { createTheme } from '../../state/theme.js'
import type { ModalElement } from './host.js'

const words = (text: string | undefined) => text?.split(/[\s,]+/).filter((word) => word !== '')

/** The table of networks is fetched only for pages that name them. @throws WalletError NETWORK_NOT_FOUND */
async function readNetworks(list: string): Promise<readonly NetworkInput[]> {
  const known: Readonly<Record<string, NetworkInput>> = await import('../../networks.js')
  return (words(list) ?? []).map((word) => {
    const network = known[word] ?? Object.values(known).find((candidate) => candidate.caipNetworkId === word)
    if (!network) throw new CodedError('NETWORK_NOT_FOUND', 'Network not found', { details: { network: word } })
    return network
  })
}

/** Attributes win over the element's `config`. Their content is checked like that of any settings. */
export async function readAttributes(first: ModalConfig, element: ModalElement): Promise<ModalConfig> {
  const { services, defaultNetwork, networks, termsUrl, privacyUrl, debug } = element
  const given: ModalConfig = {
    services,
    networks: networks === undefined ? undefined : await readNetworks(networks),
    defaultNetwork: defaultNetwork as ModalConfig['defaultNetwork'], // the check of the settings refuses what is no chain id
    termsUrl,
    privacyUrl,
    featuredWalletIds: words(element.featuredWalletIds),
    includeWalletIds: words(element.includeWalletIds),
    excludeWalletIds: words(element.excludeWalletIds),
    debug: debug === undefined ? undefined : debug !== 'false',
  }
  return { ...first, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}

/** `theme` and `locale` follow their attributes. */
export async function applyChange(
  modal: ModalHandle,
  { theme, locale }: { readonly theme: ThemeMode | undefined; readonly locale: string | undefined },
) {
  const core = await modal.start()
  if (core.signal.aborted) return
  core.use(createTheme).setMode(theme ?? 'system')
  if (locale) core.use(createLocale).setLocale(locale)
}
