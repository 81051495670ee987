// Wallets of other people's code, to be put into a page before its own scripts, as extensions put theirs: bundled by `bundle-wallets.ts`.
import { registerWallet } from '@wallet-standard/wallet'
import { createBitcoinWallet, satsConnectShape, unisatShape } from '../../support/bitcoin-wallet.js'
import { createCosmosWallet } from '../../support/cosmos-wallet.js'
import { injectPolkadotWallet } from '../../support/polkadot-wallet.js'
import { createKeypairWallet, createStandardWallet, keypair } from '../../support/solana-wallet.js'

interface PageWith {
  /** Url of the Solana devnet. */
  readonly solanaNode: string
  keplr?: unknown
  unisat?: unknown
  satsWallet?: unknown
  btc_providers?: unknown
}

const page = window as unknown as Window & PageWith // `solanaNode` is set by the walk
registerWallet(createStandardWallet('solana:localnet', page.solanaNode) as never) // one type in two packages, whose optional properties differ

// The one above makes a new key with every load; this one keeps its account.
registerWallet(
  createKeypairWallet({ name: 'Keypair Wallet', key: keypair(5), chains: ['solana:localnet'] }).wallet as never, // its properties are writable
)

const bitcoin = createBitcoinWallet(7)
const sats = satsConnectShape(bitcoin)
const ALLOWED = 'sats-wallet:allowed'
// As an extension, it knows after a reload which sites it has allowed.
Object.defineProperty(sats.state, 'isAllowed', {
  get: () => localStorage.getItem(ALLOWED) !== null,
  set: (isAllowed) => (isAllowed ? localStorage.setItem(ALLOWED, '') : localStorage.removeItem(ALLOWED)),
})
page.satsWallet = sats.object
page.btc_providers = [{ id: 'satsWallet', name: 'Sats Wallet' }]
page.unisat = unisatShape(bitcoin).object

void createCosmosWallet(window).then(({ keplr }) => (page.keplr = keplr))
void injectPolkadotWallet(window, 'polkadot-js', ['Alice'])
