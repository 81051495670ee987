// German. Formal address is avoided where a sentence works without one; names of wallets and networks are not translated.
import type { Translation } from '../catalogue.js'
import type en from '../en/first.js'

export default {
  button: {
    connect: 'Verbinden',
    connecting: 'Wird verbunden …',
    wrongNetwork: 'Falsches Netzwerk',
    openAccount: 'Konto {name} öffnen',
    balance: '{amount} {symbol}',
    network: 'Aktuelles Netzwerk: {network}',
    connectedAs: 'Verbunden als {name}',
    failed: 'Nicht geöffnet. Erneut versuchen',
  },
  common: {
    back: 'Zurück',
    close: 'Schließen',
    retry: 'Erneut versuchen',
  },
  shell: {
    help: 'Was ist ein Wallet?',
    viewLoading: '{title} wird geladen',
    viewFailed: 'Diese Ansicht konnte nicht geladen werden',
  },
  connect: {
    title: 'Wallet verbinden',
    detected: 'In diesem Browser gefunden',
    wallets: 'Wallets',
    popular: 'Beliebt',
    otherWays: 'Weitere Möglichkeiten',
    lastUsed: 'Zuletzt benutzt',
    phone: 'Wallet auf dem Handy',
    allWallets: 'Alle Wallets',
    count: '{count}',
    countAtLeast: '{count}+',
    noWallet: 'Ich habe noch kein Wallet',
  },
} satisfies Translation<typeof en>
