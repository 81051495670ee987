// `wallet-modal/onramp`: importing it defines `<wallet-onramp>` (in a browser), and has no other effect. An entry of its own: pages that sell nothing do not load it.
export { WalletOnramp } from './elements/shell/onramp.js'
