// The smallest page that a bundler makes of the package: one modal, one button. Its query holds the settings: `?services=…&preload=none`.
import { createWalletModal } from 'wallet-modal'

createWalletModal(Object.fromEntries(new URLSearchParams(location.search)))
