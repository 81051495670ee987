// What the frame's own screens say. The two labels are those of docs/security.md, word for word: what a wallet protects from is not a matter of style.

/** English; the others are files of their own. */
export const en = {
  assistedLabel: 'You can get this wallet back with your e-mail. The company running it could technically do the same.',
  sealedLabel:
    'Only your passkey or recovery code opens this wallet on a new device. The company cannot open it from what it stores. You still trust the wallet page it serves each time you sign.',
  consentHeading: 'Let {origin} see your wallet?',
  consentBody:
    'You are signed in as {user}. The site gets your address and your e-mail, and may ask you to sign. It cannot sign for you.',
  consentBodyUnnamed: 'You are signed in. The site gets your address, and may ask you to sign. It cannot sign for you.',
  allow: 'Allow',
  refuse: 'Don’t allow',
  phrase: 'Your phrase: {phrase}',
  phraseLabel: 'A phrase of your own (optional)',
  phraseHint:
    'In this browser, every window of this wallet will show it. A window without it is somebody else’s: type no code there.',
  codeHeading: 'Write down your recovery code',
  codeBody: 'It opens your wallet on a new device. Nobody can give it to you again. Never type it on another site.',
  code: 'Recovery code',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying didn’t work. Write the code down.',
  print: 'Print',
  written: 'I have written it down',
  proceed: 'Continue',
  cancel: 'Cancel',
  enterHeading: 'Enter your recovery code',
  enterBody: 'This device doesn’t have a key of your wallet yet. Only type the code in this window, never on another site.',
  enterWrong: 'This code doesn’t open your wallet. Check each character.',
  enterFailed: 'The wallet service is not reachable. Try again.',
  open: 'Open wallet',
  notKeptHeading: 'This browser does not keep the wallet',
  notKeptBody:
    'It stores nothing for this page, as in a private window. Your wallet works until you close the page; then you sign in again.',
}

/** Keys and texts. */
export type FrameMessages = Readonly<Record<keyof typeof en, string>>

/** Languages of the frame. */
export type FrameLocale = 'en' | 'de' | 'ar'

/** A text with its values, which are set apart from the direction of the text around. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? `\u2068${values[name] ?? ''}\u2069` : whole))
}
