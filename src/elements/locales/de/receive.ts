import type { Translation } from '../catalogue.js'
import type en from '../en/receive.js'

export default {
  receive: {
    code: 'QR-Code mit Ihrer Adresse',
    which: 'Adresse für',
    only: 'Senden Sie nur Werte auf {network} an diese Adresse. Alles andere kann verloren gehen.',
    onlyThese: 'Senden Sie nur Werte auf den Netzwerken unten an diese Adresse. Alles andere kann verloren gehen.',
    networksNote: 'Diese Adresse gehört Ihnen auf allen diesen Netzwerken. Wer sendet, muss eines davon wählen.',
    present: 'Ihr aktuelles Netzwerk',
    testnet: 'Zum Testen',
  },
} satisfies Translation<typeof en>
