// Recognizes spam: by the operator's lists, else by the texts of a collectible. The result is a flag for clients; nothing is removed.
import type { DataContext } from '../context.js'

/** What a collectible says about itself. */
export interface Suspect {
  readonly chainId: string
  readonly contract: string
  readonly name: string
  readonly collection: string
  readonly description?: string | null | undefined
}

/** Names that are an address of a web page, with or without blanks around the dot. */
const link =
  /https?:|www\s?\.|\b[a-z0-9-]{2,}\s?[.。]\s?(?:com|io|xyz|net|org|app|site|gift|online|top|vip|club|info|live|finance|exchange|fund|claims?|land|pro|cc|me|gg|link|lol|invalid|example)\b|t\.me\//i
const bait = /\b(?:claims?|airdrops?|rewards?|giveaways?|vouchers?|bonus|redeem|free\s+mint|winners?|prizes?|eligible)\b/i
const money = /[$€£]\s?\d|\d\s?(?:usd[tc]?|eth|btc|bnb)\b/i

/** Whether it counts as spam: the operator's lists first, then its own texts. */
export function isSpam({ data }: Pick<DataContext, 'data'>, suspect: Suspect): boolean {
  const id = `${suspect.chainId}:${suspect.contract}`.toLowerCase()
  if (data.spam.trusted.includes(id)) return false
  if (data.spam.contracts.includes(id)) return true
  const title = `${suspect.collection} ${suspect.name}`
  if (link.test(title)) return true
  // A description may well hold a link, and a name the word prize: it is the two together that bait.
  const told = suspect.description ?? ''
  return bait.test(title) && (money.test(title) || link.test(told) || bait.test(told))
}
