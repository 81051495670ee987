import type { Translation } from '../catalogue.js'
import type en from '../en/approvals.js'

export default {
  approvals: {
    body: 'Apps, die Ihre Token ohne weitere Frage nehmen dürfen. Widerrufen Sie, was Sie nicht mehr nutzen.',
    loading: 'Ihre Freigaben werden geladen',
    none: 'Keine App darf Ihre Token nehmen',
    noneHint: 'Wenn Sie einer App erlauben, Token zu nehmen, steht sie hier.',
    unavailable: 'Auf dieser Website werden Freigaben nicht gesucht',
    elsewhere: 'Freigaben gibt es nur in Ethereum-Netzwerken',
    failed: 'Ihre Freigaben wurden nicht geladen',
    incomplete: 'Ältere Freigaben werden noch gesucht.',
    to: 'Für {spender}',
    unlimited: 'Unbegrenzt',
    everything: 'Alle',
    token: 'Token',
    spender: 'Wer sie nehmen darf',
    unknownSpender: 'Eine Adresse, die hier niemand kennt',
    amount: 'Wie viel',
    granted: 'Freigegeben am',
    question: '{token}-Freigabe für {spender} widerrufen?',
    effect: 'Sie senden eine Transaktion, die eine Netzgebühr kostet. Sie können es später wieder erlauben.',
    revoke: 'Widerrufen',
    revoking: 'Wird widerrufen …',
    replaced: 'Nicht widerrufen: Ihr Wallet hat eine andere Transaktion gesendet',
    declined: 'Sie haben abgelehnt. Die Freigabe besteht weiter.',
  },
} satisfies Translation<typeof en>
