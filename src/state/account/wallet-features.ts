// What the active account can do, and in which order: the settings, the namespace, and the visitor's region.
import { computed, type ReadableAtom } from 'nanostores'
import type { Namespace } from '../../vocabulary/caip.js'
import { type WalletFeature, walletFeatures } from '../../vocabulary/wallet-feature.js'
import type { Core } from '../core.js'

/** Of mainland China, Hong Kong and Macau (specification §9), with their older names in the IANA database. */
export const RESTRICTED_TIME_ZONES: readonly string[] = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Chongqing',
  'Asia/Chungking',
  'Asia/Harbin',
  'Asia/Kashgar',
  'PRC',
  'Asia/Hong_Kong',
  'Hongkong',
  'Asia/Macau',
  'Asia/Macao',
]

/** Where each feature works (specification §9). Absent: everywhere. */
const namespacesOf: Readonly<Partial<Record<WalletFeature, readonly Namespace[]>>> = {
  onramp: ['eip155', 'solana'],
  swaps: ['eip155'],
  send: ['eip155', 'solana'],
}
const restricted: readonly WalletFeature[] = ['onramp', 'swaps']

/** One feature of the active account. */
export interface Offer {
  readonly feature: WalletFeature
  /** Why it cannot be used all the same: the visitor is in a region where it is not offered. */
  readonly refused?: 'region' | undefined
}

/** What the active account can do. */
export interface WalletFeatures {
  /** In the order to show them; empty while nothing is connected. */
  readonly $offers: ReadableAtom<readonly Offer[]>
  /** Whether the account's transactions are shown: `features.history`, and an account of an ecosystem that has them. */
  readonly $history: ReadableAtom<boolean>
}

/** A part. */
export function createWalletFeatures(core: Core): WalletFeatures {
  const { features, services } = core.config
  const { $account } = core.publicState
  const isRestricted = (features.restrictedTimeZones ?? RESTRICTED_TIME_ZONES).includes(timeZone())
  const order = [...new Set([...(features.walletFeaturesOrder ?? []), ...walletFeatures])]
  const isOn = (feature: WalletFeature, namespace: Namespace) =>
    features[feature] !== false &&
    (namespacesOf[feature]?.includes(namespace) ?? true) &&
    (!restricted.includes(feature) || services.data !== undefined)
  return {
    $offers: computed($account, (account): readonly Offer[] =>
      account
        ? order
            .filter((feature) => isOn(feature, account.namespace))
            .map((feature) => ({ feature, refused: isRestricted && restricted.includes(feature) ? 'region' : undefined }))
        : [],
    ),
    $history: computed(
      $account,
      (account) =>
        features.history !== false &&
        services.data !== undefined &&
        account !== undefined &&
        ['eip155', 'solana'].includes(account.namespace),
    ),
  }
}

/** The time zone of the browser, as the IANA database names it. */
function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
