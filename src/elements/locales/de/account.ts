import type { Translation } from '../catalogue.js'
import type en from '../en/account.js'

export default {
  account: {
    copyAddress: 'Adresse kopieren',
    balance: 'Guthaben',
    balanceLoading: 'Guthaben wird geladen',
    balanceStale: 'Stand {time}. Das aktuelle Guthaben wurde nicht geladen.',
    balanceGate: { one: 'Erneut versuchen in {count} Sekunde', other: 'Erneut versuchen in {count} Sekunden' },
    explorer: 'Auf {explorer} ansehen',
    accounts: 'Konten in {wallet}',
    chosen: 'In Gebrauch',
    wallet: 'Verbunden mit {wallet}',
    disconnecting: 'Wird getrennt …',
    payment: 'Zahlungen',
    ordinals: 'Ordinals',
    smartAccount: 'Smart Account',
    eoa: 'Eigener Schlüssel',
    noneHeading: 'Kein Wallet verbunden',
    noneHint: 'Verbinden Sie eines, um Ihr Konto hier zu sehen.',
  },
  profileWallets: {
    families: 'Netzwerke Ihrer Wallets',
    ethereum: 'Ethereum',
    active: 'Aktives Wallet',
    others: 'Auch verbunden',
    use: 'Verwenden',
    count: { one: '{count} verbunden', other: '{count} verbunden' },
    disconnect: '{wallet} trennen',
    disconnectAll: 'Alle trennen ({count})',
    recent: 'Zuletzt verbunden',
    again: 'Wieder verbinden',
    forget: '{wallet} vergessen',
    add: 'Wallet hinzufügen',
    none: 'Kein Wallet für {family} verbunden',
    noneHint: 'Ihre anderen Wallets bleiben verbunden.',
  },
  confirmDisconnect: {
    heading: '{wallet} trennen?',
    body: 'Dieses Wallet nutzt für diese Netzwerke eine gemeinsame Verbindung. Sie endet für alle.',
  },
} satisfies Translation<typeof en>
