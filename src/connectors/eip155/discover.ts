// Finds the EVM wallets that live in this page: those that announce themselves (EIP-6963), and the one at `window.ethereum`.
// It is loaded together with the first view, so its few checks are written by hand: the schema library would be several times its size.
import { displayName } from '../../display-name.js'
import type { Discover, FoundWallet } from '../connector.js'
import { isProvider, peek, WALLETS_MAX_COUNT } from './foreign.js'
import type * as Injected from './injected.js'

const ICON_MAX_CHARACTERS = 262_144
const text = (value: unknown, shape: RegExp, max = 253): string | undefined =>
  typeof value === 'string' && value.length <= max && shape.test(value) ? value : undefined

function readAnnouncement(event: Event): FoundWallet | undefined {
  const detail = peek(event, 'detail')
  const info = peek(detail, 'info')
  const provider = peek(detail, 'provider')
  const uid = text(peek(info, 'uuid'), /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)
  const name = displayName(peek(info, 'name'))
  if (!uid || !name || !isProvider(provider)) return undefined
  const icon = text(peek(info, 'icon'), /^data:image\/[\w.+-]+[;,]/i, ICON_MAX_CHARACTERS)
  const rdns = text(peek(info, 'rdns'), /^[a-z\d_-]+(\.[a-z\d_-]+)+$/i)
  const id = rdns ?? `announced:${name}`
  return { provider, wallet: { id, uid, namespace: 'eip155', name, icon, rdns, source: 'announced' } }
}

/** Something stands at `window.ethereum`, or in its list, that may be another wallet than those that have announced themselves. */
const isUnannounced = (ethereum: unknown, announced: readonly FoundWallet[]) =>
  peek(ethereum, 'providers') !== undefined || (isProvider(ethereum) && announced.every(({ provider }) => provider !== ethereum))

/**
 * Reports all wallets of the page at once and again on every arrival, until `signal` ends (EIP-6963: late wallets announce themselves any time).
 * A wallet that announces itself twice, or under two ids with one provider, is one wallet; the first word counts.
 */
export const discoverInjected: Discover = (window, listener, signal) => {
  if (signal.aborted) return
  const announced: FoundWallet[] = []
  let injected: typeof Injected | undefined
  let isFetching = false
  const report = () => {
    listener([...announced, ...(injected?.readGlobal(window, announced) ?? [])])
    if (!isFetching && !injected && isUnannounced(peek(window, 'ethereum'), announced)) void readUnannounced()
  }
  const readUnannounced = async () => {
    isFetching = true
    try {
      injected = await import('./injected.js')
      if (!signal.aborted) report()
    } catch {
      isFetching = false // those that announce themselves are there; the next report asks again
    }
  }
  let isFirstRound = true
  const add = (event: Event) => {
    const found = readAnnouncement(event)
    if (!found || announced.length >= WALLETS_MAX_COUNT) return
    const { wallet } = found
    const { id } = wallet
    if (announced.some((other) => other.provider === found.provider || other.wallet.uid === wallet.uid)) return
    // An rdns is self-claimed: a second claimant gets an id of its own, so that neither can be opened in the other's place.
    for (let claim = 2; announced.some((other) => other.wallet.id === wallet.id); claim++)
      Object.assign(wallet, { id: `${id}#${claim}` })
    announced.push(found)
    if (!isFirstRound) report()
  }
  window.addEventListener('eip6963:announceProvider', add, { signal })
  window.addEventListener('ethereum#initialized', report, { signal }) // wallets that arrive late without announcing themselves
  window.dispatchEvent(new Event('eip6963:requestProvider')) // those that are there already answer before this returns
  isFirstRound = false
  report()
}
