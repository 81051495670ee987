// German texts of the frame's own screens.
import type { FrameMessages } from './messages.js'

export const de: FrameMessages = {
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
  phrase: 'Ihr Erkennungssatz: {phrase}',
  phraseLabel: 'Ein eigener Erkennungssatz (freiwillig)',
  phraseHint:
    'In diesem Browser zeigt ihn künftig jedes Fenster dieses Wallets. Ein Fenster ohne ihn ist ein fremdes: Geben Sie dort keinen Code ein.',
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
