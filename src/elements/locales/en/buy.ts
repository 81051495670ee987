// Buying.

export default {}
