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
    noneHeading: 'Kein Wallet verbunden',
    noneHint: 'Verbinden Sie eines, um Ihr Konto hier zu sehen.',
  },
} satisfies Translation<typeof en>
