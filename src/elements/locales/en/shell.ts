// Texts that every view may show after the first one: the header and footer, headings, notices, and announcements to screen readers.
import type { ErrorCode } from '../../../vocabulary/errors.js'
import type { AnnouncementCode, NoticeCode } from '../../../state/interface/notices.js'

export default {
  common: {
    done: 'Done',
    contract: 'Contract',
    stale: 'This list may be out of date.',
    cancel: 'Cancel',
    clearSearch: 'Clear search',
    copyLink: 'Copy link',
    disconnect: 'Disconnect',
    opensNewTab: '(opens in a new tab)',
    offline: 'You appear to be offline. We’ll continue when you’re back online.',
    showMore: 'Show more',
  },
  shell: {
    viewFailedHint: 'Check your connection and try again.',
    consent: 'By connecting you agree to the {terms} and {privacy}.',
    consentTerms: 'By connecting you agree to the {terms}.',
    consentPrivacy: 'By connecting you agree to the {privacy}.',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
    dismiss: 'Dismiss',
    setup: 'Setup problem',
  },
  connect: {
    noneHeading: 'No wallet found in this browser',
    noneHint: 'Install one, or open this page in a browser that has one.',
    legal: 'I agree to the {terms} and {privacy}',
    legalTerms: 'I agree to the {terms}',
    legalPrivacy: 'I agree to the {privacy}',
    legalNeeded: 'Tick the box above to choose a wallet.',
    only: 'Wallets for {family}',
  },
  families: {
    title: 'Which network?',
    eip155: 'Ethereum and compatible',
    solana: 'Solana',
    bip122: 'Bitcoin',
    polkadot: 'Polkadot',
    cosmos: 'Cosmos',
  },
  networks: {
    title: 'Networks',
  },
  whatIsANetwork: {
    title: 'What is a network?',
  },
  unsupportedChain: {
    title: 'Unsupported network',
  },
  switchActiveChain: {
    title: 'Switch network',
  },
  signIn: {
    title: 'Sign in',
  },
  swap: {
    title: 'Swap',
    selectToken: 'Select token',
    reviewTitle: 'Review swap',
  },
  getWallet: {
    title: 'Get a wallet',
  },
  downloads: {
    title: 'Get {wallet}',
  },
  connectSocials: {
    title: 'All sign-in options',
  },
  emailLogin: {
    title: 'Sign in with email',
  },
  emailOtp: {
    title: 'Check your inbox',
  },
  emailDevice: {
    title: 'Approve this browser',
  },
  updateEmail: {
    title: 'Change email',
    primaryTitle: 'Confirm current email',
    secondaryTitle: 'Confirm new email',
  },
  upgradeEmail: {
    title: 'Move to your own wallet',
  },
  approve: {
    title: 'Approve in your wallet',
  },
  account: {
    title: 'Account',
  },
  chooseName: {
    title: 'Account name',
  },
  registerName: {
    title: 'Choose a name',
  },
  registerNameSuccess: {
    title: 'Your new name',
  },
  approvals: {
    title: 'Token approvals',
  },
  smartSessions: {
    title: 'App permissions',
    requestTitle: 'Permission request',
    createdTitle: 'Permissions allowed',
  },
  accountSettings: {
    title: 'Account settings',
  },
  receive: {
    title: 'Receive',
  },
  compatibleNetworks: {
    title: 'Networks for this address',
  },
  activity: {
    title: 'Activity',
  },
  nfts: {
    title: 'NFTs',
  },
  onramp: {
    title: 'Buy',
    currency: 'Currency',
    progress: 'Your purchase',
    activity: 'Purchases',
  },
  whatIsABuy: {
    title: 'What is buying?',
  },
  send: {
    title: 'Send',
    chooseToken: 'Choose a token',
    review: 'Review',
    sent: 'Sent',
  },
  connecting: {
    anotherWay: 'Another way',
  },
  notices: {
    copied: 'Copied to clipboard',
    copyFailed: 'Couldn’t copy. Allow this site to use the clipboard, then try again.',
    networkSwitched: 'Now on {network}',
    networkChangedInWallet: 'Your wallet switched to {network}',
    walletSwitched: 'Now using {wallet}',
    sessionEnded: 'Your wallet ended the connection',
    approvalRevoked: 'The approval is revoked',
    smartSessionRevoked: 'The app may no longer act for you',
    swapped: 'Swapped {from} for {to}',
    emailResent: 'Sent again to {email}',
    emailChanged: 'Your email is now {email}',
  } satisfies Record<Exclude<NoticeCode, ErrorCode>, string>,
  announce: {
    connecting: 'Waiting for {wallet}',
    connected: 'Connected to {wallet} as {address}',
    disconnected: 'Disconnected',
    declined: 'You declined in {wallet}. Nothing was shared.',
    failed: '{message}',
    walletsFound: { one: '{count} wallet found', other: '{count} wallets found' },
    networksFound: { one: '{count} network found', other: '{count} networks found' },
    codeReady: 'The QR code is ready',
    codeRenewed: 'There’s a new code',
    codeExpires: { one: 'This code changes in {count} second', other: 'This code changes in {count} seconds' },
    nothingOpened: 'Nothing happened? Open {wallet} again, or connect another way.',
    requestWaits: '{wallet} has the request. Approve it there.',
    restoring: 'Connection lost. Reconnecting…',
    restored: 'The connection is back',
    balanceFailed: 'Your balance didn’t load',
    nameFree: '{name} is available',
    nameTaken: '{name} is taken',
    itemsShown: { one: '{count} item shown', other: '{count} items shown' },
    swapDone: 'The swap is done: {out} for {in}',
    emailSent: 'Sent to {email}',
  } satisfies Record<AnnouncementCode, string | { readonly one: string; readonly other: string }>,
}
