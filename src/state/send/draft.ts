// What the visitor has entered to send something. It stays for the life of the instance, until it is sent.
import { atom, computed, readonlyType, type ReadableAtom } from 'nanostores'
import type { Asset } from '../../vocabulary/asset.js'
import type { AssetId } from '../../vocabulary/caip.js'
import { createAssets } from '../account/assets.js'
import type { Core } from '../core.js'

/** The entered fields, as they are. */
export interface Draft {
  /** CAIP-19; undefined: the coin of the network that the account is on, whichever that is. */
  readonly asset: AssetId | undefined
  /** The amount as it was typed. */
  readonly amount: string
  /** What the amount counts: the asset, or US dollars. */
  readonly entry: 'asset' | 'money'
  /** All that can be sent, whatever `amount` says. */
  readonly isMax: boolean
  /** The receiver as it was typed: an address or a name. */
  readonly to: string
  /** The locale (BCP 47) in which the amount is written. */
  readonly locale: string
}

/** The draft, and the asset that it is about. */
export interface DraftPart {
  readonly $draft: ReadableAtom<Draft>
  /** Undefined while the account does not have the asset, or it is not known yet. */
  readonly $asset: ReadableAtom<Asset | undefined>
  change(change: Partial<Draft>): void
  clear(): void
}

const empty: Draft = { asset: undefined, amount: '', entry: 'asset', isMax: false, to: '', locale: 'en' }

/** A part. */
export function createDraft(core: Core): DraftPart {
  const { $assets } = core.use(createAssets)
  const $draft = atom(empty)
  return {
    $draft: readonlyType($draft),
    $asset: computed([$draft, $assets], ({ asset }, assets) =>
      asset === undefined ? assets[0] : assets.find(({ id }) => id === asset),
    ),
    change: (change) => $draft.set({ ...$draft.get(), ...change }),
    clear: () => $draft.set({ ...empty, locale: $draft.get().locale }),
  }
}
