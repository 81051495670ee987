// Receiving.

export default {}
