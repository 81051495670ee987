// Signing in with a message. “Authenticating...” and the texts of failures are those of specification §8.

export default {
  signIn: {
    heading: '{app} asks you to sign a message',
    body: 'It proves to {domain} that this account is yours. It costs nothing.',
    message: 'Show the message',
    sign: 'Sign message',
    required: 'If you cancel, your wallet is disconnected.',
    authenticating: 'Authenticating...',
    signing: 'Sign the message in {wallet}.',
    verifying: 'Checking your signature…',
    late: 'No answer yet? Open {wallet} and look for the request.',
    done: 'You’re signed in',
    declined: 'Signature declined',
    declinedHint: 'Nothing was signed. You can try again.',
    pendingHint: 'Your wallet already has a request waiting. Answer that one first, then try again.',
    unfinished: 'Signing in didn’t finish',
    failed: 'Verification failed',
    failedHint: 'The signature didn’t match this account. Try again.',
    smartAccount: 'This application might not support Smart Accounts',
  },
}
