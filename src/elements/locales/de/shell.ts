import type { Translation } from '../catalogue.js'
import type en from '../en/shell.js'

export default {
  common: {
    done: 'Fertig',
    contract: 'Vertrag',
    stale: 'Diese Liste ist womöglich veraltet.',
    cancel: 'Abbrechen',
    copyLink: 'Link kopieren',
    disconnect: 'Trennen',
    offline: 'Keine Internetverbindung. Es geht weiter, sobald sie wieder da ist.',
    opensNewTab: '(öffnet einen neuen Tab)',
    showMore: 'Mehr anzeigen',
    clearSearch: 'Suche leeren',
  },
  shell: {
    viewFailedHint: 'Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    dismiss: 'Ausblenden',
    consent: 'Mit dem Verbinden stimmen Sie den {terms} und der {privacy} zu.',
    consentTerms: 'Mit dem Verbinden stimmen Sie den {terms} zu.',
    consentPrivacy: 'Mit dem Verbinden stimmen Sie der {privacy} zu.',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutzerklärung',
    setup: 'Einrichtungsfehler',
  },
  connect: {
    noneHeading: 'Kein Wallet in diesem Browser gefunden',
    noneHint: 'Installieren Sie eines, oder öffnen Sie diese Seite in einem Browser, der ein Wallet hat.',
    only: 'Wallets für {family}',
    legal: 'Ich stimme den {terms} und der {privacy} zu',
    legalTerms: 'Ich stimme den {terms} zu',
    legalPrivacy: 'Ich stimme der {privacy} zu',
    legalNeeded: 'Bitte zuerst oben zustimmen, dann ein Wallet wählen.',
  },
  families: {
    title: 'Welches Netzwerk?',
    eip155: 'Ethereum und verwandte',
    solana: 'Solana',
    bip122: 'Bitcoin',
    polkadot: 'Polkadot',
    cosmos: 'Cosmos',
  },
  networks: {
    title: 'Netzwerke',
  },
  whatIsANetwork: {
    title: 'Was ist ein Netzwerk?',
  },
  unsupportedChain: {
    title: 'Netzwerk nicht unterstützt',
  },
  switchActiveChain: {
    title: 'Netzwerk wechseln',
  },
  signIn: {
    title: 'Anmelden',
  },
  swap: {
    title: 'Tauschen',
    selectToken: 'Token wählen',
    reviewTitle: 'Tausch prüfen',
  },
  getWallet: {
    title: 'Wallet besorgen',
  },
  downloads: {
    title: '{wallet} installieren',
  },
  connectSocials: {
    title: 'Alle Anmeldemöglichkeiten',
  },
  emailLogin: {
    title: 'Mit E-Mail anmelden',
  },
  emailOtp: {
    title: 'Sehen Sie in Ihr Postfach',
  },
  emailDevice: {
    title: 'Diesen Browser bestätigen',
  },
  updateEmail: {
    title: 'E-Mail ändern',
    primaryTitle: 'Bisherige Adresse bestätigen',
    secondaryTitle: 'Neue Adresse bestätigen',
  },
  upgradeEmail: {
    title: 'Zu einem eigenen Wallet wechseln',
  },
  approve: {
    title: 'Im Wallet bestätigen',
  },
  account: {
    title: 'Konto',
  },
  chooseName: {
    title: 'Kontoname',
  },
  registerName: {
    title: 'Namen wählen',
  },
  registerNameSuccess: {
    title: 'Ihr neuer Name',
  },
  approvals: {
    title: 'Token-Freigaben',
  },
  smartSessions: {
    title: 'Berechtigungen von Apps',
    requestTitle: 'Anfrage einer App',
    createdTitle: 'Berechtigungen erteilt',
  },
  accountSettings: {
    title: 'Einstellungen',
  },
  receive: {
    title: 'Empfangen',
  },
  compatibleNetworks: {
    title: 'Netzwerke für diese Adresse',
  },
  activity: {
    title: 'Aktivität',
  },
  nfts: {
    title: 'NFTs',
  },
  onramp: {
    title: 'Kaufen',
    currency: 'Währung',
    progress: 'Ihr Kauf',
    activity: 'Käufe',
  },
  whatIsABuy: {
    title: 'Was heißt Kaufen?',
  },
  send: {
    title: 'Senden',
    chooseToken: 'Token wählen',
    review: 'Prüfen',
    sent: 'Gesendet',
  },
  connecting: {
    anotherWay: 'Andere Möglichkeit',
  },
  notices: {
    copied: 'In die Zwischenablage kopiert',
    copyFailed: 'Kopieren nicht möglich. Erlauben Sie der Website die Zwischenablage, und versuchen Sie es erneut.',
    networkSwitched: 'Jetzt auf {network}',
    networkChangedInWallet: 'Ihr Wallet hat zu {network} gewechselt',
    walletSwitched: 'Jetzt mit {wallet}',
    sessionEnded: 'Ihr Wallet hat die Verbindung beendet',
    approvalRevoked: 'Die Freigabe ist widerrufen',
    smartSessionRevoked: 'Die App darf nicht mehr für Sie handeln',
    swapped: '{from} in {to} getauscht',
    emailResent: 'Noch einmal an {email} gesendet',
    emailChanged: 'Ihre E-Mail-Adresse ist jetzt {email}',
  },
  announce: {
    connecting: 'Warten auf {wallet}',
    connected: 'Verbunden mit {wallet} als {address}',
    disconnected: 'Getrennt',
    declined: 'In {wallet} abgelehnt. Es wurde nichts geteilt.',
    failed: '{message}',
    walletsFound: { one: '{count} Wallet gefunden', other: '{count} Wallets gefunden' },
    networksFound: { one: '{count} Netzwerk gefunden', other: '{count} Netzwerke gefunden' },
    codeReady: 'Der QR-Code ist bereit',
    codeRenewed: 'Es gibt einen neuen Code',
    codeExpires: { one: 'Dieser Code wechselt in {count} Sekunde', other: 'Dieser Code wechselt in {count} Sekunden' },
    nothingOpened: 'Nichts passiert? Öffnen Sie {wallet} noch einmal, oder verbinden Sie sich anders.',
    requestWaits: '{wallet} hat die Anfrage. Bestätigen Sie sie dort.',
    restoring: 'Verbindung unterbrochen. Wird wiederhergestellt …',
    restored: 'Die Verbindung ist wieder da',
    balanceFailed: 'Ihr Guthaben wurde nicht geladen',
    nameFree: '{name} ist frei',
    nameTaken: '{name} ist vergeben',
    itemsShown: { one: '{count} Eintrag angezeigt', other: '{count} Einträge angezeigt' },
    swapDone: 'Der Tausch ist fertig: {out} gegen {in}',
    emailSent: 'An {email} gesendet',
  },
} satisfies Translation<typeof en>
