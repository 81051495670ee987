// A past for the accounts: a month of transfers, swaps, approvals, collectibles and spam, so that every list has something in it.
import { parseEther, parseUnits, type Hex } from 'viem'
import { collectionAbi, editionsAbi, routerAbi, tokenAbi, wrappedAbi } from './abis.js'
import { devnetAccounts } from './accounts.js'
import { NEVER } from './deploy.js'
import { call, type Entry, type ChainWriter } from './chain-writer.js'
import {
  COPPER,
  DRAWINGS,
  EDITIONS,
  FAUCET_KEY,
  GRAIN,
  OLD_DOLLAR,
  POSTCARDS,
  SPAM,
  STABLE,
  V2_ROUTER,
  WRAPPED,
  type DevnetToken,
} from './manifest.js'

const DAY_S = 86_400
const MAX = 2n ** 256n - 1n

/** What each account is given first, in whole tokens: the first accounts hold everything, the last ones only dollars. */
const GIFTS: readonly (readonly [DevnetToken, amount: string, accounts: number])[] = [
  [STABLE, '5000', 10],
  [GRAIN, '1000', 5],
  [COPPER, '250', 3],
  [OLD_DOLLAR, '300', 2],
]

/** Who did what, by the number of days before now. One block each. */
function days(): readonly (readonly [daysAgo: number, entries: readonly Entry[]])[] {
  const everybody = devnetAccounts()
  const [ada, ben, cleo, dan, eve] = everybody as readonly Person[] as readonly [Person, Person, Person, Person, Person]
  return [
    [29, GIFTS.flatMap(([token, amount, count]) => everybody.slice(0, count).map((to) => gift(token, amount, to)))],
    [28, [call(ada.privateKey, WRAPPED.address, wrappedAbi, 'deposit', [], parseEther('2'))]],
    [26, [coins(ada, ben, '1.5')]],
    [25, [coins(ben, ada, '0.25')]],
    [22, [pay(ada, cleo, STABLE, '120')]],
    [21, [pay(cleo, ada, GRAIN, '40')]],
    [19, [approve(ada, STABLE, parseUnits('500', 6))]],
    [18, [sell(ada, parseUnits('500', 6), [STABLE, WRAPPED], 'swapExactTokensForETH')]],
    [16, [buy(ada, '0.5', [WRAPPED, STABLE])]],
    [15, [buy(ben, '0.2', [WRAPPED, GRAIN])]],
    [13, [ada, ada, ben, cleo].map((to) => draw(DRAWINGS, to))],
    [12, [ada, ben].map((to) => draw(POSTCARDS, to))],
    [11, [edition(ada, 1n, 5n), edition(ben, 2n, 3n)]],
    [10, [call(ada.privateKey, DRAWINGS, collectionAbi, 'safeTransferFrom', [ada.address, ben.address, 2n])]],
    [9, [call(ada.privateKey, EDITIONS, editionsAbi, 'safeTransferFrom', [ada.address, cleo.address, 1n, 2n, '0x'])]],
    [7, everybody.map((to) => draw(SPAM, to))],
    [6, [approve(ada, GRAIN, MAX), approve(ben, OLD_DOLLAR, parseUnits('50', 6))]],
    [5, [approve(ben, OLD_DOLLAR, 0n)]],
    [4, [sell(ada, parseEther('100'), [GRAIN, WRAPPED, STABLE], 'swapExactTokensForTokens')]],
    // More than Ben has: the payment fails, and stays in the history as failed.
    [3, [pay(ben, ada, COPPER, '1000000')]],
    [2, [coins(dan, ada, '0.1')]],
    [1, [call(ada.privateKey, WRAPPED.address, wrappedAbi, 'withdraw', [parseEther('0.5')])]],
    [0.05, [pay(ada, eve, OLD_DOLLAR, '25')]],
  ]
}

/** @param now seconds since 1970: the last of it was an hour before. */
export async function livePast(writer: ChainWriter, now: number): Promise<void> {
  for (const [daysAgo, entries] of days()) await writer.block(Math.floor(now - daysAgo * DAY_S), entries)
}

interface Person {
  readonly address: Hex
  readonly privateKey: Hex
}

const gift = (token: DevnetToken, amount: string, to: Person) =>
  call(FAUCET_KEY, token.address, tokenAbi, 'mint', [to.address, parseUnits(amount, token.decimals)])
const coins = (from: Person, to: Person, amount: string): Entry => ({
  from: from.privateKey,
  to: to.address,
  value: parseEther(amount),
})
const pay = (from: Person, to: Person, token: DevnetToken, amount: string) =>
  call(from.privateKey, token.address, tokenAbi, 'transfer', [to.address, parseUnits(amount, token.decimals)])
const approve = (owner: Person, token: DevnetToken, value: bigint) =>
  call(owner.privateKey, token.address, tokenAbi, 'approve', [V2_ROUTER, value])
const draw = (collection: Hex, to: Person) => call(FAUCET_KEY, collection, collectionAbi, 'mint', [to.address])
const edition = (to: Person, id: bigint, count: bigint) =>
  call(FAUCET_KEY, EDITIONS, editionsAbi, 'mint', [to.address, id, count])
const addresses = (path: readonly DevnetToken[]) => path.map(({ address }) => address)
const buy = (who: Person, amount: string, path: readonly DevnetToken[]) =>
  call(
    who.privateKey,
    V2_ROUTER,
    routerAbi,
    'swapExactETHForTokens',
    [0n, addresses(path), who.address, NEVER],
    parseEther(amount),
  )
const sell = (
  who: Person,
  amount: bigint,
  path: readonly DevnetToken[],
  way: 'swapExactTokensForETH' | 'swapExactTokensForTokens',
) => call(who.privateKey, V2_ROUTER, routerAbi, way, [amount, 0n, addresses(path), who.address, NEVER])
