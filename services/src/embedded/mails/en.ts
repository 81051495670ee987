/** One mail: what it is about, what to do, and what to do when it was not you. */
interface MailText {
  readonly subject: string
  readonly heading: string
  readonly intro: string
  readonly button?: string
  readonly note: string
}

/** The texts of all mails. */
export interface MailTexts {
  readonly app: string
  readonly browser: string
  readonly time: string
  readonly matchCode: string
  readonly releasedAt: string
  readonly oldAddress: string
  readonly newAddress: string
  readonly validFor: string
  readonly device: MailText
  readonly code: Readonly<Record<'login' | 'recover' | 'export' | 'update-primary' | 'update-secondary', MailText>>
  readonly newDevice: MailText
  readonly stolen: MailText
  readonly exported: MailText
  readonly recoveryHeld: MailText
  readonly recoveryReady: MailText
  readonly changed: MailText
  readonly passkeyAdded: MailText
  readonly passkeyAsked: MailText
}

const ignore =
  'If you did not ask for this, ignore this mail and share nothing from it. Nobody of this service will ever ask you for it.'

export const en: MailTexts = {
  app: 'App',
  browser: 'Browser',
  time: 'Time',
  matchCode: 'Number in the app',
  releasedAt: 'Possible from',
  oldAddress: 'Old address',
  newAddress: 'New address',
  validFor: 'Valid for {minutes} minutes, and only in the browser that asked for it.',
  device: {
    subject: 'Confirm a new device for {app}',
    heading: 'Is this you?',
    intro:
      'A browser that is new to us wants to log in with your e-mail address. Compare the number below with the one in the app, then confirm.',
    button: 'Look and confirm',
    note: `Opening the page does nothing yet: you confirm there. ${ignore}`,
  },
  code: {
    login: {
      subject: '{code} is your code for {app}',
      heading: 'Your code',
      intro: 'Type this code in the app to log in.',
      note: `Type it nowhere but in the app named above. ${ignore}`,
    },
    recover: {
      subject: '{code} is your code to recover your wallet',
      heading: 'Your code to recover the wallet',
      intro: 'Type this code to get your wallet back on a new device.',
      note: `Whoever has this code may get your wallet. ${ignore}`,
    },
    export: {
      subject: '{code} is your code to export your wallet',
      heading: 'Your code to export the wallet',
      intro: 'Type this code to see the secret words of your wallet.',
      note: `Whoever has the secret words has everything in the wallet. ${ignore}`,
    },
    'update-primary': {
      subject: '{code} confirms that you change your address',
      heading: 'Change of your e-mail address',
      intro: 'Type this code in the app to allow the change to another e-mail address.',
      note: ignore,
    },
    'update-secondary': {
      subject: '{code} confirms your new address',
      heading: 'Your new e-mail address',
      intro: 'Type this code in the app to log in with this e-mail address from now on.',
      note: ignore,
    },
  },
  newDevice: {
    subject: 'New device logged in to your wallet',
    heading: 'A new device logged in',
    intro: 'Your account was used on a device that is new to us.',
    note: 'If this was not you, open your wallet on a device of yours and remove the new one there.',
  },
  stolen: {
    subject: 'A login of your wallet was ended',
    heading: 'We ended a login',
    intro: 'An old key of this login was used a second time. This may mean that somebody copied it, so the login was ended.',
    note: 'Log in again when you need it. If this happens again, check the browser and its extensions.',
  },
  exported: {
    subject: 'The keys of your wallet were exported',
    heading: 'Your keys were exported',
    intro: 'Somebody who is logged in to your account looked at the secret words of your wallet, or saved its recovery kit.',
    note: 'If this was not you, move what the wallet holds to another wallet now: whoever has the words has everything in it.',
  },
  recoveryHeld: {
    subject: 'Your wallet is about to be recovered on a new device',
    heading: 'A recovery waits',
    intro:
      'Somebody with access to this mailbox asked to recover your wallet on a new device. It waits, so that you can stop it.',
    button: 'Stop the recovery',
    note: 'If this is you, there is nothing to do: come back at the time named above. If it is not, stop it now.',
  },
  recoveryReady: {
    subject: 'Your wallet is being recovered on a new device',
    heading: 'A recovery was started',
    intro: 'Your wallet is being recovered on a new device.',
    button: 'Stop the recovery',
    note: 'If this was not you, stop it now, and move what the wallet holds.',
  },
  changed: {
    subject: 'The e-mail address of your wallet was changed',
    heading: 'Your e-mail address was changed',
    intro: 'From now on another e-mail address opens your account. You can undo this for 24 hours.',
    button: 'Undo the change',
    note: 'If this was you, there is nothing to do.',
  },
  passkeyAdded: {
    subject: 'A passkey was added to your wallet',
    heading: 'A new passkey',
    intro: 'From now on this passkey opens your wallet on a new device, together with a login.',
    note: 'If this was not you, open your wallet on a device of yours, remove the passkey there, and move what the wallet holds.',
  },
  passkeyAsked: {
    subject: 'A new device opens your wallet with a passkey',
    heading: 'A passkey on a new device',
    intro:
      'A device that is new to your wallet is logged in and asks for one of your passkeys. Without the passkey it opens nothing.',
    note: 'If this was not you, somebody has access to this mailbox: secure it, and look at the devices of your wallet.',
  },
}
