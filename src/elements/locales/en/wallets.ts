// Finding a wallet: the list of all wallets, GetWallet and Downloads, and the explanation.

export default {
  allWallets: {
    search: 'Search wallets',
    placeholder: { one: 'Search {count} wallet', other: 'Search {count} wallets' },
    certified: 'Certified only',
    certifiedBadge: 'Certified',
    installed: 'Installed',
    none: 'No wallet matches “{query}”',
    noneCertified: 'No certified wallet matches “{query}”',
    noneHint: 'Check the spelling, or connect any wallet with a QR code.',
    empty: 'No wallets to show',
    failed: 'The wallet list didn’t load',
    moreFailed: 'The rest of the list didn’t load.',
    scan: 'Show a QR code instead',
    loading: 'Loading wallets',
  },
  downloads: {
    chrome: 'Browser extension',
    appStore: 'App Store',
    playStore: 'Google Play',
    homepage: 'Website',
    stores: 'Where to get {wallet}',
    none: 'We don’t have a download link for {wallet}',
    noneHint: 'Search for it in your device’s app store.',
    reload: 'Reload this page once it’s installed.',
  },
  getWallet: {
    body: 'Pick one to see where to get it.',
    none: 'No suggestions right now',
    noneHint: 'You’ll also find wallets in your browser’s extension store and your phone’s app store.',
    loading: 'Loading suggestions',
    all: 'See all wallets',
  },
  whatIsAWallet: {
    holds: 'It holds your assets',
    holdsHint: 'See, send and receive your coins, tokens and collectibles.',
    signs: 'It signs you in',
    signsHint: 'Approve with your wallet: no new account, no password to remember.',
    yours: 'It’s yours alone',
    yoursHint: 'Only you hold the recovery phrase. Never share it with anyone or type it into a website.',
  },
}
