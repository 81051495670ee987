// German.
import type { PasskeyMessages } from './messages.js'

export const de: PasskeyMessages = {
  unlockHeading: 'Öffnen Sie Ihr Wallet mit einem Passkey',
  unlockBody: 'Dieses Gerät hat noch keinen Schlüssel Ihres Wallets. Ihr Passkey öffnet es, ohne Wartezeit.',
  unlock: 'Mit dem Passkey öffnen',
  useMail: 'Meine E-Mail benutzen',
  useCode: 'Meinen Wiederherstellungscode benutzen',
  notNow: 'Nicht jetzt',
  openPage: 'Das Wallet in einem eigenen Tab öffnen',
  notHere:
    'Dieser Browser gibt innerhalb einer anderen Website keine Passkeys heraus. Öffnen Sie das Wallet in einem eigenen Tab oder nehmen Sie einen anderen Weg.',
  unsupported: 'Dieser Browser kann Ihre Passkeys hier nicht benutzen. Nehmen Sie einen anderen Weg oder einen anderen Browser.',
  noPrf:
    'Dieser Passkey kann keinen Schlüssel eines Wallets halten. Versuchen Sie ein anderes Gerät, einen anderen Passwortmanager oder Sicherheitsschlüssel.',
  exists: 'Hier gibt es bereits einen Passkey dieses Wallets.',
  cancelled: 'Der Passkey wurde nicht benutzt. Versuchen Sie es noch einmal oder nehmen Sie einen anderen Weg.',
  timedOut: 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
  wrongPasskey: 'Dieser Passkey öffnet Ihr Wallet nicht.',
  tooFew: 'Ein Wallet braucht zwei verschiedene Wege, die es öffnen. Fügen Sie zuerst einen weiteren hinzu.',
  held: 'Dieses Gerät ist dafür zu neu. Nehmen Sie eines, das das Wallet seit einem Tag öffnet, oder kommen Sie morgen wieder.',
  stale: 'Ihre letzte Anmeldung ist mehr als fünf Minuten her. Melden Sie sich neu an und kommen Sie hierher zurück.',
  unreachable: 'Der Wallet-Dienst ist nicht erreichbar. Versuchen Sie es noch einmal.',
  failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',

  intro: 'Ein Passkey öffnet Ihr Wallet auf einem neuen Gerät, sofort und ohne das Unternehmen.',
  none: 'Es gibt noch keinen Passkey.',
  name: 'Name des Passkeys',
  add: 'Passkey hinzufügen',
  added: 'Der Passkey wurde hinzugefügt und hat das Wallet einmal geöffnet.',
  addHint: 'Ihr Browser fragt zweimal: um den Passkey anzulegen und um zu zeigen, dass er funktioniert.',
  made: 'Hinzugefügt: {date}',
  used: 'Zuletzt benutzt: {date}',
  otherHost: 'Angelegt auf {host}: Hier funktioniert er nicht.',
  remove: 'Entfernen',
  removeNamed: '{name} entfernen',
  removeAsk: '{name} entfernen? Danach öffnet er dieses Wallet nicht mehr.',
  removed: 'Der Passkey wurde entfernt. Löschen Sie ihn auch in Ihrem Passwortmanager.',
  keep: 'Behalten',
  passkey: 'Passkey',
  working: 'Einen Moment…',
}
