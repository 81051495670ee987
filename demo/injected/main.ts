// A test wallet that installs itself in the page as a browser extension would (EIP-6963), with devnet keys and a person to ask: you. `ecosystems.ts` is
// the same wallet outside of Ethereum.
import type { RequestArguments } from '../../src/connectors/connector.js'
import { announceMockWallet } from '../../src/testing.js'
import { devnetAccounts } from '../../services/devnet/accounts.js'
import { loadConfig } from '../shared/config.js'
import { createAsker } from './ask.js'
import icon from './icon.svg?raw'
import { createPanel } from './panel.js'

const ACCOUNTS = 3
const STORAGE_KEY = 'demo-injected:allowed'
/** Starts on the devnet and knows Polygon, which the demo pages have not configured: the way to see an unsupported chain. */
const CHAINS = [31_337, 137]

/** `[{ chainId: '0x1' }]` → 1 */
function chainOf(params: RequestArguments['params']): number | undefined {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  const id = typeof first === 'object' && first !== null && 'chainId' in first ? Number(first.chainId) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}

/** Undefined where site data are blocked. */
function sessionStorageOf(page: Window): Storage | undefined {
  try {
    return page.sessionStorage
  } catch {
    return undefined
  }
}

async function install(): Promise<void> {
  const ask = createAsker(document)
  const memory = sessionStorageOf(window)
  // Not awaited: the pages for Ethereum alone need none of it.
  import('./ecosystems.js').then(({ announceEcosystems }) => announceEcosystems(window, { ask: ask.inWords, memory }), failed)
  const { evm } = await loadConfig()
  const keys = devnetAccounts(ACCOUNTS)
  const isAllowed = memory?.getItem(STORAGE_KEY) === 'yes'
  let isRestoring = isAllowed
  const known = new Set(CHAINS)
  /** A switch to a network that the wallet does not know fails (4902) without a question, as in real wallets. */
  const isUnknownChain = ({ method, params }: RequestArguments) =>
    method === 'wallet_switchEthereumChain' && !known.has(chainOf(params) ?? 0)
  const wallet = announceMockWallet(window, {
    name: 'Sandbox Extension',
    rdns: 'example.sandbox.extension',
    icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
    accounts: keys.map(({ privateKey }) => privateKey),
    chains: CHAINS,
    rpcUrls: { 31_337: evm },
    permissions: true,
    // A real extension remembers which sites it trusts; after a reload this one says yes by itself, once.
    approve: (request) => isRestoring || isUnknownChain(request) || ask(request),
  })
  if (isAllowed) await wallet.provider.request({ method: 'eth_requestAccounts' })
  isRestoring = false
  wallet.provider.on('accountsChanged', (accounts) => {
    if (Array.isArray(accounts) && accounts.length === 0) memory?.removeItem(STORAGE_KEY)
  })
  const panel = createPanel(document, {
    accounts: keys.map(({ address }) => address),
    chooseAccount: (index) =>
      wallet.setAccounts([...keys.slice(index), ...keys.slice(0, index)].map(({ privateKey }) => privateKey)),
    chooseChain: (chain) => {
      known.add(chain)
      wallet.setChain(chain)
    },
    lock: () => wallet.setAccounts([]),
    unlock: () => wallet.setAccounts(keys.map(({ privateKey }) => privateKey)),
    /** Refuses everything at once, as if the person always declined. */
    setMood: (mood) => ask.setMood(mood),
  })
  ask.onApproved = ({ method, params }) => {
    if (method === 'wallet_addEthereumChain') known.add(chainOf(params) ?? 0)
    if (method === 'eth_requestAccounts' || method === 'wallet_requestPermissions') memory?.setItem(STORAGE_KEY, 'yes')
  }
  wallet.provider.on('chainChanged', (chain) => panel.showChain(Number(chain)))
}

function failed(error: unknown): void {
  console.error('The test wallet could not be installed', error)
}

install().catch(failed)
