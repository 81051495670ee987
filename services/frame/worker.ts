// Begins the worker that has the keys. Under the page's policy no url becomes a script but this one.
import workerUrl from './keys/worker.ts?worker&url'

/** The part of Trusted Types that is used; not every browser has them. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown }
}

export function openWorker(): Worker {
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
