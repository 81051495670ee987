// Urls with a name and a password (`https://name:password@host`). `fetch` of a browser refuses such a url, and errors would quote it.

/**
 * Takes name and password out of a url.
 * @returns the url without them, and the `authorization` header of HTTP Basic (RFC 7617, UTF-8), as an object to spread into
 * headers; the object is empty when the url has no credentials. A malformed percent escape stands for itself.
 */
export function takeCredentials(given: URL): { readonly url: URL; readonly authorization: Readonly<Record<string, string>> } {
  if (!given.username && !given.password) return { url: given, authorization: {} }
  const pair = `${decoded(given.username)}:${decoded(given.password)}`
  const url = new URL(given)
  url.username = ''
  url.password = ''
  const bytes = new TextEncoder().encode(pair)
  return { url, authorization: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // `100%`: no escape
  }
}
