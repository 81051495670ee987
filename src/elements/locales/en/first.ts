// The first screen, and the `wallet-*-button` elements. The English texts are in the chunk of the first open.
import closedButton from './button.js'

export default {
  button: {
    ...closedButton,
    connecting: 'Connecting…',
    wrongNetwork: 'Wrong network',
    openAccount: 'Open account {name}',
    balance: '{amount} {symbol}',
    network: 'Current network: {network}',
    connectedAs: 'Connected as {name}',
  },
  common: {
    back: 'Back',
    close: 'Close',
    retry: 'Try again',
  },
  shell: {
    help: 'What is a wallet?',
    viewLoading: 'Loading {title}',
    viewFailed: 'This did not load',
  },
  connect: {
    title: 'Connect a wallet',
    detected: 'Detected in this browser',
    wallets: 'Wallets',
    popular: 'Popular',
    otherWays: 'Other ways',
    lastUsed: 'Last used',
    phone: 'Use a phone wallet',
    allWallets: 'All wallets',
    count: '{count}',
    countAtLeast: '{count}+',
    noWallet: 'I don’t have a wallet',
  },
}
