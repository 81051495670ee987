// The texts of the closed `wallet-*-button` elements. They are in the entry chunk; all others are loaded when the modal opens.
export default {
  connect: 'Connect',
  failed: 'Could not open. Try again',
}
