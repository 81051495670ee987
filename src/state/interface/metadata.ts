// What wallets show of the page: the setting `metadata`, and the document where that says nothing.
import type { Metadata } from '../../config/values.js'
import type { RelayOptions } from '../../connectors/connector.js'
import { isWebUrl } from '../../vocabulary/image-url.js'
import type { Core } from '../core.js'

const NAME_MAX = 256
const DESCRIPTION_MAX = 2048

/**
 * The metadata of the page now: the setting `metadata` with all of its fields. An empty text: neither the setting nor the document says it. What comes
 * from the document is cut to its longest length, and has no unsafe urls.
 */
export function filledMetadata({ config, deps }: Core): RelayOptions['metadata'] {
  const { name, description, url, icons } = config.metadata ?? {}
  const page: Metadata = deps.window ? describe(deps.window.document) : {}
  return {
    name: name ?? bounded(page.name, NAME_MAX),
    description: description ?? bounded(page.description, DESCRIPTION_MAX),
    url: url ?? (isWebUrl(page.url ?? '') ? bounded(page.url, DESCRIPTION_MAX) : ''),
    icons: icons ?? (page.icons ?? []).filter((icon) => isWebUrl(icon) || icon.startsWith('data:image/')),
  }
}

function describe(document: Document): Metadata {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
  const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')
  return {
    name: document.title || document.location.host,
    description: meta?.content,
    url: document.location.origin,
    icons: icon ? [icon.href] : [],
  }
}

function bounded(value: string | undefined, max: number): string {
  return (value ?? '').trim().slice(0, max)
}
