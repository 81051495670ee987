// Signing in with a social login: its window, and the code of Farcaster.

export default {
  social: {
    none: 'This site offers no sign-in of this kind',
    ready: 'Sign in with {provider}',
    readyHint: '{provider} opens in a window of its own.',
    opening: 'Opening the window of {provider}…',
    away: 'Continue in the window',
    awayHint: 'Sign in to {provider} there. This page then goes on by itself.',
    blocked: 'Your browser blocked the window',
    blockedHint: 'Go to {provider} yourself. This page then goes on by itself.',
    open: 'Go to {provider}',
    gone: 'Did you close the window?',
    goneHint: 'If it’s still open, go on there: this page continues by itself. If you closed it, try again.',
    openAgain: 'Open it again',
    finishing: 'Opening your wallet…',
    declined: 'You declined at {provider}. Nothing was shared.',
    failed: '{provider} sign-in didn’t finish',
    code: 'QR code for Farcaster',
    scan: 'Scan the code with your phone and confirm in Farcaster.',
    preparing: 'Preparing the code…',
    phoneHint: 'Confirm in the app, then come back here.',
  },
}
