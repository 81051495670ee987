import type { Translation } from '../catalogue.js'
import type en from '../en/assets.js'

export default {
  assets: {
    insufficient: 'Nicht genug {symbol}',
    loading: 'Token werden geladen',
    unverified: 'Ungeprüfter Token',
    noPrice: 'Kein Preis',
    unknown: 'Unbekannt',
    search: 'Token suchen',
    searchHint: 'Name, Symbol oder Adresse',
    yours: 'Ihre Token',
    all: 'Alle Token',
    none: 'Kein Token passt zu „{query}“',
    amount: 'Betrag',
    max: 'Max.',
    balance: 'Guthaben: {amount} {symbol}',
    fee: 'Netzgebühr',
    network: 'Netzwerk',
    hash: 'Transaktion',
    copyHash: 'Hash der Transaktion kopieren',
    confirmIn: 'In {wallet} bestätigen',
    sending: 'Warten auf das Netzwerk …',
    quote: 'Stand',
    now: 'Gerade eben',
    seconds: { one: 'Vor {count} Sekunde', other: 'Vor {count} Sekunden' },
    long: 'Vor über einer Minute',
    unsure: 'Vielleicht wurde trotzdem gesendet: Sehen Sie in {wallet} nach, bevor Sie es erneut versuchen.',
  },
  amountProblems: {
    empty: 'Geben Sie einen Betrag ein',
    format: 'Geben Sie eine Zahl ein, etwa 1,5',
    negative: 'Geben Sie einen Betrag über null ein',
    group: 'Lassen Sie Tausendertrennzeichen weg',
    decimals: { one: 'Höchstens {count} Nachkommastelle', other: 'Höchstens {count} Nachkommastellen' },
    tooLarge: 'Dieser Betrag ist zu groß',
  },
} satisfies Translation<typeof en>
