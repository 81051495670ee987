// Finds the EVM wallets in this page: those that announce themselves (EIP-6963), and those at `window.ethereum`. It is loaded
// with the first view, so that its few checks are written by hand: the schema library is several times as large.
import { displayName } from '../../vocabulary/display-name.js'
import type { Discover, FoundWallet } from '../connector.js'
import { isProvider } from './foreign.js'
import { peek, WALLETS_MAX_COUNT } from '../peek.js'
import type * as Injected from './injected.js'

const ICON_MAX_CHARACTERS = 262_144
const text = (value: unknown, shape: RegExp, max = 253): string | undefined =>
  typeof value === 'string' && value.length <= max && shape.test(value) ? value : undefined

function readAnnouncement(event: Event): FoundWallet | undefined {
  const detail = peek(event, 'detail')
  const info = peek(detail, 'info')
  const provider = peek(detail, 'provider')
  const uid = text(peek(info, 'uuid'), /^[\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}$/i)
  const name = displayName(peek(info, 'name'))
  if (!uid || !name || !isProvider(provider)) return undefined
  const icon = text(peek(info, 'icon'), /^data:image\/[\w.+-]+[;,]/i, ICON_MAX_CHARACTERS)
  const rdns = text(peek(info, 'rdns'), /^[\w-]+(\.[\w-]+)+$/)
  const id = rdns ?? `announced:${name}`
  return { provider, wallet: { id, uid, namespace: 'eip155', name, icon, rdns, source: 'announced' } }
}

/** Whether `window.ethereum` may be, or list, a wallet that has not announced itself. */
const isUnannounced = (ethereum: unknown, announced: readonly FoundWallet[]) =>
  peek(ethereum, 'providers') !== undefined || (isProvider(ethereum) && announced.every(({ provider }) => provider !== ethereum))

/**
 * Reports all EVM wallets of the page at once and again whenever one is added, until `signal` ends: with EIP-6963 a wallet may
 * announce itself at any time. Announcements with the same uuid or the same provider are one wallet, and the first one counts. At
 * most 50 wallets are listed.
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
      isFetching = false // the announced wallets are listed already; the next report imports again
    }
  }
  let isFirstRound = true
  const add = (event: Event) => {
    const found = readAnnouncement(event)
    if (!found || announced.length >= WALLETS_MAX_COUNT) return
    const { wallet } = found
    const { id, name } = wallet
    if (announced.some((other) => other.provider === found.provider || other.wallet.uid === wallet.uid)) return
    // Any wallet can claim any rdns. A second one with the same rdns gets another id, so that neither is opened in the other's
    // place, and is told apart in lists.
    for (let claim = 2; announced.some((other) => other.wallet.id === wallet.id); claim++)
      Object.assign(wallet, { id: `${id}#${claim}`, name: `${name} #${claim}` })
    announced.push(found)
    if (!isFirstRound) report()
  }
  window.addEventListener('eip6963:announceProvider', add, { signal })
  window.addEventListener('ethereum#initialized', report, { signal }) // wallets that arrive late without announcing themselves
  window.dispatchEvent(new Event('eip6963:requestProvider')) // loaded wallets announce themselves before this returns
  isFirstRound = false
  report()
}
