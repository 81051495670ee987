// Finds the Solana wallets in this page: those of the Wallet Standard, and older objects of wallets that have none.
import type { Discover, FoundWallet } from '../connector.js'
import { has, valueAt, walletObject } from '../foreign-calls.js'
import { watchRegistry } from '../wallet-standard/registry.js'
import { chainsOf, foundWallet, hasFeature } from '../wallet-standard/wallet.js'
import { legacyShape, type LegacyShape } from './legacy.js'

/** Objects of wallets from before the Wallet Standard: where they stand, and their names. */
const legacy: readonly (readonly [path: readonly string[], name: string])[] = [
  [['phantom', 'solana'], 'Phantom'],
  [['solflare'], 'Solflare'],
  [['backpack'], 'Backpack'],
  [['coinbaseSolana'], 'Coinbase Wallet'],
  [['okxwallet', 'solana'], 'OKX Wallet'],
  [['trustwallet', 'solana'], 'Trust Wallet'],
  [['solana'], 'Browser wallet'],
]

/** Reports all Solana wallets of the page at once and again whenever one registers or unregisters, until `signal` ends. */
export const discover: Discover = (window, listener, signal) => {
  watchRegistry(
    window,
    (registered) => {
      const found = unique(registered.filter(isSolana).flatMap((object) => foundWallet('solana', object) ?? []))
      listener([...found, ...readLegacy(window, found)])
    },
    signal,
  )
}

/** Whether a registered wallet can be connected and asked to sign on Solana. */
const isSolana = (wallet: unknown): boolean =>
  chainsOf(wallet).some((chain) => chain.startsWith('solana:')) &&
  hasFeature(wallet, 'standard:connect') &&
  ['solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signMessage'].some((name) => hasFeature(wallet, name))

/** Gives wallets of one name different ids, so that neither is opened in the other's place. */
function unique(found: readonly FoundWallet[]): FoundWallet[] {
  const ids = new Map<string, number>()
  return found.map((each) => {
    const count = (ids.get(each.wallet.id) ?? 0) + 1
    ids.set(each.wallet.id, count)
    const id = count === 1 ? each.wallet.id : `${each.wallet.id}#${count}`
    return { ...each, wallet: { ...each.wallet, id, uid: `${each.wallet.namespace} ${id}` } }
  })
}

function readLegacy(window: Window, standard: readonly FoundWallet[]): FoundWallet[] {
  const found: (FoundWallet & { provider: LegacyShape })[] = []
  for (const [path, name] of legacy) {
    const object = walletObject(
      () => valueAt(window, path),
      (each) => has(each, 'connect') && has(each, 'signMessage'),
    )
    if (!object) continue
    if ([...standard, ...found].some(({ wallet }) => plain(wallet.name) === plain(name))) continue
    if (found.some(({ provider }) => provider.legacy === object()) || (name === 'Browser wallet' && standard.length > 0)) continue
    const id = `injected:${path.join('.')}`
    found.push({
      provider: legacyShape(object),
      wallet: { id, uid: `solana ${id}`, namespace: 'solana', name, source: 'injected' },
    })
  }
  return found
}

/** `Trust` and `Trust Wallet` are one. */
const plain = (name: string) => name.toLowerCase().replace(/ wallet$/, '')
