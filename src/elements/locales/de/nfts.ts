import type { Translation } from '../catalogue.js'
import type en from '../en/nfts.js'

export default {
  nfts: {
    unnamed: 'Ohne Namen',
    loading: 'NFTs werden geladen',
    failed: 'NFTs konnten nicht geladen werden',
    moreFailed: 'Die nächsten NFTs wurden nicht geladen.',
    incomplete: 'Zurzeit fehlen vielleicht einige NFTs.',
    empty: 'Noch keine NFTs',
    emptyHint: 'NFTs, die Sie in diesem Netzwerk besitzen, erscheinen hier.',
    noneYet: 'Bisher nur Spam. Vielleicht gibt es noch mehr.',
    unavailable: 'Für dieses Konto gibt es hier keine NFTs',
    spam: 'Vermutlich Spam',
    spamHidden: { one: '{count} Mal vermutlich Spam', other: '{count} Mal vermutlich Spam' },
    probablySpam: 'Das ist vermutlich Spam. Folge keinen Links darin.',
    show: 'Anzeigen',
    hide: 'Ausblenden',
    amount: 'In Ihrem Besitz',
    tokenId: 'Token-ID',
    standard: 'Standard',
    copyContract: 'Vertragsadresse kopieren',
    copyTokenId: 'Token-ID kopieren',
    traits: 'Merkmale',
    property: 'Eigenschaft',
    readMore: 'Weiterlesen',
    less: 'Weniger anzeigen',
  },
} satisfies Translation<typeof en>
