// Networks: the list, switching, and the explanation.

export default {
  whatIsANetwork: {
    place: 'A shared record',
    placeHint: 'A network keeps track of who owns what. No one controls it alone.',
    many: 'There are many',
    manyHint: 'Each has its own fees, speed and coins. What you hold on one isn’t on the others.',
    action: 'See networks',
  },
  networks: {
    search: 'Search networks',
    placeholder: 'Name or symbol',
    current: 'Current',
    connect: 'Connect a wallet to use it',
    notAllowed: 'Your wallet doesn’t allow it',
    fixed: 'You can’t switch networks on this site.',
    testnet: 'Testnet',
    none: 'No network matches “{query}”',
    note: 'Your wallet may not support every network.',
  },
  switchNetwork: {
    approve: 'Approve the switch in {wallet}',
    hint: 'Your wallet will ask before it switches to {network}.',
    declined: 'You declined the switch',
    declinedHint: 'You’re still on {network}.',
    unsupported: '{wallet} can’t switch networks from here',
    unsupportedHint: 'Switch to {network} in the wallet. This page will follow.',
    failed: 'The network didn’t switch',
  },
  switchActiveChain: {
    heading: '{network} needs another connection',
    same: '{wallet} works with {family}, too. Connect it there, or choose another wallet. What’s connected now stays connected.',
    another: '{wallet} isn’t connected to {family}. Choose a wallet that works with it. What’s connected now stays connected.',
    useSame: 'Connect {wallet}',
    connect: 'Choose a wallet',
  },
  unsupportedChain: {
    body: '{app} doesn’t work on your wallet’s network. Switch to one of these:',
    or: 'Or disconnect your wallet.',
  },
}
