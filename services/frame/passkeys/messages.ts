// What the frame and the page `/wallet` say about passkeys. Loaded with the parts that say it.

/** English; the others are files of their own. */
export const en = {
  unlockHeading: 'Open your wallet with a passkey',
  unlockBody: 'This device doesn’t have a key of your wallet yet. Your passkey opens it, without waiting.',
  unlock: 'Unlock with your passkey',
  useMail: 'Use my e-mail instead',
  useCode: 'Use my recovery code',
  notNow: 'Not now',
  openPage: 'Open your wallet in a tab of its own',
  notHere: 'This browser gives no passkeys inside another site. Open your wallet in a tab of its own, or use another way.',
  unsupported: 'This browser cannot use your passkeys here. Use another way, or another browser.',
  noPrf: 'This passkey cannot hold a key of a wallet. Try another device, password manager or security key.',
  exists: 'There is a passkey of this wallet here already.',
  cancelled: 'The passkey was not used. Try again, or use another way.',
  timedOut: 'That took too long. Try again.',
  wrongPasskey: 'This passkey does not open your wallet.',
  tooFew: 'A wallet needs two different ways to open it. Add another one first.',
  held: 'This device is too new for that. Use a device that has opened the wallet for a day, or come back tomorrow.',
  stale: 'Your last login is more than five minutes ago. Log in again, and come back here.',
  unreachable: 'The wallet service is not reachable. Try again.',
  failed: 'That didn’t work. Try again.',

  intro: 'A passkey opens your wallet on a new device, at once and without the company.',
  none: 'There is no passkey yet.',
  name: 'Name of the passkey',
  add: 'Add a passkey',
  added: 'The passkey was added, and has opened the wallet once.',
  addHint: 'Your browser asks twice: to make the passkey, and to prove that it works.',
  made: 'Added {date}',
  used: 'Last used {date}',
  otherHost: 'Made on {host}: it does not work here.',
  remove: 'Remove',
  removeNamed: 'Remove {name}',
  removeAsk: 'Remove {name}? It will open this wallet no more.',
  removed: 'The passkey was removed. Delete it in your password manager, too.',
  keep: 'Keep it',
  passkey: 'Passkey',
  working: 'One moment…',
} as const

/** Keys and texts. */
export type PasskeyMessages = Readonly<Record<keyof typeof en, string>>
