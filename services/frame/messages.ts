// What the frame's own screens say. The two labels are those of docs/security.md, word for word: what a wallet protects from is not a matter of style.

const en = {
  assistedLabel: 'You can get this wallet back with your e-mail. The company running it could technically do the same.',
  sealedLabel:
    'Only your passkey or recovery code opens this wallet on a new device. The company cannot open it from what it stores. You still trust the wallet page it serves each time you sign.',
  consentHeading: 'Let {origin} see your wallet?',
  consentBody:
    'You are signed in as {user}. The site gets your address and your e-mail, and may ask you to sign. It cannot sign for you.',
  consentBodyUnnamed: 'You are signed in. The site gets your address, and may ask you to sign. It cannot sign for you.',
  allow: 'Allow',
  refuse: 'Don’t allow',
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

const de: FrameMessages = {
  assistedLabel:
    'Sie können dieses Wallet mit Ihrer E-Mail-Adresse wiederherstellen. Das Unternehmen, das es betreibt, könnte technisch dasselbe tun.',
  sealedLabel:
    'Auf einem neuen Gerät öffnen nur Ihr Passkey oder Ihr Wiederherstellungscode dieses Wallet. Das Unternehmen kann es aus dem, was es speichert, nicht öffnen. Bei jeder Signatur vertrauen Sie weiterhin der Wallet-Seite, die es ausliefert.',
  consentHeading: 'Darf {origin} Ihr Wallet sehen?',
  consentBody:
    'Sie sind als {user} angemeldet. Die Website erhält Ihre Adresse und Ihre E-Mail-Adresse und darf Sie um Signaturen bitten. Für Sie signieren kann sie nicht.',
  consentBodyUnnamed:
    'Sie sind angemeldet. Die Website erhält Ihre Adresse und darf Sie um Signaturen bitten. Für Sie signieren kann sie nicht.',
  allow: 'Erlauben',
  refuse: 'Nicht erlauben',
  codeHeading: 'Notieren Sie Ihren Wiederherstellungscode',
  codeBody:
    'Er öffnet Ihr Wallet auf einem neuen Gerät. Niemand kann ihn Ihnen noch einmal geben. Geben Sie ihn nie auf einer anderen Website ein.',
  code: 'Wiederherstellungscode',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Das Kopieren hat nicht geklappt. Schreiben Sie den Code ab.',
  print: 'Drucken',
  written: 'Ich habe ihn notiert',
  proceed: 'Weiter',
  cancel: 'Abbrechen',
  enterHeading: 'Geben Sie Ihren Wiederherstellungscode ein',
  enterBody:
    'Dieses Gerät hat noch keinen Schlüssel Ihres Wallets. Geben Sie den Code nur in diesem Fenster ein, nie auf einer anderen Website.',
  enterWrong: 'Dieser Code öffnet Ihr Wallet nicht. Prüfen Sie jedes Zeichen.',
  enterFailed: 'Der Wallet-Dienst ist nicht erreichbar. Versuchen Sie es noch einmal.',
  open: 'Wallet öffnen',
  notKeptHeading: 'Dieser Browser bewahrt das Wallet nicht auf',
  notKeptBody:
    'Er speichert nichts für diese Seite, wie in einem privaten Fenster. Ihr Wallet funktioniert, bis Sie die Seite schließen; danach melden Sie sich erneut an.',
}

const ar: FrameMessages = {
  assistedLabel: 'يمكنك استعادة هذه المحفظة ببريدك الإلكتروني. ومن الناحية التقنية، يمكن للشركة التي تديرها أن تفعل الشيء نفسه.',
  sealedLabel:
    'على جهاز جديد لا يفتح هذه المحفظة إلا مفتاح المرور أو رمز الاسترداد الخاص بك. ولا تستطيع الشركة فتحها مما تخزّنه. ولا تزال تثق بصفحة المحفظة التي تقدّمها في كل مرة توقّع فيها.',
  consentHeading: 'هل تسمح لـ {origin} برؤية محفظتك؟',
  consentBody:
    'لقد سجّلت الدخول باسم {user}. يحصل الموقع على عنوانك وبريدك الإلكتروني، وقد يطلب منك التوقيع. ولا يمكنه التوقيع نيابة عنك.',
  consentBodyUnnamed: 'لقد سجّلت الدخول. يحصل الموقع على عنوانك، وقد يطلب منك التوقيع. ولا يمكنه التوقيع نيابة عنك.',
  allow: 'السماح',
  refuse: 'عدم السماح',
  codeHeading: 'اكتب رمز الاسترداد الخاص بك',
  codeBody: 'يفتح محفظتك على جهاز جديد. لا يمكن لأحد أن يعطيك إياه مرة أخرى. لا تكتبه أبدًا في موقع آخر.',
  code: 'رمز الاسترداد',
  copy: 'نسخ',
  copied: 'تم النسخ',
  copyFailed: 'لم ينجح النسخ. اكتب الرمز بنفسك.',
  print: 'طباعة',
  written: 'لقد كتبته',
  proceed: 'متابعة',
  cancel: 'إلغاء',
  enterHeading: 'أدخل رمز الاسترداد',
  enterBody: 'لا يملك هذا الجهاز مفتاحًا لمحفظتك بعد. اكتب الرمز في هذه النافذة فقط، ولا تكتبه أبدًا في موقع آخر.',
  enterWrong: 'هذا الرمز لا يفتح محفظتك. تحقّق من كل حرف.',
  enterFailed: 'تعذّر الوصول إلى خدمة المحفظة. حاول مرة أخرى.',
  open: 'فتح المحفظة',
  notKeptHeading: 'هذا المتصفح لا يحتفظ بالمحفظة',
  notKeptBody: 'لا يخزّن شيئًا لهذه الصفحة، كما في نافذة خاصة. تعمل محفظتك إلى أن تغلق الصفحة، ثم تسجّل الدخول من جديد.',
}

export const catalogues = { en, de, ar } as const
/** Languages of the frame. */
export type FrameLocale = keyof typeof catalogues

/** The language for a tag of BCP 47, such as `de-AT`. Default: English. */
export function localeFor(tag: string | null | undefined): FrameLocale {
  const language = tag?.split('-')[0]?.toLowerCase()
  return language === 'de' || language === 'ar' ? language : 'en'
}

/** A text with its values, which are set apart from the direction of the text around. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? `\u2068${values[name] ?? ''}\u2069` : whole))
}
