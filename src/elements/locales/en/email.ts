// Signing in by email: the field of Connect, the code, the approval of a browser, changing the address, and what is said of the wallet.
import { offline } from './login-words.js'

export default {
  email: {
    intro: 'You get a wallet without installing anything. We send you a code to sign in.',
    change: 'Use another address',
    offline,
    held: 'For your safety this wallet opens on this browser from {time} on. We wrote to all your email addresses, so that you can stop it if this was not you.',
    taken: 'You are already signed in. Disconnect that account to sign in with another.',
    takenBy: 'You are signed in as {name}. Disconnect that account to sign in with another.',
    keeping: 'How this wallet is kept',
    assisted: 'You can get this wallet back with your e-mail. The company running it could technically do the same.',
    sealed:
      'Only your passkey or recovery code opens this wallet on a new device. The company cannot open it from what it stores. You still trust the wallet page it serves each time you sign.',
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
  upgradeEmail: {
    export: 'Take your recovery words with you',
    exportHint: 'The wallet’s own page shows them. Enter them in the wallet that you want to use from then on.',
    stays: 'Your address stays the same',
    staysHint: 'What you hold is on the networks, not in this wallet: the new one shows it too.',
    yours: 'Then only you look after them',
    yoursHint: 'Whoever has the words has what you hold. Write them down, show them to nobody, and type them nowhere else.',
    smart: 'Empty the smart account first',
    smartHint: 'It is a contract, which most other wallets do not open. Send what it holds to the account with your own key.',
  },
  approve: {
    hint: 'The wallet shows here what it is asked to do.',
  },
}
