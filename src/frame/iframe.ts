// The element of the frame, and where it is loaded from.
import { DEFAULT_CHAIN_ID } from '../vocabulary/constants.js'

/** What the url of the frame says. */
export interface FrameAddress {
  /** Where the frame is served, such as `https://wallet.example.com`. Another origin than the page's. */
  readonly url: string
  readonly projectId: string
  /** The active chain (CAIP-2). */
  readonly chainId?: string | undefined
  readonly enableLogger?: boolean | undefined
  readonly locale?: string | undefined
  readonly rpcUrl?: string | undefined
}

const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/

/** The url of the frame's document; undefined where it could not be trusted: without https, or on the page's own origin, where it would keep nothing from the page. */
export function frameUrl(parts: FrameAddress, pageOrigin: string): URL | undefined {
  const { url, projectId, chainId = DEFAULT_CHAIN_ID, enableLogger = false, locale, rpcUrl } = parts
  const base = `${url.replace(/\/+$/, '')}/sdk`
  if (!URL.canParse(base)) return undefined
  const made = new URL(base)
  const isSafe = made.protocol === 'https:' || (made.protocol === 'http:' && loopback.test(made.hostname))
  if (!isSafe || made.origin === pageOrigin || made.username || made.search || made.hash) return undefined
  const given = { projectId, chainId, version: '4', enableLogger: String(enableLogger), locale, rpcUrl }
  for (const [key, value] of Object.entries(given)) if (value !== undefined) made.searchParams.set(key, value)
  return made
}

/** It may run scripts, keep its own storage, send forms and open windows, and no more: above all it cannot lead the page elsewhere. */
export function createIframe(
  document: Document,
  { title, src }: { readonly title: string; readonly src: string },
): HTMLIFrameElement {
  const made = document.createElement('iframe')
  const attributes = {
    title,
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    allow: 'publickey-credentials-get; clipboard-write',
    referrerpolicy: 'strict-origin',
    src,
  }
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}
