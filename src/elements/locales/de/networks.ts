import type { Translation } from '../catalogue.js'
import type en from '../en/networks.js'

export default {
  whatIsANetwork: {
    place: 'Ein gemeinsames Verzeichnis',
    placeHint: 'Ein Netzwerk hält fest, wem was gehört. Niemand hat allein die Kontrolle darüber.',
    many: 'Es gibt viele davon',
    manyHint: 'Jedes hat eigene Gebühren, Geschwindigkeiten und Coins. Was in einem liegt, liegt nicht in den anderen.',
    action: 'Netzwerke ansehen',
  },
  networks: {
    search: 'Netzwerke suchen',
    current: 'Aktuell',
    connect: 'Dafür ein Wallet verbinden',
    notAllowed: 'Ihr Wallet erlaubt es nicht',
    fixed: 'Auf dieser Website lässt sich das Netzwerk nicht wechseln.',
    testnet: 'Testnetz',
    none: 'Kein Netzwerk passt zu „{query}“',
    note: 'Ihr Wallet unterstützt vielleicht nicht jedes Netzwerk.',
    placeholder: 'Name oder Symbol',
  },
  switchNetwork: {
    approve: 'Bestätigen Sie den Wechsel in {wallet}',
    hint: 'Ihr Wallet fragt nach, bevor es zu {network} wechselt.',
    declined: 'Wechsel abgelehnt',
    declinedHint: 'Es bleibt bei {network}.',
    unsupported: '{wallet} kann das Netzwerk von hier aus nicht wechseln',
    unsupportedHint: 'Wechseln Sie im Wallet zu {network}. Diese Seite zieht nach.',
    failed: 'Das Netzwerk wurde nicht gewechselt',
  },
  switchActiveChain: {
    heading: '{network} braucht eine eigene Verbindung',
    same: '{wallet} arbeitet auch mit {family}. Verbinden Sie es dort, oder wählen Sie ein anderes. Was jetzt verbunden ist, bleibt es.',
    another:
      '{wallet} ist nicht mit {family} verbunden. Wählen Sie ein Wallet, das damit arbeitet. Was jetzt verbunden ist, bleibt es.',
    useSame: '{wallet} verbinden',
    connect: 'Wallet wählen',
  },
  unsupportedChain: {
    body: '{app} funktioniert nicht im Netzwerk Ihres Wallets. Wechseln Sie zu einem von diesen:',
    or: 'Oder trennen Sie Ihr Wallet.',
  },
} satisfies Translation<typeof en>
