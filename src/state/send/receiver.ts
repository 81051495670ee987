// The receiver of a draft: an address, or a name that is looked up when the visitor has stopped to type. A late answer never replaces a newer one.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { DEBOUNCE_MS } from '../../vocabulary/constants.js'
import { isWalletError, walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Account } from '../../vocabulary/events.js'
import { delay } from '../../vocabulary/timeout.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { asWalletError } from '../lib/operation.js'
import { createNetworks } from '../networks/networks.js'
import { rpcWorld } from '../networks/reads.js'
import { createDraft } from './draft.js'

/** What the typed receiver is. */
export type Receiver =
  | { readonly status: 'empty' | 'invalid' }
  /** `name` is looked up; undefined while an address is read. */
  | { readonly status: 'looking'; readonly name?: string | undefined }
  /** NAME_NOT_RESOLVED: no name, or one without an address. Other codes: it could not be asked for. */
  | { readonly status: 'failed'; readonly error: WalletError }
  | ReceiverFound

/** An address. */
export interface ReceiverFound {
  readonly status: 'found'
  /** Plain; with its check sum on EVM chains. */
  readonly address: string
  /** The name by which it was found, in its normal form (ENSIP-15). */
  readonly name?: string | undefined
  /** The name has no address for the chain of the account, and this is its address on Ethereum. */
  readonly isOfEthereum?: boolean | undefined
  /** The zero address and its like: what is sent there is lost. */
  readonly isNobody: boolean
  /** What is there; undefined while that is not known. */
  readonly kind?: 'person' | 'contract' | 'tokenAccount' | undefined
}

/** The receiver of the draft. */
export interface ReceiverPart {
  readonly $receiver: ReadableAtom<Receiver>
  /** Looks up again, after a failure. */
  retry(): void
}

/** A part. Follows the draft for the life of the instance. */
export function createReceiver(core: Core): ReceiverPart {
  const { $draft } = core.use(createDraft)
  const { $account } = core.publicState
  const $receiver = atom<Receiver>({ status: 'empty' })
  let running = new AbortController()
  let seen = ''

  const follow = () => {
    const text = $draft.get().to.trim()
    const account = $account.get()
    const key = JSON.stringify([text, account?.chainId])
    if (key === seen) return
    seen = key
    start(text, account)
  }
  const start = (text: string, account: Account | undefined) => {
    running.abort(walletError('ABORTED'))
    const { signal } = (running = new AbortController())
    if (text === '' || !account) return $receiver.set({ status: 'empty' })
    const show = (receiver: Receiver) => {
      if (!signal.aborted && !core.signal.aborted) $receiver.set(receiver)
    }
    show({ status: 'looking' })
    find(text, account, signal, show).catch((error: unknown) => show({ status: 'failed', error: asWalletError(error) }))
  }

  async function find(text: string, account: Account, signal: AbortSignal, show: (receiver: Receiver) => void) {
    const { namespace } = account
    const { readReceiver, isNobody } = await import('../../api/receivers.js').catch(unreachable)
    const found = async (address: string, named: Pick<ReceiverFound, 'name' | 'isOfEthereum'> = {}) => {
      const receiver = { status: 'found', address, ...named, isNobody: isNobody(namespace, address) } as const
      show(receiver)
      show({ ...receiver, kind: await kindOf(address, account, signal) })
    }
    const address = readReceiver(namespace, text)
    if (address !== undefined) return found(address)
    const { isNameLike, normalName, resolveName, ensNetwork } = await import('../../api/resolve-name.js').catch(unreachable)
    if (!core.deps.namespaces[namespace]?.hasNames || !isNameLike(text)) return show({ status: 'invalid' })
    const name = normalName(text)
    if (name === undefined) throw walletError('NAME_NOT_RESOLVED')
    show({ status: 'looking', name })
    await delay(DEBOUNCE_MS, signal)
    const { networks, find: networkOf } = core.use(createNetworks)
    const ens = ensNetwork(networks, networkOf(account.chainId))
    const resolved = await resolveName(name, account.chainId, {
      api: core.config.services.data === undefined ? undefined : apiOf(core, core.config.services.data),
      ens: ens && rpcWorld(core, ens),
      signal,
    })
    if (resolved === undefined) throw walletError('NAME_NOT_RESOLVED')
    await found(resolved.address, { name, isOfEthereum: resolved.isOfEthereum })
  }

  /** Undefined when no node answers: it is a note, and does not hold anything up. */
  async function kindOf(address: string, account: Account, signal: AbortSignal): Promise<ReceiverFound['kind']> {
    const network = core.use(createNetworks).find(account.chainId)
    if (!network) return undefined
    try {
      const { lookAt } = await import('../../api/receivers.js').catch(unreachable)
      const { isContract, isTokenAccount } = await lookAt({ ...rpcWorld(core, network), signal }, address)
      return isTokenAccount ? 'tokenAccount' : isContract ? 'contract' : 'person'
    } catch (error) {
      if (!isWalletError(error, 'ABORTED')) core.deps.log.warn('the receiver could not be looked at', error)
      return undefined
    }
  }

  const stops = [$draft.subscribe(follow), $account.listen(follow)]
  core.onEnd(() => {
    for (const stop of stops) stop()
    running.abort(walletError('DESTROYED'))
  })
  return {
    $receiver: readonlyType($receiver),
    retry() {
      seen = ''
      follow()
    },
  }
}
