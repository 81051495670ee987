// Filters and pages the wallet list.
import * as z from 'zod'
import type { ListedWallet } from './registry.js'

const ENTRIES_MAX = 100
const LIST_MAX = 300

const whole = (max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'a whole number is needed')
    .transform(Number)
    .pipe(z.number().min(1, 'at least 1').max(max, `at most ${max}`))
const list = (item: z.ZodString) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item).max(LIST_MAX, `at most ${LIST_MAX} values`))
const id = z.string().regex(/^[\w.-]{1,128}$/, 'ids of letters, digits, _, . and - are needed')
const chain = z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'CAIP-2 chain ids are needed')
const text = z.string().max(128, 'at most 128 characters each')
const badge = z.enum(['none', 'certified'], 'none or certified is needed')

/** The query of `GET /getWallets`. */
export const querySchema = z.object({
  page: whole(100_000).default(1),
  entries: whole(ENTRIES_MAX).default(40),
  search: z.string().max(200, 'at most 200 characters').optional(),
  include: list(id).optional(),
  exclude: list(id).optional(),
  chains: list(chain).optional(),
  names: list(text).optional(),
  rdns: list(text).optional(),
  badge_type: badge.optional(),
  badge: badge.optional(),
})
/** The parsed query. */
export type WalletQuery = z.output<typeof querySchema>

/** `count` is the number of all matches, `data` the wallets of the page. */
export function selectWallets(
  wallets: readonly ListedWallet[],
  query: WalletQuery,
): { count: number; data: readonly ListedWallet[] } {
  // A list without certified wallets ignores the badge filter, which would leave nothing of it.
  const isMarked = wallets.some(({ badge_type }) => badge_type === 'certified')
  const wanted = isMarked ? query : { ...query, badge_type: undefined, badge: undefined }
  const matches = wallets.filter((wallet) => isWanted(wallet, wanted))
  const start = (query.page - 1) * query.entries
  return { count: matches.length, data: matches.slice(start, start + query.entries) }
}

function isWanted(wallet: ListedWallet, query: WalletQuery): boolean {
  const badge = query.badge_type ?? query.badge
  if (query.include && !query.include.includes(wallet.id)) return false
  // `include` has precedence over `exclude`.
  if (!query.include && query.exclude?.includes(wallet.id)) return false
  if (query.chains?.length && !query.chains.some((chain) => wallet.chains.includes(chain))) return false
  if (badge && wallet.badge_type !== badge) return false
  if (!isNamed(wallet, query)) return false
  return query.search === undefined || isFound(wallet, fold(query.search.trim()))
}

/** A wallet matches `names` and `rdns` together when it matches one of the two. */
function isNamed(wallet: ListedWallet, { names, rdns }: WalletQuery): boolean {
  if (!names?.length && !rdns?.length) return true
  const isByName = names?.some((name) => fold(name) === fold(wallet.name)) ?? false
  return isByName || (wallet.rdns !== null && (rdns?.includes(wallet.rdns) ?? false))
}

function isFound(wallet: ListedWallet, words: string): boolean {
  return fold(wallet.name).includes(words) || (wallet.rdns !== null && fold(wallet.rdns).includes(words)) || wallet.id === words
}

function fold(words: string): string {
  return words.normalize('NFKC').toLowerCase()
}
