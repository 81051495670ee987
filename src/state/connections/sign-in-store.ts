// The store of sign-ins of an instance (the setting `siwx.store`, else the browser), and the code that writes and reads texts. Both are loaded with the
// first use, and no call of a page's own store waits for ever.
import type * as SiwxModule from '../../siwx/for-modal.js'
import type { SiwxStore } from '../../siwx/sign-in.js'
import { withTimeout } from '../../vocabulary/timeout.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Core } from '../core.js'
import { asWalletError } from '../lib/operation.js'
import { storageKey } from '../lib/storage.js'
import { askNodes } from '../networks/reads.js'

/** Longest wait for a store, in ms. */
const STORE_LIMIT_MS = 30_000

/** Access to the store. */
export interface SignInStore {
  /** Loads the code that writes and reads texts. @throws WalletError NETWORK_ERROR; the next call tries again */
  code(): Promise<typeof SiwxModule>
  /**
   * Asks the store.
   * @throws WalletError HTTP_TIMEOUT after `STORE_LIMIT_MS`; the store's own WalletError; UNKNOWN with whatever else it throws as `cause`
   */
  ask<T>(question: (store: SiwxStore) => Promise<T>): Promise<T>
}

/** Host of the page, as a wallet sees it. Empty on a server. */
export const domainOf = ({ deps }: Core): string => deps.window?.location.host ?? ''

/** A part. */
export function createSignInStore(core: Core): SignInStore {
  const { config, deps } = core
  let store = config.siwx?.store
  let code: Promise<typeof SiwxModule> | undefined
  const load = () =>
    (code ??= deps
      .afterOpen()
      .then(({ loadSiwx }) => loadSiwx())
      .catch((error: unknown) => {
        code = undefined
        throw error
      }))
  return {
    code: load,
    async ask(question) {
      const { createLocalStore } = await load()
      const asked = (store ??= createLocalStore({
        domain: domainOf(core),
        key: storageKey(core, 'sign-ins'),
        storage: deps.storage,
        now: deps.now,
        read: (chain, call) => askNodes(core, chain, call),
      }))
      const late = () => walletError('HTTP_TIMEOUT')
      // A store of the page may throw at once, and anything.
      return withTimeout(async () => question(asked), { ms: STORE_LIMIT_MS, signal: core.signal, late }).catch(
        (error: unknown) => {
          throw asWalletError(error)
        },
      )
    },
  }
}
