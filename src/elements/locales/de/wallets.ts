import type { Translation } from '../catalogue.js'
import type en from '../en/wallets.js'

export default {
  allWallets: {
    search: 'Wallets suchen',
    placeholder: { one: '{count} Wallet durchsuchen', other: '{count} Wallets durchsuchen' },
    certified: 'Nur zertifizierte',
    certifiedBadge: 'Zertifiziert',
    installed: 'Installiert',
    none: 'Kein Wallet passt zu „{query}“',
    noneCertified: 'Kein zertifiziertes Wallet passt zu „{query}“',
    empty: 'Keine Wallets vorhanden',
    failed: 'Die Wallet-Liste wurde nicht geladen',
    moreFailed: 'Der Rest der Liste wurde nicht geladen.',
    scan: 'Stattdessen QR-Code anzeigen',
    loading: 'Wallets werden geladen',
    noneHint: 'Prüfen Sie die Schreibweise, oder verbinden Sie ein beliebiges Wallet per QR-Code.',
  },
  downloads: {
    chrome: 'Browser-Erweiterung',
    appStore: 'App Store',
    playStore: 'Google Play',
    homepage: 'Website',
    stores: 'Wo es {wallet} gibt',
    none: 'Wir kennen keinen Download-Link für {wallet}',
    noneHint: 'Suchen Sie im App-Store Ihres Geräts danach.',
    reload: 'Laden Sie diese Seite nach der Installation neu.',
  },
  getWallet: {
    body: 'Wählen Sie eines aus, um zu sehen, wo es das gibt.',
    none: 'Zurzeit keine Vorschläge',
    noneHint: 'Wallets gibt es auch im Erweiterungs-Store des Browsers und im App-Store des Handys.',
    loading: 'Vorschläge werden geladen',
    all: 'Alle Wallets ansehen',
  },
  whatIsAWallet: {
    holds: 'Es verwahrt Ihr Vermögen',
    holdsHint: 'Coins, Token und Sammlerstücke ansehen, senden und empfangen.',
    signs: 'Es meldet Sie an',
    signsHint: 'Mit dem Wallet bestätigen: kein neues Konto, kein Passwort zum Merken.',
    yours: 'Es gehört nur Ihnen',
    yoursHint:
      'Nur Sie haben die Wiederherstellungsphrase. Teilen Sie sie mit niemandem, und geben Sie sie auf keiner Website ein.',
  },
} satisfies Translation<typeof en>
