// Receiving.

export default {
  receive: {
    code: 'QR code with your address',
    which: 'Address for',
    only: 'Send only assets on {network} to this address. Anything else may be lost.',
    onlyThese: 'Send only assets on the networks below to this address. Anything else may be lost.',
    networksNote: 'This address is yours on all of these networks. Whoever sends must choose one of them.',
    present: 'Your current network',
    testnet: 'For testing',
  },
}
