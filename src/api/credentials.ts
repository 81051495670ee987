// Name and password of a url as a header: a browser refuses a url that carries them, and errors would quote them.

export function takeCredentials(given: URL): { readonly url: URL; readonly authorization: Readonly<Record<string, string>> } {
  if (!given.username && !given.password) return { url: given, authorization: {} }
  const pair = `${decodeURIComponent(given.username)}:${decodeURIComponent(given.password)}`
  const url = new URL(given)
  url.username = ''
  url.password = ''
  const bytes = new TextEncoder().encode(pair)
  return { url, authorization: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } }
}
