// Addresses of pages at a network's block explorer.

/**
 * Appends `path` and `id` to the path of `base` and keeps its query (`?cluster=devnet`). Path is `tx` for transactions, and for accounts what the ecosystem
 * has (`NamespaceRow.explorerPath`).
 * @returns undefined without an http or https url
 */
export function explorerUrl(base: string | undefined, path: string, id: string): string | undefined {
  const url = base !== undefined && URL.canParse(base) ? new URL(base) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}/${encodeURIComponent(id)}`
  return url.href
}
