// Begins the worker that has the keys. Under the page's policy no url becomes a script but this one.
import { createKeyring, type Keyring } from './keys/keyring.js'
import workerUrl from './keys/worker.ts?worker&url'

/** The part of Trusted Types that is used; not every browser has them. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown }
}

function openWorker(): Worker {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('wm-worker', {
    createScriptURL(url) {
      if (url !== workerUrl) throw new TypeError('Not the worker of the keys')
      return url
    },
  })
  // A `TrustedScriptURL` where there is a policy: the library's type knows texts and urls only.
  const url = (policy?.createScriptURL(workerUrl) ?? workerUrl) as string
  return new Worker(url, { type: 'module' })
}

/** A name may be used once for each document. */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** Begins the worker of the keys at the first call, and another when it has failed. */
export function keyringOf(): () => Keyring {
  let keyring: Keyring | undefined
  return () => {
    if (keyring) return keyring
    const worker = openWorker()
    keyring = createKeyring(worker)
    worker.addEventListener('error', () => (keyring = undefined))
    return keyring
  }
}
