// The NFTs of an account.

export default {
  nfts: {
    unnamed: 'Unnamed',
    loading: 'Loading NFTs',
    failed: 'Could not load NFTs',
    moreFailed: 'The next NFTs didn’t load.',
    incomplete: 'Some NFTs may be missing right now.',
    empty: 'No NFTs yet',
    emptyHint: 'NFTs that you own on this network are shown here.',
    noneYet: 'Only spam so far. There may be more.',
    unavailable: 'There are no NFTs for this account here',
    spam: 'Probable spam',
    spamHidden: { one: '{count} probable spam', other: '{count} probable spam' },
    probablySpam: 'This is probably spam. Don’t follow links in it.',
    show: 'Show',
    hide: 'Hide',
    amount: 'You own',
    tokenId: 'Token ID',
    standard: 'Standard',
    copyContract: 'Copy contract address',
    copyTokenId: 'Copy token ID',
    traits: 'Traits',
    property: 'Property',
    readMore: 'Read more',
    less: 'Show less',
  },
}
