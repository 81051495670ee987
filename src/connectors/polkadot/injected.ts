// An extension of `window.injectedWeb3` as a `PolkadotSigner`.
import type { Network } from '../../vocabulary/network.js'
import { attempt, call, has, malformed } from '../foreign-calls.js'
import { peek } from '../peek.js'
import { readAccounts } from './account.js'
import type { InjectedExtension } from './discover.js'
import type { PolkadotSigner } from './signer.js'

/** @param origin the name that the extension shows of the page */
export function createInjectedSigner({ extension }: InjectedExtension, origin: string): PolkadotSigner {
  let networks: readonly Network[] = []
  /** What `enable` resolved with: `accounts` and `signer`. */
  let enabled: unknown
  /** Those that wait for it. */
  const subscriptions = new Set<() => void>()
  const signer = () => {
    const found = peek(enabled, 'signer')
    if (found === undefined) throw malformed('it has no signer')
    return found
  }
  const accountsOf = (value: unknown) => readAccounts(value, networks)
  return {
    transport: 'injected',
    async accounts({ networks: configured }) {
      networks = configured
      // `connect` is the newer one, under whose key the page cannot know the wallet beforehand. An extension that has allowed the
      // page answers without a prompt; there is no silent form.
      enabled ??= await call(extension, has(extension, 'connect') ? 'connect' : 'enable', origin)
      const answer = await call(peek(enabled, 'accounts'), 'get', true) // true: also ethereum-style ones
      for (const subscribe of subscriptions) subscribe()
      return accountsOf(answer)
    },
    onAccounts(listener) {
      let isOn = true
      let stop: unknown
      const subscribe = () => {
        if (stop !== undefined || enabled === undefined) return
        stop = attempt(peek(enabled, 'accounts'), 'subscribe', (value: unknown) => isOn && listener(accountsOf(value)))
      }
      subscriptions.add(subscribe)
      subscribe()
      return () => {
        isOn = false
        subscriptions.delete(subscribe)
        if (typeof stop === 'function') attempt({ stop }, 'stop')
      }
    },
    signRaw: ({ address }, data) => call(signer(), 'signRaw', { address, data, type: 'bytes' }),
    signPayload: ({ address }, payload) => call(signer(), 'signPayload', { ...payload, address }),
    release() {
      enabled = undefined
    },
  }
}
