// The few texts of the closed buttons. They are in the entry chunk; everything else comes when the modal opens.
export default {
  connect: 'Connect',
  connecting: 'Connecting…',
  wrongNetwork: 'Wrong network',
  openAccount: 'Open account {name}',
  balance: '{amount} {symbol}',
  network: 'Current network: {network}',
  connectedAs: 'Connected as {name}',
  failed: 'Could not open. Try again',
}
