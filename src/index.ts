// The package's main entry, `wallet-modal`. Importing it defines the elements (in a browser) and has no other effect.
export { WalletModalElement, createWalletModal, type WalletModal } from './wallet-modal.js'
export type { Eip1193Events, Eip1193Provider, Hex, ProviderEvent, RpcError } from './vocabulary/eip1193.js'
export type {
  BitcoinProvider,
  CosmosProvider,
  PolkadotProvider,
  Providers,
  SolanaProvider,
  SolanaSignInInput,
  SolanaTransaction,
  WalletEvents,
  WalletRequests,
} from './vocabulary/providers.js'
export { WalletConnectButton } from './elements/shell/connect-button.js'
export { WalletAccountButton } from './elements/shell/account-button.js'
export { WalletNetworkButton } from './elements/shell/network-button.js'
export { WalletProvider } from './elements/shell/provider.js'
export { WalletError, isWalletError } from './vocabulary/wallet-error.js'
export type { ErrorCode } from './vocabulary/errors.js'
export type { AccountId, ChainId, Namespace } from './vocabulary/caip.js'
export type { DialogMode, Features, ModalConfig, PreloadMode, ThemeMode } from './config/types.js'
export type { Account, AccountOf, ModalEvent } from './vocabulary/events.js'
export type { SiwxSettings } from './config/values.js'
export type { ModalEvents } from './state/interface/public-state.js'
export type { Network, NetworkInput } from './vocabulary/network.js'
export type { View, ViewName } from './elements/all-routes.js'
export type { Wallet, WalletEntry } from './vocabulary/wallet.js'
export type { SignInStatus } from './vocabulary/sign-in.js'
export type { Asset, EvmAsset } from './vocabulary/asset.js'
export type {
  ActivityEntry,
  ApprovalEntry,
  ListState,
  NftEntry,
  PortfolioState,
  Purchase,
  SwapQuestion,
  SwapQuoteState,
} from './vocabulary/account-values.js'
export type {
  SmartSessionEntry,
  SmartSessionPermission,
  SmartSessionRequest,
  SmartSessionResult,
} from './vocabulary/smart-session.js'
export type { Watchable, WatchQuestions } from './vocabulary/watchable.js'
export type { Opening, OutcomeOf, ViewNamed, ViewOutcomes } from './vocabulary/view.js'
