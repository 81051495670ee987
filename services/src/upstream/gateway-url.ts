// Links by content (`ipfs:`) as urls of the operator's gateway. Links and redirects are texts of strangers, and the gateway may stand in the private
// network: whatever is asked there has to be content, however a proxy or the gateway itself decodes the path.

/** By which scheme a link names content rather than a server. */
const contentLink = /^(?:ipfs|ipns|ar):/i

/** `ipfs://cid/path`, also in the form `ipfs://ipfs/cid/path`. */
const ipfsLink = /^ipfs:\/\/(?:ipfs\/)?([^/?#\s]+)((?:\/[^?#\s]*)?)$/i

/** Version 0, and version 1 in the bases that gateways know: 32, 36, 58, 16 and 64 for urls (https://github.com/multiformats/cid). */
const cid =
  /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{20,150}|B[A-Z2-7]{20,150}|[kK][\dA-Za-z]{20,150}|z[1-9A-HJ-NP-Za-km-z]{20,150}|f[\da-f]{20,200}|F[\dA-F]{20,200}|u[\w-]{20,150})$/

/** A longer link is no link that a gateway would take. */
const LINK_CHARS = 4096

/** How often a text may be encoded over itself. */
const DECODINGS_MAX = 4

/** Whether a link is asked of a gateway. */
export function isContentLink(text: string): boolean {
  return contentLink.test(text)
}

/** The base url of a gateway, with a slash at its end. */
export function readGateway(text: string): URL {
  return new URL(text.replace(/\/*$/, '/'))
}

/**
 * The url of `link` below the gateway.
 * @returns undefined for a link that is none of IPFS, whose content id has not the shape of one, or whose path could lead out of its content
 */
export function gatewayUrl(link: string, gateway: URL): URL | undefined {
  const [, id = '', path = ''] = (link.length <= LINK_CHARS && ipfsLink.exec(link)) || []
  // The text first: the parser of urls has resolved the dots of what it returns.
  if (!cid.test(id) || !path.split('/').every(isPlain)) return undefined
  const url = new URL(`${gateway.href}${id}${path}`)
  return isContentOf(gateway, url) ? url : undefined
}

/** Whether a url leads to content of the gateway, and not to another path of its host, in any way in which a server may read it. */
export function isContentOf(gateway: URL, url: URL): boolean {
  if (url.origin !== gateway.origin || url.username !== gateway.username || url.password !== gateway.password) return false
  if (!url.pathname.startsWith(gateway.pathname)) return false
  const [id = '', ...path] = url.pathname.slice(gateway.pathname.length).split('/')
  return cid.test(id) && path.every(isPlain)
}

/** Whether a segment stays one segment, and goes no step up, whoever decodes it how often. */
function isPlain(segment: string): boolean {
  if (/%(?![\da-f]{2})/i.test(segment)) return false
  let text = segment
  for (let round = 0; round <= DECODINGS_MAX; round++) {
    // NFKC: some servers map look-alikes of dots and slashes. After `;` stand parameters, which some cut off before they resolve dots.
    const forms = [text, text.normalize('NFKC')]
    if (forms.some((form) => /[/\\\u0000-\u001f\u007f]/.test(form) || /^\s*\.[.\s]*(?:;|$)/.test(form))) return false
    const decoded = decode(text)
    if (decoded === text) return true
    if (decoded === undefined) return false
    text = decoded
  }
  return false
}

/** Escapes decoded once; undefined for bytes that are no UTF-8. A `%` that begins no escape stays. */
function decode(text: string): string | undefined {
  try {
    return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => decodeURIComponent(escapes))
  } catch {
    return undefined
  }
}
