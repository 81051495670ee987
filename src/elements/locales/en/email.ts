// Signing in by email: the field of Connect, the code, the approval of a browser, changing the address, and what is said of the wallet.

export default {
  email: {
    label: 'Email',
    placeholder: 'you@example.com',
    submit: 'Continue with email',
    intro: 'You get a wallet without installing anything. We send you a code to sign in.',
    or: 'or',
    wallets: 'Continue with a wallet',
    change: 'Use another address',
    offline: 'You’re offline. Try again when you’re back online.',
    held: 'For your safety this wallet opens on this browser from {time} on. We wrote to all your email addresses, so that you can stop it if this was not you.',
    keeping: 'How this wallet is kept',
    assisted: 'You can get this wallet back with your e-mail. The company running it could technically do the same.',
    sealed:
      'Only your passkey or recovery code opens this wallet on a new device. The company cannot open it from what it stores. You still trust the wallet page it serves each time you sign.',
  },
  social: {
    list: 'Sign in with',
    with: 'Continue with {provider}',
    more: 'More',
    moreLabel: 'More sign-in options',
  },
  emailOtp: {
    body: 'We sent a {digits}-digit code to {email}.',
    label: '{digits}-digit code',
    checking: 'Checking…',
    minutes: { one: 'The code is valid for {count} minute.', other: 'The code is valid for {count} minutes.' },
    resend: 'Send a new code',
    resendIn: { one: 'Send a new code in {count} second', other: 'Send a new code in {count} seconds' },
  },
  emailDevice: {
    body: 'Open the email we sent to {email} and approve this browser there.',
    match: 'The page must show this number:',
    mismatch: 'If it shows another number, someone else is asking: decline.',
    waiting: 'Waiting for your approval…',
    resend: 'Send again',
    resendIn: { one: 'Send again in {count} second', other: 'Send again in {count} seconds' },
  },
  updateEmail: {
    label: 'New email',
    save: 'Save',
    primary: 'Before the address is changed we ask at the present one. We sent a {digits}-digit code to {email}.',
    secondary: 'We sent a {digits}-digit code to your new address {email}.',
    again: 'Start again',
  },
  approve: {
    hint: 'The wallet shows here what it is asked to do.',
  },
}
