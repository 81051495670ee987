// Whether names can be registered: services without a zone have none.
import { atom, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import type { Account } from '../../vocabulary/events.js'
import { isWalletError } from '../../vocabulary/errors.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { createNames } from '../account/names.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'

/** The part of offering names. */
export interface NameOffer {
  /** True until the services say that they have no names. */
  readonly $isOffered: ReadableAtom<boolean>
}

/** A part. The first reader of `$isOffered` asks the services for their zone, once; after a failure the next reader asks again. */
export function createNameOffer(core: Core): NameOffer {
  const { data } = core.config.services
  const { $account } = core.use(createNames)
  const $isOffered = atom(true)
  let isAsked = false

  async function ask({ chainId }: Account): Promise<void> {
    isAsked = true
    try {
      const { getNameZone } = await import('../../api/names.js').catch(unreachable)
      await getNameZone(apiOf(core, data), { chainId, signal: core.signal })
    } catch (error) {
      const isOff = isWalletError(error, 'HTTP_STATUS') && error.details['status'] === 410 && error.details['field'] === 'names'
      if (isOff) $isOffered.set(false)
      else isAsked = false
    }
  }

  onMount($isOffered, () =>
    $account.subscribe((account) => {
      if (account && data !== undefined && !isAsked) void ask(account)
    }),
  )
  return { $isOffered: readonlyType($isOffered) }
}
