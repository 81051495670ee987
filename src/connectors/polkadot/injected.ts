// An extension of `window.injectedWeb3` as a `PolkadotSigner`.
import type { Network } from '../../vocabulary/network.js'
import { attempt, call, has } from '../foreign-calls.js'
import { peek } from '../peek.js'
import { readAccounts } from './account.js'
import type { InjectedExtension } from './discover.js'
import type { PolkadotSigner } from './signer.js'

/** @param origin the name that the extension shows of the page */
export function createInjectedSigner({ extension }: InjectedExtension, origin: string): PolkadotSigner {
  let networks: readonly Network[] = []
  /** What `enable` resolved with: `accounts` and `signer`. */
  let enabled: unknown
  /** Functions that subscribe to its accounts once it is there. */
  const subscriptions = new Set<() => void>()
  const signer = () => peek(enabled, 'signer')
  const accountsOf = (value: unknown) => readAccounts(value, networks)
  return {
    transport: 'injected',
    async accounts({ networks: configured }) {
      networks = configured
      // `connect` is the newer one, under whose key the page cannot know the wallet beforehand. There is no silent form: an
      // extension that allows the page answers without a prompt, but one whose permission the person has taken back since may show
      // it again. Nothing in the interface says beforehand which it will be; who calls silently should not wait for long.
      const access = enabled ?? (await call(extension, has(extension, 'connect') ? 'connect' : 'enable', origin))
      const answer = await call(peek(access, 'accounts'), 'get', true) // true: also ethereum-style ones
      enabled = access
      for (const subscribe of subscriptions) subscribe()
      return accountsOf(answer)
    },
    onAccounts(listener) {
      let isOn = true
      let isSubscribed = false
      let stop: unknown
      const subscribe = () => {
        if (isSubscribed || enabled === undefined) return
        isSubscribed = true
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
    signPayload: (_account, payload) => call(signer(), 'signPayload', payload),
    release() {
      enabled = undefined
    },
  }
}
